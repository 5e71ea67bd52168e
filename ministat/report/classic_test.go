package report

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"ministat/ministat"
)

func analyze(t *testing.T, sets ...[]float64) *ministat.Analysis {
	t.Helper()
	g := &ministat.Group{}
	for i, values := range sets {
		g.Samples = append(g.Samples, &ministat.Sample{Name: string(rune('a' + i)), Values: values})
	}
	a, err := ministat.Analyze([]*ministat.Group{g}, ministat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func render(t *testing.T, a *ministat.Analysis, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, a, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A proven difference never prints an interval that holds 0: where value ±
// half-width would, both bounds are printed, and where the interval is not
// bounded nothing is claimed.
func TestRelativeLine(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    ministat.Estimate
		want string
	}{
		{"symmetric", ministat.Estimate{Value: 0.2, Lo: 0.1, Hi: 0.32, HalfWidth: 0.11}, "20% +/- 11%"},
		{"off centre", ministat.Estimate{Value: 0.2, Lo: 0.05, Hi: 0.55, HalfWidth: 0.25}, "20% (5% to 55%)"},
		{
			"undetermined",
			ministat.Estimate{Value: 0.2, Lo: math.NaN(), Hi: math.NaN(), HalfWidth: math.NaN()},
			"relative difference undetermined (baseline average not distinguishable from 0)",
		},
	} {
		got := (&text{a: &ministat.Analysis{Method: ministat.Student{}}}).relative(&ministat.Comparison{Relative: tt.r})
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCountColumn(t *testing.T) {
	many := make([]float64, 12345)
	for i := range many {
		many[i] = float64(i)
	}
	a := analyze(t, []float64{1, 2}, many)
	a.Groups[0].Comparisons = nil
	got := render(t, a, Options{NoPlot: true})
	want := `x a
+ b
      N           Min           Max        Median           Avg        Stddev
x     2             1             2           1.5           1.5    0.70710678
+ 12345             0         12344          6172          6172     3563.8389
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNamesAreEscaped(t *testing.T) {
	a := analyze(t, []float64{1, 2})
	a.Groups[0].Summaries[0].Sample.Name = "bell\a\x1b[2J\nfake"
	if got := render(t, a, Options{NoPlot: true}); !strings.HasPrefix(got, `x bell\x07\x1b[2J\x0afake`+"\n") {
		t.Errorf("a name moves the cursor: %q", got)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plain name.txt":  "plain name.txt",
		"größe µs":        "größe µs",
		"a\tb\n":          `a\x09b\x0a`,
		"c1\x9b31m":       `c1\x9b31m`, // a raw byte, no UTF-8
		"c1\u009b31m":     `c1\x9b31m`,
		"right\u202eleft": `right\u202eleft`,
		"\ufffd":          "\ufffd",
	} {
		if got := Printable(text); got != want {
			t.Errorf("Printable(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestColor(t *testing.T) {
	a := analyze(t, []float64{1, 2, 3}, []float64{2, 3, 4})
	plain, colored := render(t, a, Options{Width: 30}), render(t, a, Options{Width: 30, Color: true})
	if !strings.Contains(colored, "\x1b[36mx a\x1b[0m\n\x1b[33m+ b\x1b[0m\n") {
		t.Errorf("names without their colours:\n%q", colored)
	}
	for _, code := range []string{"\x1b[36m", "\x1b[33m", "\x1b[0m"} {
		colored = strings.ReplaceAll(colored, code, "")
	}
	if colored != plain {
		t.Errorf("colour changes more than colours:\n%s\n%s", colored, plain)
	}
}

func TestSymbolsReused(t *testing.T) {
	sets := make([][]float64, len(symbols)+1)
	for i := range sets {
		sets[i] = []float64{float64(i), float64(i + 1)}
	}
	a := analyze(t, sets...)
	if notes := Notes(a); len(notes) != 1 || notes[0].Code != "symbols-reused" {
		t.Errorf("notes %v, want symbols-reused", notes)
	}
	if got := render(t, a, Options{Width: 74}); !strings.Contains(got, "\nZ ") || !strings.Contains(got, "+--") {
		t.Errorf("no report of %d datasets:\n%s", len(sets), got)
	}
}

// failingWriter fails after some bytes, as a full disk does.
type failingWriter int

func (w *failingWriter) Write(p []byte) (int, error) {
	if n := int(*w); n < len(p) {
		*w = 0
		return n, errors.New("no space left")
	}
	*w -= failingWriter(len(p))
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	a := analyze(t, []float64{1, 2, 3}, []float64{2, 3, 4})
	for _, f := range formats {
		for _, room := range []failingWriter{0, 100} {
			if err := f.render(&room, a, Options{Width: 74}); err == nil {
				t.Errorf("%s: a failed write is no error", f.name)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	if _, err := Lookup("xml"); err == nil || !strings.Contains(err.Error(), `"xml" is no format: want text`) {
		t.Errorf("Lookup(xml): %v", err)
	}
}

// Headings tell groups apart by what they have; the only group has one when it is named.
func TestHeadings(t *testing.T) {
	group := func(name, unit string) *ministat.Group {
		return &ministat.Group{Name: name, Samples: []*ministat.Sample{sample("a", unit, 1, 2)}}
	}
	for _, tt := range []struct {
		groups []*ministat.Group
		want   []string
	}{
		{[]*ministat.Group{group("", "sec")}, nil},
		{[]*ministat.Group{group("one", "")}, []string{"one"}},
		{[]*ministat.Group{group("one", "sec")}, []string{"one (sec)"}},
		{[]*ministat.Group{group("", "sec"), group("", "B")}, []string{"unit: sec", "unit: B"}},
		{[]*ministat.Group{group("", ""), group("two\n", "B")}, []string{`two\x0a (B)`}},
	} {
		a, err := ministat.Analyze(tt.groups, ministat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(render(t, a, Options{NoPlot: true, Quiet: true})) {
			if !strings.HasPrefix(line, "x ") && line != "\n" {
				got = append(got, strings.TrimSuffix(line, "\n"))
			}
		}
		if strings.Join(got, ",") != strings.Join(tt.want, ",") {
			t.Errorf("headings %q, want %q", got, tt.want)
		}
	}
}
