// Package input reads files of benchmark samples. It holds everything that
// touches them: [Load] turns the arguments of a command line into groups of
// samples, and what it cannot read for certain is an error that names the file
// and the line.
//
// A file travels through the package in this order:
//
//	input.go        Load: arguments to files, files to groups; formats by name
//	unpack.go       gzip and zstd to what they hold
//	text.go         bytes to UTF-8, whatever the byte order mark says
//	detect.go       the first bytes to the name of a format
//	block.go        text to blocks of whole lines, for several goroutines
//	column.go       blocks to samples, one a line: the format "columns"
//	layout.go       lines to cells
//	number.go       cells to numbers
//	tally.go        the blocks' values, in the order of the file
//	gobench.go      go test -bench
//	document.go     JSON as it streams by, for the formats below
//	hyperfine.go    hyperfine --export-json
//	googlebench.go  Google Benchmark's --benchmark_out
//	pytest.go       pytest-benchmark's --benchmark-json and --benchmark-save
//	jmh.go          JMH's -rf json
//	collect.go      values to a group for each benchmark
//	merge.go        the groups of several files to groups that can be compared
//	error.go        ParseError
//
// Samples are in base units ("sec", "B", "B/s"), whatever the tool wrote. What a
// tool derived from them, such as its own averages, is passed over.
package input

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
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

	// Filter chooses the groups whose name it matches; nil all.
	Filter *regexp.Regexp
}

// format is a kind of file: its name, and how one is read. The groups that read
// returns hold the samples of this file, one each, and have different names or
// units.
type format struct {
	name string
	read func(*file, Options) ([]*ministat.Group, error)
}

// auto stands for the format that the content has.
const auto = "auto"

// formats returns the formats that Options.Format may name beside auto.
func formats() []format {
	return []format{
		{"columns", readColumns},
		{"csv", readCSV},
		{"gobench", readGoBench},
		{"hyperfine", readHyperfine},
		{"googlebench", readGoogleBench},
		{"pytest", readPytest},
		{"jmh", readJMH},
	}
}

// Formats returns the names that Options.Format may have.
func Formats() []string {
	names := []string{auto}
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

func formatNamed(name string) (format, error) {
	for _, f := range formats() {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, fmt.Errorf("input format %q: want one of %s", name, strings.Join(Formats(), ", "))
}

// Load reads the files that the arguments name, the baseline first. Without
// arguments it reads standard input and calls it "<stdin>"; the argument "-"
// means standard input too, at most once. "label=path" gives the samples a name
// of their own, unless there is a file of that whole name.
//
// A file of many benchmarks gives a group each, for every unit or metric of
// its own. The samples of one benchmark in several files are in one group, in
// the order of the files; what a file lacks, the group's Missing tells.
//
// The error of a file that cannot be read or parsed is a [*ParseError]. It is
// an error, too, when units or directions within a group differ, and when the
// filter leaves nothing.
func Load(args []string, stdin io.Reader, o Options) ([]*ministat.Group, error) {
	if o.Format == "" {
		o.Format = auto
	}
	if o.Format != auto {
		if _, err := formatNamed(o.Format); err != nil {
			return nil, err
		}
	}
	files, err := filesNamed(args, stdin, o)
	if err != nil {
		return nil, err
	}
	found := make([][]*ministat.Group, len(files))
	for i, f := range files {
		if found[i], err = f.load(o); err != nil {
			return nil, err
		}
		if o.By != "" && len(files) > 1 {
			f.nameDatasets(found[i])
		}
	}
	groups, err := filter(merge(files, found), o.Filter)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		if err := checkGroup(g); err != nil {
			return nil, err
		}
	}
	return groups, nil
}

// nameDatasets puts the file's name before those of its datasets, which are the
// values of a column: other files may have them too.
func (f *file) nameDatasets(groups []*ministat.Group) {
	for _, g := range groups {
		for _, s := range g.Samples {
			s.Name = f.name + ":" + s.Name
		}
		for i, name := range g.Missing {
			g.Missing[i] = f.name + ":" + name
		}
	}
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
func (f *file) load(o Options) ([]*ministat.Group, error) {
	if f.text == nil {
		opened, err := os.Open(f.path)
		if err != nil {
			return nil, f.error(err)
		}
		defer opened.Close()
		f.text = opened
	}
	f.size = regularSize(f.text)
	if o.Classic {
		return readColumns(f, o)
	}
	text, err := unpack(f.text)
	if err != nil {
		return nil, f.error(err)
	}
	defer text.close()
	if text.packed {
		f.size = 0
	}
	if f.text, err = utf8Text(text); err != nil {
		return nil, f.error(err)
	}
	return f.read(o)
}

// read reads the file's text in its format.
func (f *file) read(o Options) ([]*ministat.Group, error) {
	format, err := f.format(o)
	if err != nil {
		return nil, err
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

// format returns the format to read the file in.
func (f *file) format(o Options) (format, error) {
	name := o.Format
	var err error
	switch name {
	case auto:
		name, err = f.detect(o)
	case "columns":
	default:
		err = f.check(name)
	}
	if err != nil {
		return format{}, f.error(err)
	}
	return formatNamed(name)
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
