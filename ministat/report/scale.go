package report

import (
	"math"
	"strconv"
	"strings"

	"ministat/ministat"
)

// prefix is a power of ten of a unit: what it is called, and the factor
// mul/div that brings a value in the base unit to it. One of the two is 1, so
// that a scaled value is rounded once.
type prefix struct {
	name     string
	mul, div float64
}

// The prefixes of base units, ascending. Bytes have the decimal ones, so that
// a scaled figure has the digits of the unscaled one.
var (
	secondPrefixes = []prefix{{"ns", 1e9, 1}, {"µs", 1e6, 1}, {"ms", 1e3, 1}, {"s", 1, 1}}
	bytePrefixes   = []prefix{{"B", 1, 1}, {"kB", 1, 1e3}, {"MB", 1, 1e6}, {"GB", 1, 1e9}, {"TB", 1, 1e12}}
)

// scale renders the figures of one group in one unit with the same number of
// decimals, so that they can be compared down and across.
type scale struct {
	unit string
	prefix
	decimals int
	general  bool // eight digits each, with an exponent: for what is huge or tiny
}

// newScale chooses the largest prefix in which every average that is not 0 is 1
// or more, and as many decimals as show two digits of the least deviation or
// interval: none for whole numbers, else at least 2 where a float64 has so many.
// Units other than seconds and bytes, also per something, are left as they are.
func newScale(g *ministat.GroupAnalysis) scale {
	s := scale{unit: g.Group.Unit(), prefix: prefix{mul: 1, div: 1}}
	base, per, found := strings.Cut(s.unit, "/")
	if found {
		per = "/" + per
	}
	least := math.Inf(1)
	for _, sum := range g.Summaries {
		if m := math.Abs(sum.Mean); m > 0 {
			least = min(least, m)
		}
	}
	switch base {
	case "sec", "s":
		s.prefix = choosePrefix(secondPrefixes, least)
		s.unit = s.name + per
	case "B":
		s.prefix = choosePrefix(bytePrefixes, least)
		s.unit = s.name + per
	}
	s.chooseDecimals(g)
	return s
}

// choosePrefix returns the largest prefix that brings a magnitude to 1 or more,
// or the smallest of all.
func choosePrefix(prefixes []prefix, magnitude float64) prefix {
	if math.IsInf(magnitude, 1) { // nothing but zeros
		for _, p := range prefixes {
			if p.mul == p.div {
				return p
			}
		}
	}
	chosen := prefixes[0]
	for _, p := range prefixes {
		if magnitude*p.mul/p.div >= 1 {
			chosen = p
		}
	}
	return chosen
}

func (s *scale) chooseDecimals(g *ministat.GroupAnalysis) {
	width, whole, largest := math.Inf(1), true, 0.0
	narrow := func(w float64) {
		if w > 0 {
			width = min(width, s.value(w))
		}
	}
	for _, sum := range g.Summaries {
		narrow(sum.StdDev)
		for _, v := range []float64{sum.Mean, sum.Median, sum.Min, sum.Max} {
			v = s.value(v)
			whole = whole && v == math.Floor(v)
			largest = max(largest, math.Abs(v))
		}
		whole = whole && (math.IsNaN(sum.StdDev) || s.value(sum.StdDev) == math.Floor(s.value(sum.StdDev)))
	}
	for _, c := range g.Comparisons {
		narrow(c.Delta.HalfWidth)
		whole = whole && c.Delta.HalfWidth == 0
	}
	if math.IsInf(width, 1) {
		width = largest / 100 // no spread: four digits
	}
	if !whole {
		s.decimals = decimals(width)
	}
	if s.general = largest > 0 && largest < 1e-4 || largest >= 1e16; !s.general && largest > 0 {
		const digits = 16 // of a float64, hardly more
		s.decimals = min(s.decimals, max(0, digits-1-exponent(largest)))
	}
}

func (s *scale) value(v float64) float64 { return v * s.mul / s.div }

func (s *scale) format(v float64) string {
	v = s.value(v)
	switch {
	case math.IsNaN(v):
		return unknown
	case s.general:
		return strconv.FormatFloat(v, 'g', 8, 64)
	}
	return fixed(v, s.decimals)
}

// signed renders a difference, with its sign unless it rounds to 0.
func (s *scale) signed(v float64) string {
	text := s.format(v)
	if v > 0 && hasDigits(text) {
		return "+" + text
	}
	return text
}

// fixed renders with some decimals. What rounds to 0 has no sign.
func fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if !hasDigits(text) {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// exponent returns the power of ten of a number's first digit. math.Log10 is a
// little off at powers of ten, and far off for the smallest numbers.
func exponent(v float64) int {
	_, text, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	exp, err := strconv.Atoi(text)
	if err != nil {
		return 0 // no number
	}
	return exp
}

// hasDigits tells a number from a 0 of any number of decimals.
func hasDigits(text string) bool { return strings.ContainsAny(text, "123456789") }
