package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Of real pairs of Go benchmarks, --test mann-whitney finds the same ones
// different as benchstat does, with the same p. Where many values are equal the
// two may part: benchstat then approximates p, ministat computes it exactly.
func TestBenchstat(t *testing.T) {
	want := benchstatP(t, string(mustRead(t, "../../testdata/files/go-benchstat.csv")))
	out, _, status := runMinistat(t, "", "--test", "mann-whitney", "--format", "json",
		"../../testdata/files/go-old.txt", "../../testdata/files/go-new.txt")
	if status != exitOK {
		t.Fatalf("exit %d", status)
	}
	var doc struct {
		Groups []struct {
			Name, Unit  string
			Comparisons []struct {
				P           float64
				Significant bool
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	for _, g := range doc.Groups {
		key := strings.TrimPrefix(g.Name, "Benchmark") + " " + g.Unit
		p, ok := want[key]
		if !ok {
			t.Errorf("benchstat has no %s", key)
			continue
		}
		c := g.Comparisons[0]
		if c.Significant != (p < 0.05) || math.Abs(c.P-p) > 0.0006 {
			t.Errorf("%s: p = %.4f, significant %v; benchstat says p = %.3f", key, c.P, c.Significant, p)
		}
		delete(want, key)
	}
	for key := range want {
		t.Errorf("%s is not reported", key)
	}
}

// benchstatP reads benchstat's p, rounded to three decimals, by benchmark and unit.
func benchstatP(t *testing.T, text string) map[string]float64 {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	unit := ""
	for _, row := range rows {
		if len(row) < 7 {
			continue
		}
		if row[6] == "P" {
			unit = row[1]
		} else if m := regexp.MustCompile(`^p=([\d.]+) `).FindStringSubmatch(row[6]); m != nil {
			p, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			found[row[0]+" "+unit] = p
		}
	}
	if len(found) < 20 {
		t.Fatalf("%d series in benchstat's file, want 21", len(found))
	}
	return found
}
