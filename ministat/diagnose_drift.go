package ministat

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	leastForOrder    = 8     // values below which their order proves nothing
	driftLevel       = 0.005 // p below which a drift or an autocorrelation is told
	driftBlocks      = 512   // block means that Kendall's tau is computed from, at most
	exactTau         = 50    // values up to which the p of tau is exact
	leastSerial      = 0.1   // correlation below which the interval of the mean is less than a tenth too narrow
	driftAdvice      = "let ministat-run compare interleave the runs of both sides, so that a drift strikes them alike, and pin the CPUs with --cpus"
	dependenceAdvice = "each value tells less than a new one would, so intervals come out too narrow: let ministat-run compare interleave the runs, pin the CPUs with --cpus, and leave time between runs"
)

// serialDependence tells of a drift, and of a positive correlation between
// successive values that no drift explains, slow first runs left out. The null
// hypothesis of both tests is that every order of the values was equally
// likely; both are told at p < 0.005. Many values are tested for a drift by the
// means of 512 blocks. A negative correlation raises no alarm: it makes
// intervals too wide.
func serialDependence(v *view) []Warning {
	series := v.series[v.first:]
	if len(series) < leastForOrder {
		return nil
	}
	var found []Warning
	scores := rankScores(series)
	tau, p := kendall(blockMeans(series, driftBlocks))
	if p < driftLevel {
		verb := "rise"
		if tau < 0 {
			verb = "fall"
		}
		found = append(found, Warning{
			Code:    CodeDrift,
			Message: fmt.Sprintf("%s: values %s with their order in the file (Kendall tau %.2f, p = %.2g)", v.Sample.Name, verb, tau, p),
			Advice:  orderAdvice(v.Sample, driftAdvice),
		})
		scores = detrended(scores)
	}
	if r, p := serialCorrelation(scores); p < driftLevel && r >= leastSerial {
		found = append(found, Warning{
			Code:    CodeAutocorrelation,
			Message: fmt.Sprintf("%s: each value resembles the one before it (rank autocorrelation %.2f, p = %.2g)", v.Sample.Name, r, p),
			Advice:  orderAdvice(v.Sample, dependenceAdvice),
		})
	}
	return found
}

// blockMeans returns the means of at most so many blocks of successive values.
func blockMeans(series []float64, most int) []float64 {
	n := len(series)
	blocks := min(n, most)
	means := make([]float64, blocks)
	for i := range means {
		block := series[i*n/blocks : (i+1)*n/blocks]
		var sum float64
		for _, x := range block {
			sum += x
		}
		means[i] = sum / float64(len(block))
	}
	return means
}

// kendall returns Kendall's rank correlation tau-b between the values and their
// order, and its two-sided p value (M. G. Kendall, Rank Correlation Methods,
// 4th edition, Griffin 1970, chapters 1, 3 and 5; as a test for trend H. B.
// Mann, Nonparametric tests against trend, Econometrica 13 (1945), 245-259).
// The p is exact for up to 50 different values, else from the normal
// distribution with corrections for ties and continuity.
func kendall(x []float64) (tau, p float64) {
	n := len(x)
	score := 0
	for i, a := range x {
		for _, b := range x[i+1:] {
			score += boolInt(b > a) - boolInt(b < a)
		}
	}
	pairs := float64(n) * float64(n-1) / 2
	variance := pairs * float64(2*n+5) / 9
	tied := 0.0
	for _, t := range tieSizes(slices.Sorted(slices.Values(x))) {
		inside := float64(t) * float64(t-1) / 2
		tied += inside
		variance -= inside * float64(2*t+5) / 9
	}
	if tied == pairs {
		return math.NaN(), 1
	}
	tau = float64(score) / math.Sqrt(pairs*(pairs-tied))
	size := math.Abs(float64(score))
	if tied == 0 && n <= exactTau {
		return tau, min(1, 2*inversionsTail(n, int(pairs-size)/2))
	}
	return tau, min(1, 2*distuv.UnitNormal.CDF(-(size-1)/math.Sqrt(variance)))
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inversionsTail returns the probability that a random order of n values has
// at most so many inversions: the k-th value adds 0 to k-1 of them, each with
// the same probability.
func inversionsTail(n, most int) float64 {
	prob := make([]float64, most+1)
	prob[0] = 1
	for k := 2; k <= n; k++ {
		next := make([]float64, most+1)
		window := 0.0
		for i := range next {
			window += prob[i]
			if i >= k {
				window -= prob[i-k]
			}
			next[i] = window / float64(k)
		}
		prob = next
	}
	sum := 0.0
	for _, p := range prob {
		sum += p
	}
	return sum
}

// tieSizes returns how often each different value occurs.
func tieSizes(sorted []float64) []int {
	var sizes []int
	for i, x := range sorted {
		if i == 0 || x != sorted[i-1] {
			sizes = append(sizes, 0)
		}
		sizes[len(sizes)-1]++
	}
	return sizes
}

// rankScores returns each value's rank, the mean rank for equal values, less
// the mean of all ranks.
func rankScores(values []float64) []float64 {
	n := len(values)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	scores := make([]float64, n)
	for from := 0; from < n; {
		to := from + 1
		for to < n && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			scores[i] = float64(from+to-n) / 2
		}
		from = to
	}
	return scores
}

// detrended returns what a straight line through the scores, whose sum is 0,
// leaves of them.
func detrended(scores []float64) []float64 {
	n := float64(len(scores))
	var slope float64
	for i, a := range scores {
		slope += a * (float64(i) - (n-1)/2)
	}
	slope /= n * (n*n - 1) / 12
	rest := make([]float64, len(scores))
	for i, a := range scores {
		rest[i] = a - slope*(float64(i)-(n-1)/2)
	}
	return rest
}

// serialCorrelation returns the correlation of successive scores, whose sum is
// 0, and the one-sided p value of one so large, from the normal distribution
// with the exact mean and variance over all orders of the scores. It is the
// test of A. Wald and J. Wolfowitz, An exact test for randomness in the
// non-parametric case based on serial correlation, Annals of Mathematical
// Statistics 14 (1943), 378-388, without their pair of the last and the first.
func serialCorrelation(scores []float64) (r, p float64) {
	var products, squares, fourths float64
	for i, a := range scores {
		if i > 0 {
			products += scores[i-1] * a
		}
		squares += a * a
		fourths += a * a * a * a
	}
	if squares == 0 {
		return math.NaN(), 1
	}
	n := float64(len(scores))
	mean := -squares / n
	variance := (squares*squares-fourths)/n + (squares*squares-2*fourths)/(n*(n-1)) - mean*mean
	return products / squares, distuv.UnitNormal.CDF(-(products - mean) / math.Sqrt(variance))
}

// orderAdvice returns the advice, or for runs that were interleaved already what
// is left to do.
func orderAdvice(s *Sample, advice string) string {
	if _, interleaved := s.Header.Get(KeyOrder); interleaved {
		return "the runs were interleaved, so both sides bear it alike, but intervals may be too narrow: measure when the machine is quiet"
	}
	return advice
}
