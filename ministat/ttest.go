package ministat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// TTail returns P(T > t) for Student's t distribution with dof degrees of
// freedom, t ≥ 0. Its relative error is below 1e-12 wherever P is above 1e-300.
//
// It is half the regularized incomplete beta function, of whichever argument is
// the smaller, so that neither tail nor centre loses digits. With many degrees
// of freedom gonum's loses them (a relative 2e-10 at a million): there t is
// turned into a normal deviate instead (G. W. Hill, Algorithm 395: Student's
// t-distribution, Communications of the ACM 13 (1970), 617-619), but not
// further out than Hill's series is good for.
func TTail(t, dof float64) float64 {
	switch {
	case dof > 200 && t*t < dof/10:
		return distuv.UnitNormal.CDF(-hillDeviate(t, dof))
	case t < 1:
		return 0.5 - mathext.RegIncBeta(0.5, dof/2, t*t/(dof+t*t))/2
	case t < 1e100:
		return mathext.RegIncBeta(dof/2, 0.5, dof/(dof+t*t)) / 2
	}
	// So far out, where t² may overflow, the first term of the series is all.
	return math.Exp(dof*(math.Log(dof)/2-math.Log(t)) - math.Log(dof) - mathext.Lbeta(dof/2, 0.5))
}

// hillDeviate returns the normal deviate that has the same tail as t.
func hillDeviate(t, dof float64) float64 {
	a := dof - 0.5
	b := 48 * a * a
	y := a * math.Log1p(t*t/dof)
	series := (((-0.4*y-3.3)*y-24)*y-85.5)/(0.8*y*y+100+b) + y + 3
	return math.Sqrt(y) * (series/b + 1)
}

// TQuantile returns the t with P(T > t) = tail for Student's t distribution
// with dof degrees of freedom, for tails in (0, 0.5), however small.
//
// It solves [TTail] for t by Newton's method on log P against log t, where the
// curve is concave and nearly straight, between bounds that hold the root.
func TQuantile(tail, dof float64) float64 {
	lo, hi := 0.0, 1.0
	for TTail(hi, dof) > tail {
		lo, hi = hi, 2*hi
	}
	dist := distuv.StudentsT{Sigma: 1, Nu: dof}
	t := hi
	for range 200 {
		p := TTail(t, dof)
		if p > tail {
			lo = t
		} else {
			hi = t
		}
		step := math.Log(p/tail) * p / (t * dist.Prob(t))
		next := t * math.Exp(step)
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if math.Abs(next-t) <= 4e-16*t {
			return next
		}
		t = next
	}
	return t
}

// Student is Student's two-sample t test with a pooled standard deviation
// (Student, The probable error of a mean, Biometrika 6 (1908), 1-25).
//
// Null hypothesis: both samples come from normal distributions with the same
// mean and the same variance. With n and m samples of deviations s_a and s_b
//
//	s² = ((n-1) s_a² + (m-1) s_b²) / (n+m-2)
//	t  = (b - a) / (s √(1/n + 1/m))     with n+m-2 degrees of freedom
//
// It misleads when the variances differ and the sizes do too: too sure of
// itself when the smaller sample is the noisier one.
type Student struct{}

func (Student) Name() string { return "student" }

func (Student) Summarize(s *Sample) (*Summary, error) { return Summarize(s) }

// Compare needs two samples a side.
func (Student) Compare(base, s *Summary, alpha Alpha) (*Comparison, error) {
	if err := needSamples(2, base, s); err != nil {
		return nil, err
	}
	pooled, dof := pooledStdDev(base, s)
	c, err := tComparison(base, s, pooled/math.Sqrt(float64(base.N)), pooled/math.Sqrt(float64(s.N)), dof, alpha)
	if err != nil {
		return nil, err
	}
	c.PooledStdDev = pooled
	return c, nil
}

// TestAt is NaN where a summary has fewer than two samples, and for a baseline
// of mean 0, which no limit but 0 can be a fraction of.
func (Student) TestAt(base, s *Summary, delta float64) (atLeast, atMost float64) {
	pooled, dof := pooledStdDev(base, s)
	return tTestAt(base, s, pooled/math.Sqrt(float64(base.N)), pooled/math.Sqrt(float64(s.N)), dof, delta)
}

// pooledStdDev returns the standard deviation within the samples, and its
// degrees of freedom. It is NaN where a summary has fewer than two samples.
func pooledStdDev(base, s *Summary) (pooled, dof float64) {
	n, m := float64(base.N), float64(s.N)
	dof = n + m - 2
	return math.Hypot(base.StdDev*math.Sqrt((n-1)/dof), s.StdDev*math.Sqrt((m-1)/dof)), dof
}

// Welch is the two-sample t test for unequal variances (B. L. Welch, The
// generalization of 'Student's' problem when several different population
// variances are involved, Biometrika 34 (1947), 28-35).
//
// Null hypothesis: both samples come from normal distributions with the same
// mean. With n and m samples of deviations s_a and s_b
//
//	t = (b - a) / √(V_a + V_b)     with V_a = s_a²/n, V_b = s_b²/m
//
// and (V_a + V_b)² / (V_a²/(n-1) + V_b²/(m-1)) degrees of freedom (F. E.
// Satterthwaite, An approximate distribution of estimates of variance
// components, Biometrics Bulletin 2 (1946), 110-114).
//
// The degrees of freedom are an approximation: with fewer than about ten
// samples a side the error rate is a little off the level asked for.
type Welch struct{}

func (Welch) Name() string { return "welch" }

func (Welch) Summarize(s *Sample) (*Summary, error) { return Summarize(s) }

// Compare needs two samples a side.
func (Welch) Compare(base, s *Summary, alpha Alpha) (*Comparison, error) {
	if err := needSamples(2, base, s); err != nil {
		return nil, err
	}
	seBase, seNew, dof := welchErrors(base, s)
	return tComparison(base, s, seBase, seNew, dof, alpha)
}

// TestAt is NaN where a summary has fewer than two samples, and for a baseline
// of mean 0, which no limit but 0 can be a fraction of.
func (Welch) TestAt(base, s *Summary, delta float64) (atLeast, atMost float64) {
	seBase, seNew, dof := welchErrors(base, s)
	return tTestAt(base, s, seBase, seNew, dof, delta)
}

// welchErrors returns the standard errors of the two means, and Satterthwaite's
// degrees of freedom of their difference. These depend on the ratio of the
// variances alone, so that no variance overflows or vanishes. Two constant
// samples, which have no such ratio, get the n+m-2 of equal variances.
func welchErrors(base, s *Summary) (seBase, seNew, dof float64) {
	n, m := float64(base.N), float64(s.N)
	seBase, seNew = base.StdDev/math.Sqrt(n), s.StdDev/math.Sqrt(m)
	if seBase == 0 && seNew == 0 {
		return seBase, seNew, n + m - 2
	}
	large, small, nLarge, nSmall := seBase, seNew, n, m
	if seNew > seBase {
		large, small, nLarge, nSmall = seNew, seBase, m, n
	}
	root := small / large
	ratio := root * root
	return seBase, seNew, (1 + ratio) * (1 + ratio) / (1/(nLarge-1) + ratio*ratio/(nSmall-1))
}

// tComparison compares two means whose standard errors are seBase and seNew by
// the t distribution with dof degrees of freedom.
func tComparison(base, s *Summary, seBase, seNew, dof float64, alpha Alpha) (*Comparison, error) {
	c := newComparison(base, s)
	delta := meanDifference(base, s)
	se := math.Hypot(seBase, seNew)
	quantile := TQuantile(float64(alpha)/2, dof)
	c.Delta = symmetric(delta, quantile*se)
	if math.IsInf(c.Delta.Lo, 0) || math.IsInf(c.Delta.Hi, 0) {
		return nil, beyondNumbers(base, s)
	}
	c.Relative = fieller(delta, base.Mean, quantile*seBase, quantile*seNew)
	c.Test = TestResult{Statistic: delta / se, DoF: dof}
	switch {
	case se > 0:
		c.Test.P = 2 * TTail(math.Abs(c.Test.Statistic), dof)
	case delta == 0: // two equal constants: no evidence against the hypothesis
		c.Test.P = 1
	}
	c.Significant = math.Abs(delta) > c.Delta.HalfWidth
	if se == 0 {
		c.Warnings = append(c.Warnings, noSpread(base, s))
	}
	return c, nil
}

// exactAdvice says what to do about a sample without spread.
func exactAdvice(s *Sample) string {
	if s.isCount() {
		return "compare the two values as they are"
	}
	return "measure with a finer resolution, or compare the two values as they are"
}

// noSpread warns that both samples are constant.
func noSpread(base, s *Summary) Warning {
	return Warning{
		Code:    "no-spread",
		Message: "all values of " + base.Sample.Name + " are equal, and so are those of " + s.Sample.Name + ": there is no spread to test against",
		Advice:  exactAdvice(base.Sample),
	}
}

// tTestAt tests the relative difference of two means against delta. It is
// Fieller's interval read backwards: with the sign of the baseline's mean a in
// δ, and the standard errors' squares V_a and V_b,
//
//	t = (b - a - δa) / √(V_b + (1+δ)² V_a)
//
// has the t distribution when the difference is δa. The degrees of freedom are
// the interval's own at any δ, also Welch's, so that a limit lies outside a
// determined interval exactly when one of the p is below half its level. Without
// any spread the hypothesis is certain or impossible: p is 1 or 0, or ½ for both
// where the difference is the limit itself, but for the rounding of decimals.
func tTestAt(base, s *Summary, seBase, seNew, dof, delta float64) (atLeast, atMost float64) {
	unknown := math.NaN()
	if min(base.N, s.N) < 2 || base.Mean == 0 && delta != 0 {
		return unknown, unknown
	}
	ratio := 1 + delta // of the means, at the limit
	if base.Mean < 0 {
		ratio = 1 - delta
	}
	excess := meanDifference(base, s) - delta*math.Abs(base.Mean)
	se := math.Hypot(seNew, ratio*seBase)
	var tail float64
	switch {
	case math.IsInf(se, 0) || math.IsInf(excess, 0) || math.IsNaN(excess):
		return unknown, unknown
	case excess == 0, se == 0 && math.Abs(excess) <= 0x1p-50*math.Abs(s.Mean): // 0.33 is 10 % above 0.3
		tail = 0.5
	case se > 0:
		tail = TTail(math.Abs(excess/se), dof)
	}
	if excess < 0 {
		return tail, 1 - tail
	}
	return 1 - tail, tail
}

// meanDifference returns the difference of the means, new minus baseline, with
// the digits that two nearly equal means have lost.
func meanDifference(base, s *Summary) float64 {
	return (s.Mean - base.Mean) + (s.meanTail - base.meanTail)
}

// fieller returns the interval of delta/|base| by Fieller's theorem (E. C.
// Fieller, Some problems in interval estimation, Journal of the Royal
// Statistical Society B 16 (1954), 175-185). base is the baseline's mean, and
// wBase and wNew are the half-widths of the intervals of the two means: t
// times their standard errors. In units of the baseline, with δ = delta/base,
// g = (wBase/base)² and h = wNew/|base|, the bounds are
//
//	(δ + g ± √(g (1+δ)² + h² (1-g))) / (1-g)
//
// which is the theorem's quadratic solved so that nothing cancels. For g ≥ 1
// the baseline cannot be told from 0, and the interval is undetermined.
func fieller(delta, base, wBase, wNew float64) Estimate {
	if base == 0 {
		return undetermined(math.NaN())
	}
	d := delta / base
	value := delta / math.Abs(base)
	root := math.Abs(wBase / base)
	h := math.Abs(wNew / base)
	if !(root < 1) || math.IsInf(d, 0) || math.IsInf(h, 0) {
		return undetermined(finiteOrNaN(value))
	}
	g := root * root
	rest := (1 - root) * (1 + root)
	half := math.Hypot(root*(1+d), h*math.Sqrt(rest)) / rest
	centre := (d + g) / rest
	e := Estimate{Value: value, Lo: centre - half, Hi: centre + half, HalfWidth: half}
	if base < 0 { // the sign is the difference's
		e.Lo, e.Hi = -e.Hi, -e.Lo
	}
	if math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0) {
		return undetermined(value)
	}
	return e
}
