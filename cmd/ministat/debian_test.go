package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ministat/ministat"
)

// debianProgram is the C program of Debian's package ministat.
const debianProgram = "/usr/bin/ministat"

// TestDebian runs the C program of Debian on random files and options, and
// wants its bytes. The C program makes its plot as high as each dataset needs
// in turn, and loses marks when a later one needs less than an earlier one:
// there the figures must be its own, and each of its marks one of ours.
func TestDebian(t *testing.T) {
	if _, err := os.Stat(debianProgram); err != nil {
		t.Skip("Debian's ministat is not installed")
	}
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "")
	rng := rand.New(rand.NewPCG(2015, 3))
	whole, lost := 0, 0
	for i := range 300 {
		c := newDebianCase(t, rng)
		want, status := runDebian(t, c)
		if strings.Contains(want, "nan") {
			continue // a negative variance: the program prints no number there
		}
		got, stderr, gotStatus := runMinistat(t, c.stdin, append([]string{"--compat=debian"}, c.args...)...)
		if c.losesMarks(t) {
			lost++
			if err := marksWithin(plotRows(want), plotRows(got)); err != nil {
				t.Errorf("case %d %q: %v\nwant\n%s\ngot\n%s", i, c.args, err, want, got)
			}
			want, got = withoutPlot(want), withoutPlot(got)
		} else {
			whole++
		}
		if diff := cmp.Diff(want, got); diff != "" || (status == 0) != (gotStatus == exitOK) {
			t.Errorf("case %d %q: exit %d, want %d; stderr %s\n(-want +got)\n%s", i, c.args, gotStatus, status, stderr, diff)
		}
	}
	t.Logf("%d reports compared whole, %d but for marks that the C program loses", whole, lost)
	if whole < 100 || lost < 20 {
		t.Error("too few cases of either kind: the test does not test what it says")
	}
}

var (
	frame    = regexp.MustCompile(`(?m)^\+-+\+$`)
	plotLine = regexp.MustCompile(`(?m)^(\|.*\||\+-+\+)\n`)
)

func withoutPlot(report string) string { return plotLine.ReplaceAllString(report, "") }

// plotRows returns the lines inside the frame, from the lowest upward.
func plotRows(report string) []string {
	ends := frame.FindAllStringIndex(report, 2)
	if len(ends) < 2 {
		return nil
	}
	rows := strings.Split(strings.TrimSpace(report[ends[0][1]:ends[1][0]]), "\n")
	slices.Reverse(rows)
	return rows
}

// marksWithin fails when a mark of some is none of all: when the numbers of the
// datasets that it stands for are not among theirs.
func marksWithin(some, all []string) error {
	const symbols = " x+*%#@O"
	for i, row := range some {
		for col := range row {
			mark := strings.IndexByte(symbols, row[col])
			switch {
			case i >= len(all) || len(all[i]) != len(row):
				return fmt.Errorf("row %d from the bottom: want %s", i+1, row)
			case mark < 0 && all[i][col] != row[col], // the frame and the bars
				mark >= 0 && strings.IndexByte(symbols, all[i][col])&mark != mark:
				return fmt.Errorf("row %d from the bottom, column %d: %q, want %q", i+1, col, all[i][col], row[col])
			}
		}
	}
	return nil
}

// debianCase is one random run. Its files are in the current directory.
type debianCase struct {
	args   []string
	stdin  string
	width  int
	values [][]float64
}

// losesMarks tells whether a dataset's tallest column is lower than that of one
// before it, by the rule that the README gives for columns.
func (c *debianCase) losesMarks(t *testing.T) bool {
	t.Helper()
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, values := range c.values {
		s, err := ministat.Debian{}.Summarize(&ministat.Sample{Values: values})
		if err != nil {
			t.Fatal(err)
		}
		lo, hi = min(lo, s.Min, s.Mean-s.StdDev), max(hi, s.Max, s.Mean+s.StdDev)
	}
	dx := (hi - lo) / float64(c.width-1)
	before := 0
	for _, values := range c.values {
		columns := map[float64]int{}
		tallest := 0
		for _, v := range values {
			column := math.Floor((v - (lo - dx/2)) / dx)
			columns[column]++
			tallest = max(tallest, columns[column])
		}
		if tallest < before {
			return true
		}
		before = tallest
	}
	return false
}

func newDebianCase(t *testing.T, rng *rand.Rand) debianCase {
	t.Helper()
	c := debianCase{width: defaultWidth}
	delimiter, column := c.addOptions(rng)
	sets := 1 + min(rng.IntN(7), rng.IntN(7))
	growing := rng.IntN(2) // sets that grow lose no marks, mostly
	centre := math.Pow(10, float64(rng.IntN(14)-4))
	for i := range sets {
		text, values := randomFile(t, rng, 3+rng.IntN(60)+growing*i*i*60, centre*(1+0.1*rng.NormFloat64()), delimiter, column)
		c.values = append(c.values, values)
		if sets == 1 && rng.IntN(3) == 0 {
			c.stdin = text
			if rng.IntN(2) == 0 {
				c.args = append(c.args, "-")
			}
			break
		}
		name := fmt.Sprintf("set%d", i)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		c.args = append(c.args, name)
	}
	return c
}

func (c *debianCase) addOptions(rng *rand.Rand) (delimiter string, column int) {
	for _, o := range []string{"-A", "-n", "-s"} {
		if rng.IntN(5) == 0 {
			c.args = append(c.args, o)
		}
	}
	if rng.IntN(2) == 0 {
		c.width = 2 + rng.IntN(150)
		c.args = append(c.args, fmt.Sprint("-w", c.width))
	}
	if rng.IntN(2) == 0 {
		levels := []string{"80", "90", "95", "98", "99", "99.5"}
		c.args = append(c.args, "-c", levels[rng.IntN(len(levels))])
	}
	delimiter, column = " ", 1
	if rng.IntN(3) == 0 {
		column = 1 + rng.IntN(4)
		c.args = append(c.args, fmt.Sprint("-C", column))
	}
	if rng.IntN(4) == 0 {
		delimiter = []string{",", ";", "\t", ":", ",,"}[rng.IntN(5)]
		c.args = append(c.args, "-d", delimiter[:1])
	}
	return delimiter, column
}

// randomFile has comments, blank lines, and columns around the wanted one.
func randomFile(t *testing.T, rng *rand.Rand, n int, centre float64, delimiter string, column int) (text string, values []float64) {
	t.Helper()
	var b bytes.Buffer
	format := []string{"%f", "%g", "%.0f", "%e", "%.3g", "%.17g"}[rng.IntN(6)]
	spread := centre * math.Pow(10, -float64(rng.IntN(4)))
	for range n {
		switch rng.IntN(20) {
		case 0:
			b.WriteString("# a comment\n")
		case 1:
			b.WriteString("\n")
		case 2: // a line without the column
			if column > 1 {
				b.WriteString("7\n")
			}
		}
		for range column - 1 {
			fmt.Fprintf(&b, "%d%s", rng.IntN(100), delimiter)
		}
		number := fmt.Sprintf(format, centre+spread*rng.NormFloat64())
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
		b.WriteString(number)
		if rng.IntN(8) == 0 {
			b.WriteString(delimiter + "rest")
		}
		b.WriteString("\n")
	}
	return b.String(), values
}

func runDebian(t *testing.T, c debianCase) (stdout string, status int) {
	t.Helper()
	cmd := exec.Command(debianProgram, c.args...)
	cmd.Stdin = strings.NewReader(c.stdin)
	out, err := cmd.Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
