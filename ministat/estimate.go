package ministat

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Estimate is a value with its confidence interval.
type Estimate struct {
	Value float64 // NaN when unknown

	// Lo and Hi bound the interval; NaN when it is undetermined.
	Lo, Hi float64

	// HalfWidth is (Hi - Lo) / 2, kept apart because the difference of two
	// bounds loses digits when the value is large beside the width.
	HalfWidth float64
}

// Determined reports whether the interval is known.
func (e Estimate) Determined() bool { return !math.IsNaN(e.Lo) && !math.IsNaN(e.Hi) }

// Holds reports whether the symmetric form, Value ± HalfWidth, contains x.
func (e Estimate) Holds(x float64) bool { return math.Abs(e.Value-x) <= e.HalfWidth }

// symmetric returns value ± halfWidth.
func symmetric(value, halfWidth float64) Estimate {
	return Estimate{Value: value, Lo: value - halfWidth, Hi: value + halfWidth, HalfWidth: halfWidth}
}

// undetermined returns a value whose interval is not known.
func undetermined(value float64) Estimate {
	return Estimate{Value: value, Lo: math.NaN(), Hi: math.NaN(), HalfWidth: math.NaN()}
}

// Alpha is a two-sided significance level, in (0, 0.5). It is what is
// computed with; the confidence, 100 (1 - α) percent, is for people.
type Alpha float64

// DefaultAlpha is the level of a report for which none is asked: 95 % confidence.
const DefaultAlpha Alpha = 0.05

// ParseConfidence reads a confidence in percent, such as "95" or "99.9999999",
// between 50 and 100. The subtraction from 100 is done on the decimal digits, so
// that no digit of a level near 100 is lost.
func ParseConfidence(text string) (Alpha, error) {
	wrong := fmt.Errorf("%q is no confidence: want a percentage above 50 and below 100", text)
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.ContainsAny(text, "_xX") || !(f >= 50 && f <= 100) {
		return 0, wrong
	}
	// The float's range bounds the exponent, so this cannot grow beyond the text's length.
	percent, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, wrong
	}
	alpha, _ := new(big.Rat).Quo(percent.Sub(hundred(), percent), hundred()).Float64()
	if !(alpha > 0 && alpha < 0.5) {
		return 0, wrong
	}
	return Alpha(alpha), nil
}

func hundred() *big.Rat { return big.NewRat(100, 1) }

// Confidence returns the level in percent, with one decimal or as many as
// it needs: "95.0", "99.95".
func (a Alpha) Confidence() string {
	shortest := strconv.FormatFloat(float64(a), 'f', -1, 64)
	alpha, ok := new(big.Rat).SetString(shortest)
	if !ok {
		return "NaN"
	}
	percent := alpha.Sub(hundred(), alpha.Mul(alpha, hundred()))
	// α has this many decimals; its percentage has two fewer.
	decimals := max(1, len(shortest)-len("0.")-2)
	return percent.FloatString(decimals)
}
