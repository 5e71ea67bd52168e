package report

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"ministat/ministat"
)

// axis maps values to positions from 0 to length, the same for all samples of a
// drawing. Ends, ticks and bins are exact fractions: a range may be as narrow as
// the distance of two neighbouring float64, or as wide as all of them.
type axis struct {
	length float64
	lo, hi *big.Rat
	ticks  []tick

	width *big.Rat  // of a bin; lo and hi are multiples of it
	edges []float64 // of the bins, from lo to hi

	// position = (v·scale - origin)·stretch + offset: scale is a power of two that
	// keeps differences finite, origin a value near lo whose position is exact.
	scale, origin, stretch, offset float64
}

// tick is a round value, its label in the axis' unit, and its position.
type tick struct {
	label string
	at    float64
}

const (
	mostTicks  = 8
	padding    = 0.02 // of the range, on each side
	labelGap   = 16   // between two labels
	digitWidth = 7    // of a label's characters
	thinnedTo  = 10_000
)

// newAxis returns an axis that shows the samples and, as far as they do not
// outgrow these, the intervals of their means and medians. Where it has to zoom,
// the rest takes precedence over the interval of a mean that far values moved.
// There is at least one sample.
func newAxis(sets []*ministat.Summary, u unit, length float64) *axis {
	least, most := sets[0].Min, sets[0].Max
	for _, s := range sets {
		least, most = min(least, s.Min), max(most, s.Max)
	}
	scale := ministat.Scale(least, most) / 8
	lo, hi, zoomed := zoom(sets, scale, least*scale, most*scale)
	if !zoomed {
		lo, hi = makeRoom(sets, scale, lo, hi)
	}
	x := &axis{length: length, lo: unscaled(lo, scale), hi: unscaled(hi, scale)}
	pad := new(big.Rat).Sub(x.hi, x.lo)
	pad.Mul(pad, new(big.Rat).SetFloat64(padding))
	if pad.Sign() == 0 {
		pad = halfOf(x.lo)
	}
	x.lo.Sub(x.lo, pad)
	x.hi.Add(x.hi, pad)
	x.divide(u)
	return x
}

// zoom leaves out values so far from the rest that, were they shown, the rest
// would be a blot: where the middle 98 % of every sample, with as much again
// around, need less than a tenth of the range. All ends are scaled.
func zoom(sets []*ministat.Summary, scale, lo, hi float64) (from, to float64, zoomed bool) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, s := range sets {
		if len(s.Sample.Values) == 0 { // only figures are known of it
			from, to = min(from, s.Min*scale), max(to, s.Max*scale)
			continue
		}
		first, last := middle(s.Sample.Values)
		from, to = min(from, first*scale), max(to, last*scale)
	}
	half := (to - from) / 2
	from, to = max(lo, from-half), min(hi, to+half)
	if half == 0 || to-from > (hi-lo)/10 {
		return lo, hi, false
	}
	return from, to, true
}

// middle returns the ends of what is left without the lowest and the highest
// hundredth. Of many values it looks at some, evenly spread.
func middle(values []float64) (first, last float64) {
	every := ceilDiv(len(values), thinnedTo)
	var some []float64
	for i := 0; i < len(values); i += every {
		some = append(some, values[i])
	}
	slices.Sort(some)
	cut := len(some) / 100
	return some[cut], some[len(some)-1-cut]
}

// makeRoom widens the range for the intervals, on either side by no more than
// the range itself: that of the mean of two samples can be many times as wide.
func makeRoom(sets []*ministat.Summary, scale, lo, hi float64) (from, to float64) {
	from, to = lo, hi
	for _, s := range sets {
		for _, e := range []ministat.Estimate{s.MeanCI, s.MedianCI} {
			if e.Determined() {
				from, to = min(from, e.Lo*scale), max(to, e.Hi*scale)
			}
		}
	}
	return max(from, lo-(hi-lo)), min(to, hi+(hi-lo))
}

// unscaled returns v / scale.
func unscaled(v, scale float64) *big.Rat {
	r := new(big.Rat).SetFloat64(v)
	return r.Quo(r, new(big.Rat).SetFloat64(scale))
}

// halfOf returns |r|/2, or 1 for 0: the room around a single value.
func halfOf(r *big.Rat) *big.Rat {
	if r.Sign() == 0 {
		return big.NewRat(1, 1)
	}
	half := new(big.Rat).Abs(r)
	return half.Mul(half, big.NewRat(1, 2))
}

// divide chooses the finest round step whose labels have room, extends the
// range to whole bins, and places ticks and bins.
func (x *axis) divide(u unit) {
	span := new(big.Rat).Sub(x.hi, x.lo)
	// 2^(bits-1) ≤ span, about; the decimal exponent is rather too low.
	bits := new(big.Float).SetRat(span).MantExp(nil)
	exp := int(math.Floor(float64(bits-1)*math.Log10(2))) - 2
	for ; ; exp++ {
		for _, mantissa := range []int64{1, 2, 5} {
			step := new(big.Rat).Mul(big.NewRat(mantissa, 1), powerOfTen(exp))
			labels, spacing := x.labels(step, u, exp)
			if labels == nil || !apart(labels, spacing) {
				continue
			}
			// 20, 20 and 25 bins a step, so that bins are round too.
			bins := big.NewRat(20+mantissa/5*5, 1)
			x.setBins(new(big.Rat).Quo(step, bins))
			x.setTicks(step, u, exp)
			return
		}
	}
}

// labels returns the labels that a step gives, and their distance; nil where
// they are too many.
func (x *axis) labels(step *big.Rat, u unit, exp int) (labels []string, spacing float64) {
	first, last := ceiling(x.lo, step), floor(x.hi, step)
	count := new(big.Int).Sub(last, first)
	if count.Cmp(big.NewInt(mostTicks)) >= 0 {
		return nil, 0
	}
	labels = []string{}
	for k := first; k.Cmp(last) <= 0; k = new(big.Int).Add(k, big.NewInt(1)) {
		labels = append(labels, u.label(times(k, step), exp))
	}
	share := new(big.Rat).Sub(x.hi, x.lo)
	spacing, _ = share.Quo(step, share).Float64()
	return labels, spacing * x.length
}

// apart tells whether labels at a distance do not touch. Those at the ends may
// be moved inwards by the part that would not fit the margin.
func apart(labels []string, spacing float64) bool {
	if len(labels) < 2 {
		return true
	}
	for _, label := range labels {
		width := float64(len(label) * digitWidth)
		if width+max(labelGap, width/2-marginRight+labelGap/2) > spacing {
			return false
		}
	}
	return true
}

// label writes a multiple of 10^exp exactly, with an exponent where it is far
// larger than the unit; then its digits but the first few are zeros.
func (u unit) label(value *big.Rat, exp int) string {
	const longest, few = 9, 3
	text := new(big.Rat).Quo(value, powerOfTen(u.exp)).FloatString(max(0, u.exp-exp))
	digits, negative := strings.CutPrefix(text, "-")
	if exp < u.exp || len(digits) <= longest {
		return text
	}
	text = fmt.Sprintf("%s.%se%d", digits[:1], digits[1:few], len(digits)-1)
	if negative {
		text = "-" + text
	}
	return text
}

func (x *axis) setTicks(step *big.Rat, u unit, exp int) {
	last := floor(x.hi, step)
	for k := ceiling(x.lo, step); k.Cmp(last) <= 0; k = new(big.Int).Add(k, big.NewInt(1)) {
		value := times(k, step)
		x.ticks = append(x.ticks, tick{u.label(value, exp), x.exact(value)})
	}
}

func (x *axis) setBins(width *big.Rat) {
	first, last := floor(x.lo, width), ceiling(x.hi, width)
	x.width, x.lo, x.hi = width, times(first, width), times(last, width)
	for k := first; k.Cmp(last) <= 0; k = new(big.Int).Add(k, big.NewInt(1)) {
		edge, _ := times(k, width).Float64()
		x.edges = append(x.edges, edge)
	}
	x.setScale(finite(x.edges[0]), finite(x.edges[len(x.edges)-1]))
}

// setScale is for positions of values from lo to hi.
func (x *axis) setScale(lo, hi float64) {
	x.scale = ministat.Scale(lo, hi) / 8
	x.origin = lo * x.scale
	span := new(big.Rat).Sub(x.hi, x.lo)
	span.Mul(span, new(big.Rat).SetFloat64(x.scale))
	scaled, _ := span.Float64()
	x.stretch = x.length / scaled
	x.offset = x.exact(unscaled(x.origin, x.scale))
}

// finite returns v, or the largest float64 of its sign.
func finite(v float64) float64 { return min(max(v, -math.MaxFloat64), math.MaxFloat64) }

// exact returns the position of a value.
func (x *axis) exact(value *big.Rat) float64 {
	span := new(big.Rat).Sub(x.hi, x.lo)
	share := new(big.Rat).Sub(value, x.lo)
	position, _ := share.Quo(share, span).Float64()
	return position * x.length
}

// at returns the position of a value, and whether it is on the axis.
func (x *axis) at(v float64) (position float64, ok bool) {
	position = (v*x.scale-x.origin)*x.stretch + x.offset
	return min(max(position, 0), x.length), v >= x.edges[0] && v <= x.edges[len(x.edges)-1]
}

// bin returns the bin of a value that is on the axis.
func (x *axis) bin(v float64) int {
	last := len(x.edges) - 2
	position, _ := x.at(v)
	i := min(int(position/x.length*float64(last+1)), last)
	for i > 0 && v < x.edges[i] {
		i--
	}
	for i < last && v >= x.edges[i+1] {
		i++
	}
	return i
}

func powerOfTen(exp int) *big.Rat {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exp, -exp))), nil)
	r := new(big.Rat).SetInt(power)
	if exp < 0 {
		r.Inv(r)
	}
	return r
}

func times(k *big.Int, step *big.Rat) *big.Rat {
	r := new(big.Rat).SetInt(k)
	return r.Mul(r, step)
}

// floor returns the largest k with k·step ≤ r.
func floor(r, step *big.Rat) *big.Int {
	q := new(big.Rat).Quo(r, step)
	return new(big.Int).Div(q.Num(), q.Denom())
}

// ceiling returns the smallest k with k·step ≥ r.
func ceiling(r, step *big.Rat) *big.Int {
	k := floor(new(big.Rat).Neg(r), step)
	return k.Neg(k)
}
