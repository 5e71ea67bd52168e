package ministat

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Verdict is what a comparison, or a whole run, means for a gate. A run's verdict
// is the greatest of its comparisons'.
type Verdict int

const (
	NotJudged    Verdict = iota // no gate was asked for
	Unchanged                   // shown to differ by less than the limit either way
	Improved                    // shown to be better by more than the limit
	Inconclusive                // none of the others is shown
	Regressed                   // shown to be worse by more than the limit
)

func (v Verdict) String() string {
	switch v {
	case Unchanged:
		return "unchanged"
	case Improved:
		return "improved"
	case Inconclusive:
		return "inconclusive"
	case Regressed:
		return "regressed"
	}
	return "not-judged"
}

// Policy is what a gate asks of every comparison.
type Policy struct {
	// Limit is the worsening that is tolerated, as a fraction of the baseline's
	// magnitude: 0 or more, and below 1 where higher is better.
	Limit float64
}

// ParseLimit reads a limit in percent, with its sign: "2%".
func ParseLimit(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	limit, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.IsInf(limit, 0) || math.IsNaN(limit):
		return 0, fmt.Errorf("%q is no limit: want a percentage such as 2%%", text)
	case !percent:
		return 0, fmt.Errorf("%q has no unit: did you mean %s%%?", text, text)
	case limit < 0:
		return 0, fmt.Errorf("%q is below 0%%: want the worsening that is tolerated, 0%% or more", text)
	}
	return limit / 100, nil
}

// GateResult is what a comparison was judged by.
type GateResult struct {
	// P is the one-sided p of "no worse than the limit", and AdjustedP the same
	// adjusted for the number of comparisons. NaN without a gate, and where the
	// relative difference is undetermined.
	P, AdjustedP float64

	// Runs is the number of runs a side that would decide an inconclusive
	// comparison with probability 0.8, were the difference what it seems to be;
	// NaN for other verdicts, and where no number of runs will do.
	Runs float64

	// Undetermined tells that the baseline cannot be told from 0, so that no
	// difference can be held against a limit in percent.
	Undetermined bool
}

// judge gives every comparison its verdict, and the analysis the greatest of
// them. With the worsening w, the relative difference in the bad direction, and
// one-sided p values at half the two-sided level,
//
//	Regressed    "w ≤ limit" is rejected
//	Improved     "w ≥ -limit" is rejected
//	Unchanged    "w ≥ limit" and "w ≤ -limit" are both rejected
//
// The p of the first two are adjusted each within its own family of all
// comparisons. The third is not: the claim that all are unchanged is an
// intersection of claims (R. L. Berger, Multiparameter hypothesis testing and
// acceptance sampling, Technometrics 24 (1982), 295-300).
//
// It fails where there is nothing to judge, or no direction to judge by: a gate
// that cannot tell must not pass.
func (p Policy) judge(a *Analysis, allowGaps bool) error {
	test, ok := a.Method.(LimitTester)
	if !ok {
		return fmt.Errorf("a gate cannot judge by %s", a.Method.Name())
	}
	var judged []*Comparison
	var worse, better []float64 // p values
	for _, g := range a.Groups {
		if len(g.Group.Missing) > 0 && !allowGaps {
			return fmt.Errorf("%s: missing in %s: a gate wants every benchmark in every dataset", g.Group.Name, strings.Join(g.Group.Missing, ", "))
		}
		if err := p.checkDirection(g.Group); err != nil {
			return err
		}
		for _, c := range g.Comparisons {
			w, b := p.test(test, c, g.Group.Better())
			judged, worse, better = append(judged, c), append(worse, w), append(better, b)
		}
	}
	if len(judged) == 0 {
		return errors.New("nothing to compare: a gate needs a baseline and at least one more dataset")
	}
	half := float64(a.Alpha) / 2
	if err := a.reachable(judged, half); err != nil {
		return err
	}
	adjustedWorse, adjustedBetter := a.Adjust.Adjust(worse), a.Adjust.Adjust(better)
	for i, c := range judged {
		c.Gate.P, c.Gate.AdjustedP = worse[i], adjustedWorse[i]
		c.Equivalence = EquivalenceP(test, c.Base, c.New, p.Limit)
		c.Verdict = c.decide(adjustedBetter[i], half)
		if c.Verdict == Inconclusive {
			c.Gate.Runs = p.runsToDecide(c, a.Alpha/Alpha(a.multiplicity()))
		}
		a.Verdict = max(a.Verdict, c.Verdict)
	}
	return nil
}

// decide is the verdict of a comparison that has been tested against the limit.
// improved is the adjusted p of "no better than the limit".
func (c *Comparison) decide(improved, level float64) Verdict {
	switch {
	case c.Gate.AdjustedP < level:
		return Regressed
	case improved < level:
		return Improved
	case c.Equivalence <= level && !c.Gate.Undetermined:
		return Unchanged
	}
	return Inconclusive
}

// floored is a test whose p cannot be as small as one likes.
type floored interface {
	// leastP returns the smallest one-sided p for samples of these sizes, and
	// what to do about it.
	leastP(base, s *Summary) (p float64, remedy string)
}

// reachable fails when a comparison could never be found regressed at a
// one-sided level, whatever its samples: such a gate would always pass.
func (a *Analysis) reachable(judged []*Comparison, level float64) error {
	test, ok := a.Method.(floored)
	if !ok {
		return nil
	}
	for _, c := range judged {
		least, remedy := test.leastP(c.Base, c.New)
		if adjusted := least * float64(a.multiplicity()); !(adjusted < level) {
			return fmt.Errorf("%s: a gate by %s cannot find a regression with %d and %d samples in %s: the smallest p is %.2g, below %.2g wanted; %s",
				c.New.Sample.Name, a.Method.Name(), c.Base.N, c.New.N, count(a.Family, "comparison"), min(1, adjusted), level, remedy)
		}
	}
	return nil
}

// multiplicity is what the smallest p of the family is multiplied by.
func (a *Analysis) multiplicity() int {
	if a.Adjust == None {
		return 1
	}
	return max(a.Family, 1)
}

func (p Policy) checkDirection(g *Group) error {
	name := g.Name
	if name == "" && len(g.Samples) > 0 {
		name = g.Samples[0].Name
	}
	switch better := g.Better(); {
	case better == Unknown:
		return fmt.Errorf("%s: nothing says whether higher or lower is better: a gate needs --better or a header that does", name)
	case better == HigherIsBetter && p.Limit >= 1:
		return fmt.Errorf("%s: a limit of %g%%: where higher is better nothing worsens by 100%% or more", name, 100*p.Limit)
	}
	return nil
}

// test returns the p of "no worse than the limit" and of "no better than the
// limit". At a limit of 0 the difference itself is tested, which is always
// possible; at any other both are NaN where the relative difference is undetermined.
func (p Policy) test(t LimitTester, c *Comparison, better Direction) (worse, improved float64) {
	if p.Limit > 0 && !c.Relative.Determined() {
		c.Gate.Undetermined = true
		return math.NaN(), math.NaN()
	}
	_, notAbove := t.TestAt(c.Base, c.New, p.Limit)
	notBelow, _ := t.TestAt(c.Base, c.New, -p.Limit)
	if better == HigherIsBetter {
		return notBelow, notAbove
	}
	return notAbove, notBelow
}

// runsToDecide returns the runs a side with which Student's t test would tell
// the difference from the limit that it is nearest to, were it what it seems.
func (p Policy) runsToDecide(c *Comparison, alpha Alpha) float64 {
	pooled, _ := pooledStdDev(c.Base, c.New)
	distance := math.Abs(math.Abs(meanDifference(c.Base, c.New)) - p.Limit*math.Abs(c.Base.Mean))
	return RunsFor(distance/pooled, alpha)
}
