package report

import (
	"fmt"
	"math"
	"strings"

	"ministat/ministat"
)

// explain says in plain words what was found, how sure that is, and what to do next.
func explain(a *ministat.Analysis, c *ministat.Comparison) string {
	sentences := []string{explainFinding(a, c), explainChance(c), explainMedian(a, c)}
	if c.Significant {
		sentences = append(sentences, "It says nothing about the cause: the change, the order of the runs, or the machine.")
	} else {
		sentences = append(sentences, explainPower(c))
	}
	sentences = append(sentences, explainDoubt(c))
	return strings.Join(strings.Fields(strings.Join(sentences, " ")), " ")
}

// explainFinding says how large the difference is, and what else it could be.
func explainFinding(a *ministat.Analysis, c *ministat.Comparison) string {
	base, s := Printable(c.Base.Sample.Name), Printable(c.New.Sample.Name)
	size, lo, hi := general(math.Abs(c.Delta.Value)), general(c.Delta.Lo), general(c.Delta.Hi)
	if c.Relative.Determined() {
		size, lo, hi = short(math.Abs(c.Relative.Value)), short(c.Relative.Lo), short(c.Relative.Hi)
	}
	way := "higher"
	if c.Delta.Value < 0 {
		way = "lower"
	}
	if !c.Delta.Determined() {
		return fmt.Sprintf("No difference between %s and %s is proven: %s of the former is %s %s, and so few runs bound it nowhere at %s confidence.",
			s, base, strings.ToLower(compared(a.Method)), size, way, level(a))
	}
	if c.Significant {
		return fmt.Sprintf("%s of %s is %s %s than that of %s; with %s confidence the difference is between %s and %s.",
			compared(a.Method), s, size, way, base, level(a), lo, hi)
	}
	return fmt.Sprintf("No difference between %s and %s is proven: %s of the former is %s %s, but at %s confidence anything from %s to %s fits.",
		s, base, strings.ToLower(compared(a.Method)), size, way, level(a), lo, hi)
}

// compared names what a method compares.
func compared(m ministat.Method) string {
	switch m := m.(type) {
	case ministat.MannWhitney:
		return "A typical run"
	case ministat.Bootstrap:
		if m.Statistic == ministat.Median {
			return "The median"
		}
	}
	return "The average"
}

// explainChance puts p in words.
func explainChance(c *ministat.Comparison) string {
	p := c.AdjustedP
	switch {
	case math.IsNaN(p):
		return ""
	case c.Base.StdDev == 0 && c.New.StdDev == 0 && c.Significant:
		return "The samples have no spread at all, so that any difference between them is certain."
	case p < 1e-6:
		return "If nothing had changed, samples that differ so much would practically never be seen."
	case p < 0.1:
		return fmt.Sprintf("If nothing had changed, samples that differ so much would be seen about once in %.0f experiments.", 1/p)
	}
	return fmt.Sprintf("If nothing had changed, samples that differ so much would still be seen in %.0f of 100 experiments.", 100*p)
}

// explainMedian tells when averages and medians do not say the same, and why.
func explainMedian(a *ministat.Analysis, c *ministat.Comparison) string {
	medians := c.New.Median - c.Base.Median
	means := c.New.Mean - c.Base.Mean
	if apart := math.Abs(means - medians); apart <= math.Abs(means)/4 || !(apart > c.Delta.HalfWidth) {
		return ""
	}
	said := fmt.Sprintf("The averages differ by %s, the medians by %s: a few runs far from the rest, or a second group of runs, move an average and hardly a median.",
		general(means), general(medians))
	switch a.Method.(type) {
	case ministat.MannWhitney:
		return said + " This test compares typical runs; Student's t compares averages, and may answer otherwise."
	case ministat.Bootstrap:
		return said
	}
	return said + " This test compares averages; --test mann-whitney compares typical runs, and may answer otherwise."
}

// explainPower tells not shown from shown the same.
func explainPower(c *ministat.Comparison) string {
	if !powerSays(c) {
		return ""
	}
	said := fmt.Sprintf("That does not show them to be the same: with so many runs only a difference of %s or more would be found in four of five experiments.",
		short(c.Power.Detectable))
	for _, r := range c.Power.RunsNeeded {
		if r.Difference == 0.02 && !math.IsNaN(r.N) && c.Power.Detectable > r.Difference {
			said += fmt.Sprintf(" To find one of 2%%, measure %.0f runs a side.", r.N)
		}
	}
	return said
}

// explainDoubt names the warnings that bear on the comparison.
func explainDoubt(c *ministat.Comparison) string {
	var seen []string
	for _, ws := range [][]ministat.Warning{c.Base.Warnings, c.New.Warnings, c.Warnings} {
		for _, w := range ws {
			seen = append(seen, Printable(w.String())+".")
		}
	}
	if len(seen) == 0 {
		return ""
	}
	return "Before trusting this: " + strings.Join(seen, " ")
}

// wrap breaks a paragraph into lines of at most width characters.
func wrap(paragraph string, width int) string {
	var b strings.Builder
	used := 0
	for _, word := range strings.Fields(paragraph) {
		n := len([]rune(word))
		switch {
		case used == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String() + "\n"
}
