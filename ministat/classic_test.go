package ministat

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testdata/classic/t-table.csv is the C program's table.
func TestClassicTable(t *testing.T) {
	f, err := os.Open("../testdata/classic/t-table.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		dof := 101 // any number beyond 100 stands for infinity
		if row[0] != "Inf" {
			dof = int(parseFloat(t, row[0]))
		}
		for i, level := range rows[0][1:] {
			alpha, err := ParseConfidence(level)
			if err != nil {
				t.Fatal(err)
			}
			got, err := ClassicT(dof, alpha)
			if err != nil {
				t.Fatal(err)
			}
			if want := parseFloat(t, row[i+1]); got != want {
				t.Errorf("t(%s%%, %d) = %g, want %g", level, dof, got, want)
			}
		}
	}
	if len(rows) != 102 {
		t.Errorf("%d rows, want the heading and 101", len(rows))
	}
}

func TestClassicRefuses(t *testing.T) {
	if _, err := ClassicT(10, 0.03); err == nil || !strings.HasSuffix(err.Error(), "only 80, 90, 95, 98, 99, 99.5") {
		t.Errorf("97%%: %v, want the levels there are", err)
	}
	for _, m := range []Method{FreeBSD{}, Debian{}} {
		if _, err := m.Summarize(&Sample{Name: "a", Values: []float64{1, 2}}); err == nil {
			t.Errorf("%s: two samples are no error", m.Name())
		}
		if _, err := m.Summarize(&Sample{Name: "a", Values: []float64{1e300, 2e300, 3e300}}); err == nil {
			t.Errorf("%s: an overflow is no error", m.Name())
		}
	}
}

// The one-pass variance cancels: 1e9 + 0.25, 0.5, 0.75 have a deviation of 0.25.
func TestClassicVariance(t *testing.T) {
	sample := &Sample{Values: []float64{1e9 + 0.25, 1e9 + 0.5, 1e9 + 0.75}}
	for _, tt := range []struct {
		m    Method
		want string
	}{{FreeBSD{}, "0.25"}, {Debian{}, "0"}} {
		s, err := tt.m.Summarize(sample)
		if err != nil {
			t.Fatal(err)
		}
		if got := strconv.FormatFloat(s.StdDev, 'g', -1, 64); got != tt.want {
			t.Errorf("%s: deviation %s, want %s as recorded of the C program", tt.m.Name(), got, tt.want)
		}
	}
}
