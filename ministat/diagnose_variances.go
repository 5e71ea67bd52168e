package ministat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	variancesLevel = 0.006 // p below which variances are told to differ
	poolingHarm    = 1.05  // factor between the pooled and the right interval that matters
)

// unequalVariances tells when pooling the variances misleads: they differ, by
// more than chance, and the interval that pools them is more than a twentieth
// wider or narrower than Welch's. At 95 % and with the same number of samples on
// both sides, 15 or more, it never is, however the variances differ.
func unequalVariances(base, s *Summary, alpha Alpha) []Warning {
	if base.N < 2 || s.N < 2 || base.StdDev == s.StdDev {
		return nil
	}
	harm := math.Abs(math.Log(welchToPooled(base, s, alpha)))
	if harm < math.Log(poolingHarm) || varianceRatioP(base, s) >= variancesLevel {
		return nil
	}
	calm, noisy := base, s
	if s.StdDev < base.StdDev {
		calm, noisy = s, base
	}
	ratio := math.Pow(noisy.StdDev/calm.StdDev, 2)
	message := fmt.Sprintf("the variances of %s and %s differ by a factor of %.3g, so that pooling them misleads",
		base.Sample.Name, s.Sample.Name, ratio)
	if math.IsInf(ratio, 1) {
		message = fmt.Sprintf("beside the spread of %s the values of %s are all but equal, so that pooling their variances misleads",
			noisy.Sample.Name, calm.Sample.Name)
	}
	return []Warning{{Code: CodeUnequalVariances, Message: message, Advice: "use --test welch, which does not pool them"}}
}

// welchToPooled returns the width of Welch's interval for the difference of the
// means as a multiple of Student's.
func welchToPooled(base, s *Summary, alpha Alpha) float64 {
	n, m := float64(base.N), float64(s.N)
	unit := max(base.StdDev, s.StdDev) // no square overflows
	a, b := math.Pow(base.StdDev/unit, 2), math.Pow(s.StdDev/unit, 2)
	pooled := ((n-1)*a + (m-1)*b) / (n + m - 2) * (1/n + 1/m)
	a, b = a/n, b/m
	dof := (a + b) * (a + b) / (a*a/(n-1) + b*b/(m-1))
	tail := float64(alpha) / 2
	return math.Sqrt((a+b)/pooled) * TQuantile(tail, dof) / TQuantile(tail, n+m-2)
}

// varianceRatioP returns the two-sided p value of the hypothesis that both
// samples come from distributions of the same shape and variance: the F test,
// its degrees of freedom divided by (κ-1)/2, with κ the kurtosis of both samples'
// standardized values, so that long tails raise no alarm (G. E. P. Box and S. L.
// Andersen, Permutation theory in the derivation of robust criteria and the study
// of departures from assumption, Journal of the Royal Statistical Society B 17
// (1955), 1-34). A κ below the normal distribution's 3 counts as 3.
func varianceRatioP(base, s *Summary) float64 {
	n, m := float64(base.N), float64(s.N)
	tails := (n*kurtosis(base) + m*kurtosis(s)) / (n + m)
	divisor := (max(3, tails) - 1) / 2
	ratio := math.Pow(s.StdDev/base.StdDev, 2)
	f := distuv.F{D1: (m - 1) / divisor, D2: (n - 1) / divisor}
	if ratio < 1 {
		ratio = math.Pow(base.StdDev/s.StdDev, 2)
		f.D1, f.D2 = f.D2, f.D1
	}
	return min(1, 2*f.Survival(ratio))
}

// kurtosis returns the mean fourth power of the standardized values that a view
// holds, 3 for normal ones and where only figures are known.
func kurtosis(s *Summary) float64 {
	if s.StdDev == 0 || s.Sample.Given != nil {
		return 3
	}
	scale := Scale(s.Min, s.Max) // no difference overflows
	mean, deviation := s.Mean*scale, s.StdDev*scale
	var n, squares, fourths float64
	for _, part := range viewed(s.Sample.Values) {
		for _, x := range part {
			z := (x*scale - mean) / deviation
			n++
			squares += z * z
			fourths += z * z * z * z
		}
	}
	return n * fourths / (squares * squares)
}
