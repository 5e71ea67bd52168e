package ministat

import (
	"math"
	"strings"
	"testing"
)

// onlyFigures returns a sample of which no more than the summary is known.
func onlyFigures(t *testing.T, s *Sample) *Sample {
	t.Helper()
	sum, err := Summarize(s)
	if err != nil {
		t.Fatal(err)
	}
	return &Sample{Name: s.Name, Given: &Figures{
		N: sum.N, Min: sum.Min, Max: sum.Max, Median: sum.Median, Mean: sum.Mean, StdDev: sum.StdDev,
		Advice: "save the values",
	}}
}

// TestFiguresSuffice holds that Student's and Welch's tests find in the figures
// what they find in the values, and the others that they cannot.
func TestFiguresSuffice(t *testing.T) {
	// The man page's data sets.
	iguana := &Sample{Name: "iguana", Values: []float64{50, 200, 150, 400, 750, 400, 150}}
	chameleon := &Sample{Name: "chameleon", Values: []float64{150, 400, 720, 500, 930}}
	need := NeedEffect | NeedPower | NeedDiagnostics
	for _, m := range []Method{Student{}, Welch{}} {
		var found [2]*Comparison
		for i, samples := range [][]*Sample{{iguana, chameleon}, {onlyFigures(t, iguana), onlyFigures(t, chameleon)}} {
			a, err := Analyze([]*Group{{Samples: samples}}, Options{Method: m, Need: need})
			if err != nil {
				t.Fatal(err)
			}
			found[i] = a.Groups[0].Comparisons[0]
		}
		values, figures := found[0], found[1]
		for what, pair := range map[string][2]float64{
			"delta": {values.Delta.Value, figures.Delta.Value}, "half width": {values.Delta.HalfWidth, figures.Delta.HalfWidth},
			"p": {values.Test.P, figures.Test.P}, "d": {values.Effect.CohenD, figures.Effect.CohenD},
			"detectable": {values.Power.Detectable, figures.Power.Detectable},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-14*math.Abs(pair[0]) {
				t.Errorf("%s: %s = %v from values, %v from figures", m.Name(), what, pair[0], pair[1])
			}
		}
		if !math.IsNaN(figures.Effect.CliffsDelta) {
			t.Errorf("Cliff's delta of figures is %v, want NaN: it needs the values", figures.Effect.CliffsDelta)
		}
	}
	for _, m := range []Method{MannWhitney{}, Bootstrap{Resamples: 1000}} {
		_, err := Analyze([]*Group{{Samples: []*Sample{iguana, onlyFigures(t, chameleon)}}}, Options{Method: m, Need: need})
		const want = "chameleon has no raw data, only figures: want student or welch, or save the values"
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", m.Name(), err, want)
		}
	}
}

func TestImpossibleFigures(t *testing.T) {
	good := Figures{N: 2, Min: 1, Max: 3, Median: 2, Mean: 2, StdDev: math.Sqrt2}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	single := Figures{N: 1, Min: 1, Max: 1, Median: 1, Mean: 1, StdDev: math.NaN()}
	if err := single.Check(); err != nil {
		t.Errorf("one value: %v", err)
	}
	for want, spoil := range map[string]func(*Figures){
		"0 samples":                  func(f *Figures) { f.N = 0 },
		"missing or no finite":       func(f *Figures) { f.Median = math.NaN() },
		"standard deviation of -1":   func(f *Figures) { f.StdDev = -1 },
		"standard deviation of NaN":  func(f *Figures) { f.StdDev = math.NaN() },
		"standard deviation of +Inf": func(f *Figures) { f.StdDev = math.Inf(1) },
		"mean 3.1 are not between":   func(f *Figures) { f.Mean = 3.1 },
		"median 0.9 and":             func(f *Figures) { f.Median = 0.9 },
	} {
		f := good
		spoil(&f)
		if _, err := Summarize(&Sample{Name: "a", Given: &f}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
