//go:build unix

package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// BenchmarkAgainstDebian runs the built program and the C program of Debian in
// pairs on the same files, whole processes, and reports the median ratios of
// wall time, CPU time and peak memory, ours to the C program's:
//
//	go test -run='^$' -bench=AgainstDebian -benchtime=11x ./cmd/ministat
func BenchmarkAgainstDebian(b *testing.B) {
	if _, err := os.Stat(debianProgram); err != nil {
		b.Skip("Debian's ministat is not installed")
	}
	dir := b.TempDir()
	program := filepath.Join(dir, "ministat")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	const lines = 10_000_000
	normal := func(rng *rand.Rand) string { return fmt.Sprintf("%f\n", 14.7e6+1.5e6*rng.NormFloat64()) }
	files := map[string]string{
		"normal":  writeLines(b, dir, "normal", 1, lines, normal),
		"normal2": writeLines(b, dir, "normal2", 2, lines, normal),
		"heavy":   writeLines(b, dir, "heavy", 3, lines, func(rng *rand.Rand) string { return fmt.Sprintf("%.17g\n", math.Exp(3*rng.NormFloat64())) }),
		"columns": writeLines(b, dir, "columns", 4, lines/2, func(rng *rand.Rand) string {
			return fmt.Sprintf("run%d 12 %f 0.5 x\n", rng.IntN(1000), 14.7e6+1.5e6*rng.NormFloat64())
		}),
		"seven": writeLines(b, dir, "seven", 5, 7, normal),
	}
	for _, bench := range []struct {
		name  string
		args  []string
		stdin string
	}{
		{"summary", []string{"-n", files["normal"]}, ""},
		{"plot of two", []string{files["normal"], files["normal2"]}, ""},
		{"heavy-tailed", []string{"-n", files["heavy"]}, ""},
		{"five columns", []string{"-n", "-C", "3", files["columns"]}, ""},
		{"standard input", []string{"-n"}, files["normal"]},
		{"seven lines", []string{files["seven"]}, ""},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var wall, cpu, rss []float64
			for b.Loop() {
				ours, theirs := spend(b, program, bench.args, bench.stdin), spend(b, debianProgram, bench.args, bench.stdin)
				wall = append(wall, ours.wall/theirs.wall)
				cpu = append(cpu, ours.cpu/theirs.cpu)
				rss = append(rss, ours.rss/theirs.rss)
			}
			b.ReportMetric(middle(wall), "wall-ratio")
			b.ReportMetric(middle(cpu), "cpu-ratio")
			b.ReportMetric(middle(rss), "memory-ratio")
			b.ReportMetric(0, "ns/op") // of both together: says nothing
		})
	}
}

func writeLines(b *testing.B, dir, name string, seed uint64, n int, line func(*rand.Rand) string) string {
	b.Helper()
	path := filepath.Join(dir, name)
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		w.WriteString(line(rng))
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

type spent struct{ wall, cpu, rss float64 }

func spend(b *testing.B, program string, args []string, stdin string) spent {
	b.Helper()
	cmd := exec.Command(program, args...)
	if stdin != "" {
		f, err := os.Open(stdin)
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		cmd.Stdin = f
	}
	start := time.Now()
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	wall := time.Since(start)
	state := cmd.ProcessState
	return spent{
		wall: wall.Seconds(),
		cpu:  (state.UserTime() + state.SystemTime()).Seconds(),
		rss:  float64(state.SysUsage().(*syscall.Rusage).Maxrss),
	}
}

func middle(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
