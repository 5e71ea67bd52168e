package input

import "fmt"

// tally is what has been read of a text, or of a part of it.
type tally struct {
	values  []float64
	lines   int // all of them, also blank ones and comments
	skipped int // lines without a value in the column
	first   int // number of the first of them

	// err is the first error, which ends the tally. Its line, where it has one,
	// is counted in this tally's lines.
	err *ParseError

	size int64 // bytes of the whole text, as far as known, else 0
	read int64 // bytes that have been read of it
}

// reset empties the tally, whose memory is used again.
func (t *tally) reset() { *t = tally{values: t.values[:0]} }

func (t *tally) fail(line, column int, err error) {
	t.err = &ParseError{Line: line, Column: column, Err: err}
}

func (t *tally) skip(line int) {
	if t.skipped == 0 {
		t.first = line
	}
	t.skipped++
}

// add adds the tally of a block, the next part of the text.
func (t *tally) add(part *tally, b *block) {
	if t.err != nil {
		return
	}
	if part.err != nil {
		t.fail(t.lines+part.err.Line, part.err.Column, part.err.Err)
		return
	}
	if t.skipped == 0 && part.skipped > 0 {
		t.first = t.lines + part.first
	}
	t.skipped += part.skipped
	t.lines += part.lines
	t.read += int64(b.bytes)
	if need := len(t.values) + len(part.values); need > cap(t.values) {
		if !b.last {
			need = t.likely(need)
		}
		t.values = append(make([]float64, 0, need), t.values...)
	}
	t.values = append(t.values, part.values...)
}

// likely returns for how many values of the whole text to make room when the
// part that has been read has n. Too much of it costs nothing: memory that is
// not used is not touched. Too little costs a copy.
func (t *tally) likely(n int) int {
	const (
		slack = 1.125   // later lines may be shorter
		few   = 1 << 24 // room for a text of unknown size, to begin with
		many  = 1 << 27 // room for any text, to begin with
	)
	if t.size <= t.read {
		return max(2*n, few)
	}
	expected := float64(n) / float64(t.read) * float64(t.size) * slack
	return int(min(expected, max(2*float64(n), many)))
}

// noValues tells that so many lines have no value in a column, whose name may be
// unknown.
func noValues(n, column int, name string) string {
	lines := "1 line has"
	if n > 1 {
		lines = fmt.Sprintf("%d lines have", n)
	}
	if name != "" {
		return fmt.Sprintf("%s no value in column %d (%q)", lines, column, name)
	}
	return fmt.Sprintf("%s no value in column %d", lines, column)
}
