package input

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ministat/ministat"
)

// readCSV reads a file of comma-separated values, as RFC 4180 has them, whose
// first line that is neither blank nor a comment is a heading. Semicolons or
// tabs may stand for the commas.
//
// Each column of numbers is a group, which the heading names; one that o.Column
// chooses is a group without a name, so that files may call it as they like.
//
// Where o.Group or o.By is given, the file is long: one column holds the
// measurement, and the rows are told apart. Rows with the same cells in the
// columns of o.Group are a benchmark, and so a group, named "key=cell/key=cell".
// Each value in the column of o.By is a dataset, and so a sample of each group,
// in the order in which the file first has them: the first is the baseline.
//
// Values are brought to base units, which the heading or each cell may name; see
// headingUnit and cellReader. Cells without a value are passed over and told of.
// Columns of words are keys, but words and numbers in one column are an error.
func readCSV(f *file, o Options) ([]*ministat.Group, error) {
	t := &table{preamble: preamble{file: f}}
	if err := t.open(f.text, o.Delimiters); err != nil {
		return nil, err
	}
	if err := t.choose(o); err != nil {
		return nil, t.fail(t.headingLine, 0, err)
	}
	if err := t.read(); err != nil {
		return nil, err
	}
	return t.groups()
}

// table reads the text of a CSV file.
type table struct {
	preamble
	records     *csv.Reader
	above       int // lines above what records reads
	headingLine int
	columns     []*column

	keys   []*column // tell benchmarks apart
	by     *column   // tells datasets apart; nil: there is only one
	chosen *column   // holds the measurement; nil: see measurements

	rowSets
}

// open reads the text up to the heading, and that too.
func (t *table) open(text io.Reader, delimiters string) error {
	lines := bufio.NewReaderSize(&textReader{r: text}, 64<<10)
	heading, err := t.toHeading(lines)
	if err != nil {
		return err
	}
	comma, err := commaOf(heading, delimiters)
	if err != nil {
		return err
	}
	t.records = csv.NewReader(io.MultiReader(bytes.NewReader(heading), lines))
	t.records.Comma = comma
	t.records.Comment = '#'
	t.records.FieldsPerRecord = -1
	t.records.TrimLeadingSpace = comma != '\t'
	t.records.ReuseRecord = true
	names, err := t.records.Read()
	if err != nil {
		return t.readError(err)
	}
	t.headingLine = t.line(0)
	for i, name := range names {
		t.columns = append(t.columns, newColumn(i+1, strings.Clone(strings.TrimSpace(name)), t.headingLine, comma == ','))
	}
	if !isHeading(names) {
		return t.fail(t.headingLine, 0, fmt.Errorf("%s is data: want a heading that names the columns, or --input columns -d %q",
			quoted(bytes.TrimSpace(heading)), comma))
	}
	return nil
}

// toHeading passes over the blank lines and comments at the top of the text, and
// returns the line behind them.
func (t *table) toHeading(lines *bufio.Reader) (heading []byte, err error) {
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, t.readError(err)
		}
		text := bytes.TrimSpace(line)
		switch {
		case len(text) > 0 && text[0] != '#':
			return line, nil
		case err == io.EOF && t.above == 0 && len(line) == 0:
			return nil, t.file.error(errors.New("0 samples: the file is empty"))
		case err == io.EOF:
			return nil, t.file.error(errors.New("0 samples: no line holds data"))
		}
		t.above++
		t.comment(line, t.above)
	}
}

// commaOf returns what separates cells: the delimiter that was asked for, else
// the one that occurs most often in the line, outside of quotes.
func commaOf(line []byte, delimiters string) (rune, error) {
	switch delimiters {
	case "":
	case ",", ";", "\t":
		return rune(delimiters[0]), nil
	default:
		return 0, fmt.Errorf(`-d %q: want "," or ";" or a tab between the cells of CSV`, delimiters)
	}
	var count [256]int
	var inQuotes bool
	for _, c := range line {
		if c == '"' {
			inQuotes = !inQuotes
		}
		if !inQuotes {
			count[c]++
		}
	}
	best := byte(',')
	for _, c := range []byte(";\t") { // a comma is the likeliest to be text
		if count[c] > 0 && count[c] >= count[best] {
			best = c
		}
	}
	return rune(best), nil
}

// looksLikeCSV tells whether a text whose first line that is neither blank nor a
// comment is this one has to be CSV, with these delimiters if any: the line has
// two cells or more, and looks like a heading. A number before a tab does not:
// there, lines that begin with the sample have a note behind it.
func looksLikeCSV(firstLine []byte, delimiters string) bool {
	comma, err := commaOf(firstLine, delimiters)
	if err != nil {
		return false
	}
	r := csv.NewReader(bytes.NewReader(firstLine))
	r.Comma, r.LazyQuotes = comma, true // a cell may go on in the next line
	cells, err := r.Read()
	if err != nil || len(cells) < 2 || comma == '\t' && !isHeading(cells[:1]) && !isMissing(strings.TrimSpace(cells[0])) {
		return false
	}
	return isHeading(cells)
}

// isHeading tells whether a cell among these is a name: neither a number nor empty.
func isHeading(cells []string) bool {
	return slices.ContainsFunc(cells, func(cell string) bool {
		cell = strings.TrimSpace(cell)
		return !isMissing(cell) && !isNumber(cell)
	})
}

// isNumber tells whether the cell may be a number, with a unit or without.
func isNumber(cell string) bool {
	r := cellReader{inHeading: unitless}
	_, _, err := r.read(cell)
	return !errors.Is(err, errWord)
}

// choose finds the columns that the options name.
func (t *table) choose(o Options) (err error) {
	if t.chosen, err = t.find("-C", o.Column); err != nil {
		return err
	}
	if t.by, err = t.find("--by", o.By); err != nil {
		return err
	}
	for _, name := range o.Group {
		key, err := t.find("--group", name)
		if err != nil {
			return err
		}
		t.keys = append(t.keys, key)
	}
	for _, c := range t.columns {
		c.chosen = c == t.chosen
		c.clocks = c.chosen
		c.candidate = c.chosen || t.chosen == nil && !t.isKey(c) && !c.isIndex()
	}
	return t.checkRoles()
}

// find returns the column that an option names, nil for "".
func (t *table) find(option, want string) (*column, error) {
	if want == "" {
		return nil, nil
	}
	var heading [][]byte
	for _, c := range t.columns {
		heading = append(heading, []byte(c.heading))
	}
	number, err := 0, error(nil)
	if isDigits(want) {
		number, err = strconv.Atoi(want)
		if err != nil || number < 1 || number > len(heading) {
			return nil, fmt.Errorf("%s %s: want the number of a column, from 1 to %d", option, want, len(heading))
		}
	} else if number, err = find(want, heading); err != nil {
		return nil, fmt.Errorf("%s: %w", option, err)
	}
	return t.columns[number-1], nil
}

// checkRoles fails when the options name a column twice.
func (t *table) checkRoles() error {
	roles := slices.Concat(t.keys, []*column{t.by, t.chosen})
	for i, c := range roles {
		if c != nil && slices.Contains(roles[:i], c) {
			return fmt.Errorf("column %d (%q) is named twice by --group, --by and -C", c.number, c.name())
		}
	}
	return nil
}

// isLong tells whether rows are told apart.
func (t *table) isLong() bool { return len(t.keys) > 0 || t.by != nil }

func (t *table) isKey(c *column) bool { return c == t.by || slices.Contains(t.keys, c) }

// read reads the rows below the heading.
func (t *table) read() error {
	for {
		record, err := t.records.Read()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return t.readError(err)
		}
		for i, cell := range record {
			record[i] = strings.TrimSpace(cell)
		}
		if len(record) == 1 && record[0] == "" && len(t.columns) > 1 {
			continue // a blank line
		}
		if err := t.row(record); err != nil {
			return err
		}
	}
}

// row reads a row.
func (t *table) row(record []string) error {
	if len(record) != len(t.columns) {
		return t.fail(t.line(0), 0, fmt.Errorf("%s, want the heading's %d", cellCount(len(record)), len(t.columns)))
	}
	rows := t.rowsOf(record, t.keys, t.by)
	var isNew bool // a column turns out to hold numbers
	for i, c := range t.columns {
		before, s := c.content, &rows.columns[i]
		if c.candidate {
			t.makeRoom(s)
			if err := c.add(record[i], t.line(i), s); err != nil {
				return t.cellError(err, t.line(i), c.number)
			}
		}
		if !t.isKey(c) {
			c.watch(record[i], s)
		}
		isNew = isNew || c.content != before
	}
	if isNew && t.isLong() {
		return t.checkMeasurement()
	}
	return nil
}

// makeRoom makes room for the rest of a tally that is long already, as far as it
// can be foreseen: to let it grow step by step takes several times the memory.
func (t *table) makeRoom(s *cellTally) {
	const long = 1 << 14 // values
	n, read := len(s.values), t.records.InputOffset()
	if n < long || n < cap(s.values) || read >= t.file.size {
		return
	}
	part := tally{size: t.file.size, read: read}
	s.values = append(make([]float64, 0, max(part.likely(n), n+n/4)), s.values...)
}

// cellError says where an error is, unless it does so itself.
func (t *table) cellError(err error, line, column int) error {
	if e, ok := errors.AsType[*ParseError](err); ok {
		return t.fail(e.Line, column, e.Err)
	}
	return t.fail(line, column, err)
}

// measurements returns the columns of numbers, of those that may be measurements.
func (t *table) measurements() []*column {
	var found []*column
	for _, c := range t.columns {
		if c.candidate && c.content == numbers {
			found = append(found, c)
		}
	}
	return found
}

// checkMeasurement fails when several columns of a long file may be the measurement.
func (t *table) checkMeasurement() error {
	found := t.measurements()
	if len(found) < 2 {
		return nil
	}
	return t.file.error(fmt.Errorf("columns %s hold numbers: choose the measurement with -C (the first of them is often a size, not a sample)",
		list(found)))
}

// line returns the line of a cell in the row that was read last.
func (t *table) line(cell int) int {
	line, _ := t.records.FieldPos(cell)
	return t.above + line
}

func (t *table) fail(line, column int, err error) error {
	return &ParseError{File: t.file.path, Line: line, Column: column, Err: err}
}

// readError says what is wrong with a row, or why there is none.
func (t *table) readError(err error) error {
	if e, ok := errors.AsType[*ParseError](err); ok { // of textReader
		return t.fail(e.Line, 0, e.Err)
	}
	e, ok := errors.AsType[*csv.ParseError](err)
	switch {
	case !ok:
		return t.file.error(err)
	case e.Err == csv.ErrBareQuote:
		return t.fail(t.above+e.Line, 0, errors.New(`quote in a cell that does not begin with one: want the cell in quotes, with "" for a quote`))
	}
	return t.fail(t.above+e.StartLine, 0, errors.New(`quote that is not closed, or has text behind it: want "" for a quote in a cell in quotes`))
}

func cellCount(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}

// textReader reads up to a NUL byte, which is in no text.
type textReader struct {
	r     io.Reader
	lines int // that have ended
}

func (t *textReader) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	if nul := bytes.IndexByte(p[:n], 0); nul >= 0 {
		err = &ParseError{Line: t.lines + bytes.Count(p[:nul], []byte{'\n'}) + 1, Err: nulError(p[nul:n])}
		n = nul
	}
	t.lines += bytes.Count(p[:n], []byte{'\n'})
	return n, err
}
