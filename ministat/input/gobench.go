package input

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"ministat/ministat"
)

// readGoBench reads what go test -bench prints, as the Go project's "Go Benchmark
// Data Format" (proposal 14313) and the package benchfmt describe it: a line a
// run, with any number of values and units. Each unit of a benchmark is a group.
// A suffix such as -8 stays part of the name: only the tool knows whether it is
// the number of processors or a size.
//
// Lines that begin as a result does but are none are reported and passed over,
// since what a benchmark prints can end up in them.
func readGoBench(f *file, _ Options) ([]*ministat.Group, error) {
	g := &goBench{file: f, runs: map[goSeries][]float64{}, config: newGoConfig()}
	r := benchfmt.NewReader(f.text, f.path)
	for r.Scan() {
		switch record := r.Result().(type) {
		case *benchfmt.Result:
			g.add(record)
		case *benchfmt.SyntaxError:
			g.reject(record.Line, errors.New(record.Msg))
		}
	}
	if err := r.Err(); err != nil {
		return nil, f.error(goReadError(err))
	}
	return g.groups(r.Units())
}

// goReadError returns why the text could not be read to its end.
func goReadError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d bytes: want the output of go test -bench", bufio.MaxScanTokenSize)
	}
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

// goBench is what has been read of go test's output.
type goBench struct {
	file   *file
	order  []goSeries
	runs   map[goSeries][]float64
	config *goConfig

	rejected int
	first    error // the first of them, with its line
}

// goSeries is what repeated runs have in common: their configuration by its
// number, the name with its suffix, and the unit.
type goSeries struct {
	config     int
	name, unit string
}

func (g *goBench) add(r *benchfmt.Result) {
	_, line := r.Pos()
	config := g.config.number(r)
	name := "Benchmark" + string(r.Name)
	for _, v := range r.Values {
		if math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
			g.reject(line, fmt.Errorf("%s: %v %s is not a finite number", name, v.Value, v.Unit))
			continue
		}
		key := goSeries{config, name, v.Unit}
		if _, known := g.runs[key]; !known {
			g.order = append(g.order, key)
		}
		g.runs[key] = append(g.runs[key], v.Value)
	}
}

// reject counts a line that had to be passed over.
func (g *goBench) reject(line int, err error) {
	if g.rejected == 0 {
		g.first = fmt.Errorf("line %d: %w", line, err)
	}
	g.rejected++
}

// groups returns a group for each benchmark and unit.
func (g *goBench) groups(units benchfmt.UnitMetadataMap) ([]*ministat.Group, error) {
	c := newCollection(g.file)
	if g.rejected > 0 {
		c.note("skipped-lines", "", "%s passed over, the first: %v", plural(g.rejected, "line was", "lines were"), g.first)
	}
	distinct := g.config.distinct()
	for _, key := range g.order {
		fields := g.config.seen[key.config]
		name := key.name + fields.labels(distinct)
		pkg, _ := fields.header().Get(keyPackage)
		s := c.sample(series{pkg, name, key.unit}, direction(units.GetBetter(key.unit)))
		s.Header = fields.header()
		s.Values = append(s.Values, g.runs[key]...)
		delete(g.runs, key)
	}
	return c.result("no line holds a result of go test -bench")
}

// direction turns benchfmt's sign into ours.
func direction(better int) ministat.Direction {
	switch {
	case better < 0:
		return ministat.LowerIsBetter
	case better > 0:
		return ministat.HigherIsBetter
	}
	return ministat.Unknown
}

// goConfig keeps track of the lines "key: value" between results. A key of the
// format may mean a condition of the runs that follow; but a log line can look the
// same, and so does what go test prints behind a package's results. A condition
// is a key that is there before the first result, and takes a new value no more
// often than at every other result. A package's name is always one.
type goConfig struct {
	keys    []string // that may be conditions
	seen    []goFields
	numbers map[string]int // of the configurations seen, by their text
	results int
	text    []byte // of one configuration; used again

	values map[string]map[string]bool // that each key has had
}

// goFields are the lines of one configuration.
type goFields []ministat.Field

func newGoConfig() *goConfig {
	return &goConfig{numbers: map[string]int{}, values: map[string]map[string]bool{}}
}

// number returns the number of the result's configuration.
func (c *goConfig) number(r *benchfmt.Result) int {
	if c.results == 0 {
		c.keys = []string{keyPackage}
		for _, field := range r.Config {
			if field.Key != keyPackage {
				c.keys = append(c.keys, field.Key)
			}
		}
	}
	c.results++
	c.text = c.text[:0]
	for _, key := range c.keys {
		c.text = append(append(c.text, r.GetConfig(key)...), '\n')
	}
	n, known := c.numbers[string(c.text)]
	if !known {
		n = len(c.seen)
		c.numbers[string(c.text)] = n
		c.learn(r)
	}
	return n
}

// learn keeps the fields of a new configuration. A key that has had too many
// values is none from now on.
func (c *goConfig) learn(r *benchfmt.Result) {
	const many = 1000
	var fields goFields
	for _, key := range c.keys {
		value := r.GetConfig(key)
		fields = append(fields, ministat.Field{Key: key, Value: value})
		if c.values[key] == nil {
			c.values[key] = map[string]bool{}
		}
		c.values[key][value] = true
	}
	c.seen = append(c.seen, fields)
	c.keys = slices.DeleteFunc(c.keys, func(key string) bool {
		return key != keyPackage && len(c.values[key]) > many
	})
}

// distinct returns the conditions beside the package that change in the file.
func (c *goConfig) distinct() (keys []string) {
	for _, key := range c.keys {
		if n := len(c.values[key]); key != keyPackage && n > 1 && 2*n <= c.results {
			keys = append(keys, key)
		}
	}
	return keys
}

// labels returns the values of these keys as they stand behind a name.
func (f goFields) labels(keys []string) string {
	var b strings.Builder
	for _, field := range f {
		if slices.Contains(keys, field.Key) {
			fmt.Fprintf(&b, " %s=%s", field.Key, field.Value)
		}
	}
	return b.String()
}

// header returns what go test itself says of the runs.
func (f goFields) header() (h ministat.Header) {
	for _, field := range f {
		switch {
		case field.Value == "":
		case field.Key == "cpu":
			h = append(h, ministat.Field{Key: keyCPU, Value: field.Value})
		case slices.Contains([]string{"goos", "goarch", keyPackage}, field.Key):
			h = append(h, field)
		}
	}
	return h
}
