package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ministat/ministat"
)

// Histogram asks for the number of samples in each interval.
type Histogram struct {
	On    bool
	Width float64 // of an interval, in the samples' unit; 0: a round one is chosen
}

const (
	maxIntervals   = 10_000  // rows of one histogram
	roundIntervals = 20      // rows at most where the width is chosen
	maxIndex       = 1 << 50 // beyond it intervals are not much wider than what a float64 can tell apart
	maxPlain       = 1e18    // larger bounds are printed with an exponent
	tab            = 8       // the columns are as wide as tabs would make them
	minBar, maxBar = 10, 60  // no bar where there is less room, and none longer
)

// ParseHistogramWidth reads the width of a histogram's intervals.
func ParseHistogramWidth(text string) (float64, error) {
	width, err := strconv.ParseFloat(text, 64)
	if err != nil || !(width > 0) || math.IsInf(width, 0) {
		return 0, fmt.Errorf("%q is no width of intervals: want a number above 0", text)
	}
	return width, nil
}

// HistogramError tells that a histogram of a width would be of no use.
type HistogramError struct {
	Sample string
	Width  float64
	Reason string
}

func (e *HistogramError) Error() string {
	return fmt.Sprintf("%s: histogram with intervals of %g: %s", e.Sample, e.Width, e.Reason)
}

// intervals are [k·W, (k+1)·W) for whole k. W is kept as the decimal fraction
// num/den that it was written as, so that 0.3 begins the fourth interval of
// width 0.1 although neither is a binary fraction.
type intervals struct {
	num, den float64
	decimals int // that the bounds need
}

func newIntervals(width float64) intervals {
	const exactPowers = 22 // 10^22 is the last power of ten that is a float64
	text := strconv.FormatFloat(width, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	exp, _ := strconv.Atoi(exponent)
	decimals := len(fraction) - exp
	if decimals <= 0 || decimals > exactPowers {
		return intervals{num: width, den: 1, decimals: max(decimals, 0)}
	}
	digits, _ := strconv.ParseFloat(strings.Replace(mantissa, ".", "", 1), 64)
	return intervals{num: digits, den: math.Pow10(decimals), decimals: decimals}
}

// bound returns the lower bound of an interval.
func (w intervals) bound(k float64) float64 { return k * w.num / w.den }

// index returns the interval that holds a value. ok is false where intervals
// are too narrow beside the value to be told apart.
func (w intervals) index(v float64) (k float64, ok bool) {
	k = math.Floor(v / w.num * w.den)
	if !(math.Abs(k) < maxIndex) {
		return 0, false
	}
	// The quotient's rounding may have crossed a bound, but never two.
	switch {
	case v < w.bound(k):
		k--
	case v >= w.bound(k+1):
		k++
	}
	return k, true
}

// span returns the first interval and the number of intervals from lo to hi.
func (w intervals) span(lo, hi float64) (first, rows float64, ok bool) {
	first, ok = w.index(lo)
	last, ok2 := w.index(hi)
	return first, last - first + 1, ok && ok2
}

// name names an interval by its lower bound and, for widths that are whole, by
// the last whole number in it; for others by both bounds. Where whole numbers are
// no longer all float64, the two are the same.
func (w intervals) name(k float64) string {
	lo, hi := w.bound(k), w.bound(k+1)
	if w.den == 1 && w.num == math.Floor(w.num) && w.num < 1<<53 {
		hi = lo + w.num - 1
	}
	return w.format(lo) + "-" + w.format(hi)
}

func (w intervals) format(bound float64) string {
	if math.Abs(bound) >= maxPlain || w.decimals > 15 {
		bound = min(max(bound, -math.MaxFloat64), math.MaxFloat64)
		return strconv.FormatFloat(bound, 'g', -1, 64)
	}
	return strconv.FormatFloat(bound, 'f', max(3, w.decimals), 64)
}

// roundWidth returns the least of 1, 2 or 5 × 10^k that gives no more than
// roundIntervals rows, which for all but the smallest spans are 8 or more.
func roundWidth(lo, hi float64) float64 {
	least := hi/roundIntervals - lo/roundIntervals // the difference alone may overflow
	if least == 0 {
		least = math.Abs(hi)
	}
	if least == 0 {
		return 1
	}
	for exp := exponent(least); ; exp++ {
		for _, digit := range []string{"1", "2", "5"} {
			width, err := strconv.ParseFloat(fmt.Sprintf("%se%d", digit, exp), 64)
			if err != nil {
				return math.MaxFloat64 / 2
			}
			if _, rows, ok := newIntervals(width).span(lo, hi); ok && rows <= roundIntervals {
				return width
			}
		}
	}
}

// histogram counts the samples of one dataset.
type histogram struct {
	set    int
	sample *ministat.Sample
	by     intervals
	first  float64 // number of the first interval, the one that holds the least value
	counts []int
}

// newHistograms counts the samples of a group's datasets by the same intervals.
// None are counted where none are asked for.
func newHistograms(g *ministat.GroupAnalysis, o Histogram) ([]histogram, error) {
	if !o.On {
		return nil, nil
	}
	width := o.Width
	if width == 0 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, s := range g.Summaries {
			lo, hi = min(lo, s.Min), max(hi, s.Max)
		}
		width = roundWidth(lo, hi)
	}
	by := newIntervals(width)
	var all []histogram
	for i, s := range g.Summaries {
		first, rows, ok := by.span(s.Min, s.Max)
		switch {
		case len(s.Sample.Values) == 0:
			return nil, &HistogramError{s.Sample.Name, width, "no raw data to count"}
		case !ok:
			return nil, &HistogramError{s.Sample.Name, width, fmt.Sprintf("too narrow for values from %.6g to %.6g", s.Min, s.Max)}
		case rows > maxIntervals:
			return nil, &HistogramError{s.Sample.Name, width, fmt.Sprintf("%.0f rows, want at most %d", rows, maxIntervals)}
		}
		h := histogram{set: i, sample: s.Sample, by: by, first: first, counts: make([]int, int(rows))}
		for _, v := range s.Sample.Values {
			k, _ := by.index(v)
			h.counts[int(k-first)]++
		}
		all = append(all, h)
	}
	return all, nil
}

// allHistograms counts for every group, before anything is written.
func allHistograms(a *ministat.Analysis, o Histogram) ([][]histogram, error) {
	all := make([][]histogram, len(a.Groups))
	for i := range a.Groups {
		var err error
		if all[i], err = newHistograms(&a.Groups[i], o); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// lines returns a row for each interval: its name, the number of samples, their
// share in percent, and a bar of the dataset's symbol where width has room.
func (h *histogram) lines(width int) []string {
	names := make([]string, len(h.counts))
	nameColumn, countColumn, most := 0, 0, 0
	for i, n := range h.counts {
		names[i] = h.by.name(h.first + float64(i))
		nameColumn, most = max(nameColumn, len(names[i])), max(most, n)
	}
	nameColumn = tabStop(nameColumn)
	countColumn = tabStop(len(strconv.Itoa(most)))
	room := min(width-nameColumn-countColumn-len("(100%)  "), maxBar)
	rows := make([]string, len(h.counts))
	for i, n := range h.counts {
		row := fmt.Sprintf("%-*s%-*d(%d%%)", nameColumn, names[i], countColumn, n, share(n, len(h.sample.Values)))
		if room >= minBar && n > 0 {
			bar := strings.Repeat(string(symbol(h.set)), max(1, n*room/most))
			row = fmt.Sprintf("%-*s%s", nameColumn+countColumn+len("(100%)  "), row, bar)
		}
		rows[i] = row
	}
	return rows
}

// heading returns the dataset's name, underlined.
func (h *histogram) heading() []string {
	name := Printable(h.sample.Name)
	return []string{name, strings.Repeat("-", utf8.RuneCountInString(name))}
}

// share returns n of total in whole percent, halves rounded up.
func share(n, total int) int { return (200*n + total) / (2 * total) }

// tabStop returns the column to which a tab leads from a column.
func tabStop(column int) int { return (column/tab + 1) * tab }
