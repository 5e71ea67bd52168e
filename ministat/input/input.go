// Package input reads files of benchmark samples. It holds everything that
// touches them: [Load] turns the arguments of a command line into groups of
// samples, and what it cannot read for certain is an error that names the file
// and the line.
//
// A file travels through the package in this order:
//
//	input.go    Load: arguments to files, files to groups; formats by name
//	text.go     bytes to UTF-8, whatever the byte order mark says
//	block.go    text to blocks of whole lines, for several goroutines
//	column.go   blocks to samples, one a line: the format "columns"
//	layout.go   lines to cells
//	number.go   cells to numbers
//	tally.go    the blocks' values, in the order of the file
//	error.go    ParseError
package input

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ministat/ministat"
)

// Options says how to read. The zero value reads the first column of files that
// have blanks and tabs between columns.
type Options struct {
	// Format is the name of a format, or "auto", or "" for the same.
	Format string

	// Column is the number of the column that holds the samples, counted from
	// 1, or its name in the heading: the first line that is neither blank nor a
	// comment. "" is the first column. A name of digits alone is a number.
	Column string

	// Delimiters are the characters of ASCII that separate columns; "" means
	// blank and tab. A run of blanks or tabs separates once, any other
	// delimiter each time it occurs, and then cells may stand in double quotes.
	Delimiters string

	// Classic reads as the C program does: every run of delimiters separates
	// once, quotes, byte order marks, headers and labels mean nothing, and lines
	// without a value are passed over in silence.
	Classic bool

	// StdinName is what reports call standard input when it is named as "-"; ""
	// leaves it at that.
	StdinName string

	// Group names the columns of a CSV file that tell its benchmarks apart, and
	// By the column whose values tell its datasets apart, as Column does. None
	// and "": the rows of a file are one dataset of one benchmark.
	Group []string
	By    string

	// Unit and Better describe samples whose file does not say.
	Unit   string
	Better ministat.Direction
}

// format is a kind of file: its name, and how one is read. Each group that read
// returns has the one sample of this file.
type format struct {
	name string
	read func(*file, Options) ([]*ministat.Group, error)
}

// formats returns the formats that Options.Format may name.
func formats() []format {
	return []format{
		{"auto", readColumns},
		{"columns", readColumns},
		{"csv", readCSV},
	}
}

func formatNamed(name string) (format, error) {
	if name == "" {
		name = "auto"
	}
	var names []string
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
		names = append(names, f.name)
	}
	return format{}, fmt.Errorf("input format %q: want one of %s", name, strings.Join(names, ", "))
}

// Load reads the files that the arguments name, the baseline first. Without
// arguments it reads standard input and calls it "<stdin>"; the argument "-"
// means standard input too, at most once. "label=path" gives the samples a name
// of their own, unless there is a file of that whole name.
//
// The error of a file that cannot be read or parsed is a [*ParseError]. It is
// an error, too, when units or directions within a group differ.
func Load(args []string, stdin io.Reader, o Options) ([]*ministat.Group, error) {
	format, err := formatNamed(o.Format)
	if err != nil {
		return nil, err
	}
	files, err := filesNamed(args, stdin, o)
	if err != nil {
		return nil, err
	}
	var groups []*ministat.Group
	for _, f := range files {
		found, err := f.load(format, o)
		if err != nil {
			return nil, err
		}
		groups = merge(groups, found)
	}
	for _, g := range groups {
		if err := checkGroup(g); err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// merge adds the samples of each group found to the group of the same name.
func merge(groups, found []*ministat.Group) []*ministat.Group {
	for _, g := range found {
		i := slices.IndexFunc(groups, func(known *ministat.Group) bool { return known.Name == g.Name })
		if i < 0 {
			groups = append(groups, g)
			continue
		}
		groups[i].Samples = append(groups[i].Samples, g.Samples...)
	}
	return groups
}

// checkGroup fails when the samples of a group cannot be compared.
func checkGroup(g *ministat.Group) error {
	var unit, better *ministat.Sample // the first to say so
	for _, s := range g.Samples {
		switch {
		case s.Unit == "":
		case unit == nil:
			unit = s
		case s.Unit != unit.Unit:
			return fmt.Errorf("%s is in %q and %s in %q: want samples of one unit", unit.Name, unit.Unit, s.Name, s.Unit)
		}
		switch {
		case s.Better == ministat.Unknown:
		case better == nil:
			better = s
		case s.Better != better.Better:
			return fmt.Errorf("%s is better when %s and %s when %s: want samples of one direction",
				better.Name, better.Better, s.Name, s.Better)
		}
	}
	return nil
}

// file is one file to read.
type file struct {
	name string // what reports call its samples
	path string // what errors call it; "<stdin>" for standard input
	size int64  // bytes, when known before it is read; else 0
	text io.Reader
}

// filesNamed returns the files that the arguments name, none of them opened.
func filesNamed(args []string, stdin io.Reader, o Options) ([]*file, error) {
	const standardInput = "<stdin>"
	if len(args) == 0 {
		return []*file{{name: standardInput, path: standardInput, text: stdin}}, nil
	}
	var files []*file
	var taken bool
	for _, arg := range args {
		f := &file{name: arg, path: arg}
		label, path, ok := strings.Cut(arg, "=")
		if ok && !o.Classic && label != "" && path != "" && !exists(arg) {
			f = &file{name: label, path: path}
		}
		if f.path == "-" {
			if taken {
				return nil, errors.New(`standard input ("-") is named twice: it can be read only once`)
			}
			taken = true
			f.path, f.text = standardInput, stdin
			if f.name == "-" && o.StdinName != "" {
				f.name = o.StdinName
			}
		}
		files = append(files, f)
	}
	return files, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// load opens and reads the file.
func (f *file) load(format format, o Options) ([]*ministat.Group, error) {
	if f.text == nil {
		opened, err := os.Open(f.path)
		if err != nil {
			return nil, f.error(err)
		}
		defer opened.Close()
		f.text = opened
	}
	f.size = regularSize(f.text)
	if !o.Classic {
		text, err := utf8Text(f.text)
		if err != nil {
			return nil, f.error(err)
		}
		f.text = text
	}
	groups, err := format.read(f, o)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		for _, s := range g.Samples {
			if err := f.describe(s, o); err != nil {
				return nil, err
			}
		}
	}
	return groups, nil
}

// regularSize returns the size of a regular file, and 0 for anything else.
func regularSize(r io.Reader) int64 {
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// describe gives the sample the unit and the direction that the options name,
// and fails when the file names others.
func (f *file) describe(s *ministat.Sample, o Options) error {
	if o.Unit != "" && s.Unit != "" && s.Unit != o.Unit {
		return f.error(fmt.Errorf("the file's own unit is %q, --unit says %q", s.Unit, o.Unit))
	}
	if o.Better != ministat.Unknown && s.Better != ministat.Unknown && s.Better != o.Better {
		return f.error(fmt.Errorf("the file itself says that %s is better, --better says %s", s.Better, o.Better))
	}
	if o.Unit != "" {
		s.Unit = o.Unit
	}
	if o.Better != ministat.Unknown {
		s.Better = o.Better
	}
	return nil
}

// error names the file in an error that concerns it as a whole.
func (f *file) error(err error) error {
	return &ParseError{File: f.path, Err: withoutPath(err)}
}
