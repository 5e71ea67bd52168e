package ministat

import "math"

// EffectOf returns the size of the difference between two samples, free of
// their unit and with the sign of new minus baseline.
//
// With the difference of the means b - a and the pooled standard deviation s,
//
//	d = (b - a) / s
//	g = d Γ(ν/2) / (√(ν/2) Γ((ν-1)/2))     with ν = n+m-2
//
// are Cohen's d (J. Cohen, Statistical Power Analysis for the Behavioral
// Sciences, 2nd ed., 1988, 66-67) and Hedges' g, the same without the bias of a
// small sample (L. V. Hedges, Distribution theory for Glass's estimator of
// effect size and related estimators, Journal of Educational Statistics 6
// (1981), 107-128; the factor is exact, not the usual 1 - 3/(4ν-1)). Both are
// NaN where there is no spread, or a sample of one.
//
// Cliff's delta is the share of pairs in which the new value is the larger,
// less the share in which it is the smaller (N. Cliff, Dominance statistics:
// ordinal analyses to answer ordinal questions, Psychological Bulletin 114
// (1993), 494-509). It is NaN where only figures of a sample are known.
func EffectOf(base, s *Summary) Effect {
	pooled, dof := pooledStdDev(base, s)
	d := finiteOrNaN(meanDifference(base, s) / pooled)
	e := Effect{CohenD: d, HedgesG: d * hedgesFactor(dof), CliffsDelta: math.NaN()}
	if needValues(base, s) == nil {
		e.CliffsDelta = dominance(base.Sorted(), s.Sorted()) / (float64(base.N) * float64(s.N))
	}
	return e
}

// hedgesFactor returns Γ(x+½) / (√(x+½) Γ(x)) for x = (dof-1)/2. Where the gamma
// functions grow too large it is the asymptotic series of their ratio (F. G.
// Tricomi and A. Erdélyi, The asymptotic expansion of a ratio of gamma
// functions, Pacific Journal of Mathematics 1 (1951), 133-142), whose first term
// left out is below 2e-14 there.
func hedgesFactor(dof float64) float64 {
	x := (dof - 1) / 2
	if dof <= 300 {
		return math.Gamma(x+0.5) / (math.Sqrt(x+0.5) * math.Gamma(x))
	}
	u := 1 / (8 * x)
	return math.Sqrt(x/(x+0.5)) * (1 + u*(-1+u*(0.5+u*(2.5-u*2.625))))
}

// dominance returns the number of pairs in which the value of b is the larger,
// less the number in which it is the smaller. Both are in ascending order.
func dominance(a, b []float64) float64 {
	var sum int64
	less, notMore := 0, 0 // values of a below v; and those equal to it too
	for _, v := range b {
		for less < len(a) && a[less] < v {
			less++
		}
		for notMore < len(a) && a[notMore] <= v {
			notMore++
		}
		sum += int64(less) - int64(len(a)-notMore)
	}
	return float64(sum)
}
