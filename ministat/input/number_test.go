package input

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// FuzzNumber holds both parsers against strconv, bit for bit.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{
		"0", "-0", "1", "+1", ".5", "5.", ".", "-", "e5", "1e", "1e+", "1e5", "1E-5", "14714579.912345", "9007199254740993",
		"0.1", "123456789012345678", "12345678901234567890", "18446744073709551616", "1e22", "1e23", "1.7976931348623157e308", "1.8e308",
		"5e-324", "2e-324", "0.00012345678901234567", "0.000000000000000000000000000", "8.41e21", "9007199254740993e-27", "1234567.8901234567e-05",
		"0x10", "0x1.8p1", "0x", "0x.p1", "-0X1P-1074", "1_0", "0x1_0p0", "nan", "-inf", "infinity", "NaN(1)", " 1", "1 ", "1e1000", "00000000000000000001",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Contains(s, "\n") {
			return
		}
		want, ok := referenceNumber(s)
		got, err := parseNumber([]byte(s))
		if (err == nil) != ok || ok && !sameBits(got, want) {
			t.Errorf("parseNumber(%q) = %v, %v, want %v, %v", s, got, err, want, ok)
		}
		line := []byte(s + "\n")
		if got, next, ok := plainNumber(line, 0); ok {
			want, isNumber := referenceNumber(string(line[:next]))
			if !isNumber || !sameBits(got, want) {
				t.Errorf("plainNumber(%q) = %v from %q, want %v, %v", s, got, line[:next], want, isNumber)
			}
		}
	})
}

// TestPlainNumbers sees to it that plainNumber leaves none of the usual numbers
// to parseNumber, which is slower.
func TestPlainNumbers(t *testing.T) {
	for _, s := range []string{
		"0", "-7", "14714579.912345", "-0.000000", "0.00012345678901234567", "105234.00000000001",
		"1.2345678901234567e-05", "1e22", "-2.5E+3", "9007199254740993", "18446744073709551", "5.", ".5",
	} {
		want, _ := referenceNumber(s)
		got, next, ok := plainNumber([]byte(s+"\n"), 0)
		if !ok || next != len(s) || !sameBits(got, want) {
			t.Errorf("plainNumber(%q) = %v, %t, want %v", s, got, ok, want)
		}
	}
}

// TestRandomNumbers holds plainNumber against strconv for numbers of every length.
func TestRandomNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		digits := fmt.Sprintf("%019d", random.Uint64())[:1+random.IntN(19)]
		point := random.IntN(len(digits) + 1)
		s := digits[:point] + "." + digits[point:]
		if random.IntN(3) == 0 {
			s += fmt.Sprintf("e%d", random.IntN(25)-20)
		}
		want, _ := referenceNumber(s)
		got, next, ok := plainNumber([]byte(s+"\n"), 0)
		if ok && (!sameBits(got, want) || next != len(s)) {
			t.Fatalf("plainNumber(%q) = %v, want %v", s, got, want)
		}
	}
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

var (
	numberForm = regexp.MustCompile(`^[ \t\v\f\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)$`)
	hexForm    = regexp.MustCompile(`^[ \t\v\f\r]*([+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+))([pP][+-]?[0-9]+)?$`)
)

// referenceNumber reads a number of the two forms that there are.
func referenceNumber(cell string) (v float64, ok bool) {
	text := ""
	if m := numberForm.FindStringSubmatch(cell); m != nil {
		text = m[1]
	} else if m := hexForm.FindStringSubmatch(cell); m != nil {
		text = m[1] + m[2]
		if m[2] == "" {
			text += "p0"
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0)
}
