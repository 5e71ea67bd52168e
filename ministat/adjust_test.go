package ministat

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The families and their adjusted p values are R's p.adjust on multi.json's
// comparisons.
func TestAdjustAgainstTruth(t *testing.T) {
	var sets map[string]map[string]json.RawMessage
	readTruth(t, "multi.json", &sets)
	families := 0
	for id, set := range sets {
		if _, plain := set["raw"]; plain {
			continue // lists, below
		}
		for name, text := range set {
			var family map[string]map[string]float64
			if json.Unmarshal(text, &family) != nil || family["raw"] == nil || family["holm"] == nil {
				continue
			}
			families++
			var names []string
			var raw []float64
			for n, p := range family["raw"] {
				names, raw = append(names, n), append(raw, p)
			}
			for a, key := range adjustmentKeys() {
				for i, got := range a.Adjust(raw) {
					closeTo(t, id+" "+name+" "+key+" "+names[i], got, family[key][names[i]], 1e-12)
				}
			}
		}
	}
	if families < 6 {
		t.Errorf("%d families checked, want at least 6", families)
	}
}

func TestAdjustPlainListAgainstTruth(t *testing.T) {
	var sets struct {
		Plain map[string][]float64 `json:"padjust_plain"`
	}
	readTruth(t, "multi.json", &sets)
	for a, key := range adjustmentKeys() {
		got := a.Adjust(sets.Plain["raw"])
		if len(got) == 0 || len(got) != len(sets.Plain[key]) {
			t.Fatalf("%s: %d values, want %d", key, len(got), len(sets.Plain[key]))
		}
		for i, want := range sets.Plain[key] {
			closeTo(t, key, got[i], want, 1e-12)
		}
	}
}

// adjustmentKeys returns what the truth files call the adjustments.
func adjustmentKeys() map[Adjustment]string {
	return map[Adjustment]string{None: "raw", Holm: "holm", Bonferroni: "bonferroni", BH: "BH"}
}

func TestAdjustLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		p := make([]float64, rng.IntN(9))
		for i := range p {
			p[i] = math.Pow(rng.Float64(), 4)
			if i > 0 && rng.IntN(4) == 0 {
				p[i] = p[i-1]
			}
		}
		holm, bonferroni, bh := Holm.Adjust(p), Bonferroni.Adjust(p), BH.Adjust(p)
		for i := range p {
			if !(p[i] <= bh[i] && bh[i] <= holm[i] && holm[i] <= bonferroni[i] && bonferroni[i] <= 1) {
				t.Fatalf("%g: BH %g, Holm %g, Bonferroni %g are out of order", p[i], bh[i], holm[i], bonferroni[i])
			}
			for j := range p {
				if p[i] <= p[j] && (holm[i] > holm[j] || bh[i] > bh[j]) {
					t.Fatalf("p %g ≤ %g, but Holm %g, %g and BH %g, %g", p[i], p[j], holm[i], holm[j], bh[i], bh[j])
				}
			}
		}
	}
}

func TestAdjustLeavesUnknownOut(t *testing.T) {
	nan := math.NaN()
	p := []float64{0.01, nan, 0.04}
	for a, want := range map[Adjustment][]float64{
		None: {0.01, nan, 0.04}, Holm: {0.02, nan, 0.04}, Bonferroni: {0.02, nan, 0.08}, BH: {0.02, nan, 0.04},
	} {
		got := a.Adjust(p)
		if !slices.EqualFunc(got, want, func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }) {
			t.Errorf("%s: %v, want %v", a, got, want)
		}
	}
	if p[0] != 0.01 {
		t.Error("the argument was changed")
	}
}

func TestParseAdjustment(t *testing.T) {
	for a, name := range map[Adjustment]string{None: "none", Holm: "holm", Bonferroni: "bonferroni", BH: "bh"} {
		if got, err := ParseAdjustment(name); err != nil || got != a {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "Holm", "fdr"} {
		if _, err := ParseAdjustment(name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
}
