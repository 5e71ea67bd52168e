package input

import (
	"errors"
	"fmt"
	"slices"

	"ministat/ministat"
)

// collection gathers the values of a file that has many benchmarks. A group
// appears when its first value does; the groups keep that order.
type collection struct {
	file   *file
	groups []*ministat.Group
	known  map[series]*ministat.Sample
	notes  []ministat.Warning // about the file
}

// series is what the values of one sample have in common.
type series struct{ pkg, name, unit string }

func newCollection(f *file) *collection {
	return &collection{file: f, known: map[series]*ministat.Sample{}}
}

// sample returns the sample of a series.
func (c *collection) sample(key series, better ministat.Direction) *ministat.Sample {
	s := c.known[key]
	if s == nil {
		s = &ministat.Sample{Name: c.file.name, Unit: key.unit, Better: better}
		c.known[key] = s
		c.groups = append(c.groups, &ministat.Group{Name: key.name, Samples: []*ministat.Sample{s}})
	}
	return s
}

// note tells something about the file as a whole.
func (c *collection) note(code, advice, format string, args ...any) {
	c.notes = append(c.notes, ministat.Warning{Code: code, Message: fmt.Sprintf(format, args...), Advice: advice})
}

// result returns the groups, or an error that says why there is none. What was
// noted about the file travels with its first sample.
func (c *collection) result(whyNone string) ([]*ministat.Group, error) {
	if len(c.groups) == 0 {
		if len(c.notes) > 0 {
			whyNone = c.notes[0].String()
		}
		return nil, c.file.error(errors.New("0 samples: " + whyNone))
	}
	first := c.groups[0].Samples[0]
	for _, n := range c.notes {
		n.Message = c.file.error(errors.New(n.Message)).Error()
		first.Warnings = append(first.Warnings, n)
	}
	return c.groups, nil
}

// plural returns "1 line was", "2 lines were".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// values gathers values of which nothing tells how many there will be. A single
// slice, growing, would take three times the memory of its values.
type values struct {
	full [][]float64
	last []float64
	n    int
}

func (v *values) add(x float64) {
	const size = 1 << 16
	if len(v.last) == size {
		v.full = append(v.full, v.last)
		v.last = make([]float64, 0, size)
	}
	v.last = append(v.last, x)
	v.n++
}

// all returns the values as one slice.
func (v *values) all() []float64 {
	if v.full == nil {
		return v.last
	}
	return slices.Concat(append(v.full, v.last)...)
}
