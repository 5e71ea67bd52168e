package ministat

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

// All pairs are listed and sorted.
func TestHodgesLehmannSmallSets(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	for range 500 {
		a, b := make([]float64, 1+random.IntN(9)), make([]float64, 1+random.IntN(9))
		for i := range a {
			a[i] = float64(1+random.IntN(20)) / 4
		}
		for i := range b {
			b[i] = float64(1+random.IntN(20)) / 4
		}
		slices.Sort(a)
		slices.Sort(b)
		var differences, logs []float64
		for _, x := range a {
			for _, y := range b {
				differences = append(differences, y-x)
				logs = append(logs, math.Log(y)-math.Log(x))
			}
		}
		slices.Sort(differences)
		slices.Sort(logs)
		n := len(differences)
		rank := random.IntN(n/2 + 1)
		wantShift, wantRatio := bruteEstimate(differences, rank), bruteEstimate(logs, rank)
		wantRatio = Estimate{Value: math.Expm1(wantRatio.Value), Lo: math.Expm1(wantRatio.Lo), Hi: math.Expm1(wantRatio.Hi)}
		wantRatio.HalfWidth = (wantRatio.Hi - wantRatio.Lo) / 2
		estimateNear(t, "shift", shiftEstimate(a, b, rank), wantShift, 0)
		estimateNear(t, "ratio", ratioEstimate(a, b, rank), wantRatio, 1e-13)
	}
}

func bruteEstimate(sorted []float64, rank int) Estimate {
	n := len(sorted)
	e := undetermined((sorted[(n-1)/2] + sorted[n/2]) / 2)
	if rank > 0 {
		e.Lo, e.Hi = sorted[rank-1], sorted[n-rank]
		e.HalfWidth = (e.Hi - e.Lo) / 2
	}
	return e
}

// Too many pairs to list: their number below and up to what was selected is
// counted by binary search. Each shape stands in the way of a guess of its own.
func TestOrderStatisticsOfManyPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	shapes := map[string]func() float64{
		"lognormal":  func() float64 { return math.Exp(3 * random.NormFloat64()) },
		"cauchy":     func() float64 { return 1e3 + math.Abs(math.Tan(math.Pi*(random.Float64()-0.5))) },
		"hundredths": func() float64 { return 10 + math.Round(30*random.NormFloat64())/100 },
		"two values": func() float64 { return float64(1 + random.IntN(2)) },
		"two modes":  func() float64 { return float64(1+100*random.IntN(2)) + random.Float64() },
		"mostly one": func() float64 { return 1 + float64(random.IntN(500)/499)*random.Float64() },
		"all sizes":  func() float64 { return math.Ldexp(1+random.Float64(), random.IntN(1000)-500) },
	}
	for shape, draw := range shapes {
		for _, size := range [][2]int{{6000, 5000}, {3, 400_000}} {
			a, b := make([]float64, size[0]), make([]float64, size[1])
			for i := range a {
				a[i] = draw()
			}
			for i := range b {
				b[i] = draw()
			}
			slices.Sort(a)
			slices.Sort(b)
			n := len(a) * len(b)
			for _, contrast := range []func(a, b float64) float64{difference, excess} {
				p := pairs{a, b, contrast}
				for _, k := range []int{0, n / 1000, n/2 - 1, n - n/7, n - 1} {
					checkOrderStatistics(t, shape, p, k)
				}
				// The last of the contrasts that equal the median.
				v, _ := p.orderStatistics(n / 2)
				_, upTo := countBySearch(p, v)
				checkOrderStatistics(t, shape, p, upTo-1)
			}
		}
	}
}

func checkOrderStatistics(t *testing.T, shape string, p pairs, k int) {
	t.Helper()
	v, next := p.orderStatistics(k)
	if below, upTo := countBySearch(p, v); below > k || upTo <= k {
		t.Errorf("%s: %g has ranks from %d to %d, not %d", shape, v, below, upTo-1, k)
	}
	if k == len(p.a)*len(p.b)-1 {
		if !math.IsNaN(next) {
			t.Errorf("%s: %g comes after the last one", shape, next)
		}
		return
	}
	if below, upTo := countBySearch(p, next); below > k+1 || upTo <= k+1 {
		t.Errorf("%s: %g has ranks from %d to %d, not %d", shape, next, below, upTo-1, k+1)
	}
}

func countBySearch(p pairs, v float64) (below, upTo int) {
	for _, a := range p.a {
		below += sort.Search(len(p.b), func(j int) bool { return p.contrast(a, p.b[j]) >= v })
		upTo += sort.Search(len(p.b), func(j int) bool { return p.contrast(a, p.b[j]) > v })
	}
	return below, upTo
}

// Selection relies on contrasts that keep the order of their arguments in spite
// of rounding.
func TestExcessKeepsOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(51, 52))
	for range 200_000 {
		a := 1 + random.Float64()
		b := a * (1 + math.Ldexp(random.Float64()-0.5, -random.IntN(50)))
		upA, upB := math.Nextafter(a, 3), math.Nextafter(b, 9)
		e := excess(a, b)
		if excess(upA, b) > e || excess(a, upB) < e {
			t.Fatalf("excess(%g, %g) = %g is out of order with its neighbours", a, b, e)
		}
		if excess(b, a) != -e {
			t.Fatalf("excess(%g, %g) is not odd", a, b)
		}
		if math.Signbit(e) != (b < a) || (e == 0) != (a == b) {
			t.Fatalf("excess(%g, %g) = %g has the wrong sign", a, b, e)
		}
	}
}

// A shift of 1 at 1e12 keeps its digits in the ratio.
func TestRatioOfLargeValues(t *testing.T) {
	a := []float64{1e12, 1e12 + 1, 1e12 + 2}
	for _, by := range []float64{1, -1} {
		e := ratioEstimate(a, mapped(a, func(v float64) float64 { return v + by }), 0)
		nearRank(t, "ratio", e.Value, by/(1e12+1))
	}
}

// nearRank fails unless got is within a relative 1e-9 of want.
func nearRank(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("%s: got %.17g, want %.17g", what, got, want)
	}
}

func mapped(values []float64, f func(float64) float64) []float64 {
	result := make([]float64, len(values))
	for i, v := range values {
		result[i] = f(v)
	}
	return result
}

// sameEstimate compares to a tolerance relative to what is above 1, absolute
// below; two undetermined ones are the same.
func estimateNear(t *testing.T, what string, got, want Estimate, tolerance float64) {
	t.Helper()
	near := func(x, y float64) bool {
		return math.Abs(x-y) <= tolerance*max(1, math.Abs(y)) || math.IsNaN(x) && math.IsNaN(y)
	}
	if !near(got.Value, want.Value) || !near(got.Lo, want.Lo) || !near(got.Hi, want.Hi) || !near(got.HalfWidth, want.HalfWidth) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}
