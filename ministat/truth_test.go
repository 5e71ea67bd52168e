package ministat

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// truthPair is a pair of samples from testdata/truth, a the baseline, with
// values from 40-digit arithmetic (strings) and from R and scipy (numbers).
type truthPair struct {
	ID         string
	A, B       []float64
	Summary    struct{ A, B truthSummary }
	Comparison struct {
		Difference decimal     `json:"diff_of_means"`
		Welch      truthT      `json:"welch"`
		Student    truthT      `json:"student_pooled"`
		RatioCI    truthRatios `json:"ratio_ci"`
		Effect     struct {
			CohenD  decimal `json:"cohen_d"`
			HedgesG decimal `json:"hedges_g_exact"`
			Factor  decimal `json:"J_exact"`
		} `json:"effect_size"`
		CliffsDelta decimal                    `json:"cliffs_delta"`
		TOST        map[string]truthTOST       `json:"tost"`
		Power       map[string]json.RawMessage `json:"power_alpha05"`
	}
	Bootstrap map[string]json.RawMessage
}

type truthSummary struct {
	Mean, SD, Median, Min, Max decimal
	MeanCI                     map[string][]decimal `json:"ci_mean"` // by confidence in percent
}

type truthT struct {
	T  decimal              `json:"t"`
	DF decimal              `json:"df"`
	P  decimal              `json:"p"`
	CI map[string][]decimal `json:"ci"`
}

type truthRatios struct {
	Student struct {
		CI map[string]json.RawMessage `json:"ci"`
	} `json:"fieller_pooled"`
	Welch struct {
		CI map[string]json.RawMessage `json:"ci"`
	} `json:"fieller_welch"`
}

type truthTOST struct {
	Lower decimal `json:"p_lower"`
	Upper decimal `json:"p_upper"`
	P     decimal `json:"p"`
}

// decimal is a JSON number, or a string of more digits than one has.
type decimal float64

func (d *decimal) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) != nil {
		s = string(text)
	}
	f, err := strconv.ParseFloat(s, 64)
	*d = decimal(f)
	return err
}

func readTruth(t testing.TB, name string, into any) {
	t.Helper()
	readJSON(t, filepath.Join("..", "testdata", "truth", name), into)
}

func readJSON(t testing.TB, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// eachTruthPair runs a subtest for every pair of samples.
func eachTruthPair(t *testing.T, test func(t *testing.T, pair *truthPair, base, s *Summary)) {
	t.Helper()
	files, err := filepath.Glob("../testdata/truth/[0-9]*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no truth files: %v", err)
	}
	for _, file := range files {
		var pair truthPair
		readTruth(t, filepath.Base(file), &pair)
		t.Run(pair.ID, func(t *testing.T) {
			test(t, &pair, summaryOf(t, pair.A...), summaryOf(t, pair.B...))
		})
	}
}

func summaryOf(t testing.TB, values ...float64) *Summary {
	t.Helper()
	s, err := Summarize(&Sample{Name: "sample", Values: values})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// closeTo fails unless got and want differ by at most tolerance of want.
func closeTo(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	within(t, what, got, want, tolerance*math.Abs(want))
}

// within fails unless got and want differ by at most margin.
func within(t *testing.T, what string, got, want, margin float64) {
	t.Helper()
	if !(math.Abs(got-want) <= margin) {
		t.Errorf("%s = %.17g, want %.17g within %.2g", what, got, want, margin)
	}
}
