package input

import (
	"errors"
	"fmt"
	"io/fs"
	"unicode/utf8"
)

// ParseError tells what is wrong with a file, and where.
type ParseError struct {
	File   string // as it was named; "<stdin>" for standard input
	Line   int    // counted from 1; 0 when the file as a whole is meant
	Column int    // number of the cell in its line, counted from 1; 0 when unknown
	Err    error  // what was found, and what was wanted
}

// Error returns "file:line: what", with the column where it is not the first.
func (e *ParseError) Error() string {
	where := e.File
	if where == "" {
		where = `""`
	}
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d", where, e.Line)
	}
	if e.Column > 1 {
		where = fmt.Sprintf("%s: column %d", where, e.Column)
	}
	return where + ": " + e.Err.Error()
}

func (e *ParseError) Unwrap() error { return e.Err }

// quoted returns text as it can stand in a message, shortened when long.
func quoted(text []byte) string {
	const longest = 40
	s := fmt.Sprintf("%.*q", longest, text)
	if utf8.RuneCount(text) > longest {
		s += "..."
	}
	return s
}

// errComment is met where the rest of a line is a comment.
var errComment = errors.New("comment")

// withoutPath returns the cause of an error that names the file by itself.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
