package ministat

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// lawfulMethods are the methods whose interval excludes 0 exactly when p < α.
func lawfulMethods() []LimitTester {
	return []LimitTester{
		Student{},
		Welch{},
		Bootstrap{Seed: 1, Resamples: 299},
		Bootstrap{Seed: 1, Resamples: 299, Statistic: Median},
	}
}

func isBootstrap(m Method) bool { return m.Name() == "bootstrap" }

func lawAlphas() []Alpha { return []Alpha{0.4, 0.2, 0.1, 0.05, 0.02, 0.01} }

// eachRandomPair calls test with every method and pairs of random samples of
// several shapes.
func eachRandomPair(t *testing.T, test func(t *testing.T, m LimitTester, base, s []float64)) {
	t.Helper()
	shapes := map[string]func(rng *rand.Rand) float64{
		"normal":         func(rng *rand.Rand) float64 { return rng.NormFloat64() },
		"positive":       func(rng *rand.Rand) float64 { return 20 + rng.NormFloat64() },
		"negative":       func(rng *rand.Rand) float64 { return -20 + rng.NormFloat64() },
		"exponential":    func(rng *rand.Rand) float64 { return rng.ExpFloat64() },
		"lognormal":      func(rng *rand.Rand) float64 { return math.Exp(rng.NormFloat64()) },
		"few digits":     func(rng *rand.Rand) float64 { return float64(rng.IntN(5)) / 10 },
		"integers":       func(rng *rand.Rand) float64 { return float64(10 + rng.IntN(3)) },
		"a large offset": func(rng *rand.Rand) float64 { return 1e6 + rng.NormFloat64() },
	}
	for _, m := range lawfulMethods() {
		for name, shape := range shapes {
			t.Run(m.Name()+" "+name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(21, 22))
				for range 25 {
					draw := func() []float64 {
						return transformed(make([]float64, 2+rng.IntN(20)), func(float64) float64 { return shape(rng) })
					}
					base, s, shift := draw(), draw(), rng.Float64()
					test(t, m, base, transformed(s, func(v float64) float64 { return v + shift*float64(rng.IntN(2)) }))
				}
			})
		}
	}
}

func normals(rng *rand.Rand, n int) []float64 {
	return transformed(make([]float64, n), func(float64) float64 { return 10 + rng.NormFloat64() })
}

func compared(t *testing.T, m Method, base, s []float64, alpha Alpha) *Comparison {
	t.Helper()
	c, err := m.Compare(summaryOf(t, base...), summaryOf(t, s...), alpha)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sameEstimate fails unless the estimates are the same within a margin, or both
// undetermined.
func sameEstimate(t *testing.T, what string, got, want Estimate, margin float64) {
	t.Helper()
	if got.Determined() != want.Determined() {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
	if !want.Determined() {
		return
	}
	within(t, what, got.Value, want.Value, margin)
	within(t, what+": lower end", got.Lo, want.Lo, margin)
	within(t, what+": upper end", got.Hi, want.Hi, margin)
}

// sameP fails unless two p are the same, NaN for samples without spread.
func sameP(t *testing.T, got, want float64) {
	t.Helper()
	if math.IsNaN(got) != math.IsNaN(want) || math.Abs(got-want) > 1e-9 {
		t.Errorf("p = %g, want %g", got, want)
	}
}

func mirrored(e Estimate) Estimate {
	return Estimate{Value: -e.Value, Lo: -e.Hi, Hi: -e.Lo, HalfWidth: e.HalfWidth}
}

func TestSwappingFlipsTheSign(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		c, swapped := compared(t, m, base, s, 0.05), compared(t, m, s, base, 0.05)
		if isBootstrap(m) { // other draws: only the estimate is exact
			within(t, "difference", swapped.Delta.Value, -c.Delta.Value, 0)
			return
		}
		sameEstimate(t, "difference", swapped.Delta, mirrored(c.Delta), 1e-12*(math.Abs(c.Delta.Value)+c.Delta.HalfWidth))
		sameP(t, swapped.Test.P, c.Test.P)
	})
}

func TestNegatingMirrors(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		c, negated := compared(t, m, base, s, 0.05), compared(t, m, times(base, -1), times(s, -1), 0.05)
		sameEstimate(t, "difference", negated.Delta, mirrored(c.Delta), 0)
		sameEstimate(t, "relative difference", negated.Relative, mirrored(c.Relative), 0)
		sameP(t, negated.Test.P, c.Test.P)
	})
}

func TestShiftingBothMovesNothing(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		// On a grid of 2^-20 the shift rounds nothing.
		grid := func(shift float64) func(float64) float64 {
			return func(v float64) float64 { return math.Round(v*(1<<20))/(1<<20) + shift }
		}
		c := compared(t, m, transformed(base, grid(0)), transformed(s, grid(0)), 0.05)
		moved := compared(t, m, transformed(base, grid(4096)), transformed(s, grid(4096)), 0.05)
		sameEstimate(t, "difference", moved.Delta, c.Delta, 1e-9*(math.Abs(c.Delta.Value)+c.Delta.HalfWidth))
		sameP(t, moved.Test.P, c.Test.P)
	})
}

func TestScalingScales(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		c := compared(t, m, base, s, 0.05)
		for _, factor := range []float64{1.0 / (1 << 30), 1 << 40, 0x1p-900, 0x1p900} {
			scaled := compared(t, m, times(base, factor), times(s, factor), 0.05)
			want := Estimate{Value: c.Delta.Value * factor, Lo: c.Delta.Lo * factor, Hi: c.Delta.Hi * factor}
			sameEstimate(t, "difference", scaled.Delta, want, 1e-14*factor*(math.Abs(c.Delta.Value)+c.Delta.HalfWidth))
			sameEstimate(t, "relative difference", scaled.Relative, c.Relative, 1e-12*(math.Abs(c.Relative.Value)+c.Relative.HalfWidth))
			sameP(t, scaled.Test.P, c.Test.P)
		}
	})
}

func TestIntervalExcludesZeroWhenSignificant(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		for _, alpha := range lawAlphas() {
			c := compared(t, m, base, s, alpha)
			excludes := c.Delta.Lo > 0 || c.Delta.Hi < 0
			if !math.IsNaN(c.Test.P) && excludes != (c.Test.P < float64(alpha)) || excludes != c.Significant {
				t.Errorf("at %g: interval %v, p = %g, significant: %t", alpha, c.Delta, c.Test.P, c.Significant)
			}
			if !(c.Delta.Lo <= c.Delta.Value && c.Delta.Value <= c.Delta.Hi) {
				t.Errorf("at %g: the difference is outside of its interval %v", alpha, c.Delta)
			}
		}
	})
}

func TestTestAtZeroIsTheTwoSidedTest(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		c := compared(t, m, base, s, 0.05)
		if math.IsNaN(c.Test.P) {
			return
		}
		atLeast, atMost := m.TestAt(c.Base, c.New, 0)
		sameP(t, min(1, 2*min(atLeast, atMost)), c.Test.P)
	})
}

// A limit is outside of the relative interval exactly when a one-sided p is
// below half the level.
func TestTestAtAgreesWithTheRelativeInterval(t *testing.T) {
	decided := 0
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		const alpha = 0.1
		c := compared(t, m, base, s, alpha)
		e := c.Relative
		if !e.Determined() || c.Base.StdDev == 0 && c.New.StdDev == 0 {
			return
		}
		step := 1e-6 * e.HalfWidth
		for _, limit := range []float64{e.Lo - step, e.Lo + step, e.Hi - step, e.Hi + step, e.Value, e.Lo - e.HalfWidth, e.Hi + e.HalfWidth} {
			if isBootstrap(m) && math.Abs(limit) <= step {
				continue // the difference decides at 0, not the ratio
			}
			atLeast, atMost := m.TestAt(c.Base, c.New, limit)
			below, above := limit < e.Lo, limit > e.Hi
			if below != (atMost < alpha/2) || above != (atLeast < alpha/2) {
				t.Errorf("limit %.9g, interval %v: p of at least %g, of at most %g", limit, e, atLeast, atMost)
			}
			decided++
		}
	})
	if decided < 1000 {
		t.Errorf("only %d limits tried", decided)
	}
}

// The further up the limit, the more plausible is a difference below it. With a
// mean of either sign Fieller's region is no interval, and this does not hold.
func TestTestAtIsMonotone(t *testing.T) {
	eachRandomPair(t, func(t *testing.T, m LimitTester, base, s []float64) {
		c := compared(t, m, base, s, 0.05)
		if !(c.Base.Mean > 0 && c.New.Mean > 0) {
			return
		}
		lastLeast, lastMost := 2.0, -1.0
		for limit := -0.95; limit < 2; limit += 0.2 { // without 0, the difference's
			atLeast, atMost := m.TestAt(c.Base, c.New, limit)
			if atLeast > lastLeast || atMost < lastMost {
				t.Errorf("limit %g: p of at least %g after %g, of at most %g after %g", limit, atLeast, lastLeast, atMost, lastMost)
			}
			lastLeast, lastMost = atLeast, atMost
		}
	})
}

func TestTestAtUnknown(t *testing.T) {
	one, two, zero := summaryOf(t, 5), summaryOf(t, 5, 6), summaryOf(t, -1, 1)
	huge := summaryOf(t, 1e308, 1.1e308)
	for _, m := range []LimitTester{Student{}, Welch{}, Bootstrap{Resamples: 99}} {
		for _, test := range []struct {
			name    string
			base, s *Summary
			delta   float64
		}{
			{"one baseline sample", one, two, 0},
			{"one new sample", two, one, 0.1},
			{"baseline of mean 0", zero, two, 0.1},
		} {
			if atLeast, atMost := m.TestAt(test.base, test.s, test.delta); !math.IsNaN(atLeast) || !math.IsNaN(atMost) {
				t.Errorf("%s, %s: %g, %g, want NaN", m.Name(), test.name, atLeast, atMost)
			}
		}
	}
	if atLeast, atMost := (Welch{}).TestAt(huge, two, 1e10); !math.IsNaN(atLeast) || !math.IsNaN(atMost) {
		t.Errorf("limit beyond the largest number: %g, %g, want NaN", atLeast, atMost)
	}
}

// FuzzCompare compares whatever finite values the bytes spell.
func FuzzCompare(f *testing.F) {
	for _, values := range [][]float64{
		{1, 2, 3, 4},
		{1, 1, 1, 1},
		{0, 0, 5e-324, 5e-324},
		{1e308, -1e308, 1e308, 1},
		{1e-300, 1e-300, 1e300, 1e299},
		{math.Copysign(0, -1), 0, 0, 1},
		{1e12 + 1, 1e12 + 2, 1e12 + 3, 1e12 + 4, 1e12 + 4},
		{-1, 1, -1, 1, 3, 9},
	} {
		var text []byte
		for _, v := range values {
			text = binary.LittleEndian.AppendUint64(text, math.Float64bits(v))
		}
		f.Add(text, uint8(2))
	}
	f.Fuzz(func(t *testing.T, text []byte, split uint8) {
		var values []float64
		for len(text) >= 8 && len(values) < 100 {
			v := math.Float64frombits(binary.LittleEndian.Uint64(text))
			if text = text[8:]; !math.IsNaN(v) && !math.IsInf(v, 0) {
				values = append(values, v)
			}
		}
		cut := min(int(split), len(values))
		base, err := Summarize(&Sample{Values: values[:cut]})
		if err != nil {
			return
		}
		s, err := Summarize(&Sample{Values: values[cut:]})
		if err != nil {
			return
		}
		for _, m := range lawfulMethods() {
			checkSane(t, m, base, s)
		}
		if e := EffectOf(base, s); !(e.CliffsDelta >= -1 && e.CliffsDelta <= 1) || math.IsInf(e.CohenD, 0) {
			t.Errorf("effect %+v", e)
		}
		for _, runs := range PowerOf(base, s, 0.05).RunsNeeded {
			if runs.N < 2 || runs.N != math.Floor(runs.N) && !math.IsNaN(runs.N) {
				t.Errorf("runs %+v", runs)
			}
		}
	})
}

func checkSane(t *testing.T, m LimitTester, base, s *Summary) {
	c, err := m.Compare(base, s, 0.05)
	if err != nil {
		return
	}
	if !(c.Delta.Lo <= c.Delta.Value && c.Delta.Value <= c.Delta.Hi && c.Delta.HalfWidth >= 0) {
		t.Errorf("%s: difference %+v", m.Name(), c.Delta)
	}
	if r := c.Relative; r.Determined() && !(r.Lo <= r.Hi) || math.IsInf(r.Value, 0) || math.IsInf(r.Lo, 0) || math.IsInf(r.Hi, 0) {
		t.Errorf("%s: relative difference %+v", m.Name(), r)
	}
	spread := base.StdDev > 0 || s.StdDev > 0
	if p := c.Test.P; !(p >= 0 && p <= 1) && (spread || isBootstrap(m)) {
		t.Errorf("%s: p = %g", m.Name(), p)
	}
	for _, limit := range []float64{0, 0.05, -0.05, 3} {
		atLeast, atMost := m.TestAt(base, s, limit)
		if atLeast < 0 || atLeast > 1 || atMost < 0 || atMost > 1 || math.IsNaN(atLeast) != math.IsNaN(atMost) {
			t.Errorf("%s at %g: p %g and %g", m.Name(), limit, atLeast, atMost)
		}
		if limit == 0 && math.IsNaN(atLeast) {
			t.Errorf("%s at 0: no p", m.Name())
		}
	}
}
