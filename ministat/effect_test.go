package ministat

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestEffectAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		e, want := EffectOf(base, s), pair.Comparison.Effect
		closeTo(t, "Cohen's d", e.CohenD, float64(want.CohenD), 1e-9)
		closeTo(t, "Hedges' g", e.HedgesG, float64(want.HedgesG), 1e-9)
		closeTo(t, "Cliff's delta", e.CliffsDelta, float64(pair.Comparison.CliffsDelta), 1e-14)
		closeTo(t, "factor", hedgesFactor(float64(base.N+s.N-2)), float64(want.Factor), 1e-13)
	})
}

// Neighbouring factors multiply to (ν-1) / √(ν (ν+1)), as the gamma functions
// between them cancel.
func TestHedgesFactorRecurrence(t *testing.T) {
	for _, dof := range []float64{2, 3, 50, 298, 299, 300, 301, 302, 1000, 1e5, 1e7, 2e9} {
		want := (dof - 1) / math.Sqrt(dof*(dof+1))
		closeTo(t, "product", hedgesFactor(dof)*hedgesFactor(dof+1), want, 1e-13)
	}
}

func TestCliffsDeltaCountsPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		a, b := make([]float64, 1+rng.IntN(12)), make([]float64, 1+rng.IntN(12))
		for _, values := range [][]float64{a, b} {
			for i := range values {
				values[i] = float64(rng.IntN(6)) // many ties
			}
		}
		pairs := 0
		for _, x := range a {
			for _, y := range b {
				if y > x {
					pairs++
				} else if y < x {
					pairs--
				}
			}
		}
		want := float64(pairs) / float64(len(a)*len(b))
		if got := EffectOf(summaryOf(t, a...), summaryOf(t, b...)).CliffsDelta; got != want {
			t.Fatalf("%v, %v: %g, want %g", a, b, got, want)
		}
	}
}

func TestEffectUnknown(t *testing.T) {
	for _, test := range []struct {
		name    string
		base, s []float64
	}{
		{"no spread", []float64{1, 1}, []float64{2, 2, 2}},
		{"no spread, no difference", []float64{1, 1}, []float64{1, 1}},
		{"one sample a side", []float64{1}, []float64{2}},
		{"one new sample", []float64{1, 2}, []float64{2}},
	} {
		e := EffectOf(summaryOf(t, test.base...), summaryOf(t, test.s...))
		if !math.IsNaN(e.CohenD) || !math.IsNaN(e.HedgesG) {
			t.Errorf("%s: d = %g, g = %g, want NaN", test.name, e.CohenD, e.HedgesG)
		}
		if math.IsNaN(e.CliffsDelta) {
			t.Errorf("%s: Cliff's delta is NaN", test.name)
		}
	}
}
