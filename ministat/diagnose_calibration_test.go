//go:build calibration

package ministat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// alarm is a rate that is asked for: of the sets that bring a warning with any of
// these codes, or with any code at all where there are none.
type alarm struct {
	codes []string
	band
}

func (a alarm) raised(warnings []Warning) bool {
	return slices.ContainsFunc(warnings, func(w Warning) bool { return a.codes == nil || slices.Contains(a.codes, w.Code) })
}

func (a alarm) String() string {
	if a.codes == nil {
		return "any warning"
	}
	return strings.Join(a.codes, " or ")
}

func order(b band) alarm           { return alarm{[]string{CodeDrift, CodeAutocorrelation}, b} }
func strays(b band) alarm          { return alarm{[]string{CodeOutliers}, b} }
func firstRuns(b band) alarm       { return alarm{[]string{CodeSlowFirstRun}, b} }
func modes(b band) alarm           { return alarm{[]string{CodeSeveralModes}, b} }
func modesOrStrays(b band) alarm   { return alarm{[]string{CodeSeveralModes, CodeOutliers}, b} }
func fewDistinctOnes(b band) alarm { return alarm{[]string{CodeFewDistinct}, b} }
func anyWarning(b band) alarm      { return alarm{nil, b} }

// mixture draws from two normal distributions of deviation 1, so far apart.
func mixture(share, apart float64) shape {
	return shape{fmt.Sprintf("%.0f/%.0f at %g σ", 100*share, 100*(1-share), apart), func(r *rand.Rand) float64 {
		if r.Float64() < share {
			return r.NormFloat64()
		}
		return apart + r.NormFloat64()
	}}
}

// rounded draws multiples of 10, with a deviation of so many tens.
func rounded(spread float64) shape {
	return shape{fmt.Sprintf("tens, σ=%g", 10*spread), func(r *rand.Rand) float64 {
		return 10 * math.Round(20+spread*r.NormFloat64())
	}}
}

// autoregressive returns a stationary AR(1) process.
func autoregressive(rho float64) func(r *rand.Rand, n int) []float64 {
	return func(r *rand.Rand, n int) []float64 {
		values := normal.sample(r, n)
		for i := 1; i < n; i++ {
			values[i] = rho*values[i-1] + math.Sqrt(1-rho*rho)*values[i]
		}
		return values
	}
}

// drifting rises by so many deviations from the first value to the last.
func drifting(rise float64) func(r *rand.Rand, n int) []float64 {
	return func(r *rand.Rand, n int) []float64 {
		values := normal.sample(r, n)
		for i := range values {
			values[i] += rise * float64(i) / float64(n)
		}
		return values
	}
}

// warmingUp starts with five slow runs.
func warmingUp(r *rand.Rand, n int) []float64 {
	values := normal.sample(r, n)
	for i, extra := range []float64{80, 50, 30, 20, 10} {
		values[i] += extra
	}
	return values
}

func TestCalibrationOfDiagnoses(t *testing.T) {
	usual, small := []int{50, 100, 200, 500, 1000}, []int{3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 49}
	for _, c := range []struct {
		name   string
		sizes  []int
		draw   func(r *rand.Rand, n int) []float64
		alarms []alarm
	}{
		{normal.name, usual, normal.sample, []alarm{order(below(0.02)), strays(below(0.05)), firstRuns(below(0.01)), modes(below(0.02))}},
		{lognormal.name, usual, lognormal.sample, []alarm{order(below(0.02)), strays(below(0.05)), firstRuns(below(0.01)), modes(below(0.02))}},
		{exponential.name, usual, exponential.sample, []alarm{order(below(0.02)), firstRuns(below(0.01)), modes(below(0.02))}},
		{uniform.name, usual, uniform.sample, []alarm{order(below(0.02)), strays(below(0.05)), firstRuns(below(0.01)), modes(below(0.02))}},

		{normal.name, small, normal.sample, []alarm{anyWarning(below(0.03))}},
		{uniform.name, small, uniform.sample, []alarm{anyWarning(below(0.03))}},
		{lognormal.name, small, lognormal.sample, []alarm{order(below(0.02)), strays(below(0.03)), firstRuns(below(0.01)), modes(below(0.02))}},
		{exponential.name, small, exponential.sample, []alarm{order(below(0.02)), firstRuns(below(0.01)), modes(below(0.02))}},

		{"AR(1), ρ=0.5", []int{100, 200, 500, 1000}, autoregressive(0.5), []alarm{order(above(0.95))}},
		{"AR(1), ρ=-0.5", usual, autoregressive(-0.5), []alarm{order(below(0.02))}},
		{"rise of 2 σ", []int{100, 1000}, drifting(2), []alarm{order(above(0.95))}},
		{"five slow first runs", []int{20, 50, 100}, warmingUp, []alarm{firstRuns(above(0.95))}},

		{"mixture, 54/46 at 5 σ", usual, mixture(0.54, 5).sample, []alarm{modes(above(0.8))}},
		{"mixture, 75/25 at 6 σ", usual, mixture(0.75, 6).sample, []alarm{modes(above(0.8))}},
		{"mixture, 85/15 at 6 σ", []int{100, 200, 500, 1000}, mixture(0.85, 6).sample, []alarm{modesOrStrays(above(0.9))}},
		{"mixture, 90/10 at 6 σ", []int{100, 200, 500, 1000}, mixture(0.90, 6).sample, []alarm{modesOrStrays(above(0.9))}},

		{"mixture, 85/15 at 6 σ", []int{50}, mixture(0.85, 6).sample, []alarm{modesOrStrays(above(0.8))}},  // too few in the
		{"mixture, 90/10 at 6 σ", []int{50}, mixture(0.90, 6).sample, []alarm{modesOrStrays(above(0.75))}}, // smaller mode for more

		{rounded(0.5).name, usual, rounded(0.5).sample, []alarm{modes(below(0.01)), strays(below(0.02)), fewDistinctOnes(above(0.95))}},
		{rounded(1).name, usual, rounded(1).sample, []alarm{modes(below(0.01)), strays(below(0.02))}},
		{rounded(5).name, usual, rounded(5).sample, []alarm{modes(below(0.01)), strays(below(0.02)), fewDistinctOnes(below(0.01))}},
	} {
		for _, n := range c.sizes {
			row := fmt.Sprintf("%s, n = %d", c.name, n)
			r := rates(row, experimentsFor(n), func(r *rand.Rand) []bool {
				warnings := DiagnoseSample(summarized(Student{}, c.draw(r, n)))
				raised := make([]bool, len(c.alarms))
				for i, a := range c.alarms {
					raised[i] = a.raised(warnings)
				}
				return raised
			})
			for i, a := range c.alarms {
				a.check(t, row+": "+a.String(), r[i])
			}
		}
	}
}

// experimentsFor keeps the time down: a set of 1,000 values takes thirty times
// as long as one of 50.
func experimentsFor(n int) int {
	if n > 200 {
		return 4000
	}
	return 10_000
}

func TestCalibrationOfUnequalVariances(t *testing.T) {
	sizes := [][2]int{{3, 3}, {5, 5}, {5, 30}, {30, 5}, {10, 30}, {50, 50}, {30, 100}, {100, 1000}}
	for _, c := range []struct {
		shape shape
		ratio float64 // of the deviations
		sizes [][2]int
		band  band
	}{
		{normal, 5, [][2]int{{5, 30}, {10, 30}, {30, 100}}, above(0.9)},
		{normal, 1, sizes, below(0.02)},
		{uniform, 1, sizes, below(0.02)},
		{lognormal, 1, sizes, below(0.02)},
		{exponential, 1, sizes, below(0.06)}, // their variances vary most
	} {
		for _, size := range c.sizes {
			row := fmt.Sprintf("%s, %g:1, n = %d/%d", c.shape.name, c.ratio, size[0], size[1])
			r := rates(row, 5000, func(r *rand.Rand) []bool {
				a, b := c.shape.sample(r, size[0]), c.shape.sample(r, size[1])
				for i := range a {
					a[i] *= c.ratio
				}
				warnings := DiagnoseComparison(summarized(Student{}, a), summarized(Student{}, b), Student{}, DefaultAlpha)
				return []bool{alarm{codes: []string{CodeUnequalVariances}}.raised(warnings)}
			})
			c.band.check(t, row+": "+CodeUnequalVariances, r[0])
		}
	}
}
