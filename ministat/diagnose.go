package ministat

import (
	"math"
	"slices"
)

// The codes of the diagnostics' warnings. They are stable, for programs.
const (
	CodeOutliers         = "outliers"
	CodeSlowFirstRun     = "slow-first-run"
	CodeDrift            = "drift"
	CodeAutocorrelation  = "autocorrelation"
	CodeSeveralModes     = "several-modes"
	CodeConstant         = "constant"
	CodeFewDistinct      = "few-distinct-values"
	CodeUnequalVariances = "unequal-variances"
	CodeTooFewSamples    = "too-few-samples"
	CodeEnvironment      = "environment"
)

// DiagnoseSample looks for what makes a sample's mean and its interval doubtful:
// values that are all equal or nearly so, slow first runs, outliers, a drift or
// an autocorrelation over the order of the file, and more than one mode.
//
// Each finding is a [Warning] with a code of its own. The rates of false and
// missed alarms are measured by the test behind the build tag "calibration".
//
// Samples of more than 4,096 values are judged by 64 stretches of 64 values,
// spread evenly over the file, so that the time hardly grows with the size; only
// outliers are counted among all values. Of figures without values nothing is
// found.
func DiagnoseSample(s *Summary) []Warning {
	if s.N < 2 || s.Sample.Given != nil {
		return nil
	}
	switch {
	case s.Min == s.Max && s.Sample.isCount():
		return nil // nothing is wrong with a count that is always the same
	case s.Min == s.Max:
		return []Warning{constantWarning(s)}
	}
	v := newView(s)
	var found []Warning
	for _, diagnose := range []func(*view) []Warning{
		fewDistinctValues, slowFirstRuns, outliers, serialDependence, severalModes,
	} {
		found = append(found, diagnose(v)...)
	}
	return found
}

// DiagnoseComparison looks for what makes a comparison by the method at the
// level alpha doubtful: variances too unequal to pool, too few samples, and
// headers that tell of different conditions.
func DiagnoseComparison(base, s *Summary, method Method, alpha Alpha) []Warning {
	found := differentEnvironments(base.Sample, s.Sample)
	switch method.Name() {
	case "student":
		found = append(found, unequalVariances(base, s, alpha)...)
	case "bootstrap":
		found = append(found, fewForBootstrap(base, s)...)
	}
	return found
}

const (
	viewSize  = 1 << 12 // values that a diagnosis looks at, at most
	stretches = 64      // parts of consecutive values that a view of more values has
)

// view is what a diagnosis sees of a sample: all its values, or of a large
// sample stretches of consecutive ones, evenly spread. Values are multiplied by
// scale, a power of two that brings them into [-1, 1], so that no square
// overflows or vanishes.
type view struct {
	*Summary
	scale  float64
	series []float64 // scaled, in the order of the file
	sorted []float64 // the same in ascending order
	fences fences    // of the scaled values
	first  int       // slow first runs, which outliers and order are judged without
}

func newView(s *Summary) *view {
	v := &view{Summary: s, scale: Scale(s.Min, s.Max)}
	for _, part := range viewed(s.Sample.Values) {
		for _, x := range part {
			v.series = append(v.series, x*v.scale)
		}
	}
	v.sorted = slices.Clone(v.series)
	slices.Sort(v.sorted)
	v.fences = newFences(v.sorted)
	v.first = countFirstRuns(v.series, v.fences, s.Sample.Better)
	return v
}

// viewed returns the parts of the values that a view holds.
func viewed(values []float64) [][]float64 {
	if len(values) <= viewSize {
		return [][]float64{values}
	}
	const length = viewSize / stretches
	parts := make([][]float64, stretches)
	for i := range parts {
		start := i * (len(values) - length) / (stretches - 1)
		parts[i] = values[start : start+length]
	}
	return parts
}

// quantile interpolates linearly between the order statistics around
// p (n-1) (type 7 of R. J. Hyndman and Y. Fan, Sample quantiles in statistical
// packages, The American Statistician 50 (1996), 361-365).
func quantile(sorted []float64, p float64) float64 {
	whole, part := math.Modf(p * float64(len(sorted)-1))
	i := int(whole)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + part*(sorted[i+1]-sorted[i])
}

// step returns the smallest distance between two different values: the
// resolution of a coarse measurement, next to nothing for a fine one.
// Distances that a decimal fraction's rounding explains do not count.
func step(sorted []float64) float64 {
	least := sorted[len(sorted)-1] - sorted[0]
	rounding := 4 * 0x1p-52 * max(math.Abs(sorted[0]), math.Abs(sorted[len(sorted)-1]))
	for i, x := range sorted[1:] {
		if gap := x - sorted[i]; gap > rounding && gap < least {
			least = gap
		}
	}
	return least
}
