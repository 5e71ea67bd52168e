package input

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestCells reads cells, each by itself: NaN stands for an error, and for that
// of a word where there is no text of it.
func TestCells(t *testing.T) {
	nan := math.NaN()
	sec := unit{"sec", 0, 1}
	ms := unit{"sec", -3, 1}
	commas := cellReader{inHeading: unitless, commasSplit: true}
	others := cellReader{inHeading: unitless}
	for _, test := range []struct {
		cell string
		r    cellReader
		want float64
		base string
		err  string
	}{
		{"14", commas, 14, "", ""},
		{"-.5e1", commas, -5, "", ""},
		{"+5.", commas, 5, "", ""},
		{"14.9 GB/s", commas, 14.9e9, "B/s", ""},
		{"14.9GB/s", commas, 14.9e9, "B/s", ""},
		{"26.26 ms", commas, 0.02626, "sec", ""},
		{"26.26\u00a0ms", commas, 0.02626, "sec", ""}, // no-break space
		{"24,323.172 ns", commas, 24323.172e-9, "sec", ""},
		{"24,323", commas, 24323, "", ""},
		{"-1,234,567.5", commas, -1234567.5, "", ""},
		{"1.5e3 us", commas, 1.5e-3, "sec", ""},
		{"1.5e3us", commas, 1.5e-3, "sec", ""},
		{"3 KiB", commas, 3072, "B", ""},
		{"120 requests/s", commas, 120, "requests/s", ""},
		{"12 %", commas, 12, "%", ""},
		{"123456789012345678901234567890", commas, 123456789012345678901234567890, "", ""},
		{"26.26", cellReader{inHeading: ms}, 0.02626, "sec", ""},
		{"26.26 us", cellReader{inHeading: ms}, 26.26e-6, "sec", ""},
		{"1e-400", commas, 0, "", ""},

		{"3,5", commas, nan, "", `"3,5" has a decimal comma: write it as a point, or separate the cells with semicolons`},
		{"0,123", commas, nan, "", `"0,123" has a decimal comma: write it as a point, or separate the cells with semicolons`},
		{"1,2,3.5", commas, nan, "", `"1,2,3.5" has commas where no number has them`},
		{"1.234,5", commas, nan, "", `"1.234,5" has commas where no number has them`},
		{"3,5", others, 3.5, "", ""},
		{"1,5e3", others, 1500, "", ""},
		{"3,5 ms", others, 3.5e-3, "sec", ""},
		{"-0,123", others, -0.123, "", ""},
		{"1234,567", others, 1234.567, "", ""},
		{"1,234.5", others, 1234.5, "", ""},
		{"1,234,567", others, 1234567, "", ""},
		{"1,234", others, nan, "", `"1,234" may be 1.234 or 1234: write a decimal comma as a point, and thousands without one`},
		{"1,234", cellReader{inHeading: unitless, decimal: ','}, 1.234, "", ""},
		{"1,234", cellReader{inHeading: unitless, decimal: '.'}, 1234, "", ""},
		{"1.234", cellReader{inHeading: unitless, decimal: ','}, nan, "", `"1.234" has a decimal point, unlike cells above it: want the same in the whole column`},
		{"3,5", cellReader{inHeading: unitless, decimal: '.'}, nan, "", `"3,5" has a decimal comma, unlike cells above it: want the same in the whole column`},

		{"1:02.5", cellReader{inHeading: unitless, clocks: true}, 62.5, "sec", ""},
		{"1:00:03", cellReader{inHeading: unitless, clocks: true}, 3603, "sec", ""},
		{"0m1.25s", commas, 1.25, "sec", ""},
		{"1h2m3s", commas, 3723, "sec", ""},
		{"1:02.5", commas, nan, "", `"1:02.5" is a duration or a time of the day: choose its column with -C, or another one`},
		{"1:2", cellReader{inHeading: unitless, clocks: true}, nan, "", ""},
		{"1:75", cellReader{inHeading: unitless, clocks: true}, nan, "", ""},
		{"1h5s", commas, nan, "", ""},
		{"1m2h3s", commas, nan, "", ""},
		{"0m1.25s", cellReader{inHeading: unit{"B", 0, 1}}, nan, "", `"0m1.25s" is not in "B", as the heading says`},
		{"5 kB", cellReader{inHeading: sec}, nan, "", `"5 kB" is not in "sec", as the heading says`},

		{"inf", commas, nan, "", `"inf" is not a finite number`},
		{"1e999", commas, nan, "", `"1e999" is beyond the largest number, 1.7976931348623157e+308`},
		{"1e308 h", commas, nan, "", `"1e308 h" is beyond the largest number, 1.7976931348623157e+308`},
		{"1e99999999999999999999 ms", commas, nan, "", `"1e99999999999999999999" is not a number: want an exponent of a few digits`},

		{"fast", commas, nan, "", ""},
		{"0x10", commas, nan, "", ""},
		{"1_000", commas, nan, "", ""},
		{"1.2.3", commas, nan, "", ""},
		{"1,2,3", commas, nan, "", ""},
		{"2024-01-02", commas, nan, "", ""},
		{"2024/01/02", commas, nan, "", ""},
		{"13 mini", commas, nan, "", ""},
		{"7a1b2c3", commas, nan, "", ""},
		{"12ab/op", commas, nan, "", ""},
		{".", commas, nan, "", ""},
		{"-", commas, nan, "", ""},
	} {
		got, base, err := test.r.read(test.cell)
		if math.IsNaN(test.want) {
			if err == nil || errors.Is(err, errWord) != (test.err == "") || test.err != "" && err.Error() != test.err {
				t.Errorf("%q: got %v, %v, want the error %q", test.cell, got, err, test.err)
			}
		} else if err != nil || got != test.want || base != test.base {
			t.Errorf("%q: got %v %q, %v, want %v %q", test.cell, got, base, err, test.want, test.base)
		}
	}
}

func TestMissing(t *testing.T) {
	for _, cell := range strings.Split(",NaN,nan,n/a,N/A,NA,?,-,null,None", ",") {
		if !isMissing(cell) {
			t.Errorf("%q is a value", cell)
		}
	}
	for _, cell := range []string{"0", "-1", "x", "nano", "inf"} {
		if isMissing(cell) {
			t.Errorf("%q is missing", cell)
		}
	}
}
