package input

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const (
	firstLook = 4 << 10  // bytes that tell most files of numbers
	longLook  = 64 << 10 // bytes within which other files show what they are
)

// detect returns the name of the format that the file's content has. Only its
// first bytes are looked at. It is an error when they are the work of a tool, but
// no such file as can be read. What nothing is known of is taken for columns.
func (f *file) detect(o Options) (string, error) {
	switch {
	case len(o.Group) > 0 || o.By != "":
		return "csv", nil // only that has keys
	case o.Column != "" || o.Delimiters != "":
		return "columns", nil
	}
	head, whole, err := peek(f.text, firstLook)
	if err != nil {
		return "", err
	}
	f.text = whole
	kind := firstByte(head)
	switch {
	case kind != '{' && kind != '[' && hasGoResult(head):
		return "gobench", nil
	case kind != '{' && kind != '[' && beginsWithNumber(head):
		return "columns", nil
	case len(head) == firstLook:
		if head, f.text, err = peek(f.text, longLook); err != nil {
			return "", err
		}
	}
	if kind != '{' && kind != '[' {
		return detectText(head)
	}
	name, err := detectJSON(head)
	if err == nil && name == "" {
		err = errors.New("JSON, but no file of hyperfine, Google Benchmark, pytest-benchmark or JMH")
	}
	return name, err
}

// check fails when the file's content is known to be of another format than the
// one that was named.
func (f *file) check(format string) error {
	head, whole, err := peek(f.text, longLook)
	if err != nil {
		return err
	}
	f.text = whole
	isJSON := firstByte(head) == '{' || firstByte(head) == '['
	detected := ""
	switch {
	case isJSON:
		detected, err = detectJSON(head)
	case format == "gobench":
		_, err = detectText(head)
	}
	if err == nil && detected != "" && detected != format {
		err = fmt.Errorf("looks like %s: --input says %s", detected, format)
	}
	return err
}

// firstByte returns the first byte that is no white space, or 0.
func firstByte(text []byte) byte {
	if text = bytes.TrimLeft(text, whiteSpace+"\n"); len(text) > 0 {
		return text[0]
	}
	return 0
}

// beginsWithNumber tells whether the first line that is neither blank nor a
// comment begins with a number.
func beginsWithNumber(text []byte) bool {
	cells := bytes.Fields(firstDataLine(text))
	if len(cells) == 0 {
		return false
	}
	_, err := parseNumber(cells[0])
	return err == nil
}

// hasGoResult tells whether a line of go test -bench has a result.
func hasGoResult(text []byte) bool {
	return bytes.Contains(text, []byte("Benchmark")) && // most files have none: no pattern is needed for them
		regexp.MustCompile(`(?m)^Benchmark\S*[ \t]+\d+[ \t]+[-+.\deE]+[ \t]+\S`).Match(text)
}

// detectText tells formats of lines apart, a line at a time.
func detectText(head []byte) (string, error) {
	if hasGoResult(head) {
		return "gobench", nil
	}
	for _, other := range otherTexts() {
		if regexp.MustCompile("(?m)" + other.pattern).Match(head) {
			return "", fmt.Errorf("looks like %s", other.what)
		}
	}
	if regexp.MustCompile(`(?m)^(goos: |goarch: |pkg: |Unit \S+ \w+=|Benchmark\w*(-\d+)?\s*$|PASS\s*$|ok  \t)`).Match(head) {
		return "gobench", nil
	}
	if looksLikeCSV(firstDataLine(head), "") {
		return "csv", nil
	}
	return "columns", nil
}

// firstDataLine returns the first line that is neither blank nor a comment.
func firstDataLine(text []byte) []byte {
	for line := range bytes.Lines(text) {
		if cells := bytes.Fields(line); len(cells) > 0 && cells[0][0] != '#' {
			return line
		}
	}
	return nil
}

// otherTexts returns what is printed for people by tools that also write files
// for programs, and the way to get those.
func otherTexts() []struct{ pattern, what string } {
	return []struct{ pattern, what string }{
		{
			`^name\s+(old )?\S+/\S+|^name \\ |│.*│|\bvs base\b`,
			"benchstat's output: want the files of go test -bench that it was made from",
		},
		{
			`^# JMH version|^Benchmark\s+(\(.*\)\s+)?Mode\s+(Threads\s+)?(Cnt|Samples)\s+Score\b`,
			"the text that JMH prints: want its JSON file, by -rf json -rff FILE",
		},
		{
			`^Benchmark\s+Time\s+CPU\s+Iterations`,
			"the text that Google Benchmark prints: want its JSON file, by --benchmark_out=FILE",
		},
		{
			`^Benchmark #?\d+: `,
			"the text that hyperfine prints: want its JSON file, by --export-json FILE",
		},
		{
			`-{9,} benchmark.*: \d+ tests? -{9,}$`,
			"the text that pytest-benchmark prints: want its JSON file, by --benchmark-json=FILE",
		},
	}
}

// detectJSON tells JSON documents apart, by their inner keys. It returns "" for
// one of which nothing is known.
func detectJSON(head []byte) (string, error) {
	seen := outline(head)
	for _, kind := range jsonKinds() {
		if !slices.Contains(seen, kind.path) {
			continue
		}
		if kind.format == "" {
			return "", fmt.Errorf("looks like %s", kind.what)
		}
		return kind.format, nil
	}
	return "", nil
}

// jsonKinds returns the keys that tell documents apart, the surest first.
func jsonKinds() []struct{ path, format, what string } {
	const known = ": want a file of hyperfine, Google Benchmark, pytest-benchmark or JMH"
	return []struct{ path, format, what string }{
		{path: "[].primaryMetric", format: "jmh"},
		{path: "[].jmhVersion", format: "jmh"},
		{path: "results[].times", format: "hyperfine"},
		{path: "results[].command", format: "hyperfine"},
		{path: "benchmarks[].stats", format: "pytest"},
		{path: "benchmarks[].fullname", format: "pytest"},
		{path: "benchmarks[].runs", what: "a file of pyperf" + known},
		{path: "benchmarks[].iterations", format: "googlebench"},
		{path: "benchmarks[].run_name", format: "googlebench"},
		{path: "benchmarks[].time_unit", format: "googlebench"},
		{path: "machine_info", format: "pytest"},
		{path: "commit_info", format: "pytest"},
		{path: "context", format: "googlebench"},
		{path: "Benchmarks", what: "a file of BenchmarkDotNet" + known},
		{path: "Action", what: "the output of go test -json: want it without -json"},
	}
}

// outline returns the paths of the keys that a document begins with, in their
// order: those of the objects in lists too, without their numbers.
func outline(head []byte) (paths []string) {
	const levels = 3
	d := newDocument(&file{text: bytes.NewReader(head)})
	var walk func(path string, level int) error
	walk = func(path string, level int) error {
		kind, err := d.kind()
		switch {
		case err != nil:
			return err
		case kind == '{' && level < levels:
			return d.object(func(key string) error {
				inner := strings.TrimPrefix(path+"."+key, ".")
				paths = append(paths, inner)
				return walk(inner, level+1)
			})
		case kind == '[' && level < levels:
			return d.list(func() error { return walk(path+"[]", level+1) })
		}
		return d.skip()
	}
	_ = walk("", 0) // the head may end anywhere
	return paths
}
