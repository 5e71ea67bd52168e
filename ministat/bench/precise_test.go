package bench

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ministat/ministat/bench/workload"
)

// Sessions that stop by precision must report intervals that are what they
// say: at least 93 % of 2,000 sessions of normal samples hold the true mean,
// for spreads that need about 20 and 45 runs, where simulations with 20,000
// sessions find 95.0 % and, the worst of all, 94.5 %.
func TestPreciseCoverage(t *testing.T) {
	for _, runs := range []float64{20, 45} {
		if coverage := preciseCoverage(t, runs, 2000); coverage < 0.93 {
			t.Errorf("about %v runs: %v of the intervals hold the mean, want 0.93", runs, coverage)
		}
	}
}

// preciseCoverage returns the share of the sessions whose interval holds the
// true mean, for a spread that needs about that many runs.
func preciseCoverage(t *testing.T, runs float64, sessions int) float64 {
	t.Helper()
	const fraction, mean = 0.05, 10.0
	spread := fraction * mean * math.Sqrt(runs) / 1.96
	random := rand.New(rand.NewPCG(uint64(runs), 7))
	hold := 0
	for range sessions {
		w := fake{measure: func(context.Context) (workload.Measurement, error) {
			return workload.Measurement{Value: mean + spread*random.NormFloat64()}, nil
		}}
		result, err := session(Precise(fraction), Variant{Name: "a", Workload: w}).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		middle, half := Interval(result.Values[0])
		if half > fraction*math.Abs(middle) {
			t.Fatalf("stopped at %v ± %v", middle, half)
		}
		if math.Abs(middle-mean) <= half {
			hold++
		}
	}
	return float64(hold) / float64(sessions)
}
