package ministat

import (
	"math"
	"strings"
	"testing"
)

func sampleOf(name, unit string, values ...float64) *Sample {
	return &Sample{Name: name, Unit: unit, Better: LowerIsBetter, Values: values}
}

// A change of ×2 and one of ×½ cancel; units are kept apart.
func TestOverall(t *testing.T) {
	a, err := Analyze([]*Group{
		{Name: "one", Samples: []*Sample{sampleOf("old", "sec", 1, 1.1, 0.9), sampleOf("new", "sec", 2, 2.2, 1.8)}},
		{Name: "two", Samples: []*Sample{sampleOf("old", "sec", 4, 4.4, 3.6), sampleOf("new", "sec", 2, 2.2, 1.8)}},
		{Name: "three", Samples: []*Sample{sampleOf("old", "B", 100, 101), sampleOf("new", "B", 110, 111.1)}},
		{Name: "four", Samples: []*Sample{sampleOf("old", "B", 0, 0), sampleOf("new", "B", 7, 8)}},
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Overall) != 2 {
		t.Fatalf("%+v, want two units", a.Overall)
	}
	sec, bytes := a.Overall[0], a.Overall[1]
	if sec.Unit != "sec" || sec.Name != "new" || sec.N != 2 || math.Abs(sec.Change) > 1e-15 {
		t.Errorf("%+v, want no change of two benchmarks in sec", sec)
	}
	if bytes.N != 1 || math.Abs(bytes.Change-0.1) > 1e-15 {
		t.Errorf("%+v, want +10%% of one benchmark in B", bytes)
	}
}

// A benchmark without its baseline is summarized, not compared, and a gate
// fails on it unless told otherwise.
func TestMissing(t *testing.T) {
	groups := []*Group{
		{Name: "both", Samples: []*Sample{sampleOf("old", "", 1, 2, 3), sampleOf("new", "", 1, 2, 3)}},
		{Name: "late", Samples: []*Sample{sampleOf("new", "", 1, 2, 3)}, Missing: []string{"old"}, NoBaseline: true},
	}
	a, err := Analyze(groups, Options{})
	if err != nil || len(a.Groups[1].Summaries) != 1 || len(a.Groups[1].Comparisons) != 0 {
		t.Errorf("%+v, %v: want a summary and no comparison", a.Groups[1], err)
	}
	_, err = Analyze(groups, Options{Policy: &Policy{}})
	if err == nil || !strings.HasPrefix(err.Error(), "late: missing in old: ") {
		t.Errorf("gate: %v, want an error that names the benchmark and the dataset", err)
	}
	if _, err := Analyze(groups, Options{Policy: &Policy{}, AllowGaps: true}); err != nil {
		t.Errorf("gate that allows gaps: %v", err)
	}
}
