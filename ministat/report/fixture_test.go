package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ministat/ministat"
)

// figures are those that a posting gives of 500 runs.
type figures struct{ mean, median, dev, min, max float64 }

// The postings' throughputs in B/s of two test programs of unix sockets, before
// and after a change of the kernel (R. Weikusat, "unix_dgram_recvmsg wakeups
// [test results & programs]", netdev, 2015). The postings' changes of the averages
// are +26.64 % and +1.44 %; by its own figures the first is +21.64 %.
var (
	seqpacketStock   = figures{14714579.91, 14409539.95, 1582631.52, 13588814.36, 25960203}
	seqpacketPatched = figures{17898665.25, 16429584.38, 3475160.01, 14864694.12, 27264811.18}
	dgramStock       = figures{57394.06, 55878.12, 3540.02, 54167.33, 67971.15}
	dgramPatched     = figures{58222.93, 56993.55, 3488.49, 53165.51, 66466.99}
)

// values returns 500 values with these figures: the extremes, the median twice,
// extra times the maximum, and two levels below and above the median that give the
// mean and the deviation.
func (f figures) values(t *testing.T) []float64 {
	const n, below = 500, 248
	for extra := range below {
		above := float64(below - extra)
		high := f.max - f.mean
		// What is left for the levels, of the sum and of the squares about the mean.
		sum := -(f.min - f.mean) - 2*(f.median-f.mean) - float64(1+extra)*high
		squares := (n-1)*f.dev*f.dev - sq(f.min-f.mean) - 2*sq(f.median-f.mean) - float64(1+extra)*sq(high)
		centre := sum / (below + above)
		spread := squares/(below+above) - sq(centre)
		lower := f.mean + centre - math.Sqrt(spread*above/below)
		upper := f.mean + centre + math.Sqrt(spread*below/above)
		if !(lower >= f.min && lower <= f.median && upper >= f.median && upper <= f.max) {
			continue
		}
		values := []float64{f.min, f.median, f.median, f.max}
		for i := range below {
			values = append(values, lower)
			if i < extra {
				values = append(values, f.max)
			} else {
				values = append(values, upper)
			}
		}
		return values
	}
	t.Fatalf("no %d values have the figures %+v", n, f)
	return nil
}

func sq(x float64) float64 { return x * x }

// The counts of 100 runs of three kernels by millions of bytes per second, first
// interval 13 (R. Weikusat, "more statistics", netdev, 2015).
var byMillions = []struct {
	name   string
	counts map[int]int
}{
	{"stock 4.3", map[int]int{13: 3, 14: 82, 15: 15}},
	{"4.3 + patch", map[int]int{13: 54, 14: 35, 15: 7, 16: 1, 18: 1, 22: 2}},
	{"4.3 + modified patch", map[int]int{13: 3, 14: 82, 15: 14, 24: 1}},
}

// millions returns values that have the counts, spread over their intervals with
// the bounds among them.
func millions(counts map[int]int) []float64 {
	var values []float64
	for million := range 30 {
		n := counts[million]
		for i := range n {
			values = append(values, float64(million)*1e6+float64(i)*999999/float64(max(n-1, 1)))
		}
	}
	return values
}

func sample(name, unit string, values ...float64) *ministat.Sample {
	return &ministat.Sample{Name: name, Unit: unit, Better: ministat.LowerIsBetter, Values: values}
}

// The manual's example of the C programs.
func iguana() *ministat.Sample {
	return sample("iguana", "", 50, 200, 150, 400, 750, 400, 150)
}

func chameleon() *ministat.Sample {
	return sample("chameleon", "", 150, 400, 720, 500, 930)
}

// evenly returns n values, evenly spaced about a mean, in no order.
func evenly(name, unit string, n int, mean, step float64) *ministat.Sample {
	order := rand.New(rand.NewPCG(1, uint64(n))).Perm(n)
	s := sample(name, unit)
	for _, i := range order {
		s.Values = append(s.Values, mean+step*(float64(i)-float64(n-1)/2))
	}
	return s
}

// everything is what a report may show.
var everything = ministat.Options{Need: ministat.NeedEffect | ministat.NeedPower | ministat.NeedDiagnostics}

// fixtures are analyses of every shape that a report has to deal with.
func fixtures(t *testing.T) map[string]*ministat.Analysis {
	t.Helper()
	group := func(samples ...*ministat.Sample) []*ministat.Group { return []*ministat.Group{{Samples: samples}} }
	var nine []*ministat.Sample
	for i := range 9 {
		nine = append(nine, evenly(fmt.Sprintf("revision-%d", i+1), "sec", 10, 0.0021+0.00001*float64(i*i), 0.00001))
	}
	drifting := evenly("drifting", "sec", 24, 2, 0.05)
	slices.Sort(drifting.Values)
	drifting.Values[5] = 40 // far outside
	drifting.Warnings = []ministat.Warning{{Code: "skipped-lines", Message: "drifting: 2 lines have no value"}}

	with := func(change func(*ministat.Options)) ministat.Options {
		o := everything
		change(&o)
		return o
	}
	gate := with(func(o *ministat.Options) {
		o.Policy, o.Adjust = &ministat.Policy{Limit: 0.02}, ministat.Holm
	})
	all := map[string]*ministat.Analysis{}
	for name, in := range map[string]struct {
		groups  []*ministat.Group
		options ministat.Options
	}{
		"one":          {group(iguana()), everything},
		"two":          {group(iguana(), chameleon()), everything},
		"nine":         {group(nine...), everything},
		"summary":      {group(iguana(), chameleon()), ministat.Options{SummaryOnly: true}},
		"warnings":     {group(evenly("steady", "sec", 24, 2, 0.01), drifting), everything},
		"undetermined": {group(sample("near|zero", "", -1, 1, 0.5, -0.5, 0.1), sample("far", "", 9, 10, 11, 10)), everything},
		"zero-spread":  {group(sample("five", "B", 5000, 5000, 5000), sample("six", "B", 6000, 6000, 6000)), everything},
		"gate":         {group(evenly("old", "sec", 20, 1, 0.001), evenly("new", "sec", 20, 1.1, 0.001), evenly("noisy", "sec", 5, 1.01, 0.1)), gate},
		"mann-whitney": {group(iguana(), chameleon()), with(func(o *ministat.Options) { o.Method = ministat.MannWhitney{} })},
		"gate-doubt":   {group(sample("zero", "", -1, 1, 0.5, -0.5, 0.1), sample("far", "", 9, 10, 11, 10)), gate},
		"many":         {benchmarks(), everything},
	} {
		a, err := ministat.Analyze(in.groups, in.options)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = a
	}
	return all
}

// benchmarks are several groups, in two units, of which one lacks its baseline and
// one another dataset.
func benchmarks() []*ministat.Group {
	return []*ministat.Group{
		{Name: "Encode/json", Samples: []*ministat.Sample{
			evenly("old", "sec/op", 10, 2.1e-6, 1e-8), evenly("new", "sec/op", 10, 1.9e-6, 1e-8), evenly("newer", "sec/op", 10, 1.8e-6, 1e-8),
		}},
		{Name: "Encode/json", Samples: []*ministat.Sample{
			sample("old", "B/op", 4096, 4096, 4112), sample("new", "B/op", 2048, 2048, 2048), sample("newer", "B/op", 2048, 2048, 2050),
		}},
		{Name: "Decode<T>|`x`", Samples: []*ministat.Sample{
			evenly("old", "sec/op", 10, 1.5, 0.01), evenly("newer", "sec/op", 10, 1.6, 0.01),
		}, Missing: []string{"new"}},
		{Name: "Stream", Samples: []*ministat.Sample{
			evenly("new", "sec/op", 10, 0.015, 1e-4), evenly("newer", "sec/op", 10, 0.015, 1e-4),
		}, Missing: []string{"old"}, NoBaseline: true},
	}
}
