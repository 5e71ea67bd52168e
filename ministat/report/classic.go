package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"ministat/ministat"
)

// Text writes the classic report: the datasets with their symbols, the plot,
// and a row for each dataset with its comparison with the first one below it.
// Each of several benchmarks has a heading, and what is said of all of them
// stands at the end.
func Text(w io.Writer, a *ministat.Analysis, o Options) error {
	histograms, err := allHistograms(a, o.Histogram)
	if err != nil {
		return err
	}
	t := text{w: bufio.NewWriter(w), o: o, a: a, level: a.Alpha.Confidence()}
	for i := range a.Groups {
		t.heading(i)
		t.group(&a.Groups[i])
		for _, h := range histograms[i] {
			t.histogram(&h)
		}
	}
	if lines := closing(a); len(lines) > 0 {
		t.w.WriteString("\n" + strings.Join(lines, "\n") + "\n")
	}
	return t.w.Flush()
}

// text is the state of one classic report.
type text struct {
	w     *bufio.Writer // keeps the first error until the end
	o     Options
	a     *ministat.Analysis
	level string // confidence in percent
}

// heading names the benchmark of a group. The only group needs none when it
// has no name.
func (t *text) heading(group int) {
	g := t.a.Groups[group].Group
	if group > 0 {
		t.w.WriteByte('\n')
	}
	if name := title(g.Name, g.Unit()); name != "" && (g.Name != "" || len(t.a.Groups) > 1) {
		t.w.WriteString(name + "\n")
	}
}

// histogram writes the counts of one dataset, within the width of the plot and its frame.
func (t *text) histogram(h *histogram) {
	t.w.WriteByte('\n')
	if !t.o.Quiet {
		for _, line := range h.heading() {
			t.colored(h.set, line)
			t.w.WriteByte('\n')
		}
	}
	for _, line := range h.lines(t.o.Width + 2) {
		t.w.WriteString(line + "\n")
	}
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
			t.verdict(g.Comparisons[i-1])
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
		fmt.Fprintf(t.w, "No difference proven at %s%% confidence%s\n", t.level, t.adjusted(c))
	} else {
		fmt.Fprintf(t.w, "Difference at %s%% confidence%s\n", t.level, t.adjusted(c))
		fmt.Fprintf(t.w, "\t%s\n", t.difference(c.Delta))
		fmt.Fprintf(t.w, "\t%s\n", t.relative(c))
		fmt.Fprintf(t.w, "\t(%s)\n", test(t.a.Method, c))
	}
	if t.o.Explain {
		t.w.WriteString(wrap(explain(t.a, c), t.o.Width+2))
	}
}

// adjusted tells p before and after an adjustment for the number of comparisons.
func (t *text) adjusted(c *ministat.Comparison) string {
	if !adjusts(t.a) {
		return ""
	}
	return fmt.Sprintf(" (p = %.2g, %s for %d comparisons: %.2g)", c.Test.P, t.a.Adjust.Title(), t.a.Family, c.AdjustedP)
}

// difference renders a proven difference.
func (t *text) difference(d ministat.Estimate) string {
	if asymmetric(t.a.Method) {
		return fmt.Sprintf("%s (%s to %s)", general(d.Value), general(d.Lo), general(d.Hi))
	}
	return general(d.Value) + " +/- " + general(d.HalfWidth)
}

// relative renders a proven relative difference. Fieller's interval is not
// centred on the value; where value ± half-width would hold 0 although the
// interval does not, both bounds are printed.
func (t *text) relative(c *ministat.Comparison) string {
	r := c.Relative
	switch {
	case t.o.Classic:
		return percent(r.Value) + " +/- " + percent(r.HalfWidth)
	case !r.Determined():
		return "relative difference undetermined (" + whyUndetermined(t.a.Method, c) + ")"
	case asymmetric(t.a.Method) || r.Holds(0):
		return fmt.Sprintf("%s (%s to %s)", percent(r.Value), percent(r.Lo), percent(r.Hi))
	}
	return percent(r.Value) + " +/- " + percent(r.HalfWidth)
}

func percent(v float64) string { return general(100*v) + "%" }

// asymmetric tells whether the intervals of a method are not centred on the value.
func asymmetric(m ministat.Method) bool {
	switch m.(type) {
	case ministat.MannWhitney, ministat.Bootstrap:
		return true
	}
	return false
}

func whyUndetermined(m ministat.Method, c *ministat.Comparison) string {
	if _, ok := m.(ministat.MannWhitney); ok {
		if !c.Delta.Determined() {
			return "too few samples for this confidence"
		}
		return "not all values are positive"
	}
	return "baseline average not distinguishable from 0"
}

// test names the test and what it found.
func test(m ministat.Method, c *ministat.Comparison) string {
	switch m := m.(type) {
	case ministat.Welch:
		return fmt.Sprintf("Welch's t, df = %.3g", c.Test.DoF)
	case ministat.MannWhitney:
		if c.Test.Exact != nil && *c.Test.Exact {
			return fmt.Sprintf("Mann-Whitney U = %s, exact p = %.3g", general(c.Test.Statistic), c.Test.P)
		}
		return fmt.Sprintf("Mann-Whitney U = %s, p = %.3g by normal approximation", general(c.Test.Statistic), c.Test.P)
	case ministat.Bootstrap:
		of := ""
		if m.Statistic == ministat.Median {
			of = " of the median"
		}
		return fmt.Sprintf("%s bootstrap%s, %d resamples, seed %d", m.Interval(), of, m.Resamples, m.Seed)
	}
	return "Student's t, pooled s = " + general(c.PooledStdDev)
}

// name returns a dataset's name as it may stand on a terminal: control
// characters, which could move the cursor, are shown as escapes.
func (t *text) name(s *ministat.Summary) string {
	if t.o.Classic {
		return s.Sample.Name
	}
	return Printable(s.Sample.Name)
}

func (t *text) colored(set int, s string) {
	if t.o.Color {
		s = setColor(set) + s + setColor(-1)
	}
	t.w.WriteString(s)
}
