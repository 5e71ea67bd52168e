package report

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"ministat/ministat"
)

func summarize(t testing.TB, sets ...[]float64) []*ministat.Summary {
	t.Helper()
	var out []*ministat.Summary
	for i, values := range sets {
		s, err := ministat.Summarize(&ministat.Sample{Name: string(rune('a' + i)), Values: values})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func draw(sets []*ministat.Summary, o Options) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	if p := newPlot(sets, o); p != nil {
		p.write(w, o)
	}
	w.Flush()
	return b.String()
}

func TestPlotOverlap(t *testing.T) {
	a, b, c := []float64{0, 9}, []float64{0, 8}, []float64{0, 7}
	for _, tt := range []struct {
		name    string
		sets    [][]float64
		classic bool
		want    byte // the mark of the value 0
	}{
		{"two", [][]float64{a, b}, false, '*'},
		{"three", [][]float64{a, b, c}, false, '&'},
		{"all three, as the C programs", [][]float64{a, b, c}, true, '*'},               // 1 | 2 | 3 = 3
		{"first and fourth, as the C programs", [][]float64{a, {9}, {9}, a}, true, '#'}, // 1 | 4 = 5
	} {
		p := newPlot(summarize(t, tt.sets...), Options{Width: 40, Classic: tt.classic})
		line := make([]cell, p.width)
		p.row(1, line)
		if got := line[p.column(0)].char; got != tt.want {
			t.Errorf("%s: %c, want the overlap mark %c", tt.name, got, tt.want)
		}
	}
}

// 100 and 1 samples in two columns, 40 rows at most: a mark stands for up to 3,
// and the single sample does not vanish.
func TestPlotHeight(t *testing.T) {
	values := make([]float64, 101)
	values[100] = 1
	plot := draw(summarize(t, values), Options{Width: 20, Height: 40})
	lines := strings.Split(strings.TrimSuffix(plot, "\n"), "\n")
	if last := lines[len(lines)-1]; last != "each mark: up to 3 samples" {
		t.Errorf("last line %q, want the note", last)
	}
	if rows := len(lines) - 4; rows != 34 {
		t.Errorf("%d rows, want ⌈100/3⌉", rows)
	}
	if marks := strings.Count(plot, "x"); marks != 35 {
		t.Errorf("%d marks, want ⌈100/3⌉ + 1", marks)
	}
	if plot := draw(summarize(t, values), Options{Width: 20}); strings.Count(plot, "x") != 101 {
		t.Errorf("without a limit there are %d marks, want 101", strings.Count(plot, "x"))
	}
}

func TestPlotSpanZero(t *testing.T) {
	if plot := draw(summarize(t, []float64{5, 5, 5}, []float64{5, 5}), Options{Width: 20}); plot != "" {
		t.Errorf("a plot without span:\n%s", plot)
	}
	if plot := draw(summarize(t, []float64{math.MaxFloat64 / 2, -math.MaxFloat64 / 2}), Options{Width: 20}); strings.Count(plot, "x") != 2 {
		t.Errorf("the largest span:\n%s", plot)
	}
}

// A single value has a median and an average, but no bar.
func TestPlotSingleSample(t *testing.T) {
	plot := draw(summarize(t, []float64{1, 3}, []float64{2}), Options{Width: 11, SeparateBars: true})
	want := strings.Join([]string{
		"+-----------+",
		"| x   +   x |",
		"||____A____||",
		"|     A     |",
		"+-----------+",
	}, "\n")
	if !strings.HasPrefix(plot, want) {
		t.Errorf("\n%swant\n%s", plot, want)
	}
}

// Every dataset has a symbol of its own as long as there are any left, and none
// is a mark that means something else.
func TestSymbols(t *testing.T) {
	if len(symbols) != 7+25+23 {
		t.Errorf("%d symbols, want 7, a-z without x, and B-Z without M and O", len(symbols))
	}
	for i := range len(symbols) {
		if strings.IndexByte(symbols, symbols[i]) != i || strings.IndexByte("MA|_& ", symbols[i]) >= 0 {
			t.Errorf("symbol %q means two things", symbols[i])
		}
	}
}

// FuzzPlot gives any finite sets: every sample is counted once, in the column
// that its value has among the others, and drawn; a cell is empty only where no
// dataset reaches.
func FuzzPlot(f *testing.F) {
	f.Add([]byte("aaaaaaa?bbbbbbb?ccccccc@ddddddd@"), uint8(2), uint16(30), uint8(3))
	f.Fuzz(func(t *testing.T, raw []byte, split uint8, width uint16, height uint8) {
		var values []float64
		for ; len(raw) >= 8; raw = raw[8:] {
			if v := math.Float64frombits(binary.LittleEndian.Uint64(raw)); !math.IsNaN(v) && !math.IsInf(v, 0) {
				values = append(values, v)
			}
		}
		n := min(int(split), len(values))
		var sets []*ministat.Summary
		for _, part := range [][]float64{values[:n], values[n:], values} {
			if s, err := ministat.Summarize(&ministat.Sample{Values: part}); err == nil {
				sets = append(sets, s)
			}
		}
		o := Options{Width: 2 + int(width)%200, Height: int(height)}
		if p := newPlot(sets, o); len(sets) > 0 && p != nil {
			checkPlot(t, p, draw(sets, o))
		}
	})
}

func checkPlot(t *testing.T, p *plot, drawn string) {
	t.Helper()
	rows := strings.Split(drawn, "\n")[1:]
	height := p.marks(p.tallest)
	for set, s := range p.sets {
		total := 0
		for col, count := range p.counts[set] {
			total += count
			for level := range height {
				char := rows[height-1-level][1+col]
				if p.marks(count) > level && char == ' ' {
					t.Errorf("dataset %d: no mark in column %d at height %d:\n%s", set, col, level+1, drawn)
				}
				if count > 0 && p.marks(count)*p.perMark < count {
					t.Errorf("dataset %d: %d marks stand for %d samples", set, p.marks(count), count)
				}
			}
		}
		if total != s.N {
			t.Errorf("dataset %d: %d samples in columns, want %d", set, total, s.N)
		}
		if p.column(s.Min*p.scale) > p.column(s.Max*p.scale) {
			t.Errorf("dataset %d: the least value stands right of the greatest", set)
		}
	}
	for _, row := range rows[:height] {
		if len(row) != p.width+2 || row[0] != '|' || row[len(row)-1] != '|' {
			t.Errorf("row %q is not %d wide in its frame", row, p.width)
		}
	}
}

// TestFiguresOnly holds that a dataset without values has a bar and no marks,
// whatever the limit of rows.
func TestFiguresOnly(t *testing.T) {
	figures := &ministat.Sample{Name: "a", Given: &ministat.Figures{N: 5, Min: 0, Max: 10, Median: 4, Mean: 5, StdDev: 2}}
	a, err := ministat.Analyze([]*ministat.Group{{Samples: []*ministat.Sample{figures}}}, ministat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, height := range []int{0, 40} {
		var b strings.Builder
		if err := Text(&b, a, Options{Width: 11, Height: height}); err != nil {
			t.Fatal(err)
		}
		// A column a unit: the average stands in 5, the bar reaches from 3 to 7.
		if want := "+-----------+\n|   |MA_|   |\n+-----------+\n"; !strings.Contains(b.String(), want) {
			t.Errorf("height %d: got\n%swant\n%s", height, b.String(), want)
		}
	}
}
