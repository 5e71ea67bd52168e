package ministat

import "math"

// EquivalenceP returns the p of "the relative difference is limit or more,
// either way": small when the samples are shown to be the same within ±limit,
// a fraction of the baseline's magnitude above 0.
//
// It is the larger of the p of two one-sided tests (D. J. Schuirmann, A
// comparison of the two one-sided tests procedure and the power approach for
// assessing the equivalence of average bioavailability, Journal of
// Pharmacokinetics and Biopharmaceutics 15 (1987), 657-680). NaN where t
// cannot tell, or the limit is not above 0.
func EquivalenceP(t LimitTester, base, s *Summary, limit float64) float64 {
	if !(limit > 0) {
		return math.NaN()
	}
	atLeast, _ := t.TestAt(base, s, limit)
	_, atMost := t.TestAt(base, s, -limit)
	return max(atLeast, atMost)
}
