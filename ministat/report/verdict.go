package report

import (
	"fmt"
	"math"

	"ministat/ministat"
)

// verdict writes what the gate says of a comparison, if there is one.
func (t *text) verdict(c *ministat.Comparison) {
	if t.a.Policy != nil {
		fmt.Fprintf(t.w, "gate: %s\n", gateLine(t.a, c))
	}
}

func gateLine(a *ministat.Analysis, c *ministat.Comparison) string {
	limit := short(a.Policy.Limit)
	sure := "(" + level(a) + " confidence)"
	found := short(c.Relative.Value)
	if math.IsNaN(c.Relative.Value) {
		found = general(c.Delta.Value)
	}
	switch c.Verdict {
	case ministat.Regressed:
		return fmt.Sprintf("regressed: %s is worse than the limit of %s %s", found, limit, sure)
	case ministat.Improved:
		return fmt.Sprintf("improved: %s is better than the limit of %s %s", found, limit, sure)
	case ministat.Unchanged:
		line := fmt.Sprintf("unchanged: %s is within the limit of %s %s", found, limit, sure)
		if c.Significant {
			line += " (significant, within the limit)"
		}
		return line
	}
	switch {
	case c.Gate.Undetermined:
		return "inconclusive: relative difference undetermined (" + whyUndetermined(a.Method, c) + ")"
	case a.Policy.Limit == 0:
		return "no regression shown" + amongMany(a)
	}
	interval := fmt.Sprintf("%s (%s to %s)", found, short(c.Relative.Lo), short(c.Relative.Hi))
	if many := amongMany(a); many != "" {
		return fmt.Sprintf("inconclusive: %s, judged%s, is not shown to be on one side of the limit of %s; %s",
			interval, many, limit, runsToDecide(c.Gate.Runs))
	}
	return fmt.Sprintf("inconclusive: %s is not shown to be on one side of the limit of %s; %s", interval, limit, runsToDecide(c.Gate.Runs))
}

// amongMany names the adjustment of a gate's p for the number of comparisons.
func amongMany(a *ministat.Analysis) string {
	if !adjusts(a) {
		return ""
	}
	return fmt.Sprintf(" among %d comparisons (%s)", a.Family, a.Adjust.Title())
}

func runsToDecide(runs float64) string {
	if math.IsNaN(runs) {
		return "no number of runs would decide"
	}
	return fmt.Sprintf("about %.0f runs a side would decide", runs)
}

// short renders a fraction as a percentage for reading, with three digits.
func short(fraction float64) string { return fmt.Sprintf("%.3g%%", 100*fraction) }
