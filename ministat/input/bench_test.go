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
		b.Run(bench.name, func(b *testing.B) { benchmarkLoad(b, "", bench.line, bench.o) })
	}
}

// BenchmarkCSV reads a CSV file of 200,000 rows.
func BenchmarkCSV(b *testing.B) {
	row := func(line []byte, r *rand.Rand) []byte {
		line = append(line, "tool"...)
		line = strconv.AppendInt(line, r.Int64N(10), 10)
		line = append(line, ',')
		return strconv.AppendFloat(line, 14.7e6+3e5*r.NormFloat64(), 'f', 6, 64)
	}
	for _, bench := range []struct {
		name, heading string
		o             Options
		line          func(line []byte, r *rand.Rand) []byte
	}{
		{"wide", "tool,rate\n", Options{}, row},
		{"long", "tool,rate\n", Options{Group: []string{"tool"}}, row},
		{"scaled", "tool,rate (ns)\n", Options{}, row},
		{"units", "tool,rate\n", Options{}, func(line []byte, r *rand.Rand) []byte {
			return append(row(line, r), " MB/s"...)
		}},
	} {
		bench.o.Format = "csv"
		b.Run(bench.name, func(b *testing.B) { benchmarkLoad(b, bench.heading, bench.line, bench.o) })
	}
}

// benchmarkLoad reads a file of many such lines.
func benchmarkLoad(b *testing.B, heading string, line func([]byte, *rand.Rand) []byte, o Options) {
	const lines = 200_000
	r := rand.New(rand.NewPCG(1, 2))
	text := []byte(heading)
	for range lines {
		text = append(line(text, r), '\n')
	}
	path := filepath.Join(b.TempDir(), "samples.txt")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load([]string{path}, nil, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/line")
}
