package ministat

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestSummarizeTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		for _, c := range []struct {
			got  *Summary
			want truthSummary
		}{{base, pair.Summary.A}, {s, pair.Summary.B}} {
			closeTo(t, "mean", c.got.Mean, float64(c.want.Mean), 1e-15)
			closeTo(t, "sd", c.got.StdDev, float64(c.want.SD), 1e-13)
			closeTo(t, "median", c.got.Median, float64(c.want.Median), 3e-16)
			closeTo(t, "min", c.got.Min, float64(c.want.Min), 0)
			closeTo(t, "max", c.got.Max, float64(c.want.Max), 0)
		}
	})
}

// The digits that the NIST StRD univariate sets must be computed to: what the
// rounding of their data to binary64 allows.
func TestSummarizeNIST(t *testing.T) {
	digits := map[string]float64{
		"PiDigits": 14, "Lottery": 14, "Lew": 14, "NumAcc1": 14, "NumAcc2": 14,
		"Mavro": 13, "Michelso": 13.5, "NumAcc3": 9.4, "NumAcc4": 8.2,
	}
	var certified map[string]struct {
		N         int
		Certified struct{ Mean, SD decimal }
	}
	readJSON(t, "../testdata/nist/certified.json", &certified)
	for name, want := range certified {
		values := readNIST(t, name)
		if len(values) != want.N {
			t.Errorf("%s: %d values, want %d", name, len(values), want.N)
		}
		s := summaryOf(t, values...)
		closeTo(t, name+" mean", s.Mean, float64(want.Certified.Mean), 1e-14)
		closeTo(t, name+" sd", s.StdDev, float64(want.Certified.SD), math.Pow(10, -digits[name]))
	}
}

// readNIST reads a set as NIST publishes it: the data begin two lines below
// "Data: Y", or are the whole file, a digit a line.
func readNIST(t *testing.T, name string) (values []float64) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../testdata/nist", name+".dat"))
	if err != nil {
		text, err = os.ReadFile(filepath.Join("../testdata/nist", name+".txt"))
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	heading := regexp.MustCompile(`^Data:\s+Y\s*$`)
	if at := slices.IndexFunc(lines, heading.MatchString); at >= 0 {
		lines = lines[at+2:]
	}
	for _, field := range strings.Fields(strings.Join(lines, " ")) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

func TestSummarizeExtremes(t *testing.T) {
	tests := []struct {
		name             string
		values           []float64
		mean, dev, middl float64
	}{
		// 1e9 + 0.25, 0.5, 0.75: exact binary fractions
		{"offset 1e9", []float64{1e9 + 0.25, 1e9 + 0.5, 1e9 + 0.75}, 1e9 + 0.5, 0.25, 1e9 + 0.5},
		{"offset 1e15", []float64{1e15 + 1, 1e15 + 2, 1e15 + 3}, 1e15 + 2, 1, 1e15 + 2},
		{"1e300", []float64{1e300, 2e300, 3e300}, 2e300, 1e300, 2e300},
		{"1e-300", []float64{1e-300, 2e-300, 3e-300}, 2e-300, 1e-300, 2e-300},
		{"largest", []float64{-math.MaxFloat64 / 2, 0, math.MaxFloat64 / 2}, 0, math.MaxFloat64 / 2, 0},
		{"even at the top", []float64{math.MaxFloat64, math.MaxFloat64}, math.MaxFloat64, 0, math.MaxFloat64},
		{"subnormal", []float64{0, 1e-320, 2e-320}, 1e-320, 1e-320, 1e-320},
		{"equal", []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, 0.1, 0, 0.1},
		{"two", []float64{3, 1}, 2, math.Sqrt2, 2},
	}
	for _, tt := range tests {
		s := summaryOf(t, tt.values...)
		closeTo(t, tt.name+" mean", s.Mean, tt.mean, 3e-16)
		closeTo(t, tt.name+" sd", s.StdDev, tt.dev, 3e-16)
		closeTo(t, tt.name+" median", s.Median, tt.middl, 0)
	}
	if s := summaryOf(t, 7); !math.IsNaN(s.StdDev) || s.Mean != 7 || s.Median != 7 {
		t.Errorf("one sample: %+v, want no deviation", s)
	}
}

func TestSummarizeErrors(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   string
	}{
		{nil, "x.txt: 0 samples"},
		{[]float64{-math.MaxFloat64, math.MaxFloat64}, "x.txt: values from -1.79769e+308 to 1.79769e+308"},
	} {
		_, err := Summarize(&Sample{Name: "x.txt", Values: tt.values})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Summarize(%v) = %v, want an error beginning %q", tt.values, err, tt.want)
		}
	}
}

// The order of the values, the number of processors and a power of two change
// no bit but those they must.
func TestSummarizeLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{2, 3, 1000, 3*chunkSize + 17} {
		values := make([]float64, n)
		for i := range values {
			values[i] = 1e6 * math.Exp(rng.NormFloat64())
		}
		s := summaryOf(t, values...)
		for _, procs := range []int{1, 2, 7} {
			old := runtime.GOMAXPROCS(procs)
			again := summaryOf(t, values...)
			runtime.GOMAXPROCS(old)
			if again.Mean != s.Mean || again.StdDev != s.StdDev || again.Median != s.Median || again.meanTail != s.meanTail {
				t.Errorf("n = %d: GOMAXPROCS %d changes the summary", n, procs)
			}
		}
		scaled := slices.Clone(values)
		for i := range scaled {
			scaled[i] *= -0x1p-900
		}
		small := summaryOf(t, scaled...)
		if small.Mean != s.Mean*-0x1p-900 || small.StdDev != s.StdDev*0x1p-900 || small.Median != s.Median*-0x1p-900 {
			t.Errorf("n = %d: scaling by -2^-900 does not scale the summary", n)
		}
		slices.Reverse(values)
		back := summaryOf(t, values...)
		closeTo(t, "mean in another order", back.Mean, s.Mean, 2.3e-16)
		closeTo(t, "sd in another order", back.StdDev, s.StdDev, 1e-15)
		if !slices.IsSorted(s.Sorted()) || len(s.Sorted()) != n {
			t.Errorf("n = %d: Sorted is not", n)
		}
	}
}

// FuzzOrderStatistics compares selection by counting with sorting.
func FuzzOrderStatistics(f *testing.F) {
	f.Add([]byte("12345678abcdefgh"), uint16(3), uint16(9999))
	f.Fuzz(func(t *testing.T, raw []byte, rank, repeat uint16) {
		var few []float64
		for ; len(raw) >= 8; raw = raw[8:] {
			if v := math.Float64frombits(binary.LittleEndian.Uint64(raw)); !math.IsNaN(v) && !math.IsInf(v, 0) {
				few = append(few, v)
			}
		}
		if len(few) == 0 {
			return
		}
		values := make([]float64, len(few)+int(repeat)%20000)
		for i := range values {
			values[i] = few[i%len(few)] / float64(1+i%7)
		}
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		k := int(rank) % len(values)
		v, next := orderStatistics(values, k, sorted[0], sorted[len(sorted)-1])
		if v != sorted[k] {
			t.Errorf("rank %d of %d = %g, want %g", k, len(values), v, sorted[k])
		}
		if k+1 < len(sorted) && next != sorted[k+1] || k+1 == len(sorted) && !math.IsNaN(next) {
			t.Errorf("rank %d of %d = %g, want the next value", k+1, len(values), next)
		}
	})
}

func BenchmarkSummarize(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, shape := range []struct {
		name string
		draw func() float64
	}{
		{"normal", func() float64 { return 14.7e6 + 1.5e6*rng.NormFloat64() }},
		{"heavy-tailed", func() float64 { return math.Exp(20 * rng.NormFloat64()) }},
	} {
		values := make([]float64, 1_000_000)
		for i := range values {
			values[i] = shape.draw()
		}
		b.Run(shape.name, func(b *testing.B) {
			b.SetBytes(int64(8 * len(values)))
			for b.Loop() {
				if _, err := Summarize(&Sample{Values: values}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
