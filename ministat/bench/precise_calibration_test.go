//go:build calibration

package bench

import "testing"

// From few runs to many; the figures are those of the comment on Precise.
func TestPreciseCoverageEverywhere(t *testing.T) {
	for _, runs := range []float64{10, 20, 25, 30, 35, 40, 45, 50, 60, 80, 100, 150, 200} {
		coverage := preciseCoverage(t, runs, 5000)
		t.Logf("about %v runs: %v", runs, coverage)
		if coverage < 0.935 {
			t.Errorf("about %v runs: %v of the intervals hold the mean, want 0.935", runs, coverage)
		}
	}
}
