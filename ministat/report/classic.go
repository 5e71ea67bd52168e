package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"ministat/ministat"
)

// Text writes the classic report: the datasets with their symbols, the plot,
// and a row for each dataset with its comparison with the first one below it.
func Text(w io.Writer, a *ministat.Analysis, o Options) error {
	t := text{w: bufio.NewWriter(w), o: o, level: a.Alpha.Confidence()}
	for _, g := range a.Groups {
		t.group(&g)
	}
	return t.w.Flush()
}

// text is the state of one classic report.
type text struct {
	w     *bufio.Writer // keeps the first error until the end
	o     Options
	level string // confidence in percent
}

func (t *text) group(g *ministat.GroupAnalysis) {
	if !t.o.Quiet {
		for i, s := range g.Summaries {
			t.colored(i, fmt.Sprintf("%c %s", symbol(i), t.name(s)))
			t.w.WriteByte('\n')
		}
	}
	if !t.o.NoPlot {
		if p := newPlot(g.Summaries, t.o); p != nil {
			p.write(t.w, t.o)
		} else {
			t.w.WriteString("[no plot, span is zero width]\n")
		}
	}
	digits := t.countDigits(g.Summaries)
	if !t.o.Quiet {
		fmt.Fprintf(t.w, "  %*s %13s %13s %13s %13s %13s\n", digits, "N", "Min", "Max", "Median", "Avg", "Stddev")
	}
	for i, s := range g.Summaries {
		t.row(i, s, digits)
		if i > 0 && len(g.Comparisons) > 0 {
			t.comparison(g.Comparisons[i-1])
		}
	}
}

// countDigits returns the width of the column of sample counts. The C programs
// let a longer count shift its row.
func (t *text) countDigits(sets []*ministat.Summary) int {
	digits := 3
	if !t.o.Classic {
		for _, s := range sets {
			digits = max(digits, len(fmt.Sprint(s.N)))
		}
	}
	return digits
}

func (t *text) row(set int, s *ministat.Summary, digits int) {
	t.colored(set, string(symbol(set)))
	dev := fmt.Sprintf("%13.8g", s.StdDev)
	if math.IsNaN(s.StdDev) {
		dev = fmt.Sprintf("%13s", "-")
	}
	fmt.Fprintf(t.w, " %*d %13.8g %13.8g %13.8g %13.8g %s\n", digits, s.N, s.Min, s.Max, s.Median, s.Mean, dev)
}

func (t *text) comparison(c *ministat.Comparison) {
	if !c.Significant {
		fmt.Fprintf(t.w, "No difference proven at %s%% confidence\n", t.level)
		return
	}
	fmt.Fprintf(t.w, "Difference at %s%% confidence\n", t.level)
	fmt.Fprintf(t.w, "\t%s +/- %s\n", general(c.Delta.Value), general(c.Delta.HalfWidth))
	fmt.Fprintf(t.w, "\t%s\n", relative(c.Relative, t.o.Classic))
	fmt.Fprintf(t.w, "\t(Student's t, pooled s = %s)\n", general(c.PooledStdDev))
}

// relative renders a proven relative difference. Fieller's interval is not
// centred on the value; where value ± half-width would hold 0 although the
// interval does not, both bounds are printed.
func relative(r ministat.Estimate, classic bool) string {
	percent := func(v float64) string { return general(100*v) + "%" }
	switch {
	case classic:
		return percent(r.Value) + " +/- " + percent(r.HalfWidth)
	case !r.Determined():
		return "relative difference undetermined (baseline average not distinguishable from 0)"
	case r.Holds(0):
		return fmt.Sprintf("%s (%s to %s)", percent(r.Value), percent(r.Lo), percent(r.Hi))
	}
	return percent(r.Value) + " +/- " + percent(r.HalfWidth)
}

// name returns a dataset's name as it may stand on a terminal: control
// characters, which could move the cursor, are shown as escapes.
func (t *text) name(s *ministat.Summary) string {
	if t.o.Classic {
		return s.Sample.Name
	}
	return printable(s.Sample.Name)
}

func printable(name string) string {
	if strings.IndexFunc(name, unicode.IsControl) < 0 {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		if unicode.IsControl(r) {
			fmt.Fprintf(&b, `\x%02x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (t *text) colored(set int, s string) {
	if t.o.Color {
		s = setColor(set) + s + setColor(-1)
	}
	t.w.WriteString(s)
}
