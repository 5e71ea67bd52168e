package input

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// reference is what a reader must make of a text: its first error, or all else.
type reference struct {
	values       []float64
	skipped      int
	firstSkipped int
	errorLine    int // 0 when there is no error, -1 for one of no line in particular
}

// readReference reads a text slowly, a line at a time, by rules written down
// once more: an oracle for the reader proper.
func readReference(text string, o Options) reference {
	var r reference
	layout := newReferenceLayout(o)
	column, _ := strconv.Atoi(o.Column)
	named := !o.Classic && strings.ContainsFunc(o.Column, func(r rune) bool { return r < '0' || r > '9' })
	switch {
	case named:
		column = -1 // all cells, to begin with
	case o.Column == "":
		column = 1
	}
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, line := range lines {
		if strings.Contains(line, "\x00") {
			r.errorLine = i + 1
			return r
		}
		cells, err := layout.cells(strings.TrimRight(line, " \t\v\f\r"), column)
		if named && (err != nil || len(cells) > 0) {
			named = false
			column = referenceColumn(o.Column, cells)
			if err != nil || column == 0 {
				r.errorLine = i + 1
				return r
			}
			continue
		}
		switch {
		case err != nil:
			r.errorLine = i + 1
			return r
		case len(cells) == 0:
			continue
		case len(cells) < column || cells[column-1] == "":
			r.skipped++
			if r.skipped == 1 {
				r.firstSkipped = i + 1
			}
			continue
		}
		v, ok := referenceNumber(cells[column-1])
		if !ok {
			r.errorLine = i + 1
			return r
		}
		r.values = append(r.values, v)
	}
	if len(r.values) == 0 {
		r.errorLine = -1
	}
	return r
}

func referenceColumn(name string, cells []string) (column int) {
	for i, cell := range cells {
		if cell == name {
			if column != 0 {
				return 0
			}
			column = i + 1
		}
	}
	return column
}

// referenceLayout cuts lines into cells: the classic way by strings.FieldsFunc,
// the other by a regular expression for a cell and one for a separator.
type referenceLayout struct {
	classic     bool
	delimiters  string
	runs, marks string
	bare        *regexp.Regexp // a cell without quotes
	separator   *regexp.Regexp
}

var (
	blanks   = regexp.MustCompile(`^[ \t\v\f\r]*`)
	inQuotes = regexp.MustCompile(`^"((?:[^"]|"")*)"`)
)

func newReferenceLayout(o Options) *referenceLayout {
	l := &referenceLayout{classic: o.Classic, delimiters: o.Delimiters}
	if l.delimiters == "" {
		l.delimiters = " \t"
	}
	for _, c := range l.delimiters {
		if c == ' ' || c == '\t' {
			l.runs += string(c)
		} else {
			l.marks += string(c)
		}
	}
	l.bare = regexp.MustCompile(`^[^` + class(l.delimiters) + `]*`)
	runs, marks := one(l.runs), one(l.marks)
	l.separator = regexp.MustCompile(`^(?:` + runs + `*` + marks + runs + `*|` + runs + `+)`)
	return l
}

// cells returns the cells of a line without trailing white space, as far as a
// reader of that column must look.
func (l *referenceLayout) cells(line string, column int) (cells []string, err error) {
	if l.classic {
		for _, cell := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(l.delimiters, r) }) {
			if cell[0] == '#' {
				break
			}
			cells = append(cells, cell)
		}
		return cells, nil
	}
	quotes := l.marks != "" && !strings.Contains(l.marks, `"`)
	line = strings.TrimLeft(line, l.runs)
	for line != "" && (quotes || len(cells) != column) {
		cell := l.bare.FindString(line)
		behind := line[len(cell):]
		cell = strings.Trim(cell, " \t\v\f\r")
		switch {
		case strings.HasPrefix(cell, "#"):
			return cells, nil
		case quotes && strings.HasPrefix(cell, `"`):
			if cell, behind, err = l.quotedCell(line); err != nil {
				return nil, err
			}
		}
		cells = append(cells, cell)
		line = behind[len(l.separator.FindString(behind)):]
	}
	return cells, nil
}

func (l *referenceLayout) quotedCell(line string) (cell, behind string, err error) {
	line = line[len(blanks.FindString(line)):]
	match := inQuotes.FindStringSubmatch(line)
	if match == nil {
		return "", "", errors.New("the quote is not closed")
	}
	behind = line[len(match[0]):]
	after := l.bare.FindString(behind)
	if strings.Trim(after, " \t\v\f\r") != "" {
		return "", "", errors.New("text after the quote")
	}
	return strings.Trim(strings.ReplaceAll(match[1], `""`, `"`), " \t\v\f\r"), behind[len(after):], nil
}

// class returns the characters as they stand in a class of a regular expression.
func class(characters string) string {
	var b strings.Builder
	for _, c := range []byte(characters) {
		b.WriteString(`\x` + string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15]))
	}
	return b.String()
}

// one matches one of the characters, and nothing where there are none.
func one(characters string) string {
	if characters == "" {
		return `[^\x00-\x{10FFFF}]`
	}
	return "[" + class(characters) + "]"
}
