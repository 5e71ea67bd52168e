package ministat

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactPairs is the largest n m for which P is exact. The work grows with its
// square: a comparison of 10,000 pairs takes about 15 ms, with ties 50 ms. It
// also keeps the number of deals, at most C(200, 100), far from overflow.
const exactPairs = 10_000

// MannWhitneyMinP returns the smallest two-sided p that [MannWhitney] can give
// for n and m samples without ties. It is 2 / C(n+m, n) where P is exact. A level
// that is not above it cannot be reached. NaN unless n and m are positive.
func MannWhitneyMinP(n, m int) float64 {
	if n < 1 || m < 1 {
		return math.NaN()
	}
	if !exactFor(n, m) {
		return twoSided(untiedNormal(n, m).tails(0))
	}
	k := min(n, m)
	return min(1, 2/binomials(n+m, k)[k])
}

// leastP is that of samples without ties.
func (MannWhitney) leastP(base, s *Summary) (p float64, remedy string) {
	return MannWhitneyMinP(base.N, s.N) / 2, "take more samples"
}

// twoSided returns the two-sided p of the two tails.
func twoSided(atMost, atLeast float64) float64 { return min(1, 2*min(atMost, atLeast)) }

// exactFor tells whether the test of n and m values is exact. The quotient
// cannot overflow.
func exactFor(n, m int) bool { return n <= exactPairs/m }

func (r *ranking) exact() bool { return exactFor(r.n, r.m) }

// nullDistribution is that of U when nothing changed.
type nullDistribution interface {
	// tails returns P(U ≤ u) and P(U ≥ u) for a possible u.
	tails(u float64) (atMost, atLeast float64)
}

// null returns the distribution of U given the ties.
func (r *ranking) null() nullDistribution {
	if r.exact() {
		return newPermutationNull(r.ties, r.n, r.m)
	}
	return r.normal()
}

// boundRank returns which differences bound the interval, counted from 1 and
// from both ends, or 0 when no interval has the level. null is the test's own.
func (r *ranking) boundRank(null nullDistribution, alpha Alpha) int {
	if r.exact() && r.tied {
		null = newPermutationNull(slices.Repeat([]int{1}, r.n+r.m), r.n, r.m)
	}
	return sort.Search(r.n*r.m/2, func(u int) bool {
		atMost, _ := null.tails(float64(u))
		return !(atMost < float64(alpha)/2)
	})
}

// normalNull is the normal approximation, with a correction for continuity.
type normalNull struct{ mean, sd float64 }

func (r *ranking) normal() normalNull {
	return normalNull{mean: float64(r.n) * float64(r.m) / 2, sd: r.sd}
}

func untiedNormal(n, m int) normalNull {
	pairs := float64(n) * float64(m)
	return normalNull{mean: pairs / 2, sd: math.Sqrt(pairs * (float64(n) + float64(m) + 1) / 12)}
}

func (d normalNull) tails(u float64) (atMost, atLeast float64) {
	return distuv.UnitNormal.CDF((u + 0.5 - d.mean) / d.sd), distuv.UnitNormal.CDF((d.mean - (u - 0.5)) / d.sd)
}

// permutationNull is the exact distribution of U over all ways of dealing
// given values, which may have ties, to two samples.
type permutationNull struct {
	perUnit float64 // 1, or 2 where U may be half a whole number

	// P(U ≤ i/perUnit) and P(U ≥ i/perUnit) at i.
	atMost, atLeast []float64
}

func (d *permutationNull) tails(u float64) (atMost, atLeast float64) {
	i := int(u * d.perUnit)
	return d.atMost[i], d.atLeast[i]
}

// newPermutationNull returns the distribution of U for a sample of m among n+m
// values, which come in groups of equal ones of the given sizes, in ascending
// order.
//
// Each tail is summed from its thin end, so that it has a relative error of
// some roundings however small it is, and is correctly rounded while the
// number of deals is below 2⁵³.
func newPermutationNull(ties []int, n, m int) *permutationNull {
	if n < m {
		// The other sample's U in descending order is the same number, and
		// needs a table of fewer rows.
		ties = slices.Clone(ties)
		slices.Reverse(ties)
		n, m = m, n
	}
	perUnit := 1
	if slices.Max(ties) > 1 {
		perUnit = 2
	}
	deals := countDeals(ties, n, m, perUnit)
	d := &permutationNull{perUnit: float64(perUnit), atMost: cumulativeShares(deals)}
	slices.Reverse(deals)
	d.atLeast = cumulativeShares(deals)
	slices.Reverse(d.atLeast)
	return d
}

// countDeals returns in how many ways m of the n+m values can be chosen such
// that their U, times perUnit, is 0, 1, 2 ….
//
// It takes one group of equal values after the other: deals[i][u] is the number
// of ways in which i of the values so far are chosen with U = u. Choosing j of
// the next t values adds to U, for each of them, the values so far that are not
// chosen and half of the t-j. The rows are updated from the last one, so that
// those that a row is updated from are still as they were before the group.
func countDeals(ties []int, n, m, perUnit int) []float64 {
	deals := make([][]float64, m+1)
	for i := range deals {
		deals[i] = make([]float64, perUnit*i*n+1)
	}
	deals[0][0] = 1
	seen := 0
	for _, t := range ties {
		ways := binomials(t, min(t, m))
		// At most n values are left unchosen, now and before the group.
		for i := min(m, seen+t); i >= max(1, seen+t-n); i-- {
			for j := max(1, i-seen); j <= min(t, i, i-seen+n); j++ {
				chosen, left := i-j, seen-(i-j)
				from := deals[chosen][:perUnit*chosen*left+1]
				added := perUnit*j*left + perUnit*j*(t-j)/2
				addScaled(deals[i][added:], ways[j], from)
			}
		}
		seen += t
	}
	return deals[m]
}

// addScaled adds factor × from to the first values of sum.
func addScaled(sum []float64, factor float64, from []float64) {
	sum = sum[:len(from)]
	for i, v := range from {
		sum[i] += factor * v
	}
}

// binomials returns C(t, 0) … C(t, k).
func binomials(t, k int) []float64 {
	c := make([]float64, k+1)
	c[0] = 1
	for j := 1; j <= k; j++ {
		c[j] = c[j-1] * float64(t-j+1) / float64(j)
	}
	return c
}

// cumulativeShares returns the running sums of the values as shares of the whole.
func cumulativeShares(values []float64) []float64 {
	shares := make([]float64, len(values))
	var sum float64
	for i, v := range values {
		sum += v
		shares[i] = sum
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}
