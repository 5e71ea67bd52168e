package ministat

import (
	"fmt"
	"math"
	"sort"
)

const (
	leastForModes    = 20   // values below which modes cannot be told from chance
	leastModeShare   = 0.05 // of the values, in the smaller of two clusters
	leastModeSize    = 3
	trimmedShare     = 20  // see severalModes
	separationChance = 2.6 // see severalModes; found by simulation, as is valleyChance
	valleyChance     = 1.25
	valleyDepth      = 0.5 // values in the valley, at most, for one at the lower peak
)

// severalModes tells when the values fall into two clusters with a valley
// between them.
//
// A split of the sorted values into two clusters counts when two things hold.
// The clusters are further apart than the halves of a uniform distribution,
// the flattest that has one mode: Ashman's
//
//	D = √2 (m₂ - m₁) / √(s₁² + s₂²)
//
// (K. A. Ashman, C. M. Bird and S. E. Zepf, Detecting bimodality in astronomical
// datasets, The Astronomical Journal 108 (1994), 2348-2361) is √12 there, and
// has to be √12 (1 + 2.6/√n). And the density has a valley: around the point as
// many deviations from the one mean as from the other there are at most half as
// many values as around the mean that has fewer, within a sixth of the means'
// distance, by more than chance: √(peak + ⅜) - √(valley + ⅜) ≥ 1.25.
//
// A few values far outside may widen a cluster until it hides the other. So
// where no split of all values counts, those without the lowest and the highest
// twentieth are tried.
//
// A coarse resolution makes no modes: the deviations include that of values
// rounded to the smallest step between two of them.
func severalModes(v *view) []Warning {
	split, ok := bestSplit(v.sorted)
	if !ok {
		tail := len(v.sorted) / trimmedShare
		split, ok = bestSplit(v.sorted[tail : len(v.sorted)-tail])
	}
	if !ok {
		return nil
	}
	n := split.low.n + split.high.n
	return []Warning{{
		Code: CodeSeveralModes,
		Message: fmt.Sprintf("%s: values gather around %.4g (%.0f%%) and around %.4g (%.0f%%), with few between",
			v.Sample.Name, split.low.mean/v.scale, 100*split.low.n/n, split.high.mean/v.scale, 100*split.high.n/n),
		Advice: "find what makes the difference (pin CPUs with --cpus, look at --histogram): the mean of two modes describes neither",
	}}
}

// cluster is a range of sorted values.
type cluster struct{ n, mean, squares float64 }

// split is one way to part sorted values in two.
type split struct {
	low, high  cluster
	distance   float64 // of the means
	separation float64 // Ashman's D
	valley     float64 // as many deviations from the one mean as from the other
}

// bestSplit returns the split into the clusters furthest apart among those
// that count.
func bestSplit(sorted []float64) (best split, ok bool) {
	n := len(sorted)
	if n < leastForModes {
		return split{}, false
	}
	least := max(leastModeSize, int(math.Ceil(leastModeShare*float64(n))))
	rounding := step(sorted)
	rounding *= rounding / 12
	needed := math.Sqrt(12) * (1 + separationChance/math.Sqrt(float64(n)))
	above := clustersAbove(sorted)
	var below cluster // of the k lowest values
	for k, x := range sorted[:n-least+1] {
		if k >= least {
			s := newSplit(below, above[k], rounding)
			if s.separation > best.separation && s.separation >= needed && s.hasValley(sorted) {
				best, ok = s, true
			}
		}
		below = below.with(x)
	}
	return best, ok
}

// newSplit measures a split. rounding is the variance that comes of rounding.
func newSplit(low, high cluster, rounding float64) split {
	v, w := low.variance()+rounding, high.variance()+rounding
	distance := high.mean - low.mean
	return split{
		low: low, high: high,
		distance:   distance,
		separation: math.Sqrt2 * distance / math.Sqrt(v+w),
		valley:     low.mean + distance/(1+math.Sqrt(w/v)),
	}
}

// clustersAbove returns for each k the cluster of all but the k lowest values.
func clustersAbove(sorted []float64) []cluster {
	n := len(sorted)
	above := make([]cluster, n+1)
	for k := n - 1; k >= 0; k-- {
		above[k] = above[k+1].with(sorted[k])
	}
	return above
}

// hasValley reports whether the density between the clusters is lower than at
// both of their means.
func (s split) hasValley(sorted []float64) bool {
	near := func(x float64) float64 {
		from := sort.SearchFloat64s(sorted, x-s.distance/6)
		to := sort.SearchFloat64s(sorted, x+s.distance/6)
		return float64(to - from)
	}
	peak, valley := min(near(s.low.mean), near(s.high.mean)), near(s.valley)
	return valley <= valleyDepth*peak && math.Sqrt(peak+0.375)-math.Sqrt(valley+0.375) >= valleyChance
}

// with returns the cluster with one value more (B. P. Welford, Note on a method
// for calculating corrected sums of squares and products, Technometrics 4
// (1962), 419-420).
func (c cluster) with(x float64) cluster {
	n := c.n + 1
	d := x - c.mean
	mean := c.mean + d/n
	return cluster{n, mean, c.squares + d*(x-mean)}
}

func (c cluster) variance() float64 { return c.squares / (c.n - 1) }
