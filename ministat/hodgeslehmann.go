package ministat

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

// shiftEstimate returns the Hodges-Lehmann estimate of what was added to the values a
// to make them b: the median of all differences. Its bounds are the differences
// of the given rank, counted from 1, from below and from above; a rank of 0
// leaves them undetermined. Both samples ascend.
func shiftEstimate(a, b []float64, rank int) Estimate {
	return pairs{a, b, difference}.estimate(rank, midpoint, func(d float64) float64 { return d })
}

// ratioEstimate returns the Hodges-Lehmann estimate of the factor by which the values a
// were multiplied to make them b, less 1: [shiftEstimate] on logarithms, computed
// without them. Both samples ascend and are positive. Undetermined where a
// quotient is beyond the largest float64.
func ratioEstimate(a, b []float64, rank int) Estimate {
	e := pairs{a, b, excess}.estimate(rank, geometricMidpoint, relativeOf)
	if math.IsInf(e.Value, 0) || math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0) {
		return undetermined(finiteOrNaN(e.Value))
	}
	return e
}

func difference(a, b float64) float64 { return b - a }

// excess returns b/a - 1 where b is the larger and 1 - a/b where it is not: an
// odd and increasing function of log(b/a) that loses no digits near 0. As it is
// computed it never falls when b rises and never rises when a does.
func excess(a, b float64) float64 {
	if b >= a {
		return (b - a) / a
	}
	return (b - a) / b
}

// relativeOf turns an excess into b/a - 1.
func relativeOf(excess float64) float64 {
	switch {
	case excess >= 0:
		return excess
	case math.IsInf(excess, -1):
		return -1
	}
	return excess / (1 - excess)
}

// geometricMidpoint returns the excess of the geometric mean of two ratios.
func geometricMidpoint(lo, hi float64) float64 {
	logarithm := func(e float64) float64 { return math.Copysign(math.Log1p(math.Abs(e)), e) }
	mean := midpoint(logarithm(lo), logarithm(hi))
	return min(max(math.Copysign(math.Expm1(math.Abs(mean)), mean), lo), hi)
}

// halfWidth returns (hi - lo) / 2, also where the difference overflows.
func halfWidth(lo, hi float64) float64 {
	if width := hi - lo; !math.IsInf(width, 0) {
		return width / 2
	}
	return hi/2 - lo/2
}

// pairs holds a contrast, such as the difference, for every pair of a value of
// a and one of b: a matrix that is never made. Both ascend, and the contrast
// rises with b and falls with a, or stays, as it is computed.
type pairs struct {
	a, b     []float64
	contrast func(a, b float64) float64
}

// estimate returns the median of all contrasts and the two of the given rank,
// all in the unit that scaled turns contrasts into.
func (p pairs) estimate(rank int, middle func(lo, hi float64) float64, scaled func(float64) float64) Estimate {
	n := len(p.a) * len(p.b)
	e := undetermined(math.NaN())
	var wg sync.WaitGroup
	if rank > 0 {
		wg.Go(func() { lo, _ := p.orderStatistics(rank - 1); e.Lo = scaled(lo) })
		wg.Go(func() { hi, _ := p.orderStatistics(n - rank); e.Hi = scaled(hi) })
	}
	v, next := p.orderStatistics((n - 1) / 2)
	if n%2 == 0 {
		v = middle(v, next)
	}
	e.Value = scaled(v)
	wg.Wait()
	// scaled may round neighbours the wrong way round.
	e.Lo, e.Hi = min(e.Lo, e.Value), max(e.Hi, e.Value)
	e.HalfWidth = halfWidth(e.Lo, e.Hi)
	return e
}

const (
	fewPairs   = 1 << 15 // so many contrasts are always listed
	thinning   = 7       // one value in so many stands for its neighbours; odd, so that there is a middle one
	sampleSize = 1 << 16 // contrasts drawn where thinning does not narrow them down
)

// span is a range of contrasts, bounds included.
type span struct {
	lo, hi float64
	below  int // contrasts smaller than lo
	inside int // contrasts from lo to hi
}

// orderStatistics returns the contrast of rank k, counted from 0, in ascending
// order, and the one of rank k+1, or NaN where there is none.
//
// It guesses two contrasts that rank k lies between, and counting shows where
// it does. The first guess comes from the matrix of every seventh row and
// column, and nearly always leaves few enough contrasts to list. Equal values
// may stand in the way; then contrasts drawn at random guess better (R. W. Floyd
// and R. L. Rivest, Expected time bounds for selection, Communications of the
// ACM 18 (1975), 165-172). The draws are the same every time, and the guesses
// decide only how long it takes.
func (p pairs) orderStatistics(k int) (v, next float64) {
	s := p.all()
	few := max(fewPairs, len(p.a)+len(p.b))
	if s.inside > few && s.lo < s.hi {
		lo, hi := p.guess(k)
		s = p.narrow(s, k, lo, hi)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for s.inside > few && s.lo < s.hi {
		lo, hi := p.guessAgain(s, k, random)
		s = p.narrow(s, k, lo, hi)
	}
	if s.lo == s.hi {
		v, next = s.lo, s.lo
		if k+1 == s.below+s.inside {
			next = math.NaN()
		}
	} else {
		v, next = orderStatistics(p.list(s), k-s.below, s.lo, s.hi)
	}
	if math.IsNaN(next) {
		next = p.leastAbove(s.hi)
	}
	return v, next
}

// all returns the span of all contrasts.
func (p pairs) all() span {
	n, m := len(p.a), len(p.b)
	return span{lo: p.contrast(p.a[n-1], p.b[0]), hi: p.contrast(p.a[0], p.b[m-1]), inside: n * m}
}

// narrow returns the part of s that holds rank k: from lo to hi, or what is
// below or above.
func (p pairs) narrow(s span, k int, lo, hi float64) span {
	under, through := p.count(lo, hi)
	switch {
	case k < under:
		return span{s.lo, math.Nextafter(lo, math.Inf(-1)), s.below, under - s.below}
	case k >= through:
		return span{math.Nextafter(hi, math.Inf(1)), s.hi, through, s.below + s.inside - through}
	}
	return span{lo, hi, under, through - under}
}

// guess returns two contrasts between which rank k lies as good as always: the
// like ranks among every seventh of a and of b, and a margin. A contour of the
// matrix crosses at most one block of 7 by 7 for each value kept; their errors
// are independent enough to add up like a random walk, and the margin is some
// ten standard deviations.
func (p pairs) guess(k int) (lo, hi float64) {
	few := pairs{thinned(p.a), thinned(p.b), p.contrast}
	n := len(few.a) * len(few.b)
	middle := int(float64(k) / float64(len(p.a)) / float64(len(p.b)) * float64(n))
	margin := int(4 * math.Sqrt(float64(len(few.a)+len(few.b))))
	lo, _ = few.orderStatistics(max(middle-margin, 0))
	hi, _ = few.orderStatistics(min(middle+margin, n-1))
	return lo, hi
}

// thinned returns the middle values of equal shares of about seven each, or
// all values where they are few.
func thinned(values []float64) []float64 {
	n := len(values)
	if n < thinning*thinning {
		return values
	}
	kept := make([]float64, n/thinning)
	for i := range kept {
		kept[i] = values[(2*i+1)*n/(2*len(kept))]
	}
	return kept
}

// guessAgain returns two of many contrasts drawn from s between which rank k
// lies but for rare exceptions. Where equal ones would leave more than half of s
// between them, both are the one nearest to the rank.
func (p pairs) guessAgain(s span, k int, random *rand.Rand) (lo, hi float64) {
	drawn := p.draw(s, random)
	slices.Sort(drawn)
	n := len(drawn)
	middle := min(int(float64(k-s.below)/float64(s.inside)*float64(n)), n-1)
	margin := int(1.5 * math.Sqrt(float64(n))) // 3 standard deviations
	lo, hi = drawn[max(middle-margin, 0)], drawn[min(middle+margin, n-1)]
	first, _ := slices.BinarySearch(drawn, lo)
	end, _ := slices.BinarySearch(drawn, math.Nextafter(hi, math.Inf(1)))
	if end-first > n/2 {
		return drawn[middle], drawn[middle]
	}
	return lo, hi
}

// between calls row for every value a[i] with the range of those values of b
// whose contrasts with it are from lo to hi.
func (p pairs) between(lo, hi float64, row func(i, from, to int)) {
	from, to := 0, 0
	for i, a := range p.a {
		for from < len(p.b) && p.contrast(a, p.b[from]) < lo {
			from++
		}
		for to < len(p.b) && p.contrast(a, p.b[to]) <= hi {
			to++
		}
		row(i, from, to)
	}
}

// draw returns one contrast at random of each of sampleSize equal shares of s.
func (p pairs) draw(s span, random *rand.Rand) []float64 {
	drawn := make([]float64, 0, sampleSize)
	share := float64(s.inside) / sampleSize
	pick := func() int { return int((float64(len(drawn)) + random.Float64()) * share) }
	next, seen := pick(), 0
	p.between(s.lo, s.hi, func(i, from, to int) {
		for ; next < seen+to-from && len(drawn) < sampleSize; next = pick() {
			drawn = append(drawn, p.contrast(p.a[i], p.b[from+next-seen]))
		}
		seen += to - from
	})
	return drawn
}

// count returns how many contrasts are below lo, and how many up to hi.
func (p pairs) count(lo, hi float64) (under, through int) {
	p.between(lo, hi, func(_, from, to int) {
		under += from
		through += to
	})
	return under, through
}

// list returns the contrasts of s.
func (p pairs) list(s span) []float64 {
	listed := make([]float64, 0, s.inside)
	p.between(s.lo, s.hi, func(i, from, to int) {
		for _, b := range p.b[from:to] {
			listed = append(listed, p.contrast(p.a[i], b))
		}
	})
	return listed
}

// leastAbove returns the smallest contrast beyond x, or NaN where there is none.
func (p pairs) leastAbove(x float64) float64 {
	least := math.NaN()
	p.between(x, x, func(i, _, to int) {
		if to < len(p.b) {
			if c := p.contrast(p.a[i], p.b[to]); !(c >= least) {
				least = c
			}
		}
	})
	return least
}
