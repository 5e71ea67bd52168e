package ministat

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Adjustment is a way to adjust p values for the number of tests, so that many
// tests together err as seldom as one.
type Adjustment int

const (
	// None leaves every p as it is.
	None Adjustment = iota

	// Holm keeps the probability of any false alarm in the family (S. Holm, A
	// simple sequentially rejective multiple test procedure, Scandinavian Journal
	// of Statistics 6 (1979), 65-70). It holds however the tests depend on each
	// other, and finds at least all that Bonferroni's finds.
	Holm

	// Bonferroni multiplies every p by the number of tests (O. J. Dunn, Multiple
	// comparisons among means, Journal of the American Statistical Association 56
	// (1961), 52-64).
	Bonferroni

	// BH keeps the share of false alarms among the alarms (Y. Benjamini and Y.
	// Hochberg, Controlling the false discovery rate, Journal of the Royal
	// Statistical Society B 57 (1995), 289-300), for tests that are independent or
	// depend on each other positively, as those with one baseline do.
	BH
)

// ParseAdjustment reads "none", "holm", "bonferroni" or "bh".
func ParseAdjustment(s string) (Adjustment, error) {
	for a := None; a <= BH; a++ {
		if s == a.String() {
			return a, nil
		}
	}
	return None, fmt.Errorf("%q is no adjustment: want none, holm, bonferroni or bh", s)
}

func (a Adjustment) String() string {
	switch a {
	case Holm:
		return "holm"
	case Bonferroni:
		return "bonferroni"
	case BH:
		return "bh"
	}
	return "none"
}

// Title returns the adjustment's name as it stands in a sentence.
func (a Adjustment) Title() string {
	switch a {
	case Holm:
		return "Holm"
	case Bonferroni:
		return "Bonferroni"
	case BH:
		return "Benjamini-Hochberg"
	}
	return "none"
}

// Adjust returns the adjusted p values, each at the place of its p and at most
// 1. A test is significant at a level when its adjusted p is below it. A NaN is
// no test: it stays NaN and does not count in the family.
func (a Adjustment) Adjust(p []float64) []float64 {
	adjusted := slices.Clone(p)
	var family []int // the tests, by ascending p
	for i, v := range p {
		if !math.IsNaN(v) {
			family = append(family, i)
		}
	}
	slices.SortStableFunc(family, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	n := len(family)
	switch a {
	case Bonferroni:
		for _, i := range family {
			adjusted[i] = min(1, float64(n)*p[i])
		}
	case Holm:
		least := 0.0
		for rank, i := range family {
			least = max(least, min(1, float64(n-rank)*p[i]))
			adjusted[i] = least
		}
	case BH:
		most := 1.0
		for rank, i := range slices.Backward(family) {
			most = min(most, float64(n)/float64(rank+1)*p[i])
			adjusted[i] = most
		}
	}
	return adjusted
}
