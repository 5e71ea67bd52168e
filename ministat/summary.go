package ministat

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// Summary describes one sample.
type Summary struct {
	Sample *Sample
	N      int // at least 1

	Min, Max float64

	// Median is the mean of the middle two when N is even.
	Median float64

	// Mean is the arithmetic mean, within one unit in the last place.
	Mean float64

	// StdDev is the sample's standard deviation, with N-1 in the denominator:
	// 0 exactly when all values are equal, NaN when N is 1.
	StdDev float64

	// MeanCI and MedianCI are Mean and Median with their intervals; NaN where
	// not computed.
	MeanCI, MedianCI Estimate

	Warnings []Warning

	// meanTail is what Mean lacks of the mean: Mean + meanTail has twice the
	// digits, so that differences of nearly equal means keep theirs.
	meanTail float64

	sortOnce sync.Once
	sorted   []float64
}

// Sorted returns the values in ascending order, none where only figures are
// known. The copy is made when first
// asked for; it is shared and must not be changed.
func (s *Summary) Sorted() []float64 {
	s.sortOnce.Do(func() {
		s.sorted = slices.Clone(s.Sample.Values)
		slices.Sort(s.sorted)
	})
	return s.sorted
}

// Summarize computes a sample's summary. It is right for any finite values:
// sums are carried with twice the digits of a float64, and on values divided
// by a power of two near the largest magnitude, so that squares neither
// overflow nor vanish. The result does not depend on the number of processors.
//
// Where the sample has figures instead of values, these are its summary.
//
// It fails for an empty sample, and when the standard deviation is beyond the
// largest float64.
func Summarize(sample *Sample) (*Summary, error) {
	values := sample.Values
	n := len(values)
	if sample.Given != nil {
		return given(sample)
	}
	if n == 0 {
		return nil, fmt.Errorf("%s: 0 samples, want at least 1", sample.Name)
	}
	s := newSummary(sample)
	s.Min, s.Max = extremes(values)
	s.Median = median(values, s.Min, s.Max)
	if s.Min == s.Max {
		s.Mean = s.Min
		if n > 1 {
			s.StdDev = 0
		}
		return s, nil
	}
	scale := Scale(s.Min, s.Max)
	mean := scaledMean(values, scale)
	s.Mean, s.meanTail = mean.hi/scale, mean.lo/scale
	s.StdDev = math.Sqrt(scaledSquares(values, scale, mean)/float64(n-1)) / scale
	if math.IsInf(s.StdDev, 0) {
		return nil, fmt.Errorf("%s: values from %.6g to %.6g: their standard deviation is beyond the largest number, %.6g",
			sample.Name, s.Min, s.Max, math.MaxFloat64)
	}
	return s, nil
}

// newSummary returns a summary of which nothing is known yet.
func newSummary(sample *Sample) *Summary {
	unknown := undetermined(math.NaN())
	return &Summary{
		Sample: sample, N: len(sample.Values), Warnings: slices.Clone(sample.Warnings),
		StdDev: math.NaN(), MeanCI: unknown, MedianCI: unknown,
	}
}

// given returns the summary that the figures of a sample's file are.
func given(sample *Sample) (*Summary, error) {
	f := sample.Given
	if err := f.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", sample.Name, err)
	}
	s := newSummary(sample)
	s.N, s.Min, s.Max = f.N, f.Min, f.Max
	s.Median, s.Mean, s.StdDev = f.Median, f.Mean, f.StdDev
	return s, nil
}

// Scale returns the power of two that brings the larger magnitude of lo and hi
// into [½, 1), or as near to it as a float64 allows. Multiplying by it is
// exact, except that what is very small beside the other may lose digits.
func Scale(lo, hi float64) float64 {
	_, exp := math.Frexp(max(math.Abs(lo), math.Abs(hi)))
	return math.Ldexp(1, min(-exp, 1022))
}

// extremes returns the smallest and the largest value.
func extremes(values []float64) (lo, hi float64) {
	type pair struct{ lo, hi float64 }
	parts := inChunks(values, func(chunk []float64) pair {
		p := pair{chunk[0], chunk[0]}
		for _, v := range chunk {
			if v < p.lo {
				p.lo = v
			}
			if v > p.hi {
				p.hi = v
			}
		}
		return p
	})
	lo, hi = parts[0].lo, parts[0].hi
	for _, p := range parts {
		lo, hi = min(lo, p.lo), max(hi, p.hi)
	}
	return lo, hi
}

// double is an unevaluated sum of two float64, the second at most half a unit
// in the last place of the first: a number of about 106 bits.
type double struct{ hi, lo float64 }

// add returns d + v. The sum of two float64 and its rounding error are both
// float64 (Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
func (d double) add(v float64) double {
	sum := d.hi + v
	bv := sum - d.hi
	rest := (d.hi - (sum - bv)) + (v - bv)
	return double{sum, d.lo + rest}
}

// normal returns d with the parts made as far apart as they can be.
func (d double) normal() double {
	hi := d.hi + d.lo
	return double{hi, d.lo - (hi - d.hi)}
}

// scaledMean returns the mean of scale × values.
func scaledMean(values []float64, scale float64) double {
	parts := inChunks(values, func(chunk []float64) double {
		var sum double
		for _, v := range chunk {
			sum = sum.add(v * scale)
		}
		return sum
	})
	var sum double
	for _, p := range parts {
		sum = sum.add(p.hi)
		sum.lo += p.lo
	}
	sum = sum.normal()
	n := float64(len(values))
	quotient := sum.hi / n
	// The remainder of a correctly rounded division is a float64.
	remainder := math.FMA(-quotient, n, sum.hi)
	return double{quotient, (remainder + sum.lo) / n}.normal()
}

// scaledSquares returns the sum of the squared deviations of scale × values
// from their mean. Four sums side by side keep both the rounding error and
// the time down.
func scaledSquares(values []float64, scale float64, mean double) float64 {
	square := func(v float64) float64 {
		d := (v*scale - mean.hi) - mean.lo
		return float64(d * d)
	}
	parts := inChunks(values, func(chunk []float64) float64 {
		var a, b, c, d float64
		for len(chunk) >= 4 {
			a += square(chunk[0])
			b += square(chunk[1])
			c += square(chunk[2])
			d += square(chunk[3])
			chunk = chunk[4:]
		}
		for _, v := range chunk {
			a += square(v)
		}
		return (a + b) + (c + d)
	})
	var sum double
	for _, p := range parts {
		sum = sum.add(p)
	}
	return sum.hi + sum.lo
}
