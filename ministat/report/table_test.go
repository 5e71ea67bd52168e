package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"ministat/ministat"
)

func groupOf(unit string, sets ...[]float64) *ministat.GroupAnalysis {
	g := &ministat.Group{}
	for i, values := range sets {
		g.Samples = append(g.Samples, sample(string(rune('a'+i)), unit, values...))
	}
	a, err := ministat.Analyze([]*ministat.Group{g}, ministat.Options{SummaryOnly: true})
	if err != nil {
		panic(err) // the tables below are wrong
	}
	return &a.Groups[0]
}

// The unit is the largest in which no average is below 1, and its decimals show two
// digits of the least deviation.
func TestScale(t *testing.T) {
	for _, tt := range []struct {
		unit   string
		sets   [][]float64
		title  string
		values string // of the first set's average, deviation and maximum
	}{
		{"sec", [][]float64{{0.0021, 0.0023}}, "ms", "2.20 0.14 2.30"},
		{"sec", [][]float64{{0.0021, 0.0023}, {2e-5, 2e-5}}, "µs", "2200.00 141.42 2300.00"},
		{"sec", [][]float64{{2e-5, 2e-5}, {0.0021, 0.0023}}, "µs", "20.00 0.00 20.00"},
		{"sec", [][]float64{{3e-10, 5e-10}}, "ns", "0.40 0.14 0.50"},
		{"sec", [][]float64{{120, 180}}, "s", "150.00 42.43 180.00"},
		{"sec", [][]float64{{0, 0}}, "s", "0 0 0"},
		{"sec/op", [][]float64{{2e-6, 4e-6}}, "µs/op", "3.00 1.41 4.00"},
		{"s", [][]float64{{-2e-3, -4e-3}}, "ms", "-3.00 1.41 -2.00"},
		{"B", [][]float64{{512, 512}}, "B", "512 0 512"},
		{"B", [][]float64{{2048, 2048}}, "kB", "2.048 0.000 2.048"},
		{"B/s", [][]float64{{14714579, 14714580}}, "MB/s", "14.71457950 0.00000071 14.71458000"},
		{"B/op", [][]float64{{3e15, 5e15}}, "TB/op", "4000.00 1414.21 5000.00"},
		{"items", [][]float64{{1500000, 1500002}}, "items", "1500001.00 1.41 1500002.00"},
		{"allocs/op", [][]float64{{12, 12}}, "allocs/op", "12 0 12"},
		{"", [][]float64{{1e15, 1e15 + 2}}, "", "1000000000000001 1 1000000000000002"},
		{"", [][]float64{{1e300, 2e300}}, "", "1.5e+300 7.0710678e+299 2e+300"},
		{"", [][]float64{{5e-324, 5e-324}}, "", "4.9406565e-324 0 4.9406565e-324"},
		{"B", [][]float64{{-1e-7, 1e-7}}, "B", "0 1.4142136e-07 1e-07"},
	} {
		g := groupOf(tt.unit, tt.sets...)
		s := newScale(g)
		sum := g.Summaries[0]
		got := strings.Join([]string{s.format(sum.Mean), s.format(sum.StdDev), s.format(sum.Max)}, " ")
		if s.unit != tt.title || got != tt.values {
			t.Errorf("%v %q: %s in %q, want %s in %q", tt.sets, tt.unit, got, s.unit, tt.values, tt.title)
		}
	}
}

func TestSignedPercent(t *testing.T) {
	for _, tt := range []struct {
		fraction float64
		decimals int
		want     string
	}{
		{0.2164, 2, "+21.64%"},
		{-0.2164, 1, "-21.6%"},
		{0, 2, "0.00%"},
		{-0.00001, 2, "0.00%"},
		{0.00001, 2, "0.00%"},
		{3e-13, 13, "+3e-11%"},
		{1e5, 2, "+1e+07%"},
		{math.NaN(), 2, "-"},
		{math.Inf(1), 2, "-"},
	} {
		if got := signedPercent(tt.fraction, tt.decimals); got != tt.want {
			t.Errorf("%g: %s, want %s", tt.fraction, got, tt.want)
		}
	}
}

// Whatever the width, every dataset stands in the table once and the baseline in
// every part; no line is wider than asked for where a part has more than one dataset.
func TestFold(t *testing.T) {
	a := fixtures(t)["nine"]
	for width := 0; width < 300; width += 7 {
		grid, err := plainTable{width: width}.grid(newTable(a, &a.Groups[0]))
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(grid, "\n\n")
		var datasets []string
		for _, part := range parts {
			head := strings.Fields(strings.SplitN(part, "\n", 2)[0])
			if head[0] != "revision-1" || len(head)%2 != 1 {
				t.Fatalf("width %d: head %q", width, head)
			}
			for i := 1; i < len(head); i += 2 {
				datasets = append(datasets, head[i])
			}
			for line := range strings.Lines(part) {
				if n := len(strings.TrimRight(line, "\n")); len(head) > 3 && n > width {
					t.Errorf("width %d: a line of %d:\n%s", width, n, line)
				}
				if strings.HasSuffix(line, " \n") {
					t.Errorf("a blank at the end of %q", line)
				}
			}
		}
		var want []string
		for i := 2; i <= 9; i++ {
			want = append(want, fmt.Sprintf("revision-%d", i))
		}
		if strings.Join(datasets, " ") != strings.Join(want, " ") {
			t.Errorf("width %d: datasets %q", width, datasets)
		}
		if width > 250 && len(parts) != 1 {
			t.Errorf("width %d: %d parts, want one", width, len(parts))
		}
	}
}

// Nothing proven, nothing marked; a summary has neither changes nor a legend.
func TestMarks(t *testing.T) {
	all := fixtures(t)
	for name, want := range map[string]int{"one": 0, "summary": 0, "two": 1, "undetermined": 2, "many": 6} {
		if got := strings.Count(renderAs(t, "table", all[name], Options{Width: 74}), "*"); got != want {
			t.Errorf("%s: %d asterisks, want %d: one a proven difference and one of the legend", name, got, want)
		}
	}
}

// Many runs narrow the interval of a difference more than any deviation: its two
// digits are shown.
func TestDecimalsOfIntervals(t *testing.T) {
	a, err := ministat.Analyze([]*ministat.Group{{Samples: []*ministat.Sample{
		evenly("a", "", 1000, 10, 0.001), evenly("b", "", 1000, 10.01, 0.001), // deviations of 0.29
	}}}, ministat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := squeeze(renderAs(t, "table", a, Options{Width: 74})); !strings.Contains(got, "average 10.000 10.010 +0.10%") {
		t.Errorf("got\n%s", got)
	}
}

// Names stand as they are, in one line.
func TestLongNames(t *testing.T) {
	a := fixtures(t)["two"]
	name := strings.Repeat("Name_of a.dataset ", 40) + "end"
	a.Groups[0].Summaries[1].Sample.Name = name
	for _, format := range []string{"table", "markdown"} {
		got := strings.ReplaceAll(renderAs(t, format, a, Options{Width: 74}), `\_`, "_")
		if !strings.Contains(got, " "+name+" ") {
			t.Errorf("%s: the name is not in one line:\n%s", format, got)
		}
	}
}
