package ministat

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

func TestNoncentralTAgainstTruth(t *testing.T) {
	var special struct {
		CDF [][]decimal `json:"noncentral_t_cdf"` // t, dof, noncentrality, P(T' ≤ t)
	}
	readTruth(t, "special.json", &special)
	if len(special.CDF) == 0 {
		t.Fatal("no figures")
	}
	for _, row := range special.CDF {
		x, dof, noncentrality := float64(row[0]), float64(row[1]), float64(row[2])
		closeTo(t, "noncentral t CDF", noncentralTTail(-x, dof, -noncentrality), float64(row[3]), 1e-13)
	}
}

// The same probability the other way round: integrated over the normal part,
// with the χ² distribution's CDF, by the trapezoidal rule.
func TestNoncentralTTheOtherWayRound(t *testing.T) {
	for _, test := range []struct{ t, dof, noncentrality float64 }{
		{4.3, 2, 6}, {22360, 2, 30000}, {110, 20, 100}, {45, 10, 40}, {1.98, 98, 2.8}, {45, 1000, 44}, {5, 5, 12},
	} {
		var want float64
		const step = 1.0 / 64
		for z := -10.0; z <= 10; z += step {
			if w := (z + test.noncentrality) / test.t; w > 0 {
				want += step * distuv.UnitNormal.Prob(z) * mathext.GammaIncReg(test.dof/2, test.dof*w*w/2)
			}
		}
		within(t, "P(T' > t)", noncentralTTail(test.t, test.dof, test.noncentrality), want, 1e-11)
	}
}

// With noncentrality 0 it is Student's, and with many degrees of freedom normal.
func TestNoncentralTLimits(t *testing.T) {
	for _, dof := range []float64{1, 2, 5, 30, 1000, 1e6, 2e7} {
		for _, x := range []float64{0, 0.5, 2, 4, 30} {
			within(t, "central tail", noncentralTTail(x, dof, 0), TTail(x, dof), 1e-13)
		}
	}
	for _, noncentrality := range []float64{0, 1, 3, 40} {
		for _, off := range []float64{-2, 0, 1} {
			got := noncentralTTail(noncentrality+off, 1e16, noncentrality)
			within(t, "tail at 1e16 degrees of freedom", got, distuv.UnitNormal.CDF(-off), 1e-13)
		}
	}
}

func TestPowerAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		power := PowerOf(base, s, 0.05)
		var detectable float64
		if err := json.Unmarshal(pair.Comparison.Power["min_detectable_effect_80_pct_of_baseline"], &detectable); err != nil {
			t.Fatal(err)
		}
		// The truth's solver stopped at powers up to 3e-6 off 0.8.
		closeTo(t, "detectable", 100*power.Detectable, detectable, 5e-6)
		for _, runs := range power.RunsNeeded {
			want := truthPower(t, pair, runs.Difference)
			if runs.N != want.Runs {
				t.Errorf("runs for %g = %g, want %g", runs.Difference, runs.N, want.Runs)
			}
		}
	})
}

type truthRuns struct {
	Runs        float64 `json:"n_per_group_80_smallest_integer"`
	Power       float64 `json:"power_at_actual_n_two_sided"`
	PowerAtRuns float64 `json:"power_at_that_n"`
}

func truthPower(t *testing.T, pair *truthPair, difference float64) truthRuns {
	t.Helper()
	keys := map[float64]string{0.01: "1", 0.02: "2", 0.05: "5"}
	var want truthRuns
	if err := json.Unmarshal(pair.Comparison.Power[keys[difference]], &want); err != nil {
		t.Fatal(err)
	}
	return want
}

func TestTPowerAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		pooled, dof := pooledStdDev(base, s)
		perRoot := math.Sqrt(1/float64(base.N) + 1/float64(s.N))
		for _, difference := range []float64{0.01, 0.02, 0.05} {
			want := truthPower(t, pair, difference)
			effect := difference * math.Abs(base.Mean) / pooled
			// scipy's own error is a few 1e-9.
			closeTo(t, "power", tPower(effect/perRoot, TQuantile(0.025, dof), dof), want.Power, 1e-8)
			dof := 2*want.Runs - 2
			closeTo(t, "power at the runs needed", tPower(effect*math.Sqrt(want.Runs/2), TQuantile(0.025, dof), dof), want.PowerAtRuns, 1e-8)
		}
	})
}

func TestDetectableHasThePower(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, _ *truthPair, base, s *Summary) {
		pooled, dof := pooledStdDev(base, s)
		for _, alpha := range []Alpha{0.2, 0.05, 1e-4, 1e-9} {
			difference := PowerOf(base, s, alpha).Detectable * math.Abs(base.Mean)
			noncentrality := difference / pooled / math.Sqrt(1/float64(base.N)+1/float64(s.N))
			within(t, "power", tPower(noncentrality, TQuantile(float64(alpha)/2, dof), dof), 0.8, 1e-11)
		}
	})
}

// The number of runs is the smallest that has the power.
func TestRunsForIsTheSmallest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		effect := math.Pow(10, 1.5-6*rng.Float64())
		alpha := Alpha(math.Pow(10, -0.4-5*rng.Float64()))
		n := RunsFor(effect, alpha)
		power := func(n float64) float64 {
			return tPower(effect*math.Sqrt(n/2), TQuantile(float64(alpha)/2, 2*n-2), 2*n-2)
		}
		if n != math.Floor(n) || power(n) < 0.8 || n > 2 && power(n-1) >= 0.8 {
			t.Errorf("effect %g at %g: %g runs have power %g", effect, alpha, n, power(n))
		}
		if RunsFor(-effect, alpha) != n {
			t.Errorf("effect %g: the sign matters", effect)
		}
	}
}

func TestRunsForExtremes(t *testing.T) {
	for _, test := range []struct {
		effect float64
		want   float64
	}{
		{math.Inf(1), 2},
		{1e300, 2},
		{0, math.NaN()},
		{1e-7, math.NaN()},
		{1e-300, math.NaN()},
		{math.NaN(), math.NaN()},
		// R: power.t.test(delta = 0.5, power = 0.8) needs 63.77.
		{0.5, 64},
	} {
		if got := RunsFor(test.effect, 0.05); got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("effect %g: %g, want %g", test.effect, got, test.want)
		}
	}
}

func TestPowerWithoutSpread(t *testing.T) {
	power := PowerOf(summaryOf(t, 5, 5), summaryOf(t, 6, 6, 6), 0.05)
	if power.Detectable != 0 || len(power.RunsNeeded) != 3 {
		t.Errorf("%+v, want 0 and three numbers of runs", power)
	}
	for _, runs := range power.RunsNeeded {
		if runs.N != 2 {
			t.Errorf("%g runs for %g, want 2", runs.N, runs.Difference)
		}
	}
}

func TestPowerUnknown(t *testing.T) {
	for _, test := range []struct {
		name    string
		base, s []float64
	}{
		{"baseline of mean 0", []float64{-1, 1}, []float64{1, 2}},
		{"one sample", []float64{1}, []float64{1, 2}},
	} {
		power := PowerOf(summaryOf(t, test.base...), summaryOf(t, test.s...), 0.05)
		if !math.IsNaN(power.Detectable) {
			t.Errorf("%s: detectable %g, want NaN", test.name, power.Detectable)
		}
		for _, runs := range power.RunsNeeded {
			if !math.IsNaN(runs.N) {
				t.Errorf("%s: %g runs for %g, want NaN", test.name, runs.N, runs.Difference)
			}
		}
	}
}

func BenchmarkPower(b *testing.B) {
	base, s := summaryOf(b, 99, 100, 101, 103), summaryOf(b, 98, 99, 100, 102)
	for b.Loop() {
		PowerOf(base, s, 0.05)
	}
}
