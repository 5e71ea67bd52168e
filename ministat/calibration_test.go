//go:build calibration

package ministat

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
)

// shape is a distribution that samples are drawn from.
type shape struct {
	name string
	draw func(r *rand.Rand) float64
}

var (
	normal      = shape{"normal", (*rand.Rand).NormFloat64}
	uniform     = shape{"uniform", (*rand.Rand).Float64}
	exponential = shape{"exponential", (*rand.Rand).ExpFloat64}
	lognormal   = shape{"lognormal σ=0.3", func(r *rand.Rand) float64 { return math.Exp(0.3 * r.NormFloat64()) }}
)

func (s shape) sample(r *rand.Rand, n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = s.draw(r)
	}
	return values
}

// band is what a rate must lie in.
type band struct{ lo, hi float64 }

func below(hi float64) band            { return band{math.Inf(-1), hi} }
func above(lo float64) band            { return band{lo, math.Inf(1)} }
func around(centre, half float64) band { return band{centre - half, centre + half} }

func (b band) String() string {
	switch {
	case math.IsInf(b.lo, -1):
		return fmt.Sprintf("below %.4g", b.hi)
	case math.IsInf(b.hi, 1):
		return fmt.Sprintf("above %.4g", b.lo)
	}
	return fmt.Sprintf("%.4g to %.4g", b.lo, b.hi)
}

// check prints a row of the table and fails where the rate is outside its band.
func (b band) check(t *testing.T, row string, rate float64) {
	t.Helper()
	if rate > b.lo && rate < b.hi {
		t.Logf("%-62s %7.4f  %s", row, rate, b)
		return
	}
	t.Errorf("%-62s %7.4f  %s: MISSED", row, rate, b)
}

// rates repeats an experiment and returns how often each of its outcomes was
// true. Every hundred experiments have a generator of their own, seeded by the
// name and their number, so that the rates do not depend on the number of
// processors.
func rates(name string, experiments int, experiment func(r *rand.Rand) []bool) []float64 {
	const block = 100
	seed := fnv.New64a()
	io.WriteString(seed, name)
	blocks := (experiments + block - 1) / block
	counts := make([][]int, blocks)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for b := w; b < blocks; b += workers {
				r := rand.New(rand.NewPCG(seed.Sum64(), uint64(b)))
				for range block {
					outcome := experiment(r)
					if counts[b] == nil {
						counts[b] = make([]int, len(outcome))
					}
					for i, yes := range outcome {
						counts[b][i] += boolInt(yes)
					}
				}
			}
		})
	}
	wg.Wait()
	total := make([]float64, len(counts[0]))
	for _, c := range counts {
		for i := range c {
			total[i] += float64(c[i]) / float64(blocks*block)
		}
	}
	return total
}

// calibrated is a method with what is asked of it: the rate of false alarms at
// 95 %, and how often its interval holds the true difference.
type calibrated struct {
	method         Method
	shapes         []shape
	sizes          []int
	experiments    int
	size, coverage func(n int) band
}

func always(b band) func(int) band { return func(int) band { return b } }

func calibratedMethods() []calibrated {
	const many = 100_000
	student := calibrated{
		method: Student{}, shapes: []shape{normal}, sizes: []int{3, 4, 10, 20, 50}, experiments: many,
		size: always(around(0.05, 0.004)), coverage: always(around(0.95, 0.006)),
	}
	welch := student
	welch.method, welch.sizes = Welch{}, []int{10, 20, 50}
	rank := calibrated{
		method: MannWhitney{}, shapes: []shape{normal, exponential, lognormal}, sizes: []int{4, 10, 20, 50}, experiments: many,
		size: rankSize, coverage: always(above(0.944)),
	}
	bca := calibrated{
		method: Bootstrap{Seed: 1, Resamples: 2000}, shapes: []shape{normal}, sizes: []int{50, 100}, experiments: 10_000,
		size: always(around(0.05, 0.012)), coverage: always(around(0.95, 0.012)),
	}
	short := bca // small or skewed sets: the intervals are too narrow, and this is by how much
	short.shapes, short.sizes = []shape{normal, exponential}, []int{10}
	short.size, short.coverage = always(around(0.08, 0.03)), always(around(0.91, 0.03))
	return []calibrated{student, welch, rank, bca, short}
}

// rankSize is the band of the Mann-Whitney test, whose few possible p keep it
// below the level for small samples.
func rankSize(n int) band {
	if n < 20 {
		return below(0.054)
	}
	return band{0.046, 0.054}
}

func TestCalibrationOfMethods(t *testing.T) {
	for _, c := range calibratedMethods() {
		t.Run(c.method.Name(), func(t *testing.T) {
			for _, shape := range c.shapes {
				for _, n := range c.sizes {
					row := fmt.Sprintf("%s, %s, n = %d a side", c.method.Name(), shape.name, n)
					r := rates(row, c.experiments, c.experiment(shape, n))
					c.size(n).check(t, row+": false alarms", r[0])
					c.coverage(n).check(t, row+": coverage", r[1])
				}
			}
		})
	}
}

// experiment compares a sample with another of the same distribution, and with
// that one moved by two.
func (c calibrated) experiment(shape shape, n int) func(r *rand.Rand) []bool {
	const shift = 2
	return func(r *rand.Rand) []bool {
		base, values := shape.sample(r, n), shape.sample(r, n)
		moved := make([]float64, n)
		for i, v := range values {
			moved[i] = v + shift
		}
		same, other := compareValues(c.method, base, values), compareValues(c.method, base, moved)
		return []bool{same.Significant, other.Delta.Lo <= shift && shift <= other.Delta.Hi}
	}
}

// compareValues panics where the method fails: many goroutines call it.
func compareValues(m Method, base, values []float64) *Comparison {
	c, err := m.Compare(summarized(m, base), summarized(m, values), DefaultAlpha)
	if err != nil {
		panic(err)
	}
	return c
}

func summarized(m Method, values []float64) *Summary {
	s, err := m.Summarize(&Sample{Name: "x", Values: values})
	if err != nil {
		panic(err)
	}
	return s
}

// Student's test misleads when the smaller sample is the noisier one, and the
// warning tells.
func TestCalibrationOfStudentAtUnequalSpreads(t *testing.T) {
	const row = "student, normal 5:1, n = 5/30"
	r := rates(row, 100_000, func(r *rand.Rand) []bool {
		few, many := normal.sample(r, 5), normal.sample(r, 30)
		for i := range few {
			few[i] *= 5
		}
		c := compareValues(Student{}, few, many)
		return []bool{c.Significant, len(unequalVariances(c.Base, c.New, DefaultAlpha)) > 0}
	})
	around(0.42, 0.015).check(t, row+": false alarms", r[0])
	above(0.9).check(t, row+": warned of", r[1])
}

// A gate at 0 % over four datasets that are all like the baseline, with Holm's
// adjustment: 2.16 % of a right one would raise an alarm for any of them.
func TestCalibrationOfGate(t *testing.T) {
	const row = "gate of four, Holm, student, n = 20: any alarm"
	r := rates(row, 100_000, func(r *rand.Rand) []bool {
		g := &Group{}
		for range 5 {
			g.Samples = append(g.Samples, &Sample{Name: "x", Better: LowerIsBetter, Values: normal.sample(r, 20)})
		}
		a, err := Analyze([]*Group{g}, Options{Adjust: Holm, Policy: &Policy{}})
		if err != nil {
			panic(err)
		}
		return []bool{a.Verdict == Regressed}
	})
	below(0.029).check(t, row, r[0])
}
