package input

import (
	"fmt"

	"ministat/ministat"
)

// preamble is what the comments at the top of a file say, and what is doubtful
// about the file.
type preamble struct {
	file     *file
	header   ministat.Header
	better   ministat.Direction
	warnings []ministat.Warning
}

// comment reads a blank line or a comment of those at the top of the text.
func (p *preamble) comment(line []byte, number int) {
	f, ok := ministat.ParseHeaderLine(string(line))
	if !ok {
		return
	}
	earlier, again := p.header.Get(f.Key)
	p.header = append(p.header, f)
	if f.Key != ministat.KeyBetter || again && f.Value == earlier {
		return
	}
	if again { // whichever is meant, a gate must not guess
		p.better = ministat.Unknown
		p.warn("header", number, fmt.Errorf("better is %q here and %q before: neither counts", f.Value, earlier))
		return
	}
	var err error
	if p.better, err = ministat.ParseDirection(f.Value); err != nil {
		p.warn("header", number, err)
	}
}

func (p *preamble) warn(code string, line int, what error) {
	e := &ParseError{File: p.file.path, Line: line, Err: what}
	p.warnings = append(p.warnings, ministat.Warning{Code: code, Message: e.Error()})
}
