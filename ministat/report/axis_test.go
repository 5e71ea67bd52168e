package report

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"ministat/ministat"
)

// Ticks are multiples of 1, 2 or 5 times a power of ten, labelled as what they
// are, in order, on the axis and apart; positions follow values.
func TestAxisLaws(t *testing.T) {
	for name, values := range awkward() {
		sets := summarize(t, values)
		u := newUnit(&ministat.GroupAnalysis{Group: &ministat.Group{}, Summaries: sets})
		x := newAxis(sets, u, plotWidth)
		last := math.Inf(-1)
		for _, tick := range x.ticks {
			if !(tick.at > last && tick.at >= 0 && tick.at <= plotWidth+1e-9) {
				t.Errorf("%s: tick %s at %g after %g", name, tick.label, tick.at, last)
			}
			last = tick.at
			if at := x.exact(labelled(t, tick.label, u)); math.Abs(at-tick.at) > 1e-9 {
				t.Errorf("%s: tick %s at %g, want %g", name, tick.label, tick.at, at)
			}
		}
		if len(x.ticks) < 2 || len(x.ticks) > mostTicks {
			t.Errorf("%s: %d ticks", name, len(x.ticks))
		}
		checkRound(t, name, new(big.Rat).Sub(labelled(t, x.ticks[1].label, u), labelled(t, x.ticks[0].label, u)))
		last = math.Inf(-1)
		for _, v := range sets[0].Sorted() {
			at, ok := x.at(v)
			if at < last || at < 0 || at > plotWidth {
				t.Errorf("%s: %g at %g, after %g", name, v, at, last)
			}
			last = at
			if want := x.exact(new(big.Rat).SetFloat64(v)); ok && math.Abs(at-want) > 1e-6 {
				t.Errorf("%s: %g at %g, want %g", name, v, at, want)
			}
			if i := x.bin(v); ok && !(x.edges[i] <= v && (v < x.edges[i+1] || v == x.edges[i+1] && i == len(x.edges)-2)) {
				t.Errorf("%s: %g in bin %d, from %g to %g", name, v, i, x.edges[i], x.edges[i+1])
			}
		}
	}
}

// The interval of the mean of two samples is 12.7 times as wide as they are apart:
// it is cut off, at three times the range. That of the mean of three is not.
func TestAxisRoom(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		whole  bool
	}{
		{[]float64{1, 2}, false},
		{[]float64{1, 2, 3}, true},
	} {
		a := analyzeSets(t, tt.values)
		f := newFigure(a, &a.Groups[0])
		first, _ := f.axis.at(tt.values[0])
		last, _ := f.axis.at(tt.values[len(tt.values)-1])
		if last-first < plotWidth*0.3 {
			t.Errorf("%v take %.0f of %d units, want a third or more", tt.values, last-first, plotWidth)
		}
		mean := f.rows[0].MeanCI
		_, lo := f.axis.at(mean.Lo)
		_, hi := f.axis.at(mean.Hi)
		if lo != tt.whole || hi != tt.whole {
			t.Errorf("%v: ends of the interval seen: %v and %v, want %v", tt.values, lo, hi, tt.whole)
		}
	}
}

// labelled returns the value of a tick's label.
func labelled(t *testing.T, label string, u unit) *big.Rat {
	t.Helper()
	v, ok := new(big.Rat).SetString(label)
	if !ok {
		t.Fatalf("label %q is no number", label)
	}
	return v.Mul(v, powerOfTen(u.exp))
}

func checkRound(t *testing.T, name string, step *big.Rat) {
	t.Helper()
	digits := strings.Trim(strings.Trim(step.FloatString(400), "0"), ".")
	if digits = strings.Trim(digits, "0"); digits != "1" && digits != "2" && digits != "5" {
		t.Errorf("%s: a step of %s", name, digits)
	}
}

func TestUnitFor(t *testing.T) {
	for _, tt := range []struct {
		base      string
		magnitude float64
		exp       int
		name      string
	}{
		{"sec", 12.5e-9, -9, "ns"},
		{"sec/op", 999e-6, -6, "µs/op"},
		{"sec", 1e-3, -3, "ms"},
		{"s", 1, 0, "s"},
		{"sec", 12345, 0, "s"},
		{"sec", 1e7, 6, "×10⁶ sec"},
		{"sec", 1e-300, -300, "×10⁻³⁰⁰ sec"},
		{"B/s", 14.7e6, 6, "MB/s"},
		{"B/s", 512, 0, "B/s"},
		{"B", 0.5, 0, "B"},
		{"B/op", 2048, 3, "kB/op"},
		{"", 14.7e6, 6, "×10⁶"},
		{"", 250, 0, ""},
		{"", 0, 0, ""},
		{"ms", 250_000, 0, "ms"},
		{"messages/s", 2e9, 9, "×10⁹ messages/s"},
	} {
		if got := unitFor(tt.base, tt.magnitude); got != (unit{tt.exp, tt.name}) {
			t.Errorf("unitFor(%q, %g) = %+v, want 10^%d %q", tt.base, tt.magnitude, got, tt.exp, tt.name)
		}
	}
}

func TestUnitNumber(t *testing.T) {
	for _, tt := range []struct {
		exp      int
		v        float64
		decimals int
		want     string
	}{
		{-3, 0.0125, 2, "12.50"},
		{6, 14712345, 1, "14.7"},
		{300, 1.25e300, 2, "1.25"},
		{-321, 5e-321, 0, "5"}, // subnormal
		{-300, 1e300, 2, "1e600"},
		{300, 1e-300, 2, "0.00"},
		{300, -1e-300, 0, "0"},
		{0, math.Copysign(0, -1), 1, "0.0"},
		{0, math.NaN(), 1, "unknown"},
		{0, math.Inf(1), 1, "unknown"},
	} {
		if got := (unit{exp: tt.exp}).number(tt.v, tt.decimals); got != tt.want {
			t.Errorf("%g in 10^%d = %s, want %s", tt.v, tt.exp, got, tt.want)
		}
	}
}
