package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ministat/ministat"
)

// unit is what the figures of a group are written in: a power of ten times the
// base unit of the samples.
type unit struct {
	exp  int    // of ten, a multiple of 3
	name string // "ms", "MB/s", "×10⁶ messages/s"; "" for a plain number
}

// prefixes of the SI for the exponents -12, -9, …
var prefixes = [...]string{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"}

const leastPrefix = -12

// prefixed holds the units that take prefixes, how they are written, and the
// exponents that make sense: nobody counts in kiloseconds, or in millibytes.
var prefixed = [...]struct {
	base, symbol string
	least, most  int
}{
	{"sec", "s", -12, 0},
	{"s", "s", -12, 0},
	{"B", "B", 0, 18},
	{"bit", "bit", 0, 18},
	{"Hz", "Hz", 0, 18},
	{"J", "J", -12, 18},
	{"W", "W", -12, 18},
}

// newUnit chooses the unit in which the medians of the samples, or of constant
// zeros whatever there is, have one to three digits before the point.
func newUnit(g *ministat.GroupAnalysis) unit {
	var median, largest float64
	for _, s := range g.Summaries {
		median = max(median, math.Abs(s.Median))
		largest = max(largest, math.Abs(s.Min), math.Abs(s.Max))
	}
	if median == 0 {
		median = largest
	}
	return unitFor(g.Group.Unit(), median)
}

func unitFor(base string, magnitude float64) unit {
	decimal := exponent(magnitude)
	exp := 3 * int(math.Floor(float64(decimal)/3))
	head, per, _ := strings.Cut(base, "/")
	if per != "" {
		per = "/" + per
	}
	for _, p := range prefixed {
		if scaled := min(max(exp, p.least), p.most); p.base == head && decimal >= scaled-3 && decimal < scaled+6 {
			return unit{scaled, prefixes[(scaled-leastPrefix)/3] + p.symbol + per}
		}
	}
	if decimal >= -3 && decimal < 6 {
		return unit{0, base}
	}
	return unit{exp, strings.TrimSpace("×10" + superscript(exp) + " " + base)}
}

// notKnown stands for a number that is not known, or was not computed.
const notKnown = "unknown"

func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}

// number writes a value in the unit with the given number of decimals. The
// point is moved in the decimal text, so that nothing overflows; what is far
// larger than the unit is written with an exponent.
func (u unit) number(v float64, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return notKnown
	}
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exp)
	if n -= u.exp; n > 15 && v != 0 {
		digits, _ := strconv.ParseFloat(mantissa, 64)
		return fmt.Sprintf("%.4ge%d", digits, n)
	}
	shifted, _ := strconv.ParseFloat(fmt.Sprintf("%se%d", mantissa, n), 64)
	return strconv.FormatFloat(shifted+0, 'f', decimals, 64)
}
