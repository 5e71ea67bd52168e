package ministat

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestEquivalenceAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		if base.Mean < 0 {
			t.Skip("the truth has no ratio margins for a negative baseline")
		}
		for percent, limit := range map[string]float64{"1": 0.01, "5": 0.05} {
			want := pair.Comparison.TOST["ratio_margin_"+percent+"pct/pooled"]
			_, atMost := Student{}.TestAt(base, s, -limit)
			atLeast, _ := Student{}.TestAt(base, s, limit)
			closeTo(t, "lower p", atMost, float64(want.Lower), 1e-9)
			closeTo(t, "upper p", atLeast, float64(want.Upper), 1e-9)
			closeTo(t, "p", EquivalenceP(Student{}, base, s, limit), float64(want.P), 1e-9)
		}
	})
}

// The truth tests (1+δ)A against B by Welch's test, whose degrees of freedom
// then depend on δ. TestAt has the same t, with those of the interval.
func TestWelchAtLimitAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		if base.Mean < 0 {
			t.Skip("the truth has no ratio margins for a negative baseline")
		}
		plain, err := Welch{}.Compare(base, s, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		for percent, limit := range map[string]float64{"1": 0.01, "5": 0.05} {
			c, err := Welch{}.Compare(summaryOf(t, times(pair.A, 1+limit)...), s, 0.05)
			if err != nil {
				t.Fatal(err)
			}
			below := func(dof float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: dof}.CDF(c.Test.Statistic) }
			want := pair.Comparison.TOST["ratio_margin_"+percent+"pct/welch_type"]
			closeTo(t, "upper p at the limit's degrees of freedom", below(c.Test.DoF), float64(want.Upper), 1e-9)
			atLeast, _ := Welch{}.TestAt(base, s, limit)
			closeTo(t, "upper p", atLeast, below(plain.Test.DoF), 1e-9)
		}
	})
}

func TestEquivalenceUnknown(t *testing.T) {
	base, s := summaryOf(t, 1, 2, 3), summaryOf(t, 2, 3, 4)
	for _, limit := range []float64{0, -0.1, math.NaN()} {
		if p := EquivalenceP(Student{}, base, s, limit); !math.IsNaN(p) {
			t.Errorf("limit %g: %g, want NaN", limit, p)
		}
	}
	if p := EquivalenceP(Student{}, summaryOf(t, -1, 1), s, 0.1); !math.IsNaN(p) {
		t.Errorf("baseline of mean 0: %g, want NaN", p)
	}
}
