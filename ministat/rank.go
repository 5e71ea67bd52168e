package ministat

import (
	"fmt"
	"math"
	"sync"
)

// MannWhitney is the Mann-Whitney U test, Wilcoxon's rank sum test, with the
// Hodges-Lehmann estimate of the shift (H. B. Mann and D. R. Whitney, On a test
// of whether one of two random variables is stochastically larger than the
// other, Annals of Mathematical Statistics 18 (1947), 50-60; J. L. Hodges and
// E. L. Lehmann, Estimates of location based on rank tests, ibid. 34 (1963),
// 598-611).
//
// Null hypothesis: both samples come from the same distribution, whatever it
// is. With n values a of the baseline and m values b of the new sample
//
//	U = #(b > a) + #(b = a)/2 over all n m pairs
//	P = min(1, 2 min(P(U ≤ u), P(U ≥ u)))
//
// P is exact up to 10,000 pairs: the distribution of U over all ways of dealing
// the values, ties and all, to the two samples. Beyond that it is the normal
// approximation with corrections for ties and for continuity, which is too
// cautious when one sample is tiny: a single value against more than 10,000
// never shows at 95 %.
//
// Delta is the median of all differences b - a, and its interval runs from the
// rank-th smallest to the rank-th largest of them, where rank is the number of
// whole u with P(U ≤ u) < α/2 (E. L. Lehmann, Nonparametric confidence intervals
// for a shift parameter, ibid. 34 (1963), 1507-1512). That is in the
// distribution without ties where P is exact, which keeps its level with ties
// too as the bounds are part of the interval (G. E. Noether, Wilcoxon confidence
// intervals for location parameters in the discrete case, Journal of the
// American Statistical Association 62 (1967), 184-188), else in the normal one.
// The interval is undetermined when there is no such u. Without ties it excludes
// 0 exactly when P < α. With ties P decides: the bound next to 0 moves to it
// where the two would part, so that the interval excludes 0 or ends at it when
// P < α, and holds it otherwise.
//
// Relative is the same for the ratios b/a, less 1, where all values are
// positive; for others it is undetermined. Both are exact however many the
// pairs, and take a time that is linear in n + m but for the sorting.
type MannWhitney struct{}

func (MannWhitney) Name() string { return "mann-whitney" }

func (MannWhitney) Summarize(s *Sample) (*Summary, error) { return Summarize(s) }

// Compare needs two samples a side. It fails when the difference of two values
// is beyond the largest float64.
func (MannWhitney) Compare(base, s *Summary, alpha Alpha) (*Comparison, error) {
	if err := needSamples(2, base, s); err != nil {
		return nil, err
	}
	if err := needValues(base, s); err != nil {
		return nil, err
	}
	if math.IsInf(s.Max-base.Min, 0) || math.IsInf(s.Min-base.Max, 0) {
		return nil, beyondNumbers(base, s)
	}
	a, b := sortedPair(base, s)
	r := newRanking(a, b)
	null := r.null()
	atMost, atLeast := null.tails(r.u)
	c := newComparison(base, s)
	c.Test = TestResult{Statistic: r.u, DoF: math.NaN(), P: twoSided(atMost, atLeast), Exact: new(r.exact())}
	c.Significant = c.Test.P < float64(alpha)

	rank := r.boundRank(null, alpha)
	c.Delta = shiftEstimate(a, b, rank)
	if base.Min > 0 && s.Min > 0 {
		c.Relative = ratioEstimate(a, b, rank)
	}
	if rank == 0 {
		c.Warnings = append(c.Warnings, levelUnattainable(base.N, s.N, alpha))
		return c, nil
	}
	up := atLeast < atMost
	c.Delta = decideZero(c.Delta, c.Significant, up)
	c.Relative = decideZero(c.Relative, c.Significant, up)
	if c.Significant && c.Delta.Lo <= 0 && c.Delta.Hi >= 0 {
		c.Warnings = append(c.Warnings, Warning{
			Code:    "interval-ends-at-zero",
			Message: fmt.Sprintf("the interval ends at 0 although p = %.3g shows a difference: many values are equal, and p takes account of that", c.Test.P),
			Advice:  "trust p; measure with a finer resolution to learn the size of the difference",
		})
	}
	return c, nil
}

// TestAt tests (1 + delta) times the baseline against s. It needs positive
// values, but for a delta of 0, and delta > -1; otherwise both p are NaN.
func (MannWhitney) TestAt(base, s *Summary, delta float64) (atLeast, atMost float64) {
	a, b := sortedPair(base, s)
	if delta != 0 {
		if !(base.Min > 0 && s.Min > 0 && delta > -1) || math.IsInf(base.Max+delta*base.Max, 0) {
			return math.NaN(), math.NaN()
		}
		a = scaledTo(a, b, delta)
	}
	r := newRanking(a, b)
	return r.null().tails(r.u)
}

// sortedPair sorts both samples at the same time.
func sortedPair(base, s *Summary) (a, b []float64) {
	var wg sync.WaitGroup
	wg.Go(func() { a = base.Sorted() })
	b = s.Sorted()
	wg.Wait()
	return a, b
}

// scaledTo returns (1 + delta) a. A product within four roundings of a value
// of b is made equal to it: decimal fractions that stand exactly at the limit,
// such as 0.3 and 0.33 at 10 %, differ only by their conversion to binary and by
// the product's rounding, and must tie. Both slices ascend, and so does the result.
func scaledTo(a, b []float64, delta float64) []float64 {
	scaled := make([]float64, len(a))
	j := 0
	for i, v := range a {
		x := math.FMA(delta, v, v)
		for j+1 < len(b) && math.Abs(b[j+1]-x) <= math.Abs(b[j]-x) {
			j++
		}
		if math.Abs(b[j]-x) <= 0x1p-51*x {
			x = b[j]
		}
		scaled[i] = x
	}
	return scaled
}

// decideZero moves the bound next to 0 to it where ties make the interval
// disagree with the test. For a significant difference that is the bound away
// from the estimate; up tells the side that the test saw the new sample on, in
// case the estimate is 0.
func decideZero(e Estimate, significant, up bool) Estimate {
	switch {
	case !significant:
		e.Lo, e.Hi = min(e.Lo, 0), max(e.Hi, 0)
	case e.Value > 0, e.Value == 0 && up:
		e.Lo = max(e.Lo, 0)
	default:
		e.Hi = min(e.Hi, 0)
	}
	e.HalfWidth = halfWidth(e.Lo, e.Hi)
	return e
}

func levelUnattainable(n, m int, alpha Alpha) Warning {
	enough := 1
	for p := 1.0; p > 0 && !(p < float64(alpha)); p = MannWhitneyMinP(enough, enough) {
		enough++
	}
	return Warning{
		Code: CodeTooFewSamples,
		Message: fmt.Sprintf("%d and %s cannot show a difference at %s%% confidence, and no interval has it: the smallest possible p is %.3g",
			n, count(m, "sample"), alpha.Confidence(), MannWhitneyMinP(n, m)),
		Advice: fmt.Sprintf("take at least %s a side", count(enough, "sample")),
	}
}

// ranking is what the test needs to know about two samples.
type ranking struct {
	n, m int     // values of the baseline and of the new sample
	u    float64 // U of the new sample: whole, or a half more
	ties []int   // sizes of the groups of equal values, ascending; nil unless P is exact
	tied bool    // whether two values are equal
	sd   float64 // standard deviation of U given the ties
}

// newRanking merges two samples in ascending order.
//
// The variance of U, n m (N³ - Σt³) / (12 N (N-1)) for N = n + m values in
// groups of t, is summed as n m Σ s t (s+t) / (4 N (N-1)), s being the number
// of values before a group: there is nothing to cancel, and equal values give 0.
func newRanking(a, b []float64) *ranking {
	r := &ranking{n: len(a), m: len(b)}
	exact := r.exact()
	var (
		twiceU int
		spread double
		i, j   int
	)
	for i < len(a) || j < len(b) {
		before := float64(i + j)
		inA, inB := tieGroup(a[i:], b[j:])
		twiceU += inB * (2*i + inA)
		t := float64(inA + inB)
		spread = spread.add(before * t * (before + t))
		if inA+inB > 1 {
			r.tied = true
		}
		if exact {
			r.ties = append(r.ties, inA+inB)
		}
		i, j = i+inA, j+inB
	}
	n, m := float64(r.n), float64(r.m)
	total := n + m
	r.u = float64(twiceU) / 2
	r.sd = math.Sqrt(n * m * (spread.hi + spread.lo) / (4 * total * (total - 1)))
	return r
}

// tieGroup returns how many values of each sample equal the smallest of both.
func tieGroup(a, b []float64) (inA, inB int) {
	least := math.Inf(1)
	if len(a) > 0 {
		least = a[0]
	}
	if len(b) > 0 {
		least = min(least, b[0])
	}
	for inA < len(a) && a[inA] == least {
		inA++
	}
	for inB < len(b) && b[inB] == least {
		inB++
	}
	return inA, inB
}
