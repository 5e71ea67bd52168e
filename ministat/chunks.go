package ministat

import (
	"runtime"
	"sync"
)

// chunkSize is the number of values that are summed as one part. It is fixed,
// and parts are combined in order whoever computed them, so that a sum does
// not depend on the number of processors.
const chunkSize = 1 << 13

// inChunks computes part of every chunk of the values, on all processors, and
// returns the parts in the order of the values.
func inChunks[T any](values []float64, part func(chunk []float64) T) []T {
	parts := make([]T, chunks(len(values)))
	inSpans(values, func(first int, span []float64) {
		for i := range chunks(len(span)) {
			parts[first+i] = part(span[i*chunkSize : min((i+1)*chunkSize, len(span))])
		}
	})
	return parts
}

// inSpans calls do with one span of whole chunks for each processor, all at the
// same time. first is the number of the span's first chunk.
func inSpans(values []float64, do func(first int, span []float64)) {
	total := chunks(len(values))
	workers := min(runtime.GOMAXPROCS(0), total)
	var wg sync.WaitGroup
	for w := range workers {
		from, to := total*w/workers, total*(w+1)/workers
		span := values[from*chunkSize : min(to*chunkSize, len(values))]
		if w == workers-1 {
			do(from, span) // the caller's own share
			break
		}
		wg.Go(func() { do(from, span) })
	}
	wg.Wait()
}

// chunks returns the number of chunks that n values make.
func chunks(n int) int { return (n + chunkSize - 1) / chunkSize }
