package ministat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]float64{"0%": 0, "2%": 0.02, "0.5%": 0.005, "150%": 1.5, "1e1%": 0.1} {
		if got, err := ParseLimit(text); err != nil || got != want {
			t.Errorf("ParseLimit(%q) = %g, %v, want %g", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"2": "did you mean 2%?", "-1%": "below 0%", "": "is no limit", "%": "is no limit", "x%": "is no limit",
		"nan%": "is no limit", "inf%": "is no limit", "2%%": "is no limit",
	} {
		if got, err := ParseLimit(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseLimit(%q) = %g, %v, want an error with %q", text, got, err, want)
		}
	}
}

// judged analyzes a baseline and other sets with a gate.
func judged(t *testing.T, o Options, better Direction, sets ...[]float64) *Analysis {
	t.Helper()
	g := &Group{}
	for i, values := range sets {
		g.Samples = append(g.Samples, &Sample{Name: fmt.Sprint(i), Better: better, Values: values})
	}
	a, err := Analyze([]*Group{g}, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A single comparison is judged by its interval, for every test.
func TestGateFollowsTheInterval(t *testing.T) {
	const limit = 0.05
	seen := map[Verdict]int{}
	for _, m := range append(lawfulMethods(), MannWhitney{}) {
		rng := rand.New(rand.NewPCG(5, 6))
		for range 60 {
			base := drawn(rng, 12, 100)
			values := drawn(rng, 15, 100*(1+0.3*(rng.Float64()-0.5)))
			for _, better := range []Direction{LowerIsBetter, HigherIsBetter} {
				a := judged(t, Options{Method: m, Policy: &Policy{Limit: limit}}, better, base, values)
				c := a.Groups[0].Comparisons[0]
				worst, best := c.Relative.Lo, c.Relative.Hi // the interval of the worsening
				if better == HigherIsBetter {
					worst, best = -c.Relative.Hi, -c.Relative.Lo
				}
				want := Inconclusive
				switch {
				case worst > limit:
					want = Regressed
				case best < -limit:
					want = Improved
				case worst > -limit && best < limit:
					want = Unchanged
				}
				if c.Verdict != want || a.Verdict != want {
					t.Errorf("%s, better %s: %v for worsenings from %g to %g, want %v", m.Name(), better, c.Verdict, worst, best, want)
				}
				if (c.Verdict == Inconclusive) == math.IsNaN(c.Gate.Runs) {
					t.Errorf("%s: %v with %g runs to decide", m.Name(), c.Verdict, c.Gate.Runs)
				}
				seen[want]++
			}
		}
	}
	for v := Unchanged; v <= Regressed; v++ {
		if seen[v] < 20 {
			t.Errorf("%d cases of %v: too few to tell", seen[v], v)
		}
	}
}

func drawn(rng *rand.Rand, n int, mean float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = mean + 3*rng.NormFloat64()
	}
	return values
}

// At a limit of 0 a regression is a significant worsening, also of a baseline
// that no percentage can be taken of.
func TestGateAtZero(t *testing.T) {
	around0 := []float64{-1, 0, 1, -1, 0, 1}
	high := []float64{9, 10, 11, 9, 10, 11}
	for _, tt := range []struct {
		better Direction
		values []float64
		want   Verdict
	}{
		{LowerIsBetter, high, Regressed},
		{HigherIsBetter, high, Improved},
		{LowerIsBetter, around0, Inconclusive},
	} {
		a := judged(t, Options{Policy: &Policy{}}, tt.better, around0, tt.values)
		if a.Verdict != tt.want || !math.IsNaN(a.Groups[0].Comparisons[0].Equivalence) {
			t.Errorf("better %s: %v, want %v and no equivalence", tt.better, a.Verdict, tt.want)
		}
	}
	a := judged(t, Options{Policy: &Policy{Limit: 0.05}}, LowerIsBetter, around0, high)
	if c := a.Groups[0].Comparisons[0]; c.Verdict != Inconclusive || !c.Gate.Undetermined || !math.IsNaN(c.Gate.P) {
		t.Errorf("an undetermined relative difference at 5%%: %v, %+v, want inconclusive", c.Verdict, c.Gate)
	}
}

// The p of several comparisons are adjusted in their own one-sided family.
func TestGateAdjusts(t *testing.T) {
	base := []float64{10, 11, 12, 13, 14}
	worse := []float64{14, 15, 16, 13, 17} // t = 3 at 8 degrees of freedom: p = 0.0171
	alone := judged(t, Options{Adjust: Holm, Policy: &Policy{}}, LowerIsBetter, base, worse)
	if alone.Verdict != Regressed {
		t.Errorf("alone: %v, want regressed", alone.Verdict)
	}
	among := judged(t, Options{Adjust: Holm, Policy: &Policy{}}, LowerIsBetter, base, base, worse, base)
	c := among.Groups[0].Comparisons[1]
	if among.Verdict != Inconclusive {
		t.Errorf("among three: %v, want inconclusive", among.Verdict)
	}
	closeTo(t, "adjusted p", c.Gate.AdjustedP, 3*c.Gate.P, 1e-15)
	closeTo(t, "p", c.Gate.P, c.Test.P/2, 1e-12)
}

// The greatest verdict is the run's.
func TestGateVerdictOfMany(t *testing.T) {
	base, same := []float64{100, 101, 99, 100}, []float64{100.1, 101.1, 99.1, 100.1}
	better, worse := []float64{50, 51, 49, 50}, []float64{200, 201, 199, 200}
	noisy := []float64{60, 140, 101, 100}
	o := Options{Method: Welch{}, Policy: &Policy{Limit: 0.1}}
	for _, tt := range []struct {
		sets [][]float64
		want Verdict
	}{
		{[][]float64{base, same}, Unchanged},
		{[][]float64{base, same, better}, Improved},
		{[][]float64{base, better, noisy}, Inconclusive},
		{[][]float64{base, noisy, worse, better}, Regressed},
	} {
		if got := judged(t, o, LowerIsBetter, tt.sets...).Verdict; got != tt.want {
			t.Errorf("%v, want %v", got, tt.want)
		}
	}
}

// A gate that could never fail is an error, not a pass: the least p of a test,
// adjusted for the number of comparisons, has to be below the level.
func TestGateIsReachable(t *testing.T) {
	base, worse := []float64{100, 101, 102, 103}, []float64{200, 201, 202, 203}
	for _, tt := range []struct {
		o    Options
		sets [][]float64
		want string // of the error; "" for none
	}{
		{Options{Method: MannWhitney{}}, [][]float64{base, worse}, ""}, // 1/70 < 0.025
		{Options{Method: MannWhitney{}, Adjust: Holm}, [][]float64{base, worse, worse}, "cannot find a regression with 4 and 4 samples in 2 comparisons: the smallest p is 0.029, below 0.025 wanted"},
		{Options{Method: MannWhitney{}}, [][]float64{base, worse, worse}, ""}, // not adjusted
		{Options{Method: MannWhitney{}}, [][]float64{base[:3], worse[:3]}, "take more samples"},
		{Options{Method: Bootstrap{Resamples: 100}, Adjust: Holm}, [][]float64{base, worse, worse, worse}, "take more --resamples"},
		{Options{Method: Bootstrap{}, Adjust: Holm}, [][]float64{base, worse, worse, worse}, ""},
		{Options{Method: Student{}, Adjust: Holm}, [][]float64{base[:2], worse[:2], worse[:2]}, ""},
	} {
		g := &Group{}
		for _, values := range tt.sets {
			g.Samples = append(g.Samples, sampleOf("x", "", values...))
		}
		tt.o.Policy = &Policy{}
		_, err := Analyze([]*Group{g}, tt.o)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s of %d: %v, want %q", tt.o.Method.Name(), len(tt.sets), err, tt.want)
		}
	}
}

// 0.33 is exactly 10 % above 0.3, whatever their binary fractions are: neither
// beyond the limit nor shown to be within it.
func TestGateAtADecimalLimit(t *testing.T) {
	for _, m := range []Method{Student{}, Welch{}, Bootstrap{}} {
		for _, pair := range [][2]float64{{0.3, 0.33}, {5, 5.1}, {0.1, 0.11}} {
			limit := math.Round(1000*(pair[1]/pair[0]-1)) / 1000
			base, s := []float64{pair[0], pair[0], pair[0]}, []float64{pair[1], pair[1], pair[1]}
			a := judged(t, Options{Method: m, Policy: &Policy{Limit: limit}}, LowerIsBetter, base, s)
			if a.Verdict != Inconclusive {
				t.Errorf("%s: %g after %g at %g%%: %v, want inconclusive", m.Name(), pair[1], pair[0], 100*limit, a.Verdict)
			}
		}
	}
}

func TestGateFailsClosed(t *testing.T) {
	known := &Sample{Name: "a.txt", Better: LowerIsBetter, Values: []float64{1, 2, 3}}
	higher := &Sample{Name: "a.txt", Better: HigherIsBetter, Values: []float64{1, 2, 3}}
	unknown := &Sample{Name: "a.txt", Values: []float64{1, 2, 3}}
	for _, tt := range []struct {
		samples []*Sample
		o       Options
		want    string
	}{
		{[]*Sample{known}, Options{}, "nothing to compare"},
		{[]*Sample{known, known}, Options{SummaryOnly: true}, "nothing to compare"},
		{[]*Sample{unknown, unknown}, Options{}, "a.txt: nothing says whether higher or lower is better"},
		{[]*Sample{known, known}, Options{Method: Debian{}}, "a gate cannot judge by debian"},
		{[]*Sample{higher, higher}, Options{Policy: &Policy{Limit: 1}}, "a limit of 100%"},
	} {
		if tt.o.Policy == nil {
			tt.o.Policy = &Policy{}
		}
		_, err := Analyze([]*Group{{Samples: tt.samples}}, tt.o)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want an error with %q", err, tt.want)
		}
	}
}
