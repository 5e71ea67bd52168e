package ministat

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The truth is scipy's, the mean of five runs of 20,000 resamples with the
// tolerance that such a run keeps; many resamples leave all of that to the truth.
func TestBootstrapAgainstTruth(t *testing.T) {
	eachTruthPair(t, func(t *testing.T, pair *truthPair, base, s *Summary) {
		for _, statistic := range []Statistic{Mean, Median} {
			c, err := Bootstrap{Seed: 1, Resamples: 100_000, Statistic: statistic}.Compare(base, s, 0.05)
			if err != nil {
				t.Fatal(err)
			}
			if statistic == Median {
				checkBootstrap(t, "median difference", c.Delta, pair.Bootstrap["median_diff/percentile/95"])
				continue
			}
			checkBootstrap(t, "mean difference", c.Delta, pair.Bootstrap["mean_diff/BCa/95"])
			if base.Min < 0 && base.Max > 0 { // the truth's interval goes through infinity
				if c.Relative.Determined() {
					t.Errorf("relative = %v, want undetermined", c.Relative)
				}
				continue
			}
			checkBootstrap(t, "ratio of means - 1", c.Relative, pair.Bootstrap["ratio_of_means_minus_1/BCa/95"])
		}
	})
}

func checkBootstrap(t *testing.T, what string, got Estimate, text json.RawMessage) {
	t.Helper()
	var want struct {
		CI        [2]float64
		Tolerance float64 `json:"tolerance_abs_per_end"`
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	within(t, what+": lower end", got.Lo, want.CI[0], want.Tolerance)
	within(t, what+": upper end", got.Hi, want.CI[1], want.Tolerance)
}

// For two samples of two values the resampled difference of the means can be
// counted: it is -½, 0, ½, 1, … by binomials.
func TestBootstrapCountable(t *testing.T) {
	base, s := summaryOf(t, 0, 1), summaryOf(t, 0, 1)
	r := Bootstrap{Seed: 7, Resamples: 1_000_000}.resample(base, s)
	counts := map[float64]float64{}
	for _, d := range r.deltas {
		counts[d/r.scale] += 1.0 / float64(len(r.deltas))
	}
	// b* - a* is (Y - X)/2 with X, Y binomial(2, ½): 6, 4, 1 sixteenths.
	want := map[float64]float64{-1: 1. / 16, -0.5: 4. / 16, 0: 6. / 16, 0.5: 4. / 16, 1: 1. / 16}
	for d, share := range want {
		within(t, "share", counts[d], share, 5*math.Sqrt(share/1e6))
	}
	if len(counts) != len(want) {
		t.Errorf("differences %v, want only %v", counts, want)
	}
}

// Nearly normal data with many values: the interval is nearly the normal one.
func TestBootstrapOfNormalSamples(t *testing.T) {
	base, s := normalQuantiles(400, 100, 5), normalQuantiles(300, 103, 8)
	c, err := Bootstrap{Seed: 3, Resamples: 100_000}.Compare(summaryOf(t, base...), summaryOf(t, s...), 0.05)
	if err != nil {
		t.Fatal(err)
	}
	half := 1.959964 * math.Sqrt(25.0/400+64.0/300)
	within(t, "lower end", c.Delta.Lo, 3-half, 0.02*half)
	within(t, "upper end", c.Delta.Hi, 3+half, 0.02*half)
}

func normalQuantiles(n int, mean, sd float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = distuv.Normal{Mu: mean, Sigma: sd}.Quantile((float64(i) + 0.5) / float64(n))
	}
	return values
}

func TestBootstrapIsReproducible(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	base, s := summaryOf(t, normals(rng, 33)...), summaryOf(t, normals(rng, 21)...)
	for _, statistic := range []Statistic{Mean, Median} {
		b := Bootstrap{Seed: 5, Resamples: 1001, Statistic: statistic}
		var first *Comparison
		for _, processors := range []int{1, 2, 3, 8, 64} {
			before := runtime.GOMAXPROCS(processors)
			c, err := b.Compare(base, s, 0.05)
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = c
			}
			if c.Delta != first.Delta || c.Relative != first.Relative || c.Test.P != first.Test.P {
				t.Errorf("%s with %d processors: %v, with 1: %v", statistic, processors, c.Delta, first.Delta)
			}
		}
		b.Seed = 6
		if c, _ := b.Compare(base, s, 0.05); c.Delta == first.Delta {
			t.Errorf("%s: another seed draws the same", statistic)
		}
	}
}

func TestBootstrapConstantSamples(t *testing.T) {
	one, two := summaryOf(t, 0.1, 0.1, 0.1), summaryOf(t, 0.3, 0.3)
	least := 2.0 / 1000
	for _, statistic := range []Statistic{Mean, Median} {
		b := Bootstrap{Resamples: 999, Statistic: statistic}
		same, err := b.Compare(one, one, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if same.Test.P != 1 || same.Significant || same.Delta != symmetric(0, 0) {
			t.Errorf("%s of equal constants: p = %g, difference %v", statistic, same.Test.P, same.Delta)
		}
		differ, err := b.Compare(one, two, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if differ.Test.P != least || !differ.Significant || differ.Delta != symmetric(two.Mean-one.Mean, 0) {
			t.Errorf("%s of constants: p = %g, difference %v", statistic, differ.Test.P, differ.Delta)
		}
		if len(differ.Warnings) != 1 || differ.Warnings[0].Code != "no-spread" {
			t.Errorf("%s: warnings %v", statistic, differ.Warnings)
		}
	}
}

// Resamples of equal means tie however their sums were rounded.
func TestBootstrapTies(t *testing.T) {
	tenths := summaryOf(t, 1000.1, 1000.2, 1000.3, 1000.7)
	r := Bootstrap{Resamples: 50_000}.resample(tenths, tenths)
	distinct := map[float64]bool{}
	for _, d := range r.deltas {
		distinct[d] = true
	}
	// Sums of four values are of 0 … 24 tenths above the least one's, so the
	// differences are among 49 fortieths.
	if len(distinct) > 49 {
		t.Errorf("%d distinct differences, want at most 49", len(distinct))
	}
	if !distinct[0] {
		t.Error("no difference is 0")
	}
}

// A rank further in has no smaller tail, whatever the bias and the acceleration,
// also beyond the pole of BCa's formula, and the ends of the interval are in order.
func TestBootstrapTailIsMonotone(t *testing.T) {
	sorted := make([]float64, 199)
	for i := range sorted {
		sorted[i] = float64(i)
	}
	for _, bias := range []float64{-3, -0.3, 0, 0.1, 3} {
		for _, acceleration := range []float64{-2, -0.5, -0.05, 0, 0.2, 0.6, 5} {
			r := &replicates{sorted: sorted, bias: bias, acceleration: acceleration}
			for _, side := range []float64{1, -1} {
				last := 1.0 / 200
				for rank := range len(sorted) + 1 {
					tail := r.tail(rank+1, side)
					if !(tail >= last && tail <= 1) {
						t.Errorf("bias %g, acceleration %g, side %g: tail of rank %d is %g after %g", bias, acceleration, side, rank+1, tail, last)
					}
					last = tail
				}
			}
			if e := r.interval(0.05, 1); !(e.Lo <= e.Hi) {
				t.Errorf("bias %g, acceleration %g: interval %v", bias, acceleration, e)
			}
		}
	}
}

// Rank and level are each other's inverse by BCa's own formula.
func TestBootstrapTailInvertsTheInterval(t *testing.T) {
	sorted := make([]float64, 9999)
	normal := distuv.UnitNormal
	for _, bias := range []float64{-0.3, 0, 0.2} {
		for _, acceleration := range []float64{-0.1, 0, 0.08} {
			r := &replicates{sorted: sorted, bias: bias, acceleration: acceleration}
			for _, rank := range []int{250, 1000, 5000, 9000} {
				z := bias + normal.Quantile(r.tail(rank, 1))
				lower := normal.CDF(bias + z/(1-acceleration*z))
				closeTo(t, "share of the lower end", lower, float64(rank)/10000, 1e-9)
				z = bias - normal.Quantile(r.tail(rank, -1))
				upper := normal.CDF(bias + z/(1-acceleration*z))
				closeTo(t, "share of the upper end", upper, 1-float64(rank)/10000, 1e-9)
			}
		}
	}
}

func TestBootstrapNamesItsInterval(t *testing.T) {
	for statistic, want := range map[Statistic]string{Mean: "BCa", Median: "percentile"} {
		if got := (Bootstrap{Statistic: statistic}).Interval(); got != want {
			t.Errorf("%s: %s, want %s", statistic, got, want)
		}
	}
}

func TestBootstrapOutOfRange(t *testing.T) {
	s := summaryOf(t, 1, 2, 3)
	for _, test := range []struct {
		resamples int
		alpha     Alpha
		want      string
	}{
		{39, 0.05, "want at least 40"},
		{-1, 0.05, "want at least 40"},
		{0, 0.0001, "want at least 20000"},
		{10_000_001, 0.05, "want at most 10000000"},
		{10_000_000, 1e-9, "more than 10000000"},
	} {
		_, err := Bootstrap{Resamples: test.resamples}.Compare(s, s, test.alpha)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d resamples at %g: %v, want %q", test.resamples, test.alpha, err, test.want)
		}
	}
	if _, err := (Bootstrap{Resamples: 40}).Compare(s, s, 0.05); err != nil {
		t.Errorf("40 resamples: %v", err)
	}
	if _, err := (Bootstrap{}).Compare(summaryOf(t, 1), s, 0.05); err == nil {
		t.Error("a sample of one is compared")
	}
	if atLeast, _ := (Bootstrap{Resamples: -1}).TestAt(s, s, 0); !math.IsNaN(atLeast) {
		t.Errorf("TestAt with -1 resamples: %g, want NaN", atLeast)
	}
}

func TestParseStatistic(t *testing.T) {
	for statistic, name := range map[Statistic]string{Mean: "mean", Median: "median"} {
		if got, err := ParseStatistic(name); err != nil || got != statistic || got.String() != name {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := ParseStatistic("mode"); err == nil {
		t.Error("mode is taken")
	}
}

// Two sets of 1,000 values with 10,000 resamples: 20 million draws.
func BenchmarkBootstrap(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	base, s := summaryOf(b, normals(rng, 1000)...), summaryOf(b, normals(rng, 1000)...)
	for _, statistic := range []Statistic{Mean, Median} {
		b.Run(statistic.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := (Bootstrap{Statistic: statistic}).Compare(base, s, 0.05); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
