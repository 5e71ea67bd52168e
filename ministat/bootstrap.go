package ministat

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sort"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	defaultResamples = 10_000
	mostResamples    = 10_000_000 // 160 MB of resampled statistics
)

// Statistic is what a bootstrap compares of two samples.
type Statistic int

const (
	Mean Statistic = iota
	Median
)

// ParseStatistic reads "mean" or "median".
func ParseStatistic(s string) (Statistic, error) {
	switch s {
	case "mean":
		return Mean, nil
	case "median":
		return Median, nil
	}
	return Mean, fmt.Errorf("%q is no statistic: want mean or median", s)
}

func (s Statistic) String() string {
	if s == Median {
		return "median"
	}
	return "mean"
}

// Bootstrap compares the means, or the medians, of two samples by drawing from
// each of them, with replacement, samples of the same size, and looking at how
// the difference varies (B. Efron, Bootstrap methods: another look at the
// jackknife, Annals of Statistics 7 (1979), 1-26). It supposes no distribution.
//
// Null hypothesis: both samples come from distributions with the same mean, or
// median.
//
// For means the intervals of the difference and of the ratio are bias-corrected
// and accelerated (BCa; B. Efron, Better bootstrap confidence intervals, Journal
// of the American Statistical Association 82 (1987), 171-185). With Φ the normal
// distribution, z₀ = Φ⁻¹(share of resamples below the estimate, ties by half)
// and a = Σl³ / (6 (Σl²)^1.5) over the influence l of every value, ±(y - ȳ)/n,
// the interval's lower end at the tail α/2 is the resample of share
//
//	Φ(z₀ + (z₀ + z) / (1 - a (z₀ + z)))     with z = Φ⁻¹(α/2)
//
// and the upper one likewise. For medians, whose influence the data do not tell,
// it is the percentile interval: z₀ = a = 0. The ends are resamples of whole
// rank k, share k / (resamples + 1), on the wider side.
//
// P is the smallest level whose interval excludes 0, not below 2 / (resamples +
// 1): the interval excludes 0 exactly when P is below the level.
//
// The result depends on the seed and the samples alone. The time is
// proportional to the resamples times the values; a few hundred million draws
// take a second. Intervals are too narrow for small samples: fewer than about 20
// values do not show how the rest of their distribution varies.
type Bootstrap struct {
	Seed      uint64
	Resamples int // 0: 10,000; at most 10,000,000
	Statistic Statistic
}

func (Bootstrap) Name() string { return "bootstrap" }

// Interval names the kind of the interval: "BCa" or "percentile".
func (b Bootstrap) Interval() string {
	if b.Statistic == Median {
		return "percentile"
	}
	return "BCa"
}

func (Bootstrap) Summarize(s *Sample) (*Summary, error) { return Summarize(s) }

// Compare needs two samples a side, and enough resamples to prove a difference
// at the level: more than 2/α - 1. Relative is undetermined where a resample of
// the baseline is 0 or of the other sign.
func (b Bootstrap) Compare(base, s *Summary, alpha Alpha) (*Comparison, error) {
	if err := cmp.Or(needSamples(2, base, s), needValues(base, s)); err != nil {
		return nil, err
	}
	if err := b.check(alpha); err != nil {
		return nil, err
	}
	r := b.resample(base, s)
	difference := r.difference()
	c := newComparison(base, s)
	c.Delta = difference.interval(alpha, r.scale)
	if !c.Delta.Determined() {
		return nil, beyondNumbers(base, s)
	}
	c.Relative = undetermined(finiteOrNaN(r.delta / math.Abs(r.base.centre)))
	if ratio, ok := r.ratio(); ok {
		c.Relative = ratio.interval(alpha, 1)
	}
	c.Test.P = min(1, 2*min(difference.atLeast(0), difference.atMost(0)))
	c.Significant = c.Test.P < float64(alpha)
	if base.StdDev == 0 && s.StdDev == 0 {
		c.Warnings = append(c.Warnings, noSpread(base, s))
	}
	return c, nil
}

// TestAt solves the equations of the interval's ends for the level: each p is
// the tail at which an end meets delta. At 0 the interval is that of the
// difference, elsewhere that of the ratio. NaN where a summary has fewer than
// two samples, where the ratio is undetermined, and where Resamples is out of
// range.
func (b Bootstrap) TestAt(base, s *Summary, delta float64) (atLeast, atMost float64) {
	unknown := math.NaN()
	if n := b.resamples(); min(base.N, s.N) < 2 || n < 1 || n > mostResamples {
		return unknown, unknown
	}
	if delta != 0 && base.StdDev == 0 && s.StdDev == 0 {
		return tTestAt(base, s, 0, 0, 1, delta) // certain, one way or the other
	}
	r := b.resample(base, s)
	if delta == 0 {
		difference := r.difference()
		return difference.atLeast(0), difference.atMost(0)
	}
	ratio, ok := r.ratio()
	if !ok {
		return unknown, unknown
	}
	return ratio.atLeast(delta), ratio.atMost(delta)
}

func (b Bootstrap) resamples() int {
	if b.Resamples == 0 {
		return defaultResamples
	}
	return b.Resamples
}

// leastP is the share of a single resample.
func (b Bootstrap) leastP(_, _ *Summary) (p float64, remedy string) {
	return 1 / float64(b.resamples()+1), "take more --resamples"
}

// check fails when the number of resamples is out of range for the level.
func (b Bootstrap) check(alpha Alpha) error {
	n := b.resamples()
	least := math.Floor(2 / float64(alpha))
	switch {
	case least > mostResamples:
		return fmt.Errorf("bootstrap: %s%% confidence would take more than %d resamples", alpha.Confidence(), mostResamples)
	case n > mostResamples:
		return fmt.Errorf("bootstrap: %d resamples, want at most %d", n, mostResamples)
	case n < 1 || 2/float64(n+1) >= float64(alpha):
		return fmt.Errorf("bootstrap: %d resamples cannot prove anything at %s%% confidence, want at least %.0f", n, alpha.Confidence(), least)
	}
	return nil
}

// resampling is two samples and what was drawn from them.
type resampling struct {
	base, new *urn
	scale     float64 // all values here are multiplied by it
	delta     float64 // the difference, new minus baseline

	bases, deltas []float64 // of every resample: the baseline's statistic, the difference
}

// batchSize is the number of resamples that share a stream of random numbers.
// It is fixed, so that they do not depend on the number of processors.
const batchSize = 32

// resample draws from both samples. The time is that of N draws and additions
// a resample; of the resamples only the statistics are kept.
func (b Bootstrap) resample(base, s *Summary) *resampling {
	scale := Scale(min(base.Min, s.Min), max(base.Max, s.Max))
	r := &resampling{
		base: newUrn(base, b.Statistic, scale), new: newUrn(s, b.Statistic, scale), scale: scale,
		bases: make([]float64, b.resamples()), deltas: make([]float64, b.resamples()),
	}
	r.delta = (r.new.centre - r.base.centre) + (r.new.centreTail - r.base.centreTail)
	grain := r.grain()
	total := (len(r.deltas) + batchSize - 1) / batchSize
	workers := min(runtime.GOMAXPROCS(0), total)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			drawBase, drawNew := r.base.drawer(), r.new.drawer()
			for batch := total * w / workers; batch < total*(w+1)/workers; batch++ {
				rng := rand.NewPCG(b.Seed, uint64(batch))
				for i := batch * batchSize; i < min((batch+1)*batchSize, len(r.deltas)); i++ {
					fromBase, fromNew := drawBase(rng), drawNew(rng)
					r.bases[i] = settle(r.base.centre, fromBase, grain)
					r.deltas[i] = settle(r.delta, fromNew-fromBase, grain)
				}
			}
		})
	}
	wg.Wait()
	return r
}

// grain returns the unit to which resampled deviations are rounded: about
// 2^-24 of the difference's standard error, well above the rounding errors of the
// values and their sums and far below what matters.
func (r *resampling) grain() float64 {
	_, exp := math.Frexp(math.Hypot(r.base.norm, r.new.norm))
	return math.Ldexp(1, exp-24)
}

// settle returns centre + deviation such that resamples of equal statistics
// tie with each other, with the centre and with 0, although their sums were
// rounded in different ways: ties are common with values of few digits.
func settle(centre, deviation, grain float64) float64 {
	if grain > 0 {
		deviation = math.RoundToEven(deviation/grain) * grain
	}
	if sum := centre + deviation; deviation == 0 || math.Abs(sum) >= grain {
		return sum
	}
	return 0
}

// difference returns the resampled differences.
func (r *resampling) difference() *replicates {
	return r.replicates(r.delta, slices.Clone(r.deltas), -1, 1)
}

// ratio returns the resampled differences as fractions of the baseline's
// magnitude, if it has the same sign in all resamples.
func (r *resampling) ratio() (*replicates, bool) {
	a, b := r.base.centre, r.new.centre
	relative := make([]float64, len(r.deltas))
	for i, base := range r.bases {
		if !(base > 0 && a > 0 || base < 0 && a < 0) {
			return nil, false
		}
		relative[i] = r.deltas[i] / math.Abs(base)
	}
	// The derivatives of (b-a)/|a|, times a².
	return r.replicates(r.delta/math.Abs(a), relative, -b*math.Copysign(1, a), math.Abs(a)), true
}

// replicates takes over the resamples of a statistic with these derivatives by
// the means of the two samples.
func (r *resampling) replicates(value float64, resampled []float64, dBase, dNew float64) *replicates {
	slices.Sort(resampled)
	s := &replicates{value: value, sorted: resampled}
	if r.base.statistic == Mean {
		s.bias = s.medianBias()
		s.acceleration = acceleration(r.base, r.new, dBase, dNew)
	}
	return s
}

// urn is a sample to draw from, with replacement.
type urn struct {
	statistic  Statistic
	centre     float64 // the statistic of the sample
	centreTail float64 // what centre lacks of it

	// deviations of the values from the centre: in the order of the values for the
	// mean, in ascending order for the median.
	deviations []float64
	ranks      []uint32 // place in the ascending order of each value, for the median

	// Over the influences l = deviation/n of the values: √Σl² and Σl³ / (Σl²)^1.5.
	norm, skew float64
}

func newUrn(s *Summary, statistic Statistic, scale float64) *urn {
	u := &urn{statistic: statistic, centre: s.Mean * scale, centreTail: s.meanTail * scale}
	values := s.Sample.Values
	if statistic == Median {
		u.centre, u.centreTail = s.Median*scale, 0
		u.ranks = ranks(values)
		values = s.Sorted()
	}
	u.deviations = make([]float64, len(values))
	var reach float64
	for i, v := range values {
		u.deviations[i] = (v*scale - u.centre) - u.centreTail
		reach = max(reach, math.Abs(u.deviations[i]))
	}
	if reach > 0 {
		u.measure(reach)
	}
	return u
}

// measure sets norm and skew. reach is the largest deviation: of it are the
// powers, so that they do not vanish.
func (u *urn) measure(reach float64) {
	var squares, cubes float64
	for _, d := range u.deviations {
		d /= reach
		squares += d * d
		cubes += d * d * d
	}
	root := math.Sqrt(squares)
	u.norm, u.skew = reach*root/float64(len(u.deviations)), cubes/(squares*root)
}

// ranks returns the place of each value in their ascending order. Draws are by
// the order of the values, not of their ranks, so that negated samples give
// negated resamples.
func ranks(values []float64) []uint32 {
	order := make([]uint32, len(values))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]uint32, len(values))
	for rank, i := range order {
		ranks[i] = uint32(rank)
	}
	return ranks
}

// drawer returns a function that draws a resample and returns the deviation of
// its statistic from the centre.
func (u *urn) drawer() func(*rand.PCG) float64 {
	if u.statistic == Median {
		counts := make([]uint32, len(u.deviations))
		return func(rng *rand.PCG) float64 { return u.drawMedian(rng, counts) }
	}
	return u.drawMean
}

func (u *urn) drawMean(rng *rand.PCG) float64 {
	n := uint64(len(u.deviations))
	var sum float64
	for range u.deviations {
		i, _ := bits.Mul64(rng.Uint64(), n) // in [0, n), all equally likely but for n in 2^64
		sum += u.deviations[i]
	}
	return sum / float64(n)
}

// drawMedian counts how often each rank is drawn, which orders the resample.
func (u *urn) drawMedian(rng *rand.PCG, counts []uint32) float64 {
	clear(counts)
	n := uint64(len(counts))
	for range counts {
		i, _ := bits.Mul64(rng.Uint64(), n)
		counts[u.ranks[i]]++
	}
	rank, drawn := 0, uint64(counts[0]) // values drawn up to this rank
	next := func(middle uint64) float64 {
		for drawn <= middle {
			rank++
			drawn += uint64(counts[rank])
		}
		return u.deviations[rank]
	}
	return midpoint(next((n-1)/2), next(n/2))
}

// acceleration returns Σl³ / (6 (Σl²)^1.5) over the influences of the values of
// both samples, for a statistic with these derivatives by the two means.
func acceleration(base, s *urn, dBase, dNew float64) float64 {
	x, y := dBase*base.norm, dNew*s.norm
	norm := math.Hypot(x, y)
	if norm == 0 {
		return 0
	}
	x, y = x/norm, y/norm
	return (x*x*x*base.skew + y*y*y*s.skew) / 6
}

// replicates is a statistic and its resamples.
type replicates struct {
	value        float64
	sorted       []float64 // ascending
	bias         float64   // z₀
	acceleration float64
}

// medianBias returns Φ⁻¹ of the share of resamples below the value, ties by half.
func (r *replicates) medianBias() float64 {
	below, above := r.outside(r.value)
	n := float64(len(r.sorted))
	share := (n + float64(below-above)) / (2 * n)
	return distuv.UnitNormal.Quantile(min(max(0.5/n, share), 1-0.5/n))
}

// outside returns the number of resamples below and above v.
func (r *replicates) outside(v float64) (below, above int) {
	n := len(r.sorted)
	below = sort.SearchFloat64s(r.sorted, v)
	return below, n - sort.Search(n, func(i int) bool { return r.sorted[i] > v })
}

// interval returns the interval, its ends divided by scale: from the resample
// of the highest rank whose tail is below α/2 to the one that is as far from the
// other end. It is undetermined where an end is beyond the largest number.
func (r *replicates) interval(alpha Alpha, scale float64) Estimate {
	n := len(r.sorted)
	rank := func(side float64) int {
		return sort.Search(n, func(i int) bool { return r.tail(i+1, side) >= float64(alpha)/2 })
	}
	value, lo, hi := r.value/scale, r.sorted[rank(1)-1]/scale, r.sorted[n-rank(-1)]/scale
	if math.IsInf(value, 0) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return undetermined(finiteOrNaN(value))
	}
	return Estimate{Value: value, Lo: lo, Hi: hi, HalfWidth: hi/2 - lo/2}
}

// atMost returns the p of "the statistic is v or less": the smallest tail at
// which the interval's lower end is above v.
func (r *replicates) atMost(v float64) float64 {
	_, above := r.outside(v)
	return r.tail(len(r.sorted)-above+1, 1)
}

// atLeast returns the p of "the statistic is v or more".
func (r *replicates) atLeast(v float64) float64 {
	below, _ := r.outside(v)
	return r.tail(len(r.sorted)-below+1, -1)
}

// tail returns the tail at which the resample of a rank, counted from 1, is the
// lower end of the interval, or for side -1, with ranks counted from the
// highest, the upper end. It is BCa's share of an end solved for its level:
// with w = Φ⁻¹(rank / (resamples+1)) - z₀ the tail is Φ(w / (1 + a w) - z₀).
//
// The interval and the p both come from here, and so agree to the last digit.
func (r *replicates) tail(rank int, side float64) float64 {
	n := len(r.sorted)
	least := 1 / float64(n+1)
	switch rank {
	case 1: // no end is further out than all resamples
		return least
	case n + 1:
		return 1
	}
	bias := side * r.bias
	w := distuv.UnitNormal.Quantile(float64(rank)*least) - bias
	stretch := 1 + side*r.acceleration*w
	if stretch <= 0 { // beyond the shares that any level has
		if w < 0 {
			return least
		}
		return 1
	}
	return max(least, distuv.UnitNormal.CDF(w/stretch-bias))
}
