package report

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ministat/ministat"
)

func posted(t *testing.T) *ministat.Analysis {
	t.Helper()
	g := &ministat.Group{}
	for _, p := range byMillions {
		g.Samples = append(g.Samples, sample(p.name, "B/s", millions(p.counts)...))
	}
	a, err := ministat.Analyze([]*ministat.Group{g}, ministat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The posting's lines, with its blanks; it leaves out the intervals in which there
// is no sample.
const postedHistogram = `stock 4.3
---------
13000000.000-13999999.000       3       (3%)
14000000.000-14999999.000       82      (82%)
15000000.000-15999999.000       15      (15%)

4.3 + patch
-----------
13000000.000-13999999.000       54      (54%)
14000000.000-14999999.000       35      (35%)
15000000.000-15999999.000       7       (7%)
16000000.000-16999999.000       1       (1%)
18000000.000-18999999.000       1       (1%)
22000000.000-22999999.000       2       (2%)

4.3 + modified patch
--------------------
13000000.000-13999999.000       3       (3%)
14000000.000-14999999.000       82      (82%)
15000000.000-15999999.000       14      (14%)
24000000.000-24999999.000       1       (1%)
`

func TestPostedHistogram(t *testing.T) {
	a := posted(t)
	narrow := Options{NoPlot: true, Width: 50, Histogram: Histogram{On: true, Width: 1e6}} // no room for bars
	_, got, _ := strings.Cut(renderAs(t, "text", a, narrow), "\n\n")
	var occupied []string
	empty := 0
	for line := range strings.Lines(got) {
		if strings.HasSuffix(line, " 0       (0%)\n") {
			empty++
			continue
		}
		occupied = append(occupied, line)
	}
	if got := strings.Join(occupied, ""); got != postedHistogram {
		t.Errorf("got\n%s\nwant the posting's\n%s", got, postedHistogram)
	}
	if empty != 4+8 { // 17, 19, 20, 21 and 16 to 23
		t.Errorf("%d empty intervals, want 12", empty)
	}
	wide := Options{NoPlot: true, Width: 74, Histogram: Histogram{On: true, Width: 1e6}}
	golden(t, "posted-histogram.txt", renderAs(t, "text", a, wide))
	golden(t, "posted-histogram.table", renderAs(t, "table", a, wide))
	golden(t, "posted-histogram.md", renderAs(t, "markdown", a, wide))
}

// An interval has its lower bound and not its upper one, in decimals: 0.3 / 0.1 is
// below 3 in binary.
func TestHistogramBounds(t *testing.T) {
	for _, tt := range []struct {
		width, value float64
		want         string
	}{
		{1e6, 13e6, "13000000.000-13999999.000"},
		{1e6, 13999999.9, "13000000.000-13999999.000"},
		{1e6, -1, "-1000000.000--1.000"},
		{1, 7, "7.000-7.000"},
		{0.1, 0.3, "0.300-0.400"},
		{0.1, 0.7, "0.700-0.800"},
		{0.1, math.Nextafter(0.3, 0), "0.200-0.300"},
		{0.1, -0.3, "-0.300--0.200"},
		{2.5, 7.5, "7.500-10.000"},
		{0.00002, 0.00123, "0.00122-0.00124"},
		{1e300, 1.5e300, "1e+300-2e+300"},
		{1e308, -1.7e308, "-1.7976931348623157e+308--1e+308"},
		{5e-324, 5e-324, "5e-324-1e-323"},
	} {
		by := newIntervals(tt.width)
		k, ok := by.index(tt.value)
		if got := by.name(k); !ok || got != tt.want {
			t.Errorf("%g by %g: %s, %t; want %s", tt.value, tt.width, got, ok, tt.want)
		}
	}
}

// Every bound begins its interval, whatever the rounding of quotients.
func TestEveryBound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100000 {
		by := newIntervals(float64(1+r.IntN(1000)) * math.Pow10(r.IntN(12)-9))
		k := float64(r.IntN(2e6) - 1e6)
		bound := by.bound(k)
		at, _ := by.index(bound)
		below, _ := by.index(math.Nextafter(bound, math.Inf(-1)))
		if at != k || below != k-1 {
			t.Fatalf("%g by %g/%g is in interval %g, just below in %g; want %g and one less", bound, by.num, by.den, at, below, k)
		}
	}
}

func TestHistogramRefuses(t *testing.T) {
	for _, tt := range []struct {
		width  float64
		values []float64
		want   string
	}{
		{1, []float64{0, 9999}, ""},
		{1, []float64{0, 10000}, "a: histogram with intervals of 1: 10001 rows, want at most 10000"},
		{1, []float64{0, 1e12}, "a: histogram with intervals of 1: 1000000000001 rows, want at most 10000"},
		{1, []float64{1e300, 1e300}, "a: histogram with intervals of 1: too narrow for values from 1e+300 to 1e+300"},
		{1e-300, []float64{1, 2}, "a: histogram with intervals of 1e-300: too narrow for values from 1 to 2"},
		{5e-324, []float64{-1e300, 1e300}, "a: histogram with intervals of 5e-324: too narrow for values from -1e+300 to 1e+300"},
	} {
		g := &ministat.GroupAnalysis{Summaries: summarize(t, tt.values)}
		_, err := newHistograms(g, Histogram{On: true, Width: tt.width})
		if got := (*HistogramError)(nil); err != nil && !errors.As(err, &got) {
			t.Errorf("%v is no HistogramError", err)
		}
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("%g: %v, want %q", tt.width, err, tt.want)
		}
	}
}

// Nothing is written when one of several benchmarks is refused.
func TestHistogramRefusedWritesNothing(t *testing.T) {
	a, err := ministat.Analyze([]*ministat.Group{
		{Name: "one", Samples: []*ministat.Sample{sample("a", "", 1, 2)}},
		{Name: "two", Samples: []*ministat.Sample{sample("a", "", 1, 1e9)}},
	}, ministat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "table", "markdown"} {
		render, err := Lookup(format)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := render(&b, a, Options{Width: 74, Histogram: Histogram{On: true, Width: 1}}); err == nil || b.Len() > 0 {
			t.Errorf("%s: %v and %d bytes, want an error and nothing", format, err, b.Len())
		}
	}
}

func TestParseHistogramWidth(t *testing.T) {
	for _, text := range []string{"", "0", "-1", "nan", "inf", "1e400", "1k", "1e-400"} {
		if w, err := ParseHistogramWidth(text); err == nil {
			t.Errorf("%q is the width %g, want an error", text, w)
		}
	}
	if w, err := ParseHistogramWidth("1e6"); w != 1e6 || err != nil {
		t.Errorf("1e6: %g, %v", w, err)
	}
}

// A chosen width is 1, 2 or 5 times a power of ten, and gives few rows.
func TestRoundWidth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		lo := (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(600)-300))
		hi := lo + r.Float64()*math.Pow(10, float64(r.IntN(600)-300))
		checkRoundWidth(t, lo, hi)
	}
	for _, v := range []float64{0, 1, -7, 5e-324, math.MaxFloat64} {
		checkRoundWidth(t, v, v)
		checkRoundWidth(t, -v, v)
		checkRoundWidth(t, min(v, 1), max(v, 1))
	}
}

func checkRoundWidth(t *testing.T, lo, hi float64) {
	t.Helper()
	if lo > hi {
		lo, hi = hi, lo
	}
	width := roundWidth(lo, hi)
	_, rows, ok := newIntervals(width).span(lo, hi)
	if !ok || rows > 20 {
		t.Fatalf("from %g to %g: %g gives %g rows, %t", lo, hi, width, rows, ok)
	}
	// The span of a float64's last digits has no room for more.
	if (hi-lo)/2 > 1e-13*max(math.Abs(lo), math.Abs(hi)) && hi-lo > 1e-300 && rows < 8 {
		t.Fatalf("from %g to %g: %g gives only %g rows", lo, hi, width, rows)
	}
}

// Every sample is counted once, in the interval that holds it.
func FuzzHistogram(f *testing.F) {
	f.Add(0.1, 0.3, 0.7, -0.1)
	f.Add(1e6, 13e6, 13999999.5, 22e6)
	f.Add(5e-324, 0.0, 5e-324, 1e-323)
	f.Fuzz(func(t *testing.T, width, a, b, c float64) {
		values := []float64{a, b, c}
		if slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) || !(width >= 0) || math.IsInf(width, 0) {
			return
		}
		s, err := ministat.Summarize(&ministat.Sample{Values: values})
		if err != nil {
			return
		}
		all, err := newHistograms(&ministat.GroupAnalysis{Summaries: []*ministat.Summary{s}}, Histogram{On: true, Width: width})
		if err != nil {
			return
		}
		h := all[0]
		total := 0
		for _, n := range h.counts {
			total += n
		}
		if total != 3 || h.counts[0] == 0 || h.counts[len(h.counts)-1] == 0 {
			t.Errorf("counts %v of %v by %g", h.counts, values, width)
		}
		for _, v := range values {
			if k, _ := h.by.index(v); !(h.by.bound(k) <= v && v < h.by.bound(k+1)) {
				t.Errorf("%g is not in [%g, %g)", v, h.by.bound(k), h.by.bound(k+1))
			}
		}
		if lines := h.lines(76); len(lines) != len(h.counts) {
			t.Errorf("%d lines for %d intervals", len(lines), len(h.counts))
		}
	})
}

func TestShare(t *testing.T) {
	for _, tt := range []struct{ n, total, want int }{{0, 7, 0}, {1, 3, 33}, {2, 3, 67}, {1, 200, 1}, {1, 201, 0}, {7, 7, 100}} {
		if got := share(tt.n, tt.total); got != tt.want {
			t.Errorf("%d of %d: %d%%, want %d%%", tt.n, tt.total, got, tt.want)
		}
	}
}

// A bar stands wherever there is a sample, the longest one ends where there is no
// more room or is as long as bars are, and without room there is none.
func TestBars(t *testing.T) {
	a := posted(t)
	all, err := newHistograms(&a.Groups[0], Histogram{On: true, Width: 1e6})
	if err != nil {
		t.Fatal(err)
	}
	for width := range 200 {
		h := all[1]
		for i, line := range h.lines(width) {
			bar := strings.Count(line, "+")
			switch room := width - len("13000000.000-13999999.000       54      (54%)   "); {
			case h.counts[i] == 0 || room < 10:
				if bar > 0 {
					t.Errorf("width %d: a bar in %q", width, line)
				}
			case bar == 0 || h.counts[i] == 54 && bar != min(room, 60):
				t.Errorf("width %d: a bar of %d in %q", width, bar, line)
			}
		}
	}
}

// Quiet leaves the names out, colour marks them.
func TestHistogramNames(t *testing.T) {
	a := posted(t)
	o := Options{NoPlot: true, Quiet: true, Width: 74, Histogram: Histogram{On: true, Width: 1e6}}
	if got := renderAs(t, "text", a, o); strings.Contains(got, "4.3") || !strings.Contains(got, "(82%)") {
		t.Errorf("quiet:\n%s", got)
	}
	o.Quiet, o.Color = false, true
	if got := renderAs(t, "text", a, o); !strings.Contains(got, "\x1b[33m4.3 + patch\x1b[0m\n\x1b[33m-----------\x1b[0m\n") {
		t.Errorf("colour:\n%q", got)
	}
}
