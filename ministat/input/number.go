package input

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// parseNumber reads a cell that must be a finite number as a whole: decimal
// with an optional exponent, or hexadecimal, where the exponent may be missing
// too. White space before it is passed over. Underflow gives the nearest value.
func parseNumber(cell []byte) (float64, error) {
	text := string(bytes.TrimLeft(cell, whiteSpace))
	if isHexadecimal(text) && !strings.ContainsAny(text, "pP") {
		text += "p0" // strconv insists on it
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case isNotFinite(text):
		return 0, fmt.Errorf("%s is not a finite number", quoted(cell))
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is beyond the largest number, %g", quoted(cell), math.MaxFloat64)
	case err != nil, strings.Contains(text, "_"):
		return 0, fmt.Errorf("%s is not a number", quoted(cell))
	}
	return v, nil
}

func isHexadecimal(number string) bool {
	number = strings.TrimLeft(number, "+-")
	return strings.HasPrefix(number, "0x") || strings.HasPrefix(number, "0X")
}

// isNotFinite tells whether strtod(3) would take the text for an infinity or
// for what is not a number.
func isNotFinite(text string) bool {
	word := strings.ToLower(strings.TrimLeft(text, "+-"))
	return word == "inf" || word == "infinity" || word == "nan" || strings.HasPrefix(word, "nan(")
}

// plainNumber reads the number at text[i]: decimal, without a plus sign, of so
// few digits that it can be rounded here, bit for bit as strconv does. next is
// the place behind it. Anything else is left to parseNumber: ok is false.
// The text must have a line end at or behind i.
func plainNumber(text []byte, i int) (v float64, next int, ok bool) {
	negative := text[i] == '-'
	if negative {
		i++
	}
	start := i
	m, i := appendDigits(0, text, i)
	point, first := i, start // first is where the digits begin that count
	if text[i] == '.' {
		i++
		first++ // for the point, which is no digit
		if m == 0 {
			i = skipZeros(text, i)
			first = i
		}
		m, i = appendDigits(m, text, i)
	}
	scale := max(0, i-point-1)
	if point == start && scale == 0 || i-first > mostDigits {
		return 0, i, false
	}
	if text[i]|0x20 == 'e' {
		var exponent int
		if exponent, i, ok = plainExponent(text, i+1); !ok {
			return 0, i, false
		}
		scale -= exponent
	}
	if v, ok = shortQuotient(m, scale); !ok {
		v, ok = longQuotient(m, scale)
	}
	if negative {
		v = -v
	}
	return v, i, ok
}

// plainExponent reads an exponent of one to three digits.
func plainExponent(text []byte, i int) (exponent, next int, ok bool) {
	sign := 1
	switch text[i] {
	case '-':
		sign = -1
		i++
	case '+':
		i++
	}
	start := i
	m, i := appendDigits(0, text, i)
	return sign * int(m), i, start < i && i <= start+3
}

// mostDigits is the number of decimal digits that 64 bits can hold, whatever
// they are.
const mostDigits = 19

// appendDigits appends the decimal digits at text[i] to those of m. next is the
// place behind them. Beyond mostDigits the sum is wrong.
func appendDigits(m uint64, text []byte, i int) (sum uint64, next int) {
	for c := text[i] - '0'; c <= 9; c = text[i] - '0' {
		m = m*10 + uint64(c)
		i++
	}
	return m, i
}

func skipZeros(text []byte, i int) int {
	for text[i] == '0' {
		i++
	}
	return i
}

// shortQuotient returns m / 10^scale where both are a float64, so that one
// division rounds as it should. ok is false elsewhere.
func shortQuotient(m uint64, scale int) (v float64, ok bool) {
	if m > exactInteger || uint(scale) >= uint(len(exactTens)) {
		return 0, false
	}
	return float64(int64(m)) / exactTens[scale], true
}

// longQuotient returns m / 10^scale, rounded to the nearest float64, ties to
// even. ok is false where that would take more than 128 bits.
func longQuotient(m uint64, scale int) (v float64, ok bool) {
	switch {
	case scale == 0:
		return float64(m), true
	case m <= exactInteger && -len(exactTens) < scale && scale < 0:
		return float64(m) * exactTens[-scale], true
	case 0 < scale && scale < len(fives):
		return divide(m, scale), true
	}
	return 0, false
}

// divide returns m / 10^scale, which is m / 5^scale / 2^scale, by a division
// of integers. The quotient has 63 or 64 bits, the last of which is set when
// there is a remainder: enough for the conversion to round as it should.
func divide(m uint64, scale int) float64 {
	d := fives[scale]
	mShift, dShift := bits.LeadingZeros64(m), bits.LeadingZeros64(d)
	m, d = m<<mShift, d<<dShift
	q, remainder := bits.Div64(m>>1, m<<63, d)
	if remainder != 0 {
		q |= 1
	}
	exponent := dShift - mShift - 63 - scale // from -153 to 0: no float64 is subnormal here
	return float64(q) * math.Float64frombits(uint64(1023+exponent)<<52)
}

// exactInteger is the number up to which every integer is a float64.
const exactInteger = 1 << 53

var (
	// exactTens holds the powers of ten that are a float64.
	exactTens = [...]float64{
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
	}

	// fives holds the powers of five that 64 bits can hold.
	fives = powersOfFive()
)

func powersOfFive() (powers [28]uint64) {
	powers[0] = 1
	for k := 1; k < len(powers); k++ {
		powers[k] = 5 * powers[k-1]
	}
	return powers
}
