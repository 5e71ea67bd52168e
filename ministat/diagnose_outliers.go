package ministat

import (
	"fmt"
	"math"
)

const (
	leastForFences  = 5     // values below which none can be called an outlier
	leastForTicks   = 12    // the same for values most of which are equal: another may be the next tick
	fewShare        = 0.15  // of the values may be outliers; more are a part of the distribution
	smallSample     = 8     // the fences of n values are 1 + (8/n)^1.5 times as far out
	leastShift      = 0.075 // deviations by which outliers move the mean, at least
	outlierAdvice   = "look for what disturbed these runs, or use --test mann-whitney, which is hardly moved by them"
	firstRunsAdvice = "leave warm-up runs out: ministat-run --warmup"
)

// slowFirstRuns tells of first values that stand apart.
func slowFirstRuns(v *view) []Warning {
	what := "the first value stands"
	switch v.first {
	case 0:
		return nil
	case 1:
	default:
		what = fmt.Sprintf("the first %d values stand", v.first)
	}
	lo, hi := extremes(v.Sample.Values[v.first:])
	return []Warning{{
		Code: CodeSlowFirstRun,
		Message: fmt.Sprintf("%s: %s apart from the others (the first is %.6g, the others are %s)",
			v.Sample.Name, what, v.Sample.Values[0], extent(lo, hi)),
		Advice: firstRunsAdvice,
	}}
}

// countFirstRuns returns how many first values lie beyond the fence on the slow
// side, or on either where the direction is not known. It is 0 unless they are
// most of the values there: a distribution with a long tail has them anywhere.
func countFirstRuns(series []float64, f fences, better Direction) int {
	beyond := func(x float64) bool { return x > f.high }
	if better == HigherIsBetter || better == Unknown && series[0] < f.low {
		beyond = func(x float64) bool { return x < f.low }
	}
	first, all := 0, 0
	for i, x := range series {
		if !beyond(x) {
			continue
		}
		if all == i {
			first++
		}
		all++
	}
	if 2*first <= all {
		return 0
	}
	return first
}

// fences part a distribution's body from what lies far outside.
type fences struct{ low, high float64 }

// newFences returns Tukey's outer fences, three interquartile ranges beyond the
// quartiles (J. W. Tukey, Exploratory Data Analysis, Addison-Wesley 1977,
// chapter 2), and further out for small samples, whose quartiles vary.
//
// The range counts as no less than the step of a coarse measurement, up to a
// twentieth of the median, and where the quartiles coincide as no less than a
// hundredth of it: among values of 200 a 201 is no outlier, and a 300 is.
func newFences(sorted []float64) fences {
	none := fences{math.Inf(-1), math.Inf(1)}
	if len(sorted) < leastForFences {
		return none
	}
	q1, q3 := quantile(sorted, 0.25), quantile(sorted, 0.75)
	median := math.Abs(quantile(sorted, 0.5))
	width := q3 - q1
	if width == 0 && len(sorted) < leastForTicks {
		return none
	}
	if width == 0 {
		width = median / 100
	}
	coarse := step(sorted)
	if median > 0 {
		coarse = min(coarse, median/20)
	}
	reach := 3 * max(width, coarse) * (1 + math.Pow(smallSample/float64(len(sorted)), 1.5))
	return fences{q1 - reach, q3 + reach}
}

func (f fences) hold(x float64) bool { return x >= f.low && x <= f.high }

// outliers tells of values beyond the fences, slow first runs left out, if they
// are few and move the mean by more than one standard error, and by more than
// 0.075 deviations, of the others.
func outliers(v *view) []Warning {
	if v.fences.hold(v.Min*v.scale) && v.fences.hold(v.Max*v.scale) {
		return nil
	}
	centre := quantile(v.sorted, 0.5)
	p := partition(v.Sample.Values[v.first:], v.scale, centre, v.fences)
	n := p.inside.n + p.outside.n
	if p.outside.n == 0 || p.outside.n > math.Ceil(fewShare*n) {
		return nil
	}
	without, with := p.inside.sum/p.inside.n, (p.inside.sum+p.outside.sum)/n
	if math.Abs(with-without) < p.inside.deviation()*max(leastShift, 1/math.Sqrt(p.inside.n)) {
		return nil
	}
	lie, move := "lie", "move"
	if p.outside.n == 1 {
		lie, move = "lies", "moves"
	}
	return []Warning{{
		Code: CodeOutliers,
		Message: fmt.Sprintf("%s: %.0f of %.0f values %s far outside the others (%s) and %s the mean from %.6g to %.6g",
			v.Sample.Name, p.outside.n, n, lie, extent(p.min/v.scale, p.max/v.scale), move, (without+centre)/v.scale, (with+centre)/v.scale),
		Advice: outlierAdvice,
	}}
}

func extent(lo, hi float64) string {
	if lo == hi {
		return fmt.Sprintf("all %.6g", lo)
	}
	return fmt.Sprintf("%.6g to %.6g", lo, hi)
}

// tally sums up values, by what they differ from a centre.
type tally struct{ n, sum, squares float64 }

func (t *tally) add(o tally) {
	t.n += o.n
	t.sum += o.sum
	t.squares += o.squares
}

func (t tally) deviation() float64 {
	return math.Sqrt(max(0, t.squares-t.sum*t.sum/t.n) / (t.n - 1))
}

// parted are the tallies of the values inside and outside of fences, and the
// extremes of those inside.
type parted struct {
	inside, outside tally
	min, max        float64
}

// partition tallies scale × values.
func partition(values []float64, scale, centre float64, f fences) parted {
	total := parted{min: math.Inf(1), max: math.Inf(-1)}
	for _, p := range inChunks(values, func(chunk []float64) parted { return partitionChunk(chunk, scale, centre, f) }) {
		total.inside.add(p.inside)
		total.outside.add(p.outside)
		total.min, total.max = min(total.min, p.min), max(total.max, p.max)
	}
	return total
}

func partitionChunk(chunk []float64, scale, centre float64, f fences) parted {
	p := parted{min: math.Inf(1), max: math.Inf(-1)}
	var n, sum, squares float64 // of the values inside
	for _, v := range chunk {
		x := v * scale
		d := x - centre
		if !f.hold(x) {
			p.outside.add(tally{1, d, d * d})
			continue
		}
		n++
		sum += d
		squares += d * d
		if x < p.min {
			p.min = x
		}
		if x > p.max {
			p.max = x
		}
	}
	p.inside = tally{n, sum, squares}
	return p
}
