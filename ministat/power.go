package ministat

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	wantedPower = 0.80 // the probability with which a difference should be found
	mostRuns    = 1e12 // more runs than this are no plan
)

// PowerOf tells what two samples could have shown by Student's t test at a
// two-sided level, whatever they did show.
//
// Detectable is the |b - a| / |a| that the test would find with probability
// 0.8, given the samples' sizes n and m and their pooled standard deviation s:
// with the noncentrality λ at which P(|T'| > t) = 0.8 for the noncentral t
// distribution of n+m-2 degrees of freedom, λ s √(1/n + 1/m) / |a|.
//
// RunsNeeded are the runs a side for relative differences of 1, 2 and 5 %: see
// [RunsFor]. All are NaN where a sample has but one value or the baseline's
// mean is 0. Without any spread every difference is detectable: 0, and 2 runs.
func PowerOf(base, s *Summary, alpha Alpha) Power {
	pooled, dof := pooledStdDev(base, s)
	inBase := pooled / math.Abs(base.Mean)
	p := Power{Detectable: math.NaN()}
	known := min(base.N, s.N) >= 2 && base.Mean != 0
	if known {
		lambda := detectableNoncentrality(TQuantile(float64(alpha)/2, dof), dof)
		p.Detectable = finiteOrNaN(lambda * math.Sqrt(1/float64(base.N)+1/float64(s.N)) * inBase)
	}
	for _, difference := range []float64{0.01, 0.02, 0.05} {
		runs := Runs{Difference: difference, N: math.NaN()}
		if known {
			runs.N = RunsFor(difference/inBase, alpha)
		}
		p.RunsNeeded = append(p.RunsNeeded, runs)
	}
	return p
}

// RunsFor returns the smallest number of runs a side, at least 2, with which
// Student's t test at a two-sided level finds a difference of effect standard
// deviations with probability 0.8: with n runs, P(|T'| > t) ≥ 0.8 for the
// noncentral t distribution of 2n-2 degrees of freedom and noncentrality
// effect √(n/2) (J. Cohen, Statistical Power Analysis for the Behavioral
// Sciences, 2nd ed., 1988, 52-59; both tails count). NaN where a million
// million runs would not do, as for no difference.
func RunsFor(effect float64, alpha Alpha) float64 {
	effect = math.Abs(effect)
	enough := func(n float64) bool {
		dof := 2*n - 2
		return tPower(effect*math.Sqrt(n/2), TQuantile(float64(alpha)/2, dof), dof) >= wantedPower
	}
	// Normal distributions would need nearly as many.
	z := distuv.UnitNormal.Quantile(wantedPower) - distuv.UnitNormal.Quantile(float64(alpha)/2)
	near := math.Ceil(2 * (z / effect) * (z / effect))
	if !(near <= mostRuns) {
		return math.NaN()
	}
	// From there it takes doubled steps to enclose the number, and halved ones to find it.
	lo, hi := 1.0, max(2, near) // too few, enough
	for step := 1.0; !enough(hi); step *= 2 {
		lo, hi = hi, hi+step
	}
	for step := 1.0; hi-step > lo; step *= 2 {
		if !enough(hi - step) {
			lo = hi - step
			break
		}
		hi -= step
	}
	for hi-lo > 1 {
		if mid := math.Floor(lo + (hi-lo)/2); enough(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// detectableNoncentrality returns the noncentrality at which the wanted power
// is reached, by bisection. t is the critical value.
func detectableNoncentrality(t, dof float64) float64 {
	lo, hi := 0.0, t+1
	for tPower(hi, t, dof) < wantedPower {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1e-12*hi {
		if mid := lo + (hi-lo)/2; tPower(mid, t, dof) < wantedPower {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// tPower returns P(|T'| > t), t > 0, for the noncentral t distribution: the
// probability that a two-sided t test finds a difference.
func tPower(noncentrality, t, dof float64) float64 {
	return noncentralTTail(t, dof, noncentrality) + noncentralTTail(t, dof, -noncentrality)
}

// noncentralTTail returns P(T' > t) for the noncentral t distribution, the one
// of (Z + λ) / W with a standard normal Z and W² a χ² divided by its dof ≥ 1
// degrees of freedom.
//
// It integrates P(Z > tw - λ) over the density of W (N. L. Johnson and B. L.
// Welch, Applications of the non-central t-distribution, Biometrika 31 (1940),
// 362-389), in x = w - 1, by Gauss and Legendre's rule, and the density alone
// in the same way, so that its constant factor is not needed. What the normal
// tail does, it does within 9/t of w = λ/t; this part is integrated apart. The
// absolute error is below 1e-13 for any noncentrality; series in powers of
// the noncentrality vanish where exp(-λ²/2) does.
func noncentralTTail(t, dof, noncentrality float64) float64 {
	// Outside of these bounds the density has fallen by exp(-40).
	lo, hi := max(-1, -math.Sqrt(40/dof)), math.Sqrt(80/dof)
	cuts := [4]float64{lo, lo, hi, hi}
	if t != 0 {
		centre, reach := noncentrality/t-1, 9/math.Abs(t)
		cuts[1] = min(max(lo, centre-reach), hi)
		cuts[2] = min(max(lo, centre+reach), hi)
	}
	var tail, total float64
	var x, weight [64]float64
	for i, from := range cuts[:3] {
		to := cuts[i+1]
		if from == to {
			continue
		}
		quad.Legendre{}.FixedLocations(x[:], weight[:], from, to)
		for j, x := range x {
			mass := weight[j] * chiDensity(x, dof)
			total += mass
			tail += mass * distuv.UnitNormal.CDF((noncentrality-t)-t*x)
		}
	}
	return tail / total
}

// chiDensity returns the density of √(χ²/dof) at 1 + x, divided by the one at 1.
func chiDensity(x, dof float64) float64 {
	return math.Exp(dof*logChi(x)) / (1 + x)
}

// logChi returns log(1+x) - x - x²/2, also for the small x of many degrees of
// freedom, where its terms all but cancel: with y = x/(2+x) the logarithm is
// 2 (y + y³/3 + y⁵/5 + …), and 2y - x = -xy.
func logChi(x float64) float64 {
	if math.Abs(x) > 0.01 {
		return math.Log1p(x) - x - x*x/2
	}
	y := x / (2 + x)
	y2 := y * y
	return 2*y*y2*(1.0/3+y2*(1.0/5+y2/7)) - x*y - x*x/2
}
