// Package report turns an analysis into bytes: the classic text with its plot,
// tables for terminals and for Markdown, and documents for programs. It
// computes nothing that has a probability; placing samples in columns and
// intervals is layout and belongs here.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ministat/ministat"
)

// Options says how a report looks.
type Options struct {
	Width        int  // columns inside the plot's frame, 2 to 10,000
	Height       int  // rows of the plot at most; 0: no limit
	NoPlot       bool // leave the plot out
	SeparateBars bool // a bar line for each dataset, not one for all
	Quiet        bool // no dataset names and no heading line
	Explain      bool // a paragraph in plain words for each comparison
	Color        bool // tell datasets apart by colour, with SGR sequences
	Classic      bool // byte for byte the layout of the C programs

	Histogram Histogram // counts below each group, in text and tables
}

// Renderer writes an analysis in one format.
type Renderer func(w io.Writer, a *ministat.Analysis, o Options) error

// formats in the order in which they are named to people.
var formats = []struct {
	name   string
	render Renderer
}{
	{"text", Text},
	{"table", Table},
	{"markdown", Markdown},
	{"csv", CSV},
	{"json", JSON},
	{"html", HTML},
}

// Formats returns the names of the formats.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// Lookup returns the renderer of a format, or an error that names the formats
// there are.
func Lookup(name string) (Renderer, error) {
	for _, f := range formats {
		if f.name == name {
			return f.render, nil
		}
	}
	return nil, fmt.Errorf("%q is no format: want %s", name, strings.Join(Formats(), ", "))
}

// Notes returns every warning of the analysis in the order of the text report,
// and those that the text itself gives rise to.
func Notes(a *ministat.Analysis) []ministat.Warning {
	var notes, said []ministat.Warning
	for _, g := range a.Groups {
		if n := len(g.Summaries); n > len(symbols) {
			notes = append(notes, ministat.Warning{
				Code:    "symbols-reused",
				Message: fmt.Sprintf("%d datasets, but only %d symbols: some datasets share one", n, len(symbols)),
				Advice:  "compare fewer datasets at once",
			})
		}
		for _, n := range groupNotes(a, &g) {
			if slices.Contains(said, n) { // what concerns a whole file is said once
				continue
			}
			said = append(said, n)
			if len(a.Groups) > 1 {
				n.Message = g.Group.Name + ": " + n.Message
			}
			notes = append(notes, n)
		}
	}
	return notes
}

// groupNotes returns the warnings of one group.
func groupNotes(a *ministat.Analysis, g *ministat.GroupAnalysis) []ministat.Warning {
	var notes []ministat.Warning
	for _, s := range g.Summaries {
		notes = append(notes, s.Warnings...)
	}
	for _, c := range g.Comparisons {
		notes = append(notes, c.Warnings...)
		notes = append(notes, notShown(a, c)...)
	}
	return notes
}

// notShown keeps "not shown" apart from "shown the same", where the power of
// the comparison is known and no gate says more.
func notShown(a *ministat.Analysis, c *ministat.Comparison) []ministat.Warning {
	if c.Significant || a.Policy != nil || !powerSays(c) {
		return nil
	}
	w := ministat.Warning{
		Code: "not-shown",
		Message: fmt.Sprintf("%s: not proven does not mean equal: with so many runs a difference of %s shows in 4 of 5 experiments",
			c.New.Sample.Name, short(c.Power.Detectable)),
	}
	for _, r := range c.Power.RunsNeeded {
		if r.Difference == 0.02 && r.N > 0 && c.Power.Detectable > r.Difference {
			w.Advice = fmt.Sprintf("to show one of 2%%, take %.0f runs a side", r.N)
		}
	}
	return []ministat.Warning{w}
}

// powerSays tells whether the detectable difference is worth telling: not
// where there is no spread, or where the average is so near 0 that no percentage
// of it means anything.
func powerSays(c *ministat.Comparison) bool {
	return c.Power.Detectable > 0 && c.Power.Detectable <= 10
}
