package input

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"ministat/ministat"
)

// maxWorkers bounds the memory for blocks. More would only wait for the reads.
const maxWorkers = 8

// readColumns reads a file that has a sample a line, in one of its columns.
func readColumns(f *file, o Options) ([]*ministat.Group, error) {
	c, err := newColumns(f, o)
	if err != nil {
		return nil, err
	}
	t := c.read(newBlocks(f.text, blockSize), min(runtime.GOMAXPROCS(0), maxWorkers))
	s, err := c.sample(t)
	if err != nil {
		return nil, err
	}
	return []*ministat.Group{{Samples: []*ministat.Sample{s}}}, nil
}

// columns reads the samples in one column of a text.
//
// The lines up to the first that is neither blank nor a comment are read one by
// one: they may hold a header, and a heading that tells which column is meant.
// All others may be read in any order, a block at a time.
type columns struct {
	*layout
	preamble
	column int    // counted from 1
	name   string // in the heading; "" when the column is known by its number

	first       int  // number of the first line that is neither blank nor a comment; 0 until it is met
	likeHeading bool // it looks like a heading, though none is expected
}

func newColumns(f *file, o Options) (*columns, error) {
	l, err := newLayout(o.Delimiters, o.Classic)
	if err != nil {
		return nil, err
	}
	c := &columns{layout: l, preamble: preamble{file: f}, column: 1}
	if o.Column == "" {
		return c, nil
	}
	isNumber := strings.Trim(o.Column, "0123456789") == ""
	if !isNumber && !o.Classic {
		c.name = o.Column
		return c, nil
	}
	c.column, err = strconv.Atoi(o.Column)
	if err != nil || c.column < 1 {
		return nil, fmt.Errorf("-C %q: want the number of a column, 1 or more", o.Column)
	}
	return c, nil
}

// read reads the text with so many goroutines.
func (c *columns) read(src *blocks, workers int) *tally {
	total := &tally{size: c.file.size}
	b, part := new(block), newPart()
	for c.first == 0 && src.next(b) {
		c.begin(b, total)
		c.take(b, part, total, src)
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(func() { c.work(src, new(block), newPart(), total) })
	}
	c.work(src, b, part, total)
	others.Wait()
	return total
}

// newPart returns a tally for a block, with room for lines of 16 bytes.
func newPart() *tally { return &tally{values: make([]float64, 0, blockSize/16)} }

// work takes blocks until there are none.
func (c *columns) work(src *blocks, b *block, part, total *tally) {
	for src.next(b) {
		c.take(b, part, total, src)
	}
}

// take parses a block into part and, when its turn comes, adds that to the total.
func (c *columns) take(b *block, part, total *tally, src *blocks) {
	part.reset()
	c.parse(b.lines, part)
	if b.bad != nil && part.err == nil {
		part.fail(part.lines+1, 0, b.bad)
	}
	<-b.turn
	defer close(b.taken)
	total.add(part, b)
	if b.err != nil && total.err == nil {
		total.fail(0, 0, withoutPath(b.err))
	}
	if total.err != nil {
		src.stop()
	}
}

// begin passes over the block's lines up to the first that is neither blank nor
// a comment, and over that one too when it is the heading.
func (c *columns) begin(b *block, t *tally) {
	for len(b.lines) > 0 {
		line, rest, _ := bytes.Cut(b.lines, []byte{'\n'})
		cells, err := c.allCells(line)
		if err != nil || len(cells) > 0 {
			c.first = t.lines + 1
			isHeading, err := c.heading(cells, err)
			switch {
			case err != nil:
				t.fail(c.first, 0, err)
				b.lines = nil
			case isHeading:
				t.lines++
				b.lines = rest
			}
			return
		}
		t.lines++
		b.lines = rest
		if !c.classic {
			c.comment(line, t.lines)
		}
	}
}

// heading looks at the first line that is neither blank nor a comment: when a
// column is wanted by its name, the line is the heading, and tells which it is.
func (c *columns) heading(cells [][]byte, failed error) (isHeading bool, err error) {
	if c.name == "" {
		c.likeHeading = !c.classic && looksLikeHeading(cells)
		return false, nil
	}
	if failed != nil {
		return true, failed
	}
	c.column, err = find(c.name, cells)
	return true, err
}

// find returns the number of the column that has the name in the heading.
func find(name string, heading [][]byte) (column int, err error) {
	var names []string
	for i, cell := range heading {
		names = append(names, quoted(cell))
		if string(cell) != name {
			continue
		}
		if column != 0 {
			return 0, fmt.Errorf("columns %d and %d are both named %q: choose one by its number", column, i+1, name)
		}
		column = i + 1
	}
	if column == 0 {
		err := fmt.Errorf("no column is named %q in the heading, which has %s", name, strings.Join(names, ", "))
		if len(heading) == 1 && bytes.ContainsAny(heading[0], ",;") {
			err = fmt.Errorf("%w: for a CSV file add --input csv", err)
		}
		return 0, err
	}
	return column, nil
}

// looksLikeHeading tells whether a line without a value names columns instead:
// no cell begins as a number does or means to be one.
func looksLikeHeading(cells [][]byte) bool {
	for _, cell := range cells {
		if len(cell) > 0 && strings.IndexByte("0123456789+-.", cell[0]) >= 0 || isNotFinite(string(cell)) {
			return false
		}
	}
	return len(cells) > 0
}

// parse reads the lines into the tally.
func (c *columns) parse(lines []byte, t *tally) {
	for i := 0; i < len(lines) && t.err == nil; {
		t.lines++
		if v, next, ok := c.plainLine(lines, i); ok {
			t.values = append(t.values, v)
			i = next
			continue
		}
		end := i + bytes.IndexByte(lines[i:], '\n')
		c.line(lines[i:end], t)
		i = end + 1
	}
}

// plainLine reads the line at text[i] when it is as simple as nearly all are.
// next is the place of the next line. Where ok is false, line must read it.
func (c *columns) plainLine(text []byte, i int) (v float64, next int, ok bool) {
	if !c.plain {
		return 0, 0, false
	}
	if i = c.plainCell(text, i, c.column); i < 0 {
		return 0, 0, false
	}
	v, i, ok = plainNumber(text, i)
	switch {
	case !ok:
		return 0, 0, false
	case text[i] == '\n':
		return v, i + 1, true
	case text[i] == '\r' && text[i+1] == '\n':
		return v, i + 2, true
	case !c.separates(text[i]):
		return 0, 0, false
	}
	end := i + bytes.IndexByte(text[i:], '\n')
	if c.quotes && bytes.IndexByte(text[i:end], '"') >= 0 {
		return 0, 0, false
	}
	return v, end + 1, true
}

// line reads any line into the tally, which has counted it already.
func (c *columns) line(line []byte, t *tally) {
	cell, cells, err := c.wanted(line)
	switch {
	case err != nil:
		t.fail(t.lines, cells, err)
	case cells == 0: // blank, or a comment
	case len(cell) == 0:
		t.skip(t.lines)
	default:
		v, err := parseNumber(cell)
		if err != nil {
			t.fail(t.lines, c.column, c.advise(cell, err))
			return
		}
		t.values = append(t.values, v)
	}
}

// wanted returns the line's cell in the column, nil when it has none, and the
// number of its cells, as far as they had to be looked at: where cells may stand
// in quotes, all of them, since a quote that is not closed makes every cell of
// the line doubtful.
func (c *columns) wanted(line []byte) (cell []byte, cells int, err error) {
	for text, err := range c.cells(line) {
		cells++
		if err != nil {
			return nil, cells, err
		}
		if cells == c.column {
			cell = text
			if !c.quotes {
				break
			}
		}
	}
	return cell, cells, nil
}

// advise adds to an error what may help with a number that has a comma.
func (c *columns) advise(cell []byte, err error) error {
	if c.separates(',') || bytes.IndexByte(cell, ',') < 0 {
		return err
	}
	return fmt.Errorf("%w: use -d , where commas separate columns, and write a decimal comma as a point", err)
}

// sample returns what was read as a sample, which has one value at least.
func (c *columns) sample(t *tally) (*ministat.Sample, error) {
	if t.err != nil {
		return nil, c.explain(t.err)
	}
	if len(t.values) == 0 {
		return nil, c.file.error(fmt.Errorf("0 samples: %s", c.whyNone(t)))
	}
	if t.skipped > 0 && !c.classic {
		c.warn("skipped-lines", t.first, errors.New(c.skipped(t)))
	}
	unit, _ := c.header.Get(ministat.KeyUnit)
	return &ministat.Sample{
		Name: c.file.name, Unit: unit, Better: c.better, Header: c.header,
		Values: t.values, Warnings: c.warnings,
	}, nil
}

// whyNone tells why a text has no value.
func (c *columns) whyNone(t *tally) string {
	switch {
	case t.skipped > 0:
		return c.skipped(t)
	case t.lines == 0:
		return "the file is empty"
	}
	return "no line holds data"
}

// skipped tells how many lines have no value where one was wanted.
func (c *columns) skipped(t *tally) string {
	return noValues(t.skipped, c.column, c.name)
}

// explain completes the error that the text ended with.
func (c *columns) explain(e *ParseError) error {
	e.File = c.file.path
	if c.likeHeading && e.Line == c.first {
		e.Err = fmt.Errorf("%w; looks like a header: name the column with -C NAME", e.Err)
	}
	return e
}

func (c *columns) allCells(line []byte) (cells [][]byte, err error) {
	for cell, err := range c.cells(line) {
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
	}
	return cells, nil
}
