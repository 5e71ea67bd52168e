package ministat

import (
	"fmt"
	"math"
)

// Comparison is what a method found about a sample and its baseline.
type Comparison struct {
	Base, New *Summary

	// Delta is the difference, new minus baseline, in the samples' unit.
	Delta Estimate

	// Relative is Delta as a fraction of the baseline's magnitude.
	// Undetermined where the baseline cannot be told from 0.
	Relative Estimate

	// PooledStdDev is NaN for a method that does not pool the deviations.
	PooledStdDev float64

	Test TestResult

	// AdjustedP is Test.P adjusted for the number of comparisons.
	AdjustedP float64

	// Significant tells whether the difference is proven at the level asked for.
	Significant bool

	Effect      Effect
	Power       Power
	Equivalence float64 // p of "differs by the gate's limit or more"; NaN without one
	Gate        GateResult
	Verdict     Verdict

	Warnings []Warning
}

// TestResult is the outcome of a test of the hypothesis that nothing changed.
type TestResult struct {
	Statistic float64 // infinite for a difference without any spread
	DoF       float64 // degrees of freedom; NaN where the test has none
	P         float64 // two-sided p value, in [0, 1]; NaN where the method gives none
	Exact     *bool   // whether P is exact, for a test that may be either; nil for others
}

// Effect is the size of a difference free of its unit, with the sign of new
// minus baseline. NaN where not computed.
type Effect struct {
	CohenD      float64 // difference in pooled standard deviations
	HedgesG     float64 // CohenD without its bias in small samples
	CliffsDelta float64 // P(new > base) - P(new < base), in [-1, 1]
}

// Power tells what the samples could show, were there a difference.
type Power struct {
	Detectable float64 // relative difference found with probability 0.8; NaN where not computed
	RunsNeeded []Runs  // nil where not computed
}

// Runs is the number of runs a side that finds a relative difference with probability 0.8.
type Runs struct {
	Difference float64 // fraction of the baseline's mean
	N          float64 // whole; NaN where no number of runs will do
}

// newComparison returns a comparison of which nothing is known yet.
func newComparison(base, s *Summary) *Comparison {
	unknown := undetermined(math.NaN())
	return &Comparison{
		Base: base, New: s,
		Delta: unknown, Relative: unknown, PooledStdDev: math.NaN(),
		Test:        TestResult{Statistic: math.NaN(), DoF: math.NaN(), P: math.NaN()},
		AdjustedP:   math.NaN(),
		Effect:      Effect{CohenD: math.NaN(), HedgesG: math.NaN(), CliffsDelta: math.NaN()},
		Power:       Power{Detectable: math.NaN()},
		Equivalence: math.NaN(),
		Gate:        GateResult{P: math.NaN(), AdjustedP: math.NaN(), Runs: math.NaN()},
	}
}

// needSamples fails when a summary has too few samples for a comparison.
func needSamples(want int, summaries ...*Summary) error {
	for _, s := range summaries {
		if s.N < want {
			return fmt.Errorf("%s: %s, want at least %d for a comparison", s.Sample.Name, count(s.N, "sample"), want)
		}
	}
	return nil
}

// needValues fails when only the figures of a sample are known.
func needValues(summaries ...*Summary) error {
	for _, s := range summaries {
		given := s.Sample.Given
		if given == nil {
			continue
		}
		advice := ""
		if given.Advice != "" {
			advice = ", or " + given.Advice
		}
		return fmt.Errorf("%s has no raw data, only figures: want student or welch%s", s.Sample.Name, advice)
	}
	return nil
}

func beyondNumbers(base, s *Summary) error {
	return fmt.Errorf("%s and %s: averages %.6g and %.6g: the interval of their difference goes beyond the largest number, %.6g",
		base.Sample.Name, s.Sample.Name, base.Mean, s.Mean, math.MaxFloat64)
}

// count returns "1 sample", "2 samples".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func finiteOrNaN(v float64) float64 {
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}
