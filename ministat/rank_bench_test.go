package ministat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// randomSamples returns n values about 1 and m about 1.0005, tied when rounded
// to so many steps of their unit; 0 steps leave them as they are.
func randomSamples(n, m int, steps float64) (a, b *Sample) {
	random := rand.New(rand.NewPCG(3, 4))
	draw := func(n int, mean float64) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = mean + 0.1*random.NormFloat64()
			if steps > 0 {
				values[i] = math.Round(values[i]*steps) / steps
			}
		}
		return values
	}
	return &Sample{Name: "a", Values: draw(n, 1)}, &Sample{Name: "b", Values: draw(m, 1.0005)}
}

func BenchmarkMannWhitney(b *testing.B) {
	for _, size := range []struct {
		n, m  int
		steps float64
	}{
		{100, 100, 0}, {100, 100, 100}, {100, 100, 10}, {10, 1000, 100}, {1000, 1000, 0}, {1_000_000, 1_000_000, 0}, {1_000_000, 1_000_000, 100},
	} {
		b.Run(fmt.Sprintf("%dx%d/steps=%g", size.n, size.m, size.steps), func(b *testing.B) {
			base, s := randomSamples(size.n, size.m, size.steps)
			for b.Loop() {
				x, err := Summarize(base)
				if err != nil {
					b.Fatal(err)
				}
				y, err := Summarize(s)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := (MannWhitney{}).Compare(x, y, DefaultAlpha); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
