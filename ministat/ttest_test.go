package ministat

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"
)

// Values of testdata/truth/special.json, computed with 40 digits.
func TestTDistributionTruth(t *testing.T) {
	var special struct {
		Quantile map[string]map[string]decimal `json:"t_two_sided_quantile"`
		P        [][3]decimal                  `json:"t_two_sided_p"`
		FarTail  [][3]json.RawMessage          `json:"t_far_tail"`
	}
	readTruth(t, "special.json", &special)
	for df, row := range special.Quantile {
		dof := parseFloat(t, df)
		for level, want := range row {
			if level == "50" { // as far as the quantile goes, but no level of a test
				closeTo(t, "quartile df "+df, TQuantile(0.25, dof), float64(want), 1e-13)
				continue
			}
			closeTo(t, "quantile df "+df+" level "+level, TQuantile(mustTail(t, level), dof), float64(want), 1e-13)
		}
	}
	for _, c := range special.P {
		x, dof, want := float64(c[0]), float64(c[1]), float64(c[2])
		closeTo(t, fmt.Sprintf("p of t = %g, df %g", x, dof), 2*TTail(x, dof), want, 1e-12)
	}
	for _, c := range special.FarTail {
		level, err := strconv.Unquote(string(c[0]))
		if err != nil {
			t.Fatal(err)
		}
		var want decimal
		if err := json.Unmarshal(c[2], &want); err != nil {
			t.Fatal(err)
		}
		dof := parseFloat(t, string(c[1]))
		closeTo(t, "far quantile df "+string(c[1])+" level "+level, TQuantile(mustTail(t, level), dof), float64(want), 1e-13)
	}
}

func mustTail(t *testing.T, level string) float64 {
	t.Helper()
	alpha, err := ParseConfidence(level)
	if err != nil {
		t.Fatal(err)
	}
	return float64(alpha) / 2
}

func parseFloat(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The quantile is the tail's inverse from the centre to the far end.
func TestTQuantileInverts(t *testing.T) {
	for _, dof := range []float64{1, 1.3, 2, 10, 999, 1000, 1001, 1e5, 1e9} {
		for _, tail := range []float64{0.499, 0.25, 0.025, 1e-5, 1e-12, 1e-40, 1e-200} {
			closeTo(t, "tail of the quantile", TTail(TQuantile(tail, dof), dof), tail, 1e-10)
		}
	}
}

func TestStudentWithoutSpread(t *testing.T) {
	c := compared(t, Student{}, []float64{42, 42, 42}, []float64{37.5, 37.5, 37.5}, 0.05)
	if c.Delta != symmetric(-4.5, 0) || c.Test.P != 0 || !c.Significant || c.Relative.HalfWidth != 0 {
		t.Errorf("different constants: %+v, want a certain difference of -4.5", c)
	}
	if len(c.Warnings) != 1 || c.Warnings[0].Code != "no-spread" {
		t.Errorf("different constants: warnings %v, want no-spread", c.Warnings)
	}
	c = compared(t, Student{}, []float64{42, 42}, []float64{42, 42}, 0.05)
	if c.Significant || c.Test.P != 1 || !math.IsNaN(c.Test.Statistic) {
		t.Errorf("equal constants: %+v, want no difference and no statistic", c)
	}
}

func TestStudentErrors(t *testing.T) {
	one, two := summaryOf(t, 1), summaryOf(t, 1, 2)
	if _, err := (Student{}).Compare(two, one, 0.05); err == nil || err.Error() != "sample: 1 sample, want at least 2 for a comparison" {
		t.Errorf("one sample: %v", err)
	}
	low, high := summaryOf(t, -math.MaxFloat64, -math.MaxFloat64/2), summaryOf(t, math.MaxFloat64, math.MaxFloat64/2)
	if _, err := (Student{}).Compare(low, high, 0.05); err == nil {
		t.Error("a difference beyond the largest float64 is no error")
	}
}

// The postings print four comparisons from sets of 100 with these figures: the
// threads of "Re: capability races" (freebsd-arch, 18 June 2014). The exact t
// moves the half-width by its own ratio to the program's 1.96.
func TestPostingComparisons(t *testing.T) {
	dup2 := &Summary{Sample: &Sample{Name: "pure-kernel-dup2"}, N: 100, Mean: 14103416, StdDev: 196933.44}
	pipe := &Summary{Sample: &Sample{Name: "pure-kernel-read-pipe"}, N: 100, Mean: 21306748, StdDev: 206438.73}
	for _, tt := range []struct {
		base                         *Summary
		mean, dev                    float64
		delta, half, percent, around string
		pooled                       string
	}{
		{dup2, 11374348, 121160.27, "-2.72907e+06", "45319.1", "-19.3504", "0.321334", "163497"},
		{dup2, 11828854, 159139.54, "-2.27456e+06", "49626.4", "-16.1277", "0.351875", "179037"},
		{pipe, 17547079, 178174.14, "-3.75967e+06", "53448.4", "-17.6454", "0.250852", "192825"},
		{pipe, 18836380, 269109.08, "-2.47037e+06", "66477.4", "-11.5943", "0.312002", "239830"},
	} {
		s := &Summary{Sample: &Sample{Name: "patched"}, N: 100, Mean: tt.mean, StdDev: tt.dev}
		c, err := Debian{}.Compare(tt.base, s, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []struct {
			got  float64
			want string
		}{
			{c.Delta.Value, tt.delta},
			{c.Delta.HalfWidth, tt.half},
			{100 * c.Relative.Value, tt.percent},
			{100 * c.Relative.HalfWidth, tt.around},
			{c.PooledStdDev, tt.pooled},
		} {
			if got := strconv.FormatFloat(f.got, 'g', 6, 64); got != f.want {
				t.Errorf("mean %g: %s, want %s as printed", tt.mean, got, f.want)
			}
		}
		exact, err := Student{}.Compare(tt.base, s, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		closeTo(t, "exact half-width", exact.Delta.HalfWidth, c.Delta.HalfWidth*TQuantile(0.025, 198)/1.96, 1e-12)
	}
}

// The fifth comparison of the same postings is printed without its sets, which
// had 100 runs each as the others: its half-width follows from the pooled
// deviation alone, and the baseline's average from the quotient of its lines.
func TestPostingFifthComparison(t *testing.T) {
	const delta, half, percent, around, pooled = 1.96987e+06, 46328.7, 16.3174, 0.383763, 167139.0
	base := &Summary{Sample: &Sample{}, N: 100, Mean: 100 * delta / percent, StdDev: pooled}
	s := &Summary{Sample: &Sample{}, N: 100, Mean: base.Mean + delta, StdDev: pooled}
	c, err := Debian{}.Compare(base, s, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	closeTo(t, "half-width", c.Delta.HalfWidth, half, 1e-5)
	closeTo(t, "half-width by hand", c.Delta.HalfWidth, 1.96*pooled*math.Sqrt(2.0/100), 1e-15)
	closeTo(t, "relative half-width", 100*c.Relative.HalfWidth, around, 1e-5)
}

// The postings of unix_dgram_recvmsg give averages of 500 runs and misprint the
// change of one of them as +26.64%.
func TestPostingSeqpacketChange(t *testing.T) {
	stock := &Summary{Sample: &Sample{}, N: 500, Mean: 14714579.91, StdDev: 1582631.52}
	patched := &Summary{Sample: &Sample{}, N: 500, Mean: 17898665.25, StdDev: 3475160.01}
	c, err := Student{}.Compare(stock, patched, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	if got := strconv.FormatFloat(100*c.Relative.Value, 'f', 2, 64); got != "21.64" || !c.Significant {
		t.Errorf("change of the average: %s%%, want 21.64%%", got)
	}
}
