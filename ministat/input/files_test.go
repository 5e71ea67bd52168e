package input

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ministat/ministat"
)

const filesDir = "../../testdata/files"

// truth is what testdata/files/truth.json says of a file: computed from it with
// other programs, in the units that the file prints.
type truth struct {
	Format string
	Series []truthSeries
}

type truthSeries struct {
	Name, FullName, Metric, Mode string
	Unit                         *string
	Params, Labels               map[string]string
	N                            int
	Mean, Median, Min, Max       float64
	SD                           *float64
	Raw                          *bool
}

// base returns our unit for the file's, and by how much values are divided.
func (s truthSeries) base() (unit string, divisor float64) {
	if s.Unit == nil {
		return "", 1
	}
	switch *s.Unit {
	case "s":
		return "sec", 1
	case "ns":
		return "sec", 1e9
	case "ns/op":
		return "sec/op", 1e9
	case "1":
		return map[string]string{"bytes_per_second": "B/s", "items_per_second": "items/s"}[s.Metric], 1
	}
	return *s.Unit, 1
}

func TestFilesOfOtherTools(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(filesDir, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]truth
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name, want := range files {
		if want.Format == "csv" {
			continue
		}
		checked++
		t.Run(name, func(t *testing.T) {
			groups, err := Load([]string{filepath.Join(filesDir, name)}, nil, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(groups) != len(want.Series) {
				t.Fatalf("got %d groups, want %d", len(groups), len(want.Series))
			}
			for i, s := range want.Series {
				checkSeries(t, groups[i], s)
			}
		})
	}
	if checked != 11 {
		t.Errorf("checked %d files, want 11", checked)
	}
}

func checkSeries(t *testing.T, g *ministat.Group, want truthSeries) {
	t.Helper()
	parts := []string{want.Name, want.FullName, want.Metric, want.Mode}
	for _, labels := range []map[string]string{want.Params, want.Labels} {
		for k, v := range labels {
			parts = append(parts, k+"="+v)
		}
	}
	for _, part := range parts {
		if part != "primary" && !strings.Contains(g.Name, part) {
			t.Errorf("group %q: want %q in its name", g.Name, part)
		}
	}
	unit, divisor := want.base()
	if g.Unit() != unit {
		t.Errorf("%s: unit %q, want %q", g.Name, g.Unit(), unit)
	}
	s, err := ministat.Summarize(g.Samples[0])
	if err != nil {
		t.Fatal(err)
	}
	if noData := want.Raw != nil && !*want.Raw; s.N != want.N || noData != (s.Sample.Given != nil) {
		t.Errorf("%s: N = %d, figures only: %t; want %d, %t", g.Name, s.N, s.Sample.Given != nil, want.N, noData)
	}
	sd := math.NaN()
	if want.SD != nil {
		sd = *want.SD
	}
	for _, v := range []struct {
		what      string
		got, want float64
	}{
		{"mean", s.Mean, want.Mean},
		{"median", s.Median, want.Median},
		{"min", s.Min, want.Min},
		{"max", s.Max, want.Max},
		{"sd", s.StdDev, sd},
	} {
		wanted := v.want / divisor
		// Conversion rounds each value by up to 1e-16 of it, which a small
		// deviation feels more.
		if tolerance := 1e-14 * s.Max; !(math.Abs(v.got-wanted) <= tolerance) && !(math.IsNaN(v.got) && math.IsNaN(wanted)) {
			t.Errorf("%s: %s = %v, want %v", g.Name, v.what, v.got, wanted)
		}
	}
}

// TestRecordedFiles reads files that the tools wrote while this was developed,
// and holds the samples against the tools' own averages in the same files.
func TestRecordedFiles(t *testing.T) {
	decode := func(name string, document any) []*ministat.Group {
		t.Helper()
		path := filepath.Join(filesDir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		// Google Benchmark's bare NaN is no JSON.
		text = []byte(strings.ReplaceAll(string(text), ": NaN", ": null"))
		if err := json.Unmarshal(text, document); err != nil {
			t.Fatal(err)
		}
		groups, err := Load([]string{path}, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return groups
	}
	check := func(name string, groups []*ministat.Group, want float64) {
		t.Helper()
		for _, g := range groups {
			if g.Name != name {
				continue
			}
			s, err := ministat.Summarize(g.Samples[0])
			if err != nil || math.Abs(s.Mean-want) > 1e-12*want {
				t.Errorf("%s: mean %v (%v), want %v", name, s.Mean, err, want)
			}
			return
		}
		t.Errorf("no group %q", name)
	}

	var hyperfine struct {
		Results []struct {
			Command string
			Mean    float64
		}
	}
	groups := decode("hyperfine-recorded.json", &hyperfine)
	for _, r := range hyperfine.Results {
		check(r.Command, groups, r.Mean)
	}
	if w := groups[0].Samples[0].Warnings; len(w) != 1 || w[0].Code != "failed-runs" {
		t.Errorf("runs that exit with 1: warnings %v", w)
	}

	for _, name := range []string{"pytest-recorded.json", "pytest-recorded-saved.json"} {
		var pytest struct {
			Benchmarks []struct {
				FullName string
				Stats    struct{ Mean float64 }
			}
		}
		groups = decode(name, &pytest)
		for _, b := range pytest.Benchmarks {
			check(b.FullName, groups, b.Stats.Mean)
		}
	}

	var google struct {
		Benchmarks []struct {
			RunName       string  `json:"run_name"`
			AggregateName string  `json:"aggregate_name"`
			RealTime      float64 `json:"real_time"`
			TimeUnit      string  `json:"time_unit"`
		}
	}
	groups = decode("gbench-recorded.json", &google)
	for _, b := range google.Benchmarks {
		if b.AggregateName == "mean" {
			check(b.RunName+" real_time", groups, b.RealTime/map[string]float64{"ns": 1e9, "us": 1e6}[b.TimeUnit])
		}
	}
	if len(groups) != 8 { // three times BM_sum's two sizes, and BM_slow's two times
		t.Errorf("Google Benchmark: %d groups, want 8", len(groups))
	}
}

// TestGoRecorded reads what go test printed around a benchmark that prints, and
// one that fails. The figures are those of the file, by hand.
func TestGoRecorded(t *testing.T) {
	groups, err := Load([]string{filepath.Join(filesDir, "go-recorded.txt")}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 11 {
		t.Fatalf("got %d groups, want 11", len(groups))
	}
	talks := groups[10]
	if v := talks.Samples[0].Values; talks.Name != "BenchmarkTalks-2" || len(v) != 1 || math.Abs(v[0]-4.81e-9) > 1e-24 {
		t.Errorf("got %q with %v", talks.Name, v)
	}
	w := groups[0].Samples[0].Warnings
	if len(w) != 1 || !strings.Contains(w[0].Message, "2 lines were passed over, the first: line 13: ") {
		t.Errorf("warnings %v", w)
	}
	for i, want := range []struct {
		unit   string
		better ministat.Direction
	}{
		{"sec/op", ministat.LowerIsBetter},
		{"B/s", ministat.HigherIsBetter},
		{"parts/op", ministat.Unknown},
		{"B/op", ministat.LowerIsBetter},
		{"allocs/op", ministat.LowerIsBetter},
	} {
		if g := groups[i]; g.Unit() != want.unit || g.Better() != want.better {
			t.Errorf("group %d: %q, %s is better; want %q, %s", i, g.Unit(), g.Better(), want.unit, want.better)
		}
	}
}
