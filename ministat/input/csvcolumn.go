package input

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// column is a column of a CSV file.
type column struct {
	cellReader
	number      int    // counted from 1
	heading     string // its cell in the heading
	headingLine int

	candidate bool // may be a measurement
	chosen    bool // is the measurement, as somebody said

	content content
	line    int    // of the first cell that is not missing
	word    string // that cell, in a column of words
	base    string // unit of the numbers

	seen     map[string]bool // the first values of a column of words
	repeated bool            // one of them is in several rows
}

// content is what the cells of a column are, but for the missing ones.
type content int

const (
	nothing content = iota // as far as has been read
	numbers
	words
)

func newColumn(number int, heading string, line int, commasSplit bool) *column {
	c := &column{number: number, heading: heading, headingLine: line}
	c.commasSplit = commasSplit
	c.inHeading = unitless
	if u, ok := headingUnit(heading); ok {
		c.inHeading = u
	}
	return c
}

// name returns the heading, or something in its place where it is empty.
func (c *column) name() string {
	if c.heading == "" {
		return fmt.Sprintf("column %d", c.number)
	}
	return c.heading
}

// isIndex tells whether the column numbers the rows, as pandas writes it: without
// a name, or with the one that pandas gives to such a column when it reads it.
func (c *column) isIndex() bool {
	return c.number == 1 && c.heading == "" || strings.HasPrefix(c.heading, "Unnamed: ")
}

// add adds the cell's value to the tally. Cells that are numbers and cells that
// are not make an error when they meet in one column.
func (c *column) add(cell string, line int, s *cellTally) error {
	if isMissing(cell) {
		s.skip(line)
		return nil
	}
	if c.content == words && strings.IndexByte("0123456789+-.,", cell[0]) < 0 {
		return nil
	}
	v, base, err := c.read(cell)
	switch {
	case err == nil && c.content == words:
		return &ParseError{Line: c.line, Err: fmt.Errorf("%s is not a number, unlike line %d of %q: choose another column with -C",
			quotedCell(c.word), line, c.name())}
	case err == nil:
		return c.addNumber(v, base, cell, line, s)
	case c.content == words:
		return nil
	case !errors.Is(err, errWord):
		return fmt.Errorf("%w (in %q)", err, c.name())
	case c.content == numbers:
		return fmt.Errorf("%s is not a number, unlike line %d of %q", quotedCell(cell), c.line, c.name())
	case c.chosen:
		return fmt.Errorf("%s in %q is not a number", quotedCell(cell), c.name())
	}
	c.content, c.line, c.word = words, line, strings.Clone(cell)
	return nil
}

// addNumber adds a value in base units.
func (c *column) addNumber(v float64, base, cell string, line int, s *cellTally) error {
	switch {
	case c.content == nothing && isNumber(c.heading):
		return &ParseError{Line: c.headingLine, Err: fmt.Errorf("%q in the heading is a number, with numbers below: want the column's name", c.heading)}
	case c.content == nothing:
		c.content, c.line, c.base = numbers, line, base
	case base != c.base:
		return fmt.Errorf("%s is in %s, line %d of %q in %s", quotedCell(cell), unitText(base), c.line, c.name(), unitText(c.base))
	}
	s.values = append(s.values, v)
	return nil
}

func unitText(base string) string {
	if base == "" {
		return "no unit"
	}
	return strconv.Quote(base)
}

// watch looks for columns that tell rows of different benchmarks apart.
func (c *column) watch(cell string, s *cellTally) {
	if isMissing(cell) {
		return
	}
	if c.content == nothing {
		c.content = numbers
		if !isNumber(cell) {
			c.content = words
		}
	}
	if c.content == numbers {
		if !c.chosen {
			s.count(cell)
		}
		return
	}
	switch {
	case s.word == "":
		s.word = strings.Clone(cell)
	case s.word != cell:
		s.varies = true
	}
	c.see(cell)
}

// mostKeys is how many different cells of a column are remembered: keys have few.
const mostKeys = 100

// see notes that a cell has been seen, or was seen before.
func (c *column) see(cell string) {
	switch {
	case c.repeated:
	case c.seen[cell]:
		c.repeated = true
		c.seen = nil
	case c.seen == nil:
		c.seen = map[string]bool{strings.Clone(cell): true}
	case len(c.seen) < mostKeys:
		c.seen[strings.Clone(cell)] = true
	}
}

// isMixed tells whether the column looks like a key, and the rows that the tally
// is of differ in it: words, of which the file has some in several rows, or whole
// numbers, each of them in as many rows as the others, unless they are those of
// runs.
func (c *column) isMixed(s *cellTally) bool {
	return c.repeated && s.varies || s.isBalanced() && !c.countsRuns()
}

// countsRuns tells whether the heading means the number of a run.
func (c *column) countsRuns() bool {
	last := c.heading[strings.LastIndexAny(c.heading, " _-")+1:]
	return c.isIndex() || slices.Contains([]string{
		"fork", "i", "id", "idx", "index", "iter", "iteration", "loop", "no", "number", "rep", "repeat", "repetition",
		"round", "run", "sample", "seed", "trial",
	}, strings.ToLower(last))
}

// argument returns what names the column on a command line.
func (c *column) argument() string {
	isPlain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '.'
	}
	if c.heading == "" || isDigits(c.heading) || strings.ContainsFunc(c.heading, func(r rune) bool { return !isPlain(r) }) {
		return strconv.Itoa(c.number)
	}
	return c.heading
}

// printable returns the text, in quotes where it would do more than fill a line.
func printable(text string) string {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return strconv.Quote(text)
	}
	return text
}

// list returns the names of columns as they can stand in a message.
func list(columns []*column) string {
	var names []string
	for _, c := range columns {
		names = append(names, strconv.Quote(c.name()))
	}
	return strings.Join(names, ", ")
}
