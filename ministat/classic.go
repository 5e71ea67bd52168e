package ministat

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// FreeBSD computes as the C program of FreeBSD does, for people who must match
// old reports: naive sums, a table of t rounded to three decimals, and a
// half-width of the relative difference of its own. See [Student] for what is
// right.
type FreeBSD struct{}

// Debian computes as the C program of 2015 does that Debian packages: the
// variance from sums of squares, which cancels for large values with a small
// spread, and the upper of the middle two as the median.
type Debian struct{}

func (FreeBSD) Name() string { return "freebsd" }
func (Debian) Name() string  { return "debian" }

// Summarize needs three samples, as the C program does.
func (FreeBSD) Summarize(sample *Sample) (*Summary, error) {
	s, err := classicSummary(sample)
	if err != nil {
		return nil, err
	}
	sorted := s.Sorted()
	s.Median = sorted[s.N/2]
	if s.N%2 == 0 {
		s.Median = (sorted[s.N/2-1] + sorted[s.N/2]) / 2
	}
	var squares float64
	for _, v := range sorted {
		d := v - s.Mean
		squares += float64(d * d)
	}
	s.StdDev = math.Sqrt(squares / float64(s.N-1))
	return s, classicFinite(s)
}

// Summarize needs three samples, as the C program does. It fails where the
// variance comes out negative: the C program prints no number there either.
func (Debian) Summarize(sample *Sample) (*Summary, error) {
	s, err := classicSummary(sample)
	if err != nil {
		return nil, err
	}
	s.Median = s.Sorted()[s.N/2]
	var sum, squares float64
	for _, v := range sample.Values {
		sum += v
		squares += float64(v * v)
	}
	n := float64(s.N)
	s.StdDev = math.Sqrt((squares - float64(sum*sum)/n) / (n - 1))
	return s, classicFinite(s)
}

// classicSummary fills what both programs compute alike.
func classicSummary(sample *Sample) (*Summary, error) {
	s := newSummary(sample)
	if s.N < 3 {
		return nil, fmt.Errorf("%s: %s, want at least 3 (as the C program does)", sample.Name, count(s.N, "sample"))
	}
	var sum float64
	for _, v := range sample.Values {
		sum += v
	}
	s.Mean = sum / float64(s.N)
	orderZeros(s.Sorted(), sample.Values)
	s.Min, s.Max = s.Sorted()[0], s.Sorted()[s.N-1]
	return s, nil
}

// orderZeros brings the zeros of sorted into the order that they have in values,
// as a stable sort leaves them: the C programs print the sign of a zero.
func orderZeros(sorted, values []float64) {
	at, found := slices.BinarySearch(sorted, 0)
	if !found {
		return
	}
	for _, v := range values {
		if v == 0 {
			sorted[at] = v
			at++
		}
	}
}

func classicFinite(s *Summary) error {
	for _, v := range []float64{s.Mean, s.StdDev, s.Median} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s: the C program's arithmetic cannot describe values from %.6g to %.6g; the default mode can",
				s.Sample.Name, s.Min, s.Max)
		}
	}
	return nil
}

// Compare claims a difference when it exceeds its half-width.
func (FreeBSD) Compare(base, s *Summary, alpha Alpha) (*Comparison, error) {
	c, t, err := classicComparison(base, s, alpha)
	if err != nil {
		return nil, err
	}
	n, m := float64(s.N), float64(base.N)
	ratio := s.Mean * s.Mean / (base.Mean * base.Mean)
	r := math.Sqrt(((n-1)*s.StdDev*s.StdDev + (m-1)*base.StdDev*base.StdDev*ratio) * (n + m) / (n * m * (n + m - 2)))
	c.Relative = classicEstimate(c.Delta.Value/base.Mean, t*r/base.Mean)
	return c, nil
}

// Compare claims a difference when it exceeds its half-width.
func (Debian) Compare(base, s *Summary, alpha Alpha) (*Comparison, error) {
	c, _, err := classicComparison(base, s, alpha)
	if err != nil {
		return nil, err
	}
	c.Relative = classicEstimate(c.Delta.Value/base.Mean, c.Delta.HalfWidth/base.Mean)
	return c, nil
}

// classicComparison fills what both programs compute alike, all but Relative,
// and returns the tabulated t.
func classicComparison(base, s *Summary, alpha Alpha) (c *Comparison, t float64, err error) {
	t, err = ClassicT(base.N+s.N-2, alpha)
	if err != nil {
		return nil, 0, err
	}
	n, m := float64(s.N), float64(base.N)
	c = newComparison(base, s)
	variance := ((m-1)*float64(base.StdDev*base.StdDev) + (n-1)*float64(s.StdDev*s.StdDev)) / (n + m - 2)
	c.PooledStdDev = math.Sqrt(variance)
	c.Delta = symmetric(s.Mean-base.Mean, t*c.PooledStdDev*math.Sqrt(1/n+1/m))
	c.Test.DoF = n + m - 2
	c.Significant = math.Abs(c.Delta.Value) > c.Delta.HalfWidth
	return c, t, nil
}

// classicEstimate is symmetric, with the sign of the half-width kept: the C
// programs divide it by the signed average, and print infinities as they come.
func classicEstimate(value, halfWidth float64) Estimate {
	e := symmetric(value, math.Abs(halfWidth))
	e.HalfWidth = halfWidth
	return e
}

// classicLevels holds the levels of the C programs' table, in percent, with the
// two-sided level that each column holds. The last one is mislabelled.
var classicLevels = []struct {
	label  string
	tabled Alpha
}{
	{"80.0", 0.20}, {"90.0", 0.10}, {"95.0", 0.05}, {"98.0", 0.02}, {"99.0", 0.01}, {"99.5", 0.002},
}

// ClassicT returns the C programs' t for a level of their table: the quantile
// rounded to three decimals, that of infinitely many degrees of freedom beyond
// 100, and for 99.5 % their table's cell, which holds the quantile of 99.8 %.
func ClassicT(dof int, alpha Alpha) (float64, error) {
	labels := make([]string, len(classicLevels))
	for i, level := range classicLevels {
		labels[i] = strings.TrimSuffix(level.label, ".0")
		if level.label != alpha.Confidence() {
			continue
		}
		if misprint := classicMisprint(dof); level.label == "99.5" && misprint != 0 {
			return misprint, nil
		}
		tail := float64(level.tabled) / 2
		if dof > 100 {
			return math.Round(-distuv.UnitNormal.Quantile(tail)*1000) / 1000, nil
		}
		return math.Round(TQuantile(tail, float64(dof))*1000) / 1000, nil
	}
	return 0, fmt.Errorf("confidence %s: the C program has only %s", alpha.Confidence(), strings.Join(labels, ", "))
}

// classicMisprint returns the cell of the 99.5 % column where it differs from
// the quantile that it stands for, else 0.
func classicMisprint(dof int) float64 {
	switch dof {
	case 1:
		return 318.313
	case 7:
		return 4.782
	case 8:
		return 4.499
	case 9:
		return 4.296
	case 10:
		return 4.143
	case 11:
		return 4.024
	case 12:
		return 3.929
	}
	return 0
}
