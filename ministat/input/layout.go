package input

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
)

// whiteSpace is what isspace(3) takes for white space within a line.
const whiteSpace = " \t\v\f\r"

// layout says how a line is cut into cells.
//
// Trailing white space is no part of a line. A delimiter that is a blank or a
// tab separates as a run: a run of them separates once, and one at the start of
// the line separates nothing. Any other delimiter is a mark: it separates each
// time it occurs, together with the runs on both sides of it. So with blank and
// comma as delimiters "1, 2" and "1 2" are two cells, and "1 , ,2" is three, the
// second of them empty.
//
// White space around a cell is dropped. A cell that begins with '#' is a comment
// and ends the line. Where there are marks, a cell may stand in double quotes as
// in RFC 4180, with "" for a quote, but only within its line.
//
// The classic layout is that of strtok(3): every delimiter separates as a run,
// quotes mean nothing, and white space is part of a cell.
type layout struct {
	kinds   [256]kind
	quotes  bool // cells may stand in quotes
	classic bool
	plain   bool // no delimiter can be part of a number
}

// kind is what a byte is to a layout.
type kind uint8

const (
	inCell kind = iota
	run         // a delimiter, any number of which in a row separate once
	mark        // a delimiter that separates each time it occurs
	other       // what plainCell leaves to cells
)

// newLayout returns the layout for the delimiters, each a character of ASCII.
// None means blank and tab.
func newLayout(delimiters string, classic bool) (*layout, error) {
	if delimiters == "" {
		delimiters = " \t"
	}
	l := &layout{classic: classic, plain: !strings.ContainsAny(delimiters, "0123456789+-.eE")}
	for _, c := range []byte("\n#\"" + whiteSpace) {
		l.kinds[c] = other
	}
	for _, c := range []byte(delimiters) {
		switch {
		case c == '\n': // is in no line
		case classic, c == ' ', c == '\t':
			l.kinds[c] = run
		case c >= 0x80:
			return nil, fmt.Errorf("-d %q: want ASCII characters only", delimiters)
		default:
			l.kinds[c] = mark
			l.quotes = true
		}
	}
	l.quotes = l.quotes && l.kinds['"'] == other
	return l, nil
}

// cells yields the cells of a line, up to its end or to a comment. An error is
// the last thing that it yields.
func (l *layout) cells(line []byte) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		rest := l.skipRun(bytes.TrimRight(line, whiteSpace))
		for more := len(rest) > 0; more; {
			cell, behind, err := l.cell(rest)
			if err == errComment || !yield(cell, err) || err != nil {
				return
			}
			rest, more = l.separator(behind)
		}
	}
}

// cell splits the cell that rest begins with from what is behind it.
func (l *layout) cell(rest []byte) (cell, behind []byte, err error) {
	cell, behind = l.cut(rest)
	if !l.classic {
		cell = bytes.Trim(cell, whiteSpace)
	}
	switch {
	case len(cell) > 0 && cell[0] == '#':
		return nil, nil, errComment
	case l.quotes && len(cell) > 0 && cell[0] == '"':
		return l.quotedCell(bytes.TrimLeft(rest, whiteSpace))
	}
	return cell, behind, nil
}

// quotedCell splits the cell in quotes that rest begins with from what is behind it.
func (l *layout) quotedCell(rest []byte) (cell, behind []byte, err error) {
	behind = rest[1:]
	for {
		part, after, closed := bytes.Cut(behind, []byte{'"'})
		if !closed {
			return nil, nil, fmt.Errorf("%s: the quote is not closed in its line", quoted(rest))
		}
		cell, behind = append(cell, part...), after
		if len(behind) == 0 || behind[0] != '"' {
			break
		}
		cell, behind = append(cell, '"'), behind[1:]
	}
	blank, behind := l.cut(behind)
	if len(bytes.Trim(blank, whiteSpace)) > 0 {
		return nil, nil, fmt.Errorf("%s: want a delimiter after the closing quote", quoted(rest))
	}
	return bytes.Trim(cell, whiteSpace), behind, nil
}

// cut splits rest before its first delimiter.
func (l *layout) cut(rest []byte) (before, behind []byte) {
	for i, c := range rest {
		if l.separates(c) {
			return rest[:i], rest[i:]
		}
	}
	return rest, nil
}

// separator passes over the separator that rest begins with. There is none at
// the end of the line.
func (l *layout) separator(rest []byte) (behind []byte, ok bool) {
	behind = l.skipRun(rest)
	if len(behind) > 0 && l.kinds[behind[0]] == mark {
		behind = l.skipRun(behind[1:])
	}
	return behind, len(rest) > 0
}

func (l *layout) skipRun(rest []byte) []byte {
	for len(rest) > 0 && l.kinds[rest[0]] == run {
		rest = rest[1:]
	}
	return rest
}

func (l *layout) separates(c byte) bool { return l.kinds[c] == run || l.kinds[c] == mark }

// plainCell returns the place of the cell with that number in the line at
// text[i], or -1 where only cells can tell: at comments, quotes, white space
// that is no delimiter, runs before a mark, and where the line is too short.
func (l *layout) plainCell(text []byte, i, column int) int {
	for l.kinds[text[i]] == run {
		i++
	}
	for ; column > 1; column-- {
		for l.kinds[text[i]] == inCell {
			i++
		}
		separator := l.kinds[text[i]]
		if separator == other {
			return -1
		}
		i++
		for l.kinds[text[i]] == run {
			i++
		}
		if separator == run && l.kinds[text[i]] == mark {
			return -1
		}
	}
	return i
}
