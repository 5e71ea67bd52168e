package ministat

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// Values of testdata/truth/special.json, computed with 40 digits.
func TestTDistributionTruth(t *testing.T) {
	var special struct {
		Quantile map[string]map[string]real `json:"t_two_sided_quantile"`
		P        [][3]real                  `json:"t_two_sided_p"`
		FarTail  [][3]json.RawMessage       `json:"t_far_tail"`
	}
	loadJSON(t, "../testdata/truth/special.json", &special)
	for df, row := range special.Quantile {
		dof := parseFloat(t, df)
		for level, want := range row {
			if level == "50" { // as far as the quantile goes, but no level of a test
				near(t, "quartile df "+df, TQuantile(0.25, dof), float64(want), 1e-13, 0)
				continue
			}
			near(t, "quantile df "+df+" level "+level, TQuantile(mustTail(t, level), dof), float64(want), 1e-13, 0)
		}
	}
	for _, c := range special.P {
		x, dof, want := float64(c[0]), float64(c[1]), float64(c[2])
		near(t, fmt.Sprintf("p of t = %g, df %g", x, dof), 2*TTail(x, dof), want, 1e-12, 0)
	}
	for _, c := range special.FarTail {
		level, err := strconv.Unquote(string(c[0]))
		if err != nil {
			t.Fatal(err)
		}
		var want real
		if err := json.Unmarshal(c[2], &want); err != nil {
			t.Fatal(err)
		}
		dof := parseFloat(t, string(c[1]))
		near(t, "far quantile df "+string(c[1])+" level "+level, TQuantile(mustTail(t, level), dof), float64(want), 1e-13, 0)
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
			near(t, "tail of the quantile", TTail(TQuantile(tail, dof), dof), tail, 1e-10, 0)
		}
	}
}

func TestStudentTruth(t *testing.T) {
	for _, p := range loadPairs(t) {
		base, s := p.summaries(t)
		want := p.Compare.Student
		for level, ci := range want.Intervals {
			alpha, err := ParseConfidence(level)
			if err != nil {
				t.Fatal(err)
			}
			c, err := Student{}.Compare(base, s, alpha)
			if err != nil {
				t.Fatal(err)
			}
			name := p.Name + " " + level
			width := float64(ci[1] - ci[0])
			near(t, name+" lo", c.Delta.Lo, float64(ci[0]), 1e-12, width)
			near(t, name+" hi", c.Delta.Hi, float64(ci[1]), 1e-12, width)
			if want.T != nil {
				near(t, name+" t", c.Test.Statistic, float64(*want.T), 1e-11, 0)
				near(t, name+" p", c.Test.P, float64(*want.P), 1e-10, 0)
				near(t, name+" df", c.Test.DoF, float64(*want.DF), 0, 0)
				near(t, name+" s", c.PooledStdDev, float64(*want.PooledSD), 1e-13, 0)
			}
			checkFieller(t, name, c, p.Compare.Ratio.Student.Intervals[level])
		}
	}
}

// checkFieller compares the relative interval with the true interval of the
// ratio of means. The truth gives bounds for the ratio to the signed average,
// and something else than two ordered bounds where the interval is unbounded.
func checkFieller(t *testing.T, name string, c *Comparison, raw json.RawMessage) {
	t.Helper()
	var ratio []real
	if json.Unmarshal(raw, &ratio) != nil || len(ratio) != 2 || !(ratio[0] < ratio[1]) {
		if c.Relative.Determined() {
			t.Errorf("%s: relative %+v, want undetermined", name, c.Relative)
		}
		return
	}
	lo, hi := float64(ratio[0])-1, float64(ratio[1])-1
	if c.Base.Mean < 0 {
		lo, hi = -hi, -lo
	}
	near(t, name+" relative lo", c.Relative.Lo, lo, 1e-11, hi-lo)
	near(t, name+" relative hi", c.Relative.Hi, hi, 1e-11, hi-lo)
}

func (p *pair) summaries(t testing.TB) (base, s *Summary) {
	t.Helper()
	return mustSummarize(t, p.A...), mustSummarize(t, p.B...)
}

// meanTestMethods are the methods that compare means, of which the same laws hold.
func meanTestMethods() []Method { return []Method{Student{}} }

// The laws that hold for any two sets.
func TestMeanTestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, m := range meanTestMethods() {
		for range 300 {
			a := drawNormal(rng, 2+rng.IntN(20), 100, 10)
			b := drawNormal(rng, 2+rng.IntN(20), 100+20*rng.Float64(), 10)
			checkLaws(t, m, a, b)
		}
	}
}

func checkLaws(t *testing.T, m Method, a, b []float64) {
	t.Helper()
	const alpha = 0.05
	c := mustCompare(t, m, a, b, alpha)

	if excludes := c.Delta.Lo > 0 || c.Delta.Hi < 0; excludes != (c.Test.P < alpha) || excludes != c.Significant {
		t.Errorf("%s: interval %+v, p %g, significant %v disagree", m.Name(), c.Delta, c.Test.P, c.Significant)
	}
	swapped := mustCompare(t, m, b, a, alpha)
	near(t, "swapped delta", swapped.Delta.Value, -c.Delta.Value, 0, 0)
	near(t, "swapped lo", swapped.Delta.Lo, -c.Delta.Hi, 1e-12, c.Delta.HalfWidth)
	near(t, "swapped p", swapped.Test.P, c.Test.P, 1e-12, 0)

	negated := mustCompare(t, m, mapped(a, func(v float64) float64 { return -v }), mapped(b, func(v float64) float64 { return -v }), alpha)
	near(t, "negated delta", negated.Delta.Value, -c.Delta.Value, 0, 0)
	near(t, "negated p", negated.Test.P, c.Test.P, 0, 0)
	near(t, "negated relative", negated.Relative.Value, -c.Relative.Value, 1e-14, 0)
	near(t, "negated relative lo", negated.Relative.Lo, -c.Relative.Hi, 1e-12, c.Relative.HalfWidth)

	// A shift by a power of two of a value on a coarse grid is exact.
	grid := func(v float64) float64 { return math.Round(v*1024) / 1024 }
	ga, gb := mapped(a, grid), mapped(b, grid)
	shift := func(v float64) float64 { return v + 0x1p30 }
	plain, shifted := mustCompare(t, m, ga, gb, alpha), mustCompare(t, m, mapped(ga, shift), mapped(gb, shift), alpha)
	near(t, "shifted delta", shifted.Delta.Value, plain.Delta.Value, 1e-12, plain.Delta.HalfWidth)
	near(t, "shifted width", shifted.Delta.HalfWidth, plain.Delta.HalfWidth, 1e-12, 0)
	near(t, "shifted p", shifted.Test.P, plain.Test.P, 1e-10, 0)

	scale := func(v float64) float64 { return v * 0x1p-500 }
	scaled := mustCompare(t, m, mapped(a, scale), mapped(b, scale), alpha)
	near(t, "scaled delta", scaled.Delta.Value, scale(c.Delta.Value), 0, 0)
	near(t, "scaled width", scaled.Delta.HalfWidth, scale(c.Delta.HalfWidth), 1e-14, 0)
	near(t, "scaled relative lo", scaled.Relative.Lo, c.Relative.Lo, 1e-12, c.Relative.HalfWidth)
	near(t, "scaled p", scaled.Test.P, c.Test.P, 1e-13, 0)
}

func drawNormal(rng *rand.Rand, n int, mean, dev float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = mean + dev*rng.NormFloat64()
	}
	return values
}

func mapped(values []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = f(v)
	}
	return out
}

func mustCompare(t testing.TB, m Method, a, b []float64, alpha Alpha) *Comparison {
	t.Helper()
	base, err := m.Summarize(&Sample{Name: "a", Values: a})
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Summarize(&Sample{Name: "b", Values: b})
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.Compare(base, s, alpha)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestStudentWithoutSpread(t *testing.T) {
	c := mustCompare(t, Student{}, []float64{42, 42, 42}, []float64{37.5, 37.5, 37.5}, 0.05)
	if c.Delta != symmetric(-4.5, 0) || c.Test.P != 0 || !c.Significant || c.Relative.HalfWidth != 0 {
		t.Errorf("different constants: %+v, want a certain difference of -4.5", c)
	}
	if len(c.Warnings) != 1 || c.Warnings[0].Code != "no-spread" {
		t.Errorf("different constants: warnings %v, want no-spread", c.Warnings)
	}
	c = mustCompare(t, Student{}, []float64{42, 42}, []float64{42, 42}, 0.05)
	if c.Significant || c.Test.P != 1 || !math.IsNaN(c.Test.Statistic) {
		t.Errorf("equal constants: %+v, want no difference and no statistic", c)
	}
}

func TestStudentErrors(t *testing.T) {
	one, two := mustSummarize(t, 1), mustSummarize(t, 1, 2)
	if _, err := (Student{}).Compare(two, one, 0.05); err == nil || err.Error() != "test: 1 sample, want at least 2 for a comparison" {
		t.Errorf("one sample: %v", err)
	}
	low, high := mustSummarize(t, -math.MaxFloat64, -math.MaxFloat64/2), mustSummarize(t, math.MaxFloat64, math.MaxFloat64/2)
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
		near(t, "exact half-width", exact.Delta.HalfWidth, c.Delta.HalfWidth*TQuantile(0.025, 198)/1.96, 1e-12, 0)
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
	near(t, "half-width", c.Delta.HalfWidth, half, 1e-5, 0)
	near(t, "half-width by hand", c.Delta.HalfWidth, 1.96*pooled*math.Sqrt(2.0/100), 1e-15, 0)
	near(t, "relative half-width", 100*c.Relative.HalfWidth, around, 1e-5, 0)
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

// FuzzMeanTests gives arbitrary finite sets: there is an error, or every number
// that is promised is one.
func FuzzMeanTests(f *testing.F) {
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyzABCDEF"), uint8(3))
	f.Fuzz(func(t *testing.T, raw []byte, split uint8) {
		var values []float64
		for ; len(raw) >= 8; raw = raw[8:] {
			if v := math.Float64frombits(binary.LittleEndian.Uint64(raw)); !math.IsNaN(v) && !math.IsInf(v, 0) {
				values = append(values, v)
			}
		}
		n := min(int(split), len(values))
		base, errA := Summarize(&Sample{Values: values[:n]})
		s, errB := Summarize(&Sample{Values: values[n:]})
		if errA != nil || errB != nil {
			return
		}
		for _, m := range meanTestMethods() {
			c, err := m.Compare(base, s, 0.05)
			if err != nil {
				continue
			}
			for _, v := range []float64{c.Delta.Value, c.Delta.Lo, c.Delta.Hi, c.Delta.HalfWidth, c.Test.DoF} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: %+v", m.Name(), c)
				}
			}
			if !(c.Delta.Lo <= c.Delta.Value && c.Delta.Value <= c.Delta.Hi) || !(c.Test.P >= 0 && c.Test.P <= 1) {
				t.Errorf("%s: %+v", m.Name(), c)
			}
			if r := c.Relative; r.Determined() && !(r.Lo <= r.Hi) {
				t.Errorf("%s: relative %+v", m.Name(), r)
			}
		}
	})
}
