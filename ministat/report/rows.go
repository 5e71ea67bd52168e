package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ministat/ministat"
)

// table is the tabular form of one group, for people. It is built once; the
// dialects only draw it. Its cells are plain text.
type table struct {
	title  string
	labels []string // of the rows
	sets   []tableSet
	notes  []string // what to know before trusting it
}

// tableSet has the columns of one dataset: its figures and, beside them, their
// change against the baseline. A cell is "" where the row says nothing of it.
type tableSet struct {
	name    string
	figures []string
	changes []string // nil without a comparison
}

const (
	unknown     = "-"
	mark        = " *" // of a proven difference
	changeTitle = "change"
)

// newTable returns the table of a group.
func newTable(a *ministat.Analysis, g *ministat.GroupAnalysis) *table {
	s := newScale(g)
	t := &table{
		title:  title(g.Group.Name, s.unit),
		labels: []string{"average", "median", "deviation", "minimum", "maximum", "n"},
	}
	for _, sum := range g.Summaries {
		t.sets = append(t.sets, tableSet{name: Printable(sum.Sample.Name), figures: []string{
			s.format(sum.Mean), s.format(sum.Median), s.format(sum.StdDev),
			s.format(sum.Min), s.format(sum.Max), strconv.Itoa(sum.N),
		}})
	}
	if len(g.Comparisons) > 0 {
		t.compare(a, g, s)
	}
	for _, w := range groupNotes(a, g) {
		t.notes = append(t.notes, Printable(w.String()))
	}
	return t
}

// compare adds what the comparisons found: the changes of average and median,
// which only describe, and below the figures the difference that was tested.
func (t *table) compare(a *ministat.Analysis, g *ministat.GroupAnalysis, s scale) {
	t.labels = append(t.labels, "difference", "from ("+level(a)+")", "to ("+level(a)+")", "p")
	if adjusts(a) {
		t.labels = append(t.labels, "p adjusted")
	}
	if a.Policy != nil {
		t.labels = append(t.labels, "gate")
	}
	t.sets[0].pad(len(t.labels))
	for i, c := range g.Comparisons {
		set := &t.sets[i+1]
		set.figures = append(set.figures, s.signed(c.Delta.Value), s.signed(c.Delta.Lo), s.signed(c.Delta.Hi))
		set.pad(len(t.labels))
		set.changes = changes(a, c)
		t.notes = append(t.notes, comparisonNotes(a, c)...)
	}
}

// pad fills the rows that have no figure.
func (s *tableSet) pad(rows int) {
	for len(s.figures) < rows {
		s.figures = append(s.figures, "")
	}
}

// changes returns the column of changes in percent, one cell a row.
func changes(a *ministat.Analysis, c *ministat.Comparison) []string {
	r := c.Relative
	average, median := unknown, unknown
	tested, from, to := "undetermined", unknown, unknown
	if r.Determined() {
		digits := decimals(100 * (r.Hi - r.Lo) / 2)
		tested, from, to = signedPercent(r.Value, digits), signedPercent(r.Lo, digits), signedPercent(r.Hi, digits)
		average = signedPercent((c.New.Mean-c.Base.Mean)/math.Abs(c.Base.Mean), digits)
		median = signedPercent((c.New.Median-c.Base.Median)/math.Abs(c.Base.Median), digits)
	}
	if c.Significant {
		tested += mark
	}
	cells := []string{average, median, "", "", "", "", tested, from, to, probability(c.Test.P)}
	if adjusts(a) {
		cells = append(cells, probability(c.AdjustedP))
	}
	if a.Policy != nil {
		cells = append(cells, c.Verdict.String())
	}
	return cells
}

// comparisonNotes says why a relative difference is undetermined, and what the
// gate has to say of a comparison that does not pass.
func comparisonNotes(a *ministat.Analysis, c *ministat.Comparison) []string {
	var notes []string
	name := Printable(c.New.Sample.Name)
	if !c.Relative.Determined() && !c.Gate.Undetermined { // else the gate's line tells
		notes = append(notes, fmt.Sprintf("%s: relative difference undetermined (%s)", name, whyUndetermined(a.Method, c)))
	}
	if c.Verdict == ministat.Regressed || c.Verdict == ministat.Inconclusive {
		notes = append(notes, name+": "+gateLine(a, c))
	}
	return notes
}

// level returns the confidence in percent.
func level(a *ministat.Analysis) string {
	return strings.TrimSuffix(a.Alpha.Confidence(), ".0") + "%"
}

// adjusts tells whether p values were adjusted for the number of comparisons.
func adjusts(a *ministat.Analysis) bool { return a.Adjust != ministat.None && a.Family > 1 }

// legend says what the mark means, "" where nothing is compared.
func legend(a *ministat.Analysis) string {
	if a.Family == 0 {
		return ""
	}
	text := fmt.Sprintf("* difference at %s confidence (%s", level(a), methodTitle(a.Method))
	if adjusts(a) {
		text += fmt.Sprintf("; p adjusted for %d comparisons: %s", a.Family, a.Adjust.Title())
	}
	text += ")"
	if a.Policy != nil {
		text += "; the gate's limit: " + short(a.Policy.Limit)
	}
	return text
}

func methodTitle(m ministat.Method) string {
	switch m := m.(type) {
	case ministat.Welch:
		return "Welch's t"
	case ministat.MannWhitney:
		return "Mann-Whitney, difference by Hodges and Lehmann"
	case ministat.Bootstrap:
		if m.Statistic == ministat.Median {
			return "bootstrap of the median"
		}
		return "bootstrap of the average"
	}
	return "Student's t"
}

// closing says what concerns all benchmarks: the change over those of one unit,
// and which are missing where.
func closing(a *ministat.Analysis) []string {
	var lines []string
	for _, o := range a.Overall {
		change := unknown
		if !math.IsNaN(o.Change) {
			change = signedPercent(o.Change, 2)
		}
		unit := ""
		if o.Unit != "" {
			unit = " in " + Printable(o.Unit)
		}
		benchmarks := "benchmarks"
		if o.N == 1 {
			benchmarks = "benchmark"
		}
		lines = append(lines, fmt.Sprintf("geometric mean of the changes%s, %s: %s (%d %s)", unit, Printable(o.Name), change, o.N, benchmarks))
	}
	for _, g := range a.Groups {
		if len(g.Group.Missing) > 0 {
			lines = append(lines, title(g.Group.Name, g.Group.Unit())+Printable(": missing in "+strings.Join(g.Group.Missing, ", ")))
		}
	}
	return lines
}

// title is the heading of a group: its benchmark and its unit.
func title(name, unit string) string {
	switch {
	case unit == "":
		return Printable(name)
	case name == "":
		return "unit: " + Printable(unit)
	}
	return Printable(fmt.Sprintf("%s (%s)", name, unit))
}

// probability renders a p value.
func probability(p float64) string {
	if math.IsNaN(p) {
		return unknown
	}
	return fmt.Sprintf("%.2g", p)
}

// signedPercent renders a fraction in percent, with its sign unless it rounds to 0.
func signedPercent(fraction float64, decimals int) string {
	percent := 100 * fraction
	switch {
	case math.IsNaN(percent) || math.IsInf(percent, 0):
		return unknown
	case math.Abs(percent) >= 1e6 || decimals > mostDecimals:
		return fmt.Sprintf("%+.3g%%", percent)
	}
	text := fixed(percent, decimals) + "%"
	if percent > 0 && hasDigits(text) {
		return "+" + text
	}
	return text
}

// mostDecimals of a percentage are fixed; where more are needed it has an exponent.
const mostDecimals = 9

// decimals returns how many decimals show two digits of a width, 2 or more.
func decimals(width float64) int {
	if !(width > 0) {
		return 2
	}
	return max(2, 1-exponent(width))
}
