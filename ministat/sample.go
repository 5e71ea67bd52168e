package ministat

import (
	"fmt"
	"math"
	"strings"
)

// Sample is one set of measurements: the samples of one file, or of one
// benchmark in it.
type Sample struct {
	Name   string    // what reports call it: the file's name or the user's label
	Unit   string    // base unit such as "sec" or "B/s"; "" when nothing says
	Better Direction // Unknown when nothing says
	Header Header    // nil when the file has none

	// Values in the order in which they were measured, all finite.
	Values []float64

	// Given is what the file says of values that it does not hold: Values is nil
	// then. Only methods that need no more than figures can compare the sample.
	Given *Figures

	// Warnings of the reader, such as lines that had no value.
	Warnings []Warning
}

// Figures sum up values that are not known themselves.
type Figures struct {
	N                      int // at least 1
	Min, Max, Median, Mean float64
	StdDev                 float64 // with N-1 in the denominator; NaN when N is 1

	// Advice says how to get a file that holds the values.
	Advice string
}

// Check fails for figures that no finite values have.
func (f *Figures) Check() error {
	for _, v := range []float64{f.Min, f.Max, f.Median, f.Mean} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("no raw data, and of min, max, median and mean one is missing or no finite number")
		}
	}
	// A mean that was computed with rounding errors may leave the range.
	slack := 1e-9 * max(math.Abs(f.Min), math.Abs(f.Max))
	switch {
	case f.N < 1:
		return fmt.Errorf("%d samples, want at least 1", f.N)
	case f.N > 1 && !(f.StdDev >= 0 && f.StdDev <= math.MaxFloat64):
		return fmt.Errorf("no raw data, and a standard deviation of %v: want a finite one, 0 or more", f.StdDev)
	case f.Median < f.Min || f.Median > f.Max || f.Mean < f.Min-slack || f.Mean > f.Max+slack:
		return fmt.Errorf("no raw data, and median %v and mean %v are not between min %v and max %v", f.Median, f.Mean, f.Min, f.Max)
	}
	return nil
}

// isCount tells whether the unit is known to be neither a time nor a rate: such
// values, as allocations, are often exact.
func (s *Sample) isCount() bool {
	return s.Unit != "" && !strings.HasPrefix(s.Unit, "sec") && !strings.HasSuffix(s.Unit, "/s")
}

// Group is a set of samples that are compared with each other: all samples of
// one benchmark, or simply the files of the command line.
type Group struct {
	Name    string // "" for plain columns
	Samples []*Sample

	// Missing names the datasets that have no such benchmark. Where the baseline
	// is one of them, NoBaseline is set, and the samples cannot be compared.
	Missing    []string
	NoBaseline bool
}

// Unit returns the unit that the samples of the group share, or "" when none
// of them says one.
func (g *Group) Unit() string {
	for _, s := range g.Samples {
		if s.Unit != "" {
			return s.Unit
		}
	}
	return ""
}

// Better returns the direction that the samples of the group share, or Unknown.
func (g *Group) Better() Direction {
	for _, s := range g.Samples {
		if s.Better != Unknown {
			return s.Better
		}
	}
	return Unknown
}

// Direction tells which values of a measurement are the good ones.
type Direction int

const (
	Unknown Direction = iota
	LowerIsBetter
	HigherIsBetter
)

// ParseDirection reads "lower" or "higher".
func ParseDirection(s string) (Direction, error) {
	switch s {
	case "lower":
		return LowerIsBetter, nil
	case "higher":
		return HigherIsBetter, nil
	}
	return Unknown, fmt.Errorf("%q is no direction: want higher or lower", s)
}

func (d Direction) String() string {
	switch d {
	case LowerIsBetter:
		return "lower"
	case HigherIsBetter:
		return "higher"
	}
	return "unknown"
}

// Warning is something that a reader of the results should know before
// trusting them.
type Warning struct {
	Code    string // stable, for programs: "no-spread"
	Message string // what was seen, in one sentence without a full stop
	Advice  string // what to do about it; may be empty
}

func (w Warning) String() string {
	if w.Advice == "" {
		return w.Message
	}
	return w.Message + "; " + w.Advice
}
