package ministat

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMeanIntervalTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		for _, c := range []struct {
			got  *Summary
			want truthSummary
		}{{base, pair.Summary.A}, {s, pair.Summary.B}} {
			if len(c.want.MeanCI) != 7 {
				t.Errorf("%d levels, want the truth's 7", len(c.want.MeanCI))
			}
			for level, want := range c.want.MeanCI {
				alpha, err := ParseConfidence(level)
				if err != nil {
					t.Fatal(err)
				}
				e := MeanInterval(c.got, alpha)
				closeTo(t, level+"% lo", e.Lo, float64(want[0]), 1e-9)
				closeTo(t, level+"% hi", e.Hi, float64(want[1]), 1e-9)
				closeTo(t, level+"% width", 2*e.HalfWidth, float64(want[1]-want[0]), 1e-9)
				if e.Value != c.got.Mean {
					t.Errorf("value %g, want the mean", e.Value)
				}
			}
		}
	})
}

func TestMeanIntervalUndetermined(t *testing.T) {
	for name, s := range map[string]*Summary{
		"one sample":                          summaryOf(t, 7),
		"beyond the largest float64, 12.7 sd": summaryOf(t, math.MaxFloat64/2, -math.MaxFloat64/2),
	} {
		if e := MeanInterval(s, DefaultAlpha); e.Determined() || e.Value != s.Mean {
			t.Errorf("%s: %+v, want the mean without an interval", name, e)
		}
	}
	if e := MeanInterval(summaryOf(t, 3, 3, 3), DefaultAlpha); e != symmetric(3, 0) {
		t.Errorf("equal values: %+v, want 3 ± 0", e)
	}
}

// The ranks against sums of binomial coefficients in whole numbers.
func TestSignRank(t *testing.T) {
	for _, alpha := range []Alpha{0.49, 0.25, 0.2, 0.125, 0.1, 0.0625, 0.05, 0.03125, 0.02, 0.01, 0.001, 1e-9} {
		for n := range 300 {
			if got, want := signRank(n, alpha), signRankByCounting(n, alpha); got != want {
				t.Errorf("n = %d, α = %g: rank %d, want %d", n, float64(alpha), got, want)
			}
		}
	}
	for n, want := range map[int]int{
		5: 0, 6: 1, 8: 1, 9: 2, 12: 3, 20: 6, 25: 8, // the sign test's critical values, plus 1, in printed tables
		10_000: signRankByCounting(10_000, DefaultAlpha),
	} {
		if got := signRank(n, DefaultAlpha); got != want {
			t.Errorf("n = %d: rank %d, want %d", n, got, want)
		}
	}
}

// signRankByCounting adds the coefficients of n over 0, 1, … while twice their sum
// is at most α 2^n.
func signRankByCounting(n int, alpha Alpha) int {
	limit := new(big.Float).SetMantExp(big.NewFloat(float64(alpha)), n-1)
	term, sum := big.NewInt(1), new(big.Int)
	for r := 0; ; r++ {
		sum.Add(sum, term)
		if r >= n/2 || new(big.Float).SetInt(sum).Cmp(limit) > 0 {
			return r
		}
		term.Mul(term, big.NewInt(int64(n-r)))
		term.Quo(term, big.NewInt(int64(r+1)))
	}
}

func TestMedianInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for _, n := range []int{1, 2, 5, 6, 7, 20, 101, 3*chunkSize + 4} {
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Exp(rng.NormFloat64())
		}
		s := summaryOf(t, values...)
		e := MedianInterval(s, DefaultAlpha)
		if e.Value != s.Median || e.Determined() != (n >= 6) {
			t.Errorf("n = %d: %+v, want an interval around the median from 6 samples on", n, e)
		}
		if !e.Determined() {
			continue
		}
		r := signRank(n, DefaultAlpha)
		sorted := s.Sorted()
		if e.Lo != sorted[r-1] || e.Hi != sorted[n-r] || e.HalfWidth != (e.Hi-e.Lo)/2 {
			t.Errorf("n = %d: %+v, want the values of rank %d from both ends", n, e, r)
		}
		if wider := MedianInterval(s, 0.01); wider.Determined() && (wider.Lo > e.Lo || wider.Hi < e.Hi) {
			t.Errorf("n = %d: the interval of 99%% does not hold that of 95%%", n)
		}
		for i := range values {
			values[i] *= -2
		}
		slices.Reverse(values)
		if back := MedianInterval(summaryOf(t, values...), DefaultAlpha); back.Lo != -2*e.Hi || back.Hi != -2*e.Lo {
			t.Errorf("n = %d: %+v times -2 is %+v", n, e, back)
		}
	}
}

func TestAnalyzeDistribution(t *testing.T) {
	g := &Group{Samples: []*Sample{{Name: "a", Values: []float64{1, 2, 3, 4, 5, 6}}}}
	for _, method := range []Method{Student{}, FreeBSD{}} {
		a, err := Analyze([]*Group{g}, Options{Method: method, Need: NeedDistribution, Alpha: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		s := a.Groups[0].Summaries[0]
		if s.MeanCI != MeanInterval(s, 0.1) || s.MedianCI != MedianInterval(s, 0.1) || !s.MedianCI.Determined() {
			t.Errorf("%s: intervals %+v and %+v", method.Name(), s.MeanCI, s.MedianCI)
		}
		a, err = Analyze([]*Group{g}, Options{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		s = a.Groups[0].Summaries[0]
		for _, e := range []Estimate{s.MeanCI, s.MedianCI} {
			if !math.IsNaN(e.Value) || e.Determined() || !math.IsNaN(e.HalfWidth) {
				t.Errorf("%s: %+v without need, want NaN", method.Name(), e)
			}
		}
	}
}

// Coverage, by enumeration: of the 2^n ways in which n values can lie on the two
// sides of the true median, the interval fails in those where fewer than r lie on
// one of them.
func TestMedianIntervalCoverage(t *testing.T) {
	for n := 6; n <= 16; n++ {
		failures := 0
		for sides := range 1 << n {
			values := make([]float64, n)
			for i := range values {
				values[i] = float64(1+i) * (float64(sides>>i&1) - 0.5)
			}
			if e := MedianInterval(summaryOf(t, values...), DefaultAlpha); e.Lo > 0 || e.Hi < 0 {
				failures++
			}
		}
		share := math.Ldexp(float64(failures), -n)
		r := signRank(n, DefaultAlpha)
		next := 0.0 // what one rank further in would add
		for _, k := range []int{r, n - r} {
			next += math.Ldexp(float64(new(big.Int).Binomial(int64(n), int64(k)).Int64()), -n)
		}
		if share > 0.05 || share+next <= 0.05 {
			t.Errorf("n = %d: fails in %.4f, want at most 0.05, and more with narrower ranks (%.4f)", n, share, share+next)
		}
	}
}
