package ministat

import (
	"math"
	"math/bits"
	"slices"
	"sync"
)

// median returns the middle value, or the mean of the middle two. lo and hi
// are the extremes of the values.
func median(values []float64, lo, hi float64) float64 {
	n := len(values)
	v, next := orderStatistics(values, (n-1)/2, lo, hi)
	if n%2 == 1 {
		return v
	}
	return midpoint(v, next)
}

// midpoint returns the mean of two values, also where their sum overflows.
func midpoint(a, b float64) float64 {
	if sum := a + b; !math.IsInf(sum, 0) {
		return sum / 2
	}
	return a/2 + b/2
}

const (
	bucketBits = 12
	fewValues  = 1 << 13 // so many are sorted rather than counted once more
)

// orderStatistics returns the value of rank k, counted from 0, in ascending
// order, and the one of rank k+1, or NaN where there is none. lo and hi are
// the extremes of the values.
//
// Each round counts the candidates by the leading bits of their distance from
// the lowest one and keeps those of the bucket that holds rank k. A round
// leaves 12 of 64 bits fewer, so there are at most six, whatever the
// distribution, and no copy of the values is made.
func orderStatistics(values []float64, k int, lo, hi float64) (v, next float64) {
	first, last := orderedBits(lo), orderedBits(hi)
	inside := len(values) // candidates: those from first to last
	for inside > fewValues && first < last {
		shift := max(0, bits.Len64(last-first)-bucketBits)
		counts := countBuckets(values, first, last, shift)
		bucket := 0
		for k >= counts[bucket] {
			k -= counts[bucket]
			bucket++
		}
		inside = counts[bucket]
		first += uint64(bucket) << shift
		last = min(last, first+(1<<shift-1))
	}
	if first == last {
		v = fromOrderedBits(first)
		if k+1 < inside {
			return v, v
		}
	} else {
		candidates := between(values, first, last)
		slices.Sort(candidates)
		v = candidates[k]
		if k+1 < inside {
			return v, candidates[k+1]
		}
	}
	return v, leastAbove(values, last)
}

// countBuckets counts the values between first and last by (bits - first) >> shift.
func countBuckets(values []float64, first, last uint64, shift int) *[1 << bucketBits]int {
	var (
		mu    sync.Mutex
		total [1 << bucketBits]int
	)
	inSpans(values, func(_ int, span []float64) {
		var counts [1 << bucketBits]int
		width := last - first
		for _, v := range span {
			if distance := orderedBits(v) - first; distance <= width {
				counts[distance>>shift%(1<<bucketBits)]++
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for i, c := range counts {
			total[i] += c
		}
	})
	return &total
}

// between returns the values whose ordered bits are from first to last.
func between(values []float64, first, last uint64) []float64 {
	parts := inChunks(values, func(chunk []float64) (found []float64) {
		for _, v := range chunk {
			if orderedBits(v)-first <= last-first {
				found = append(found, v)
			}
		}
		return found
	})
	return slices.Concat(parts...)
}

// leastAbove returns the smallest value whose ordered bits are beyond last, or
// NaN where there is none.
func leastAbove(values []float64, last uint64) float64 {
	least := uint64(math.MaxUint64)
	for _, part := range inChunks(values, func(chunk []float64) uint64 {
		least := uint64(math.MaxUint64)
		for _, v := range chunk {
			if b := orderedBits(v); b > last && b < least {
				least = b
			}
		}
		return least
	}) {
		least = min(least, part)
	}
	return fromOrderedBits(least) // all ones are the bits of a NaN
}

// orderedBits maps finite values to integers in the same order; the two zeros
// are one.
func orderedBits(v float64) uint64 {
	b := math.Float64bits(v + 0)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// fromOrderedBits undoes orderedBits.
func fromOrderedBits(b uint64) float64 {
	return math.Float64frombits(b ^ (uint64(^int64(b)>>63) | 1<<63))
}
