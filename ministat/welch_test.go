package ministat

import (
	"encoding/json"
	"testing"
)

func TestWelchAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		checkAgainstTruth(t, Welch{}, base, s, pair.Comparison.Welch, pair.Comparison.RatioCI.Welch.CI)
	})
}

func TestStudentAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		checkAgainstTruth(t, Student{}, base, s, pair.Comparison.Student, pair.Comparison.RatioCI.Student.CI)
	})
}

func checkAgainstTruth(t *testing.T, m Method, base, s *Summary, want truthT, ratios map[string]json.RawMessage) {
	for level, ci := range want.CI {
		alpha, err := ParseConfidence(level)
		if err != nil {
			t.Fatal(err)
		}
		c, err := m.Compare(base, s, alpha)
		if err != nil {
			t.Fatal(err)
		}
		closeTo(t, "t", c.Test.Statistic, float64(want.T), 1e-9)
		closeTo(t, "degrees of freedom", c.Test.DoF, float64(want.DF), 1e-9)
		closeTo(t, "p", c.Test.P, float64(want.P), 1e-9)
		width := float64(ci[1] - ci[0])
		within(t, level+"% lower end", c.Delta.Lo, float64(ci[0]), 1e-9*width)
		within(t, level+"% upper end", c.Delta.Hi, float64(ci[1]), 1e-9*width)
		checkRatio(t, c, level, ratios[level])
	}
}

// checkRatio compares the relative interval with the truth's interval of b/a,
// which is either a pair or an object that says it is unbounded.
func checkRatio(t *testing.T, c *Comparison, level string, text json.RawMessage) {
	var ends []decimal
	if json.Unmarshal(text, &ends) != nil {
		if c.Relative.Determined() {
			t.Errorf("%s%% relative = %v, want undetermined", level, c.Relative)
		}
		return
	}
	lo, hi := float64(ends[0])-1, float64(ends[1])-1
	if c.Base.Mean < 0 {
		lo, hi = -hi, -lo
	}
	within(t, level+"% relative lower end", c.Relative.Lo, lo, 1e-9*(hi-lo))
	within(t, level+"% relative upper end", c.Relative.Hi, hi, 1e-9*(hi-lo))
}

func TestWelchDegreesOfFreedom(t *testing.T) {
	noisy, constant := []float64{1, 2, 4, 8}, []float64{3, 3, 3}
	for _, test := range []struct {
		name    string
		base, s []float64
		scale   float64
		want    float64
	}{
		// Only the noisy sample's n-1 is left when the other has no variance.
		{"constant new", noisy, constant, 1, 3},
		{"constant baseline", constant, noisy, 1, 3},
		{"both constant", constant, []float64{4, 4}, 1, 3}, // n+m-2
		// Equal sizes and variances: n+m-2.
		{"equal", []float64{1, 2, 3}, []float64{5, 6, 7}, 1, 4},
		{"huge", []float64{1, 2, 3}, []float64{5, 6, 7}, 1e300, 4},
		{"tiny", []float64{1, 2, 3}, []float64{5, 6, 7}, 1e-300, 4},
		// The variances' ratio, 1e-600, vanishes.
		{"far apart", []float64{1e-300, 2e-300, 3e-300}, []float64{5, 6, 7, 8, 9}, 1, 4},
	} {
		base, s := summaryOf(t, times(test.base, test.scale)...), summaryOf(t, times(test.s, test.scale)...)
		c, err := Welch{}.Compare(base, s, 0.05)
		if err != nil {
			t.Fatal(test.name, err)
		}
		closeTo(t, test.name, c.Test.DoF, test.want, 1e-14)
	}
}

func TestTestAtWithoutSpread(t *testing.T) {
	base, s := summaryOf(t, 100, 100), summaryOf(t, 125, 125, 125)
	for _, m := range []LimitTester{Student{}, Welch{}} {
		for _, test := range []struct{ delta, atLeast, atMost float64 }{
			{0.2, 1, 0}, {0.25, 0.5, 0.5}, {0.5, 0, 1}, {0, 1, 0},
		} {
			atLeast, atMost := m.TestAt(base, s, test.delta)
			if atLeast != test.atLeast || atMost != test.atMost {
				t.Errorf("%s at %g: %g, %g, want %g, %g", m.Name(), test.delta, atLeast, atMost, test.atLeast, test.atMost)
			}
		}
	}
}

func times(values []float64, factor float64) []float64 {
	return transformed(values, func(v float64) float64 { return v * factor })
}

func transformed(values []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = f(v)
	}
	return out
}
