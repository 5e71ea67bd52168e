package report

import (
	"fmt"
	"math"
)

// general formats as C's printf does with %g. Go's fmt agrees for finite
// values; infinities, which only the historical arithmetic gives, are spelled
// as C spells them.
func general(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return fmt.Sprintf("%.6g", v)
}
