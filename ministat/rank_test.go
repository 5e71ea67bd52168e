package ministat

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var _ LimitTester = MannWhitney{}

// rankTruth is what a truth file says about the Mann-Whitney test: values of
// 40-digit arithmetic, cross-checked with R and scipy.
type rankTruth struct {
	Name       string
	A, B       []float64
	Comparison struct {
		MannWhitney struct {
			U       float64 `json:"U_b,string"`
			Ties    bool
			PNormal float64 `json:"p_normal_tiecorr_cc,string"`
			Exact   *struct {
				PTwoSided float64 `json:"p_two_sided_2min,string"`
				PLess     float64 `json:"p_less,string"`
				PGreater  float64 `json:"p_greater,string"`
			}
			Shift    float64 `json:"hodges_lehmann_shift"`
			CINormal map[string]struct {
				C  int
				CI [2]float64
			} `json:"hl_ci_normal_order_stat"`
			CIExact map[string]struct {
				Qu         int
				CI         [2]float64
				Attainable bool
			} `json:"hl_ci_exact_R_convention"`
		} `json:"mann_whitney"`
	}
}

func rankTruths(t *testing.T) []rankTruth {
	t.Helper()
	files, err := filepath.Glob("../testdata/truth/0*.json")
	if err != nil || len(files) != 16 {
		t.Fatalf("%d truth files, want 16 (%v)", len(files), err)
	}
	var truths []rankTruth
	for _, file := range files {
		var truth rankTruth
		readJSON(t, file, &truth)
		truths = append(truths, truth)
	}
	return truths
}

func rankSummary(t testing.TB, name string, values ...float64) *Summary {
	t.Helper()
	s, err := Summarize(&Sample{Name: name, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func compareRanks(t testing.TB, a, b []float64, alpha Alpha) *Comparison {
	t.Helper()
	c, err := MannWhitney{}.Compare(rankSummary(t, "a", a...), rankSummary(t, "b", b...), alpha)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func sortedCopy(values []float64) []float64 {
	s := slices.Clone(values)
	slices.Sort(s)
	return s
}

func hasWarning(c *Comparison, code string) bool {
	return slices.ContainsFunc(c.Warnings, func(w Warning) bool { return w.Code == code })
}

func TestMannWhitneyTruth(t *testing.T) {
	for _, truth := range rankTruths(t) {
		t.Run(truth.Name, func(t *testing.T) {
			want := truth.Comparison.MannWhitney
			c := compareRanks(t, truth.A, truth.B, DefaultAlpha)
			nearRank(t, "U", c.Test.Statistic, want.U)
			nearRank(t, "shift", c.Delta.Value, want.Shift)
			if !math.IsNaN(c.Test.DoF) {
				t.Errorf("degrees of freedom %g, want none", c.Test.DoF)
			}
			r := newRanking(sortedCopy(truth.A), sortedCopy(truth.B))
			nearRank(t, "normal p", twoSided(r.normal().tails(r.u)), want.PNormal)
			if r.tied != want.Ties {
				t.Errorf("ties %t, want %t", r.tied, want.Ties)
			}
			if exact := len(truth.A)*len(truth.B) <= exactPairs; *c.Test.Exact != exact {
				t.Errorf("exact is %t, want %t", *c.Test.Exact, exact)
			}
			if !*c.Test.Exact {
				nearRank(t, "p", c.Test.P, want.PNormal)
			}
			if want.Exact != nil {
				less, greater := r.null().tails(r.u)
				nearRank(t, "P(U ≤ u)", less, want.Exact.PLess)
				nearRank(t, "P(U ≥ u)", greater, want.Exact.PGreater)
				nearRank(t, "p", c.Test.P, want.Exact.PTwoSided)
			}
		})
	}
}

func TestMannWhitneyIsAMethod(t *testing.T) {
	samples := []*Sample{{Name: "a", Values: []float64{1, 2, 3, 4}}, {Name: "b", Values: []float64{5, 6, 7, 8}}}
	a, err := Analyze([]*Group{{Samples: samples}}, Options{Method: MannWhitney{}})
	if err != nil {
		t.Fatal(err)
	}
	c := a.Groups[0].Comparisons[0]
	if a.Method.Name() != "mann-whitney" || c.Test.Statistic != 16 || c.Test.P != 2./70 || !c.Significant {
		t.Errorf("%s: %+v", a.Method.Name(), c.Test)
	}
}

// The intervals of the truth files are R's. Where even the full range of the
// differences does not have the level, R gives that range; here nothing is
// claimed. That includes the case that p can reach α but not go below it (3
// against 3 at 90 %), in which an interval that excludes 0 would contradict p.
func TestMannWhitneyIntervalTruth(t *testing.T) {
	checked := 0
	for _, truth := range rankTruths(t) {
		for level, want := range truth.Comparison.MannWhitney.CIExact {
			alpha, err := ParseConfidence(level)
			if err != nil {
				t.Fatal(err)
			}
			c := compareRanks(t, truth.A, truth.B, alpha)
			attainable := MannWhitneyMinP(len(truth.A), len(truth.B)) < float64(alpha)
			if c.Delta.Determined() != attainable || hasWarning(c, CodeTooFewSamples) == attainable {
				t.Errorf("%s at %s %%: %+v, warnings %v, want attainable %t", truth.Name, level, c.Delta, c.Warnings, attainable)
			}
			if attainable != want.Attainable && !(truth.Name == "n3_n3" && level == "90") {
				t.Errorf("%s at %s %%: attainable %t, want %t", truth.Name, level, attainable, want.Attainable)
			}
			if attainable {
				nearRank(t, truth.Name+" lo at "+level, c.Delta.Lo, want.CI[0])
				nearRank(t, truth.Name+" hi at "+level, c.Delta.Hi, want.CI[1])
				nearRank(t, truth.Name+" half-width at "+level, c.Delta.HalfWidth, (want.CI[1]-want.CI[0])/2)
				checked++
			}
		}
	}
	if checked < 80 {
		t.Errorf("%d intervals checked, want 80 or more", checked)
	}
}

// The truth files' normal intervals leave the continuity correction away, so
// that their rank may be one off. Their bounds are order statistics all the same.
func TestDifferenceOrderStatisticsTruth(t *testing.T) {
	for _, truth := range rankTruths(t) {
		a, b := sortedCopy(truth.A), sortedCopy(truth.B)
		p := pairs{a, b, difference}
		r := newRanking(a, b)
		for level, want := range truth.Comparison.MannWhitney.CINormal {
			lo, _ := p.orderStatistics(want.C - 1)
			hi, _ := p.orderStatistics(len(a)*len(b) - want.C)
			nearRank(t, truth.Name+" lo at "+level, lo, want.CI[0])
			nearRank(t, truth.Name+" hi at "+level, hi, want.CI[1])
			if r.exact() {
				continue
			}
			alpha, err := ParseConfidence(level)
			if err != nil {
				t.Fatal(err)
			}
			if rank := r.boundRank(r.null(), alpha); rank < want.C || rank > want.C+1 {
				t.Errorf("%s at %s %%: rank %d, want %d or one more", truth.Name, level, rank, want.C)
			}
		}
	}
}

// specialRanks are plain function values, of exact integer arithmetic.
type specialRanks struct {
	NullCounts map[string][]float64 `json:"mann_whitney_null_counts"`
	MinP       map[string]string    `json:"min_two_sided_exact_MW_p"`
}

func sizes(t *testing.T, key string) (n, m int) {
	t.Helper()
	first, second, _ := strings.Cut(key, ",")
	n, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	m, err = strconv.Atoi(second)
	if err != nil {
		t.Fatal(err)
	}
	return n, m
}

func TestMannWhitneyNullCounts(t *testing.T) {
	var special specialRanks
	readJSON(t, "../testdata/truth/special.json", &special)
	if len(special.NullCounts) < 6 || len(special.MinP) < 21 {
		t.Fatalf("%d null distributions and %d smallest p", len(special.NullCounts), len(special.MinP))
	}
	for key, want := range special.NullCounts {
		n, m := sizes(t, key)
		ones := slices.Repeat([]int{1}, n+m)
		for _, got := range [][]float64{countDeals(ones, n, m, 1), countDeals(ones, m, n, 1)} {
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", key, got, want)
			}
		}
	}
	for key, text := range special.MinP {
		want, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		n, m := sizes(t, key)
		nearRank(t, "smallest p of "+key, MannWhitneyMinP(n, m), want)
		nearRank(t, "smallest p of "+key+" swapped", MannWhitneyMinP(m, n), want)
	}
}

func TestMannWhitneyMinPIsReached(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 39}, {4, 4}, {3, 9}, {20, 20}, {100, 100}, {2, 5_000}, {101, 100}, {2, 6000}} {
		a, b := make([]float64, size[0]), make([]float64, size[1])
		for i := range a {
			a[i] = float64(i)
		}
		for i := range b {
			b[i] = float64(len(a) + i)
		}
		nearRank(t, "p of separate samples", compareRanks(t, a, b, DefaultAlpha).Test.P, MannWhitneyMinP(len(a), len(b)))
	}
	for _, size := range [][2]int{{0, 5}, {5, 0}, {-1, 3}} {
		if p := MannWhitneyMinP(size[0], size[1]); !math.IsNaN(p) {
			t.Errorf("smallest p of %d and %d samples is %g, want NaN", size[0], size[1], p)
		}
	}
}

// Every way of dealing the values is tried.
func TestMannWhitneyEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 300 {
		n, m, distinct := 1+random.IntN(6), 1+random.IntN(6), 1+random.IntN(8)
		pooled := make([]float64, n+m)
		for i := range pooled {
			pooled[i] = float64(random.IntN(distinct))
		}
		a, b := sortedCopy(pooled[:n]), sortedCopy(pooled[n:])
		u := bruteU(a, b)
		var deals, less, greater float64
		for chosen := range 1 << (n + m) {
			var x, y []float64
			for i, v := range pooled {
				if chosen>>i&1 == 0 {
					x = append(x, v)
				} else {
					y = append(y, v)
				}
			}
			if len(y) != m {
				continue
			}
			deals++
			v := bruteU(x, y)
			if v <= u {
				less++
			}
			if v >= u {
				greater++
			}
		}
		r := newRanking(a, b)
		gotLess, gotGreater := r.null().tails(r.u)
		if r.u != u || gotLess != less/deals || gotGreater != greater/deals {
			t.Fatalf("%v %v: U %g, tails %g %g, want %g, %g %g", a, b, r.u, gotLess, gotGreater, u, less/deals, greater/deals)
		}
	}
}

func bruteU(a, b []float64) (u float64) {
	for _, x := range a {
		for _, y := range b {
			if y > x {
				u++
			} else if y == x {
				u += 0.5
			}
		}
	}
	return u
}

// The variance of U given the ties is that of its exact distribution.
func TestMannWhitneyVariance(t *testing.T) {
	for _, values := range [][2][]float64{
		{{1, 2, 3}, {4, 5}},
		{{1, 1, 2, 2, 2, 5}, {2, 3, 5, 5}},
		{{7, 7, 7, 7}, {7, 7, 7, 8}},
		{{1}, {0, 1, 1}},
	} {
		r := newRanking(values[0], values[1])
		perUnit := 2
		deals := countDeals(slicesOfTies(values), r.n, r.m, perUnit)
		var total, squares float64
		for i, c := range deals {
			d := float64(i)/float64(perUnit) - float64(r.n*r.m)/2
			total += c
			squares += c * d * d
		}
		nearRank(t, "standard deviation of U", r.sd, math.Sqrt(squares/total))
	}
	if r := newRanking([]float64{3, 3, 3}, []float64{3, 3}); r.sd != 0 {
		t.Errorf("standard deviation of equal values: %g", r.sd)
	}
}

func slicesOfTies(values [2][]float64) (ties []int) {
	pooled := sortedCopy(slices.Concat(values[0], values[1]))
	for i, v := range pooled {
		if i > 0 && v == pooled[i-1] {
			ties[len(ties)-1]++
		} else {
			ties = append(ties, 1)
		}
	}
	return ties
}

func TestMannWhitneyEqualValues(t *testing.T) {
	for _, n := range []int{5, 200} { // exact and normal
		same := slices.Repeat([]float64{42}, n)
		c := compareRanks(t, same, same, DefaultAlpha)
		if c.Test.P != 1 || c.Significant || c.Delta != symmetric(0, 0) || c.Relative != symmetric(0, 0) {
			t.Errorf("%d equal values a side: %+v", n, c)
		}
	}
}

// rankShapes are kinds of samples for laws: with and without ties, all positive.
var rankShapes = map[string]func(*rand.Rand) float64{
	"lognormal": func(r *rand.Rand) float64 { return math.Exp(r.NormFloat64()) },
	"coarse":    func(r *rand.Rand) float64 { return float64(8 + r.IntN(5)) },
	"binary":    func(r *rand.Rand) float64 { return float64(1 + r.IntN(2)) },
}

// forRandomSets calls do with samples of every shape, small and beyond exactPairs.
func forRandomSets(do func(shape string, a, b []float64, alpha Alpha)) {
	random := rand.New(rand.NewPCG(21, 22))
	for shape, draw := range rankShapes {
		for i := range 150 {
			n, m := 2+random.IntN(15), 2+random.IntN(15)
			if i%10 == 0 {
				n, m = 110+random.IntN(10), 100+random.IntN(10)
			}
			a, b := make([]float64, n), make([]float64, m)
			for i := range a {
				a[i] = draw(random)
			}
			for i := range b {
				b[i] = draw(random) * (1 + float64(random.IntN(2)))
			}
			do(shape, a, b, []Alpha{0.2, 0.05, 0.01}[random.IntN(3)])
		}
	}
}

func TestMannWhitneySwap(t *testing.T) {
	forRandomSets(func(shape string, a, b []float64, alpha Alpha) {
		c, swapped := compareRanks(t, a, b, alpha), compareRanks(t, b, a, alpha)
		if c.Test.P != swapped.Test.P || c.Test.Statistic+swapped.Test.Statistic != float64(len(a)*len(b)) {
			t.Errorf("%s: tests %+v %+v", shape, c.Test, swapped.Test)
		}
		estimateNear(t, shape+" swapped", c.Delta, mirrored(swapped.Delta), 0)
		inverse := func(r float64) float64 { return 1/(1+r) - 1 }
		r := swapped.Relative
		want := Estimate{Value: inverse(r.Value), Lo: inverse(r.Hi), Hi: inverse(r.Lo)}
		want.HalfWidth = (want.Hi - want.Lo) / 2
		estimateNear(t, shape+" ratio swapped", c.Relative, want, 1e-13)
	})
}

func TestMannWhitneyMovedSamples(t *testing.T) {
	forRandomSets(func(shape string, a, b []float64, alpha Alpha) {
		c := compareRanks(t, a, b, alpha)

		// Powers of two keep every digit.
		scale := func(v float64) float64 { return 8 * v }
		scaled := compareRanks(t, mapped(a, scale), mapped(b, scale), alpha)
		estimateNear(t, shape+" ratio scaled", scaled.Relative, c.Relative, 0)
		want := Estimate{Value: 8 * c.Delta.Value, Lo: 8 * c.Delta.Lo, Hi: 8 * c.Delta.Hi, HalfWidth: 8 * c.Delta.HalfWidth}
		estimateNear(t, shape+" scaled", scaled.Delta, want, 0)

		negate := func(v float64) float64 { return -v }
		negated := compareRanks(t, mapped(a, negate), mapped(b, negate), alpha)
		estimateNear(t, shape+" negated", negated.Delta, mirrored(c.Delta), 0)
		if negated.Relative.Determined() || !math.IsNaN(negated.Relative.Value) {
			t.Errorf("%s: ratio of negative values: %+v", shape, negated.Relative)
		}

		shift := func(v float64) float64 { return v + 1024 }
		shifted := compareRanks(t, mapped(a, shift), mapped(b, shift), alpha)
		estimateNear(t, shape+" shifted", shifted.Delta, c.Delta, 1e-9)

		for _, other := range []*Comparison{scaled, negated, shifted} {
			nearRank(t, shape+" p", other.Test.P, c.Test.P)
		}
	})
}

// The interval and p agree, but for ties, where the interval may end at 0.
func TestMannWhitneyIntervalAgreesWithP(t *testing.T) {
	ended := 0
	forRandomSets(func(shape string, a, b []float64, alpha Alpha) {
		c := compareRanks(t, a, b, alpha)
		if c.Significant != (c.Test.P < float64(alpha)) {
			t.Errorf("%s: significant %t for p = %g at %g", shape, c.Significant, c.Test.P, alpha)
		}
		for _, e := range []Estimate{c.Delta, c.Relative} {
			if hasWarning(c, CodeTooFewSamples) {
				if c.Significant || e.Determined() {
					t.Errorf("%s: an unattainable level was attained: %+v", shape, c)
				}
				continue
			}
			if !(e.Lo <= e.Value && e.Value <= e.Hi) {
				t.Errorf("%s: %+v does not hold its value", shape, e)
			}
			excludes := e.Lo > 0 || e.Hi < 0
			ends := hasWarning(c, "interval-ends-at-zero")
			if ends {
				ended++
				if shape == "lognormal" || !c.Significant || e.Lo != 0 && e.Hi != 0 {
					t.Errorf("%s: warned of an interval that ends at 0: %+v, p = %g", shape, e, c.Test.P)
				}
			}
			if excludes == ends && c.Significant || excludes && !c.Significant {
				t.Errorf("%s: %+v, warned %t, p = %g at %g", shape, e, ends, c.Test.P, alpha)
			}
		}
	})
	if ended == 0 {
		t.Error("no interval ended at 0: the test tests nothing")
	}
}

func TestMannWhitneyWarnings(t *testing.T) {
	c := compareRanks(t, []float64{1, 2, 3}, []float64{4, 5, 6}, DefaultAlpha)
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].Message, "the smallest possible p is 0.1") ||
		!strings.Contains(c.Warnings[0].Advice, "4 samples a side") {
		t.Errorf("3 against 3 at 95 %%: %v", c.Warnings)
	}
	if c.Delta.Value != 3 || c.Delta.Determined() || c.Relative.Determined() || c.Relative.Value != 1.5 {
		t.Errorf("3 against 3 at 95 %%: %+v %+v", c.Delta, c.Relative)
	}
	// All five twos are in one sample of twelve: 2 C(12, 5) / C(24, 5) = 0.0373.
	ones := slices.Repeat([]float64{1}, 12)
	onesAndTwos := slices.Concat(ones[:7], slices.Repeat([]float64{2}, 5))
	c = compareRanks(t, ones, onesAndTwos, DefaultAlpha)
	nearRank(t, "p", c.Test.P, 2*792./42504)
	if !c.Significant || len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].Message, "interval ends at 0") || c.Delta.Lo != 0 || c.Relative.Lo != 0 {
		t.Errorf("ones against ones and twos: %+v", c)
	}
}

// Ties can make the distribution of U so skew that its mean is significant, and
// the estimate on the other side of 0 than the rejected tail. The interval
// follows the estimate.
func TestMannWhitneySkewTies(t *testing.T) {
	most := slices.Concat(slices.Repeat([]float64{48}, 198), []float64{49})
	c := compareRanks(t, most, []float64{1, 60}, DefaultAlpha)
	// U is as high in the 399 of C(201, 2) deals with the 49 or the 60 in the new
	// sample, but for the one of 1 and 49.
	nearRank(t, "p", c.Test.P, 2*398./20100)
	if !c.Significant || c.Delta.Value != -18 || c.Delta.Hi != 0 || !(c.Delta.Lo < -18) || !hasWarning(c, "interval-ends-at-zero") {
		t.Errorf("%+v", c)
	}
}

func TestMannWhitneyOverflow(t *testing.T) {
	// The standard deviations are finite, the difference of two values is not.
	low := slices.Concat(slices.Repeat([]float64{0}, 20), []float64{-1.7e308})
	high := slices.Concat(slices.Repeat([]float64{0}, 20), []float64{1.7e308})
	for _, c := range [][2][]float64{{low, high}, {high, low}} {
		_, err := MannWhitney{}.Compare(rankSummary(t, "low", c[0]...), rankSummary(t, "high", c[1]...), DefaultAlpha)
		if err == nil || !strings.Contains(err.Error(), "beyond the largest number") {
			t.Errorf("error %v", err)
		}
	}
	// So is the interval's width here, but not its half.
	wide := []float64{-8e307, -8e307, 8e307, 8e307}
	if c := compareRanks(t, wide, wide, DefaultAlpha); c.Delta != (Estimate{Lo: -1.6e308, Hi: 1.6e308, HalfWidth: 1.6e308}) {
		t.Errorf("an interval of 3.2e308: %+v", c.Delta)
	}
	// A ratio that has no float64 leaves the rest as it is.
	c := compareRanks(t, slices.Repeat([]float64{1e-200}, 5), slices.Repeat([]float64{1e200}, 5), DefaultAlpha)
	if c.Relative.Determined() || !math.IsNaN(c.Relative.Value) || c.Delta.Value != 1e200 || !c.Significant {
		t.Errorf("a ratio of 1e400: %+v", c)
	}
	c = compareRanks(t, slices.Repeat([]float64{1e200}, 5), slices.Repeat([]float64{1e-200}, 5), DefaultAlpha)
	if c.Relative != (Estimate{Value: -1, Lo: -1, Hi: -1}) {
		t.Errorf("a ratio of 1e-400: %+v", c.Relative)
	}
}

func TestMannWhitneyTestAt(t *testing.T) {
	forRandomSets(func(shape string, a, b []float64, alpha Alpha) {
		x, y := rankSummary(t, "a", a...), rankSummary(t, "b", b...)
		c := compareRanks(t, a, b, alpha)
		if p := twoSided(MannWhitney{}.TestAt(x, y, 0)); p != c.Test.P {
			t.Errorf("%s: p at 0 is %g, want %g", shape, p, c.Test.P)
		}
		if shape != "lognormal" || !c.Relative.Determined() {
			return
		}
		// Just outside of the interval one hypothesis is rejected, just inside none.
		for _, side := range []struct{ bound, out float64 }{{c.Relative.Lo, -1e-9}, {c.Relative.Hi, 1e-9}} {
			outside := twoSided(MannWhitney{}.TestAt(x, y, side.bound+side.out*(1+side.bound)))
			inside := twoSided(MannWhitney{}.TestAt(x, y, side.bound-side.out*(1+side.bound)))
			if !(outside < float64(alpha)) || inside < float64(alpha) {
				t.Errorf("p outside %g, inside %g of %+v at %g", outside, inside, c.Relative, alpha)
			}
		}
	})
}

func TestMannWhitneyTestAtDirections(t *testing.T) {
	a := rankSummary(t, "a", 10, 11, 12, 13, 14)
	b := rankSummary(t, "b", 21, 22, 23, 24, 25)
	// All of b lie beyond 1.4 times a, and below 2.6 times: 1 deal in C(10, 5) = 252.
	if atLeast, atMost := (MannWhitney{}).TestAt(a, b, 0.4); atLeast != 1 || atMost != 1./252 {
		t.Errorf("at 40 %%: %g %g", atLeast, atMost)
	}
	if atLeast, atMost := (MannWhitney{}).TestAt(a, b, 1.6); atLeast != 1./252 || atMost != 1 {
		t.Errorf("at 160 %%: %g %g", atLeast, atMost)
	}
	for _, delta := range []float64{-1, -2, math.NaN(), math.Inf(1), 1e308} {
		if atLeast, atMost := (MannWhitney{}).TestAt(a, b, delta); !math.IsNaN(atLeast) || !math.IsNaN(atMost) {
			t.Errorf("at %g: %g %g, want unknown", delta, atLeast, atMost)
		}
	}
	zero := rankSummary(t, "zero", 0, 1, 2)
	for _, pair := range [][2]*Summary{{zero, a}, {a, zero}} {
		if atLeast, atMost := (MannWhitney{}).TestAt(pair[0], pair[1], 0.1); !math.IsNaN(atLeast) || !math.IsNaN(atMost) {
			t.Errorf("values that are not positive: %g %g, want unknown", atLeast, atMost)
		}
		if atLeast, atMost := (MannWhitney{}).TestAt(pair[0], pair[1], 0); math.IsNaN(atLeast) || math.IsNaN(atMost) {
			t.Error("a test at 0 needs no positive values")
		}
	}
}

// Decimal fractions that stand exactly at the limit tie with it.
func TestMannWhitneyTestAtLimitItself(t *testing.T) {
	for _, c := range []struct{ a, b, delta float64 }{
		{200, 220, 0.1}, {3, 3.3, 0.1}, {0.3, 0.33, 0.1}, {0.7, 0.714, 0.02}, {1.1, 1.045, -0.05}, {49, 50.47, 0.03},
	} {
		a := rankSummary(t, "a", slices.Repeat([]float64{c.a}, 6)...)
		b := rankSummary(t, "b", slices.Repeat([]float64{c.b}, 6)...)
		if atLeast, atMost := (MannWhitney{}).TestAt(a, b, c.delta); atLeast != 1 || atMost != 1 {
			t.Errorf("%g to %g at %g: %g %g, want a tie", c.a, c.b, c.delta, atLeast, atMost)
		}
		next := rankSummary(t, "next", slices.Repeat([]float64{c.b * (1 + 1e-14)}, 6)...)
		if atLeast, atMost := (MannWhitney{}).TestAt(a, next, c.delta); atLeast != 1 || atMost == 1 {
			t.Errorf("%g to just above %g at %g: %g %g, want no tie", c.a, c.b, c.delta, atLeast, atMost)
		}
	}
}

// The same bits come out for any number of processors.
func TestMannWhitneyProcessors(t *testing.T) {
	base, s := randomSamples(3000, 2500, 0)
	compare := func(processors int) *Comparison {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return compareRanks(t, base.Values, s.Values, DefaultAlpha)
	}
	one, four := compare(1), compare(4)
	if one.Test.P != four.Test.P || one.Delta != four.Delta || one.Relative != four.Relative {
		t.Errorf("1 processor: %+v, 4: %+v", one, four)
	}
}

func FuzzMannWhitney(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, []byte{9, 9, 9, 9, 9, 9, 9, 9}, uint8(50), 0.1)
	f.Add([]byte("AAAAAAAABBBBBBBBAAAAAAAA"), []byte("AAAAAAAACCCCCCCC"), uint8(200), -0.5)
	f.Add([]byte{0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0, 0, 0, 0, 0, 0}, []byte{255, 255, 255, 255, 255, 255, 239, 127}, uint8(1), 1e300)
	f.Add([]byte("0000000100000000000000000"), []byte("0000000A00"), uint8(210), -1.5) // skew ties
	f.Fuzz(func(t *testing.T, first, second []byte, level uint8, delta float64) {
		a, errA := Summarize(&Sample{Name: "a", Values: finiteValues(first)})
		b, errB := Summarize(&Sample{Name: "b", Values: finiteValues(second)})
		if errA != nil || errB != nil {
			return
		}
		c, err := MannWhitney{}.Compare(a, b, Alpha(float64(level)+1)/600)
		if err != nil {
			return
		}
		if !(c.Test.P >= 0 && c.Test.P <= 1) || math.IsNaN(c.Delta.Value) {
			t.Errorf("p = %g, %+v", c.Test.P, c.Delta)
		}
		for _, e := range []Estimate{c.Delta, c.Relative} {
			if e.Determined() && !(e.Lo <= e.Value && e.Value <= e.Hi && e.HalfWidth >= 0) {
				t.Errorf("%+v does not hold its value", e)
			}
			if e.Determined() && !c.Significant && (e.Lo > 0 || e.Hi < 0) {
				t.Errorf("%+v excludes 0, p = %g", e, c.Test.P)
			}
			if e.Determined() && c.Significant && e.Lo < 0 && e.Hi > 0 {
				t.Errorf("%+v holds 0, p = %g", e, c.Test.P)
			}
		}
		atLeast, atMost := MannWhitney{}.TestAt(a, b, delta)
		if math.IsNaN(atLeast) != math.IsNaN(atMost) || atLeast < 0 || atLeast > 1 || atMost < 0 || atMost > 1 {
			t.Errorf("at %g: %g %g", delta, atLeast, atMost)
		}
	})
}

// finiteValues takes a byte a value where their number is odd, which makes many
// ties, and else eight.
func finiteValues(bytes []byte) (values []float64) {
	if len(bytes)%2 == 1 {
		for _, b := range bytes {
			values = append(values, float64(int8(b)))
		}
		return values
	}
	for chunk := range slices.Chunk(bytes, 8) {
		var b uint64
		for i, v := range chunk {
			b |= uint64(v) << (8 * i)
		}
		if v := math.Float64frombits(b); !math.IsNaN(v) && !math.IsInf(v, 0) {
			values = append(values, v)
		}
	}
	return values
}
