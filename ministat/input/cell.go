package input

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// errWord is the error of a cell that does not even look like a number. Any
// other error is that of a number which cannot be read for certain.
var errWord = errors.New("not a number")

// isMissing tells whether the cell stands for a value that is not there.
func isMissing(cell string) bool {
	if cell != "" && '0' <= cell[0] && cell[0] <= '9' {
		return false
	}
	switch strings.ToLower(cell) {
	case "", "?", "-", "--", "nan", "-nan", "n/a", "na", "null", "none":
		return true
	}
	return false
}

func quotedCell(cell string) string { return quoted([]byte(cell)) }

// cellReader reads the cells of one column as numbers.
type cellReader struct {
	inHeading   unit // that of cells that name none
	commasSplit bool // commas separate the cells of a line
	clocks      bool // "1:02" is a minute and two seconds

	// decimal is what separates the fraction in the cells that have been read:
	// a point, a comma, or 0 while none has told.
	decimal byte

	behind   string // the text behind the last digits that had a unit there
	unitThen unit   // that unit: most cells have the same

	text []byte // scratch
}

// read returns the cell's value in base units, and the unit of that. Numbers are
// decimal: what begins with "0x" is an address or the name of a commit.
func (r *cellReader) read(cell string) (v float64, base string, err error) {
	digits, behind := cutNumber(cell)
	u, ok := r.unit(behind)
	switch {
	case digits == "" && isNotFinite(cell):
		return 0, "", fmt.Errorf("%s is not a finite number", quotedCell(cell))
	case digits == "", !ok:
		return r.clock(cell)
	case !oneNumber(digits): // a version, an address, a list
		return 0, "", errWord
	case r.inHeading.base != "" && u.base != r.inHeading.base:
		return 0, "", fmt.Errorf("%s is not in %q, as the heading says", quotedCell(cell), r.inHeading.base)
	}
	if digits, err = r.withPoint(cell, digits); err != nil {
		return 0, "", err
	}
	if v, err = r.number(digits, u.tens); err != nil {
		return 0, "", err
	}
	v *= u.times
	if math.IsInf(v, 0) {
		return 0, "", fmt.Errorf("%s is beyond the largest number, %g", quotedCell(cell), math.MaxFloat64)
	}
	return v, u.base, nil
}

// unit returns the unit of a cell with this text behind its digits.
func (r *cellReader) unit(behind string) (u unit, ok bool) {
	switch behind {
	case "":
		return r.inHeading, true
	case r.behind:
		return r.unitThen, true
	}
	if u, ok = cellUnit(behind); ok {
		r.behind, r.unitThen = strings.Clone(behind), u
	}
	return u, ok
}

// cellUnit returns the unit that stands behind the digits of a cell. One that is
// not in the table must stand apart from them, and be a quotient: there are too
// many words that are no unit.
func cellUnit(behind string) (u unit, ok bool) {
	text := strings.TrimSpace(behind)
	if u, ok = unitNamed(text); ok {
		return u, true
	}
	what, _, _ := strings.Cut(text, "/")
	if _, known := unitNamed(what); !known && text == behind {
		return unit{}, false
	}
	return parseUnit(text)
}

// cutNumber splits the digits that a cell begins with, with their sign, commas,
// points and exponent, from what is behind them. digits is "" where there are none.
func cutNumber(cell string) (digits, behind string) {
	i := 0
	if cell != "" && (cell[0] == '-' || cell[0] == '+') {
		i++
	}
	start := i
	for i < len(cell) && (isDigit(cell[i]) || cell[i] == '.' || cell[i] == ',') {
		i++
	}
	if strings.Trim(cell[start:i], ".,") == "" {
		return "", cell
	}
	if i < len(cell) && cell[i]|0x20 == 'e' {
		j := i + 1
		if j < len(cell) && (cell[j] == '-' || cell[j] == '+') {
			j++
		}
		exponent := j
		for j < len(cell) && isDigit(cell[j]) {
			j++
		}
		if exponent < j {
			i = j
		}
	}
	return cell[:i], cell[i:]
}

// oneNumber tells whether the digits may be those of one number: with one point
// at most, and commas that can have a meaning, unless both are there.
func oneNumber(digits string) bool {
	points, commas := strings.Count(digits, "."), strings.Count(digits, ",")
	switch {
	case commas == 0:
		return points <= 1
	case points == 0:
		thousands, decimal := meaningOfCommas(digits)
		return thousands || decimal
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// withPoint returns the digits without commas between thousands, and with a
// point where they have a decimal comma.
//
// Where commas split the cells of a line, one in quotes is between thousands.
// Elsewhere "3,5" has a decimal comma and "1,234.5" one between thousands, and
// "1,234" has what the cells above it have: unless they tell, it is an error.
func (r *cellReader) withPoint(cell, digits string) (string, error) {
	if strings.IndexByte(digits, ',') < 0 {
		if r.commasSplit || strings.IndexByte(digits, '.') < 0 {
			return digits, nil
		}
		return digits, r.settle(cell, '.')
	}
	thousands, decimal := meaningOfCommas(digits)
	switch {
	case !thousands && !decimal:
		return "", fmt.Errorf("%s has commas where no number has them", quotedCell(cell))
	case thousands && !decimal, thousands && (r.commasSplit || r.decimal == '.'):
		return strings.ReplaceAll(digits, ",", ""), r.settle(cell, '.')
	case r.commasSplit:
		return "", fmt.Errorf("%s has a decimal comma: write it as a point, or separate the cells with semicolons", quotedCell(cell))
	case thousands && r.decimal == 0:
		return "", fmt.Errorf("%s may be %s or %s: write a decimal comma as a point, and thousands without one",
			quotedCell(cell), strings.Replace(digits, ",", ".", 1), strings.Replace(digits, ",", "", 1))
	}
	return strings.Replace(digits, ",", ".", 1), r.settle(cell, ',')
}

// settle notes what separates the fraction in a cell, and fails when others have
// something else there.
func (r *cellReader) settle(cell string, decimal byte) error {
	if r.decimal != 0 && r.decimal != decimal {
		return fmt.Errorf("%s has a decimal %s, unlike cells above it: want the same in the whole column",
			quotedCell(cell), map[byte]string{'.': "point", ',': "comma"}[decimal])
	}
	r.decimal = decimal
	return nil
}

// meaningOfCommas tells whether the commas in the digits can stand between
// thousands, and whether there is one that can be a decimal comma.
func meaningOfCommas(digits string) (thousands, decimal bool) {
	digits = strings.TrimLeft(digits, "+-")
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		digits = digits[:i]
	}
	before, behind, _ := strings.Cut(digits, ",")
	decimal = !strings.Contains(before, ".") && behind != "" && !strings.ContainsAny(behind, ".,")

	whole, fraction, _ := strings.Cut(digits, ".")
	groups := strings.Split(whole, ",")
	thousands = !strings.ContainsAny(fraction, ".,") && 1 <= len(groups[0]) && len(groups[0]) <= 3 && groups[0][0] != '0'
	for _, g := range groups[1:] {
		thousands = thousands && len(g) == 3
	}
	return thousands, decimal
}

// number returns digits · 10^tens, rounded once.
func (r *cellReader) number(digits string, tens int) (float64, error) {
	r.text = append(r.text[:0], digits...)
	if tens != 0 {
		mantissa := len(digits)
		if i := strings.IndexAny(digits, "eE"); i >= 0 {
			exponent, err := strconv.Atoi(digits[i+1:])
			if err != nil {
				return 0, fmt.Errorf("%s is not a number: want an exponent of a few digits", quotedCell(digits))
			}
			mantissa, tens = i, tens+exponent
		}
		r.text = strconv.AppendInt(append(r.text[:mantissa], 'e'), int64(tens), 10)
	}
	end := len(r.text)
	r.text = append(r.text, '\n')
	if v, next, ok := plainNumber(r.text, 0); ok && next == end {
		return v, nil
	}
	return parseNumber(r.text[:end])
}

// clock reads a cell such as "0m1.25s", "1:02.5" or "1:02:03.5", in seconds. With
// colons it may as well be a time of the day, so that somebody must have said
// that such cells are durations.
func (r *cellReader) clock(cell string) (v float64, base string, err error) {
	v, ok := parseClock(cell)
	switch {
	case !ok:
		return 0, "", errWord
	case strings.Contains(cell, ":") && !r.clocks:
		return 0, "", fmt.Errorf("%s is a duration or a time of the day: choose its column with -C, or another one", quotedCell(cell))
	case r.inHeading.base != "" && r.inHeading.base != "sec":
		return 0, "", fmt.Errorf("%s is not in %q, as the heading says", quotedCell(cell), r.inHeading.base)
	}
	return v, "sec", nil
}

// parseClock reads minutes and seconds, and hours before them.
func parseClock(text string) (seconds float64, ok bool) {
	letters := strings.HasSuffix(text, "s")
	if letters {
		hour, minute := strings.IndexByte(text, 'h'), strings.IndexByte(text, 'm')
		if minute < hour || minute < 0 || strings.Contains(text, ":") {
			return 0, false
		}
		text = strings.NewReplacer("h", ":", "m", ":").Replace(text[:len(text)-1])
	}
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	for i, part := range parts {
		whole, fraction, point := strings.Cut(part, ".")
		isLast := i == len(parts)-1
		if !isDigits(whole) || point && (!isLast || !isDigits(fraction)) || i > 0 && !letters && len(whole) != 2 {
			return 0, false
		}
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || i > 0 && v >= 60 {
			return 0, false
		}
		seconds = seconds*60 + v
	}
	return seconds, !math.IsInf(seconds, 0)
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
