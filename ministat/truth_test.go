package ministat

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// pair is a file of testdata/truth: two sets and their figures, computed with
// 40 digits and cross-checked with R and SciPy. A is the baseline.
type pair struct {
	ID, Name string
	A, B     []float64
	Summary  struct{ A, B trueSummary }
	Compare  struct {
		Student trueTest `json:"student_pooled"`
		Ratio   struct {
			Student trueIntervals `json:"fieller_pooled"`
		} `json:"ratio_ci"`
	} `json:"comparison"`
}

type trueSummary struct {
	Mean, SD, Median, Min, Max real
}

type trueTest struct {
	T, DF, P  *real
	PooledSD  *real           `json:"pooled_sd"`
	Intervals map[string]span `json:"ci"`
}

type trueIntervals struct {
	Intervals map[string]json.RawMessage `json:"ci"`
}

type span [2]real

// real is a number written as a JSON string, to more digits than a float64 holds.
type real float64

func (r *real) UnmarshalJSON(b []byte) error {
	text := string(b)
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	v, err := strconv.ParseFloat(text, 64)
	*r = real(v)
	return err
}

func (p *pair) samples() (a, b *Sample) {
	return &Sample{Name: "a", Values: p.A}, &Sample{Name: "b", Values: p.B}
}

func loadPairs(t *testing.T) []*pair {
	t.Helper()
	files, err := filepath.Glob("../testdata/truth/0*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no truth files (%v)", err)
	}
	pairs := make([]*pair, len(files))
	for i, file := range files {
		pairs[i] = new(pair)
		loadJSON(t, file, pairs[i])
	}
	return pairs
}

func loadJSON(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// near fails unless got is within tol of want, relative to the larger of want
// and scale.
func near(t *testing.T, what string, got, want, tol, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(math.Abs(want), scale)) {
		t.Errorf("%s = %.17g, want %.17g (relative error %.2g)", what, got, want, math.Abs(got-want)/math.Abs(want))
	}
}

// mustSummarize is for values that must have a summary.
func mustSummarize(t testing.TB, values ...float64) *Summary {
	t.Helper()
	s, err := Summarize(&Sample{Name: "test", Values: values})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
