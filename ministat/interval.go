package ministat

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// MeanInterval returns the mean with Student's t interval at the level alpha,
//
//	mean ± t s / √n     with t the 1 - α/2 quantile at n-1 degrees of freedom
//
// (Student, The probable error of a mean, Biometrika 6 (1908), 1-25). It holds
// for independent samples of a normal distribution, and nearly so for many
// samples of any distribution that has a variance. It is undetermined for a
// single sample, and where it goes beyond the largest float64.
func MeanInterval(s *Summary, alpha Alpha) Estimate {
	if s.N < 2 {
		return undetermined(s.Mean)
	}
	n := float64(s.N)
	e := symmetric(s.Mean, TQuantile(float64(alpha)/2, n-1)*(s.StdDev/math.Sqrt(n)))
	if math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0) {
		return undetermined(s.Mean)
	}
	return e
}

// MedianInterval returns the median with the interval of the sign test (W. R.
// Thompson, On confidence ranges for the median and other expectation
// distributions for populations of unknown distribution form, Annals of
// Mathematical Statistics 7 (1936), 122-128): from the value of rank r from
// below to the value of rank r from above, with the largest r for which
//
//	2 P(B < r) ≤ α     B binomial with n trials of probability ½
//
// It supposes independent samples of one distribution, whichever that is, and
// holds the median with a probability of 1 - α or a little more, since ranks
// are whole. It is undetermined where n is too small for the level: where
// 2^(1-n) > α, which at 95 % is below 6.
func MedianInterval(s *Summary, alpha Alpha) Estimate {
	r := signRank(s.N, alpha)
	if r == 0 {
		return undetermined(s.Median)
	}
	values := s.Sample.Values
	lo, _ := orderStatistics(values, r-1, s.Min, s.Max)
	hi, _ := orderStatistics(values, s.N-r, s.Min, s.Max)
	return Estimate{Value: s.Median, Lo: lo, Hi: hi, HalfWidth: halfWidth(lo, hi)}
}

// signRank returns the largest r with 2 P(B < r) ≤ α for B binomial with n
// trials of probability ½, or 0 for none. Where the two are equal, as for n = 4
// and α = ⅛, the rounding of P must not cost a rank.
func signRank(n int, alpha Alpha) int {
	const rounding = 1e-12
	most := float64(alpha) / 2 * (1 + rounding)
	signs := distuv.Binomial{N: float64(n), P: 0.5}
	return sort.Search(n/2, func(r int) bool { return signs.CDF(float64(r)) > most })
}
