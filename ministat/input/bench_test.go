package input

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// BenchmarkColumns reads a file of 200,000 lines. Most of a real run's time per
// line is the same.
func BenchmarkColumns(b *testing.B) {
	rate := func(line []byte, r *rand.Rand) []byte {
		return strconv.AppendFloat(line, 14.7e6+3e5*r.NormFloat64(), 'f', 6, 64)
	}
	for _, bench := range []struct {
		name string
		o    Options
		line func(line []byte, r *rand.Rand) []byte
	}{
		{"rates", Options{}, rate}, // as printf's %f prints them
		{"heavy-tailed", Options{}, func(line []byte, r *rand.Rand) []byte { // %.17g of Pareto's distribution
			return strconv.AppendFloat(line, 1e-3*math.Pow(1-r.Float64(), -1.3), 'g', 17, 64)
		}},
		{"five-columns", Options{Column: "3"}, func(line []byte, r *rand.Rand) []byte {
			for range 4 {
				line = append(rate(line, r), ' ')
			}
			return rate(line, r)
		}},
		{"quoted", Options{Column: "2", Delimiters: ","}, func(line []byte, r *rand.Rand) []byte {
			return append(rate(append(line, `run,"`...), r), `",x`...)
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			const lines = 200_000
			r := rand.New(rand.NewPCG(1, 2))
			var text []byte
			for range lines {
				text = append(bench.line(text, r), '\n')
			}
			path := filepath.Join(b.TempDir(), "samples.txt")
			if err := os.WriteFile(path, text, 0o600); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Load([]string{path}, nil, bench.o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/line")
		})
	}
}
