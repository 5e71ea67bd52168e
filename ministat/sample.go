package ministat

import "fmt"

// Sample is one set of measurements: the samples of one file, or of one
// benchmark in it.
type Sample struct {
	Name   string    // what reports call it: the file's name or the user's label
	Unit   string    // base unit such as "sec" or "B/s"; "" when nothing says
	Better Direction // Unknown when nothing says
	Header Header    // nil when the file has none

	// Values in the order in which they were measured, all finite.
	Values []float64

	// Warnings of the reader, such as lines that had no value.
	Warnings []Warning
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
