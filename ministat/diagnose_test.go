package ministat

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// namedSummary fails the test where the values cannot be summarized.
func namedSummary(t testing.TB, name string, values ...float64) *Summary {
	t.Helper()
	s, err := Summarize(&Sample{Name: name, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func codesOf(warnings []Warning) []string {
	var codes []string
	for _, w := range warnings {
		codes = append(codes, w.Code)
	}
	return codes
}

func wantCodes(t *testing.T, warnings []Warning, want ...string) {
	t.Helper()
	if !slices.Equal(codesOf(warnings), want) {
		t.Errorf("warnings %v, want the codes %v", warnings, want)
	}
}

// repeated returns n times the value.
func repeated(value float64, n int) []float64 { return slices.Repeat([]float64{value}, n) }

// diagnosedPair reads a pair of samples from the truth files.
func diagnosedPair(t *testing.T, id string) (base, s *Summary) {
	t.Helper()
	var pair truthPair
	readTruth(t, id+".json", &pair)
	return namedSummary(t, "a", pair.A...), namedSummary(t, "b", pair.B...)
}

// The truth files are named for what is wrong with their first sample, and in
// 024 and 027 with their second.
func TestDiagnoseTruth(t *testing.T) {
	for _, tt := range []struct {
		id, inBase, inNew string
	}{
		{"024", CodeOutliers, CodeOutliers}, // Cauchy
		{"027", CodeSeveralModes, CodeSeveralModes},
		{"036", CodeOutliers, ""},
		{"039", CodeAutocorrelation, ""},
		{"045", CodeSlowFirstRun, ""},
	} {
		base, s := diagnosedPair(t, tt.id)
		for _, side := range []struct {
			summary *Summary
			want    string
		}{{base, tt.inBase}, {s, tt.inNew}} {
			if got := strings.Join(codesOf(DiagnoseSample(side.summary)), " "); got != side.want {
				t.Errorf("%s %s: warnings %q, want %q", tt.id, side.summary.Sample.Name, got, side.want)
			}
		}
	}
}

func TestDiagnoseSample(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []float64
		want   []string
	}{
		{"one value", []float64{3}, nil},
		{"two values", []float64{3, 4}, nil},
		{"a sorted handful proves no drift", []float64{1, 2, 3, 4, 5, 6, 7}, nil},
		{"all equal", []float64{5, 5, 5}, []string{CodeConstant}},
		{"a handful of integers", []float64{10, 11, 12}, nil},
		{"ten integers", []float64{10, 11, 12, 11, 10, 12, 11, 10, 12, 11}, nil},
		{"three values, eight times each", slices.Repeat([]float64{10, 12, 11}, 8), []string{CodeFewDistinct}},
		{"one step off", append(repeated(200, 12), 201, 200, 200), nil},
		{"one step off, and a smaller one", append(repeated(200, 15), 201, 200.5, 199.8, 200), nil},
		{"half as much again", append(repeated(200, 12), 300, 200, 200), []string{CodeOutliers}},
		{"half as much again, at first", append([]float64{300}, repeated(200, 12)...), []string{CodeSlowFirstRun}},
		{"two first runs", []float64{9, 7, 1, 1.1, 1.3, 1.2, 1.1, 1.15, 1.25, 1.05}, []string{CodeSlowFirstRun}},
		{"first run is one outlier of three", []float64{9, 1, 1.1, 1.3, 9, 1.2, 1.1, 1.15, 1.25, 1.05, 9, 1.2, 1.12, 1.11, 1.08, 1.16, 1.19, 1.13, 1.17, 1.07, 1.22, 1.21, 1.01, 1.18, 1.09, 1.1, 1.03, 1.26, 1.28, 1.23}, []string{CodeOutliers}},
		{"outlier of five", []float64{100.5, 99.6, 101, 100, 150}, []string{CodeOutliers}},
		{"man page", []float64{50, 200, 150, 400, 750, 400, 150}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantCodes(t, DiagnoseSample(namedSummary(t, "x.txt", tt.values...)), tt.want...)
		})
	}
}

// Of two files with one mean only one drifts. Tau and p are scipy's kendalltau;
// p is 2/10!, the share of the two sorted orders.
func TestDiagnoseDrift(t *testing.T) {
	drift := namedSummary(t, "drift.txt", 100, 102, 103, 105, 106, 108, 109, 111, 112, 114)
	flat := namedSummary(t, "flat.txt", 106, 108, 107, 105, 109, 107, 106, 108, 107, 107)
	wantCodes(t, DiagnoseSample(flat))
	found := DiagnoseSample(drift)
	wantCodes(t, found, CodeDrift)
	if want := "drift.txt: values rise with their order in the file (Kendall tau 1.00, p = 5.5e-07)"; found[0].Message != want {
		t.Errorf("message %q, want %q", found[0].Message, want)
	}
	falling := slices.Clone(drift.Sample.Values)
	slices.Reverse(falling)
	if found := DiagnoseSample(namedSummary(t, "x", falling...)); !strings.Contains(found[0].Message, "values fall") {
		t.Errorf("reversed: %v, want a fall", found)
	}
}

// Only a first run on the side that the direction calls slow is a slow one.
func TestSlowFirstRunDirection(t *testing.T) {
	rest := []float64{50, 51, 49.5, 50.5, 49, 50.2, 50.7, 49.9}
	for _, tt := range []struct {
		first  float64
		better Direction
		want   string
	}{
		{90, LowerIsBetter, CodeSlowFirstRun},
		{90, Unknown, CodeSlowFirstRun},
		{90, HigherIsBetter, CodeOutliers},
		{10, HigherIsBetter, CodeSlowFirstRun},
		{10, Unknown, CodeSlowFirstRun},
		{10, LowerIsBetter, CodeOutliers},
	} {
		s := namedSummary(t, "x", append([]float64{tt.first}, rest...)...)
		s.Sample.Better = tt.better
		if got := codesOf(DiagnoseSample(s)); !slices.Equal(got, []string{tt.want}) {
			t.Errorf("first %g, %s is better: %v, want %s", tt.first, tt.better, got, tt.want)
		}
	}
}

// postedCounts draws a sample with the published number of runs in each
// million of bytes per second.
func postedCounts(r *rand.Rand, millions map[int]int) []float64 {
	var values []float64
	for low := range 30 {
		for range millions[low] {
			values = append(values, (float64(low)+r.Float64())*1e6)
		}
	}
	r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	return values
}

// The patched and the modified kernel of the posting to linux-kernel of
// November 2015 (more statistics (was: [PATCH] unix: avoid use-after-free in
// ep_remove_wait_queue)) have a few runs far above the others.
func TestDiagnosePostedCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for _, millions := range []map[int]int{
		{13: 54, 14: 35, 15: 7, 16: 1, 18: 1, 22: 2},
		{13: 3, 14: 82, 15: 14, 24: 1},
	} {
		for range 50 {
			s := namedSummary(t, "x", postedCounts(r, millions)...)
			found := codesOf(DiagnoseSample(s))
			if !slices.Contains(found, CodeOutliers) && !slices.Contains(found, CodeSlowFirstRun) {
				t.Fatalf("%v: warnings %v, want outliers", millions, found)
			}
		}
	}
}

// A unit is no part of the finding, however small or large: squares of the
// values here overflow or vanish.
func TestDiagnoseScales(t *testing.T) {
	for _, id := range []string{"024", "027", "036", "039", "045"} {
		base, s := diagnosedPair(t, id)
		want := codesOf(DiagnoseSample(base))
		wantPair := codesOf(DiagnoseComparison(base, s, Student{}, DefaultAlpha))
		for _, factor := range []float64{0x1p-1030, 0x1p+1000, -1} {
			scaled := func(s *Summary) *Summary {
				var values []float64
				for _, v := range s.Sample.Values {
					values = append(values, v*factor)
				}
				return namedSummary(t, "x", values...)
			}
			if got := codesOf(DiagnoseSample(scaled(base))); !slices.Equal(got, want) {
				t.Errorf("%s × %g: %v, want %v", id, factor, got, want)
			}
			if got := codesOf(DiagnoseComparison(scaled(base), scaled(s), Student{}, DefaultAlpha)); !slices.Equal(got, wantPair) {
				t.Errorf("%s × %g compared: %v, want %v", id, factor, got, wantPair)
			}
		}
	}
}

// Whatever the values, the messages hold numbers.
func TestDiagnoseHoldsOut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	odd := []float64{0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, 0x1p-1022, 1, 1 + 0x1p-52, 1e15, 1e300, -1e300, 8e307, -3}
	for range 20_000 {
		values := make([]float64, 2+r.IntN(60))
		kinds := 1 + r.IntN(len(odd))
		for i := range values {
			values[i] = odd[r.IntN(kinds)]
			if r.IntN(4) == 0 {
				values[i] *= r.Float64()
			}
		}
		s, err := Summarize(&Sample{Name: "x", Values: values})
		if err != nil {
			continue // the deviation is beyond the largest number
		}
		half := namedSummary(t, "y", values[:1+len(values)/2]...)
		for _, w := range append(DiagnoseSample(s), DiagnoseComparison(s, half, Student{}, DefaultAlpha)...) {
			if strings.Contains(w.Message, "NaN") || strings.Contains(w.Message, "Inf") {
				t.Fatalf("%v: %s", values, w.Message)
			}
		}
	}
}

// A value that no view of a large sample holds still counts as an outlier, and
// the number of processors changes nothing.
func TestDiagnoseLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	values := make([]float64, 300_000)
	for i := range values {
		values[i] = 1000 + r.NormFloat64()
	}
	wantCodes(t, DiagnoseSample(namedSummary(t, "x", values...)))
	for i := range 3 { // between the first and the second stretch, in three chunks
		values[1000+i] = 1e6
	}
	for _, part := range viewed(values) {
		if slices.Max(part) == 1e6 {
			t.Fatal("the view holds the outliers")
		}
	}
	s := namedSummary(t, "x", values...)
	found := DiagnoseSample(s)
	wantCodes(t, found, CodeOutliers)
	if !strings.Contains(found[0].Message, "3 of 300000 values lie") {
		t.Errorf("message %q, want 3 of 300000", found[0].Message)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := DiagnoseSample(s); !slices.Equal(one, found) {
		t.Errorf("with one processor %v, else %v", one, found)
	}
}

// Large samples drift, have modes and depend on their predecessor as small ones do.
func TestDiagnoseLargeShapes(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(6, 5))
	previous := 0.0
	for _, tt := range []struct {
		want string
		draw func(i int) float64
	}{
		{CodeDrift, func(i int) float64 { return float64(i)/n + r.NormFloat64() }},
		{CodeAutocorrelation, func(int) float64 { previous = 0.5*previous + r.NormFloat64(); return previous }},
		{CodeSeveralModes, func(int) float64 { return float64(7*r.IntN(2)) + r.NormFloat64() }},
	} {
		values := make([]float64, n)
		for i := range values {
			values[i] = tt.draw(i)
		}
		wantCodes(t, DiagnoseSample(namedSummary(t, "x", values...)), tt.want)
	}
}

func TestDiagnoseVariances(t *testing.T) {
	// The factors are those of the variances, computed by hand.
	before, after := namedSummary(t, "before.txt", 80, 100, 120), namedSummary(t, "after.txt", 10, 11, 12)
	calm := namedSummary(t, "a.txt", 9, 11, 10, 10, 9, 11, 10, 10, 9, 11, 10, 10)
	noisy, constant := namedSummary(t, "b.txt", 7, 25, 12, 20), namedSummary(t, "c.txt", repeated(10, 12)...)
	for _, tt := range []struct {
		base, new *Summary
		want      string
	}{
		{before, after, "the variances of before.txt and after.txt differ by a factor of 400, so that pooling them misleads"},
		{calm, noisy, "the variances of a.txt and b.txt differ by a factor of 119, so that pooling them misleads"},
		{noisy, constant, "beside the spread of b.txt the values of c.txt are all but equal, so that pooling their variances misleads"},
	} {
		found := DiagnoseComparison(tt.base, tt.new, Student{}, DefaultAlpha)
		wantCodes(t, found, CodeUnequalVariances)
		if found[0].Message != tt.want || !strings.Contains(found[0].Advice, "--test welch") {
			t.Errorf("%v, want the message %q", found, tt.want)
		}
		wantCodes(t, DiagnoseComparison(tt.base, tt.new, named("welch"), DefaultAlpha))
	}
	wantCodes(t, DiagnoseComparison(constant, constant, Student{}, DefaultAlpha))
	wantCodes(t, DiagnoseComparison(calm, calm, Student{}, DefaultAlpha))
}

// Student's and Welch's half-widths are those of R's t.test.
func TestWelchToPooled(t *testing.T) {
	calm := namedSummary(t, "a", 9, 11, 10, 10, 9, 11, 10, 10, 9, 11, 10, 10)
	noisy := namedSummary(t, "b", 7, 25, 12, 20)
	if got, want := welchToPooled(calm, noisy, 0.05), 12.7734/4.68031; math.Abs(got/want-1) > 1e-5 {
		t.Errorf("got %g, want %g", got, want)
	}
}

// named is a method of which only the name matters.
type named string

func (n named) Name() string                                      { return string(n) }
func (named) Summarize(*Sample) (*Summary, error)                 { return nil, nil }
func (named) Compare(_, _ *Summary, _ Alpha) (*Comparison, error) { return nil, nil }

func diagnosed(base, s *Summary, method string, alpha Alpha) []Warning {
	return DiagnoseComparison(base, s, named(method), alpha)
}

func TestDiagnoseSize(t *testing.T) {
	three, other := namedSummary(t, "a.txt", 1, 2, 3), namedSummary(t, "b.txt", 4, 5, 6)
	for _, tt := range []struct {
		method string
		alpha  Alpha
		want   []string
	}{
		{"mann-whitney", 0.05, nil}, // the method says so itself
		{"bootstrap", 0.05, []string{CodeTooFewSamples}},
		{"student", 0.05, nil},
		{"welch", 0.05, nil},
	} {
		wantCodes(t, diagnosed(three, other, tt.method, tt.alpha), tt.want...)
	}
	var twenty []float64
	for i := range 20 {
		twenty = append(twenty, float64(i))
	}
	enough := namedSummary(t, "c.txt", twenty...)
	wantCodes(t, diagnosed(enough, enough, "bootstrap", 0.05))
	found := diagnosed(enough, three, "bootstrap", 0.05)
	wantCodes(t, found, CodeTooFewSamples)
	if !strings.HasPrefix(found[0].Message, "a.txt: 3 samples") {
		t.Errorf("message %q, want it to name the smaller sample", found[0].Message)
	}
}

func TestDiagnoseEnvironment(t *testing.T) {
	header := Header{{"workload", "dup2"}, {"kernel", "6.1"}, {"CPU model", "A"}, {"governor", "performance"}, {"date", "2026-01-01"}}
	with := func(key, value string) Header { return append(slices.Clone(header), Field{key, value}) }
	for _, tt := range []struct {
		name      string
		base, new Header
		want      string // fields named
	}{
		{"same", header, header, ""},
		{"no header", nil, header, ""},
		{"kernel and date are compared", header, Header{{"workload", "dup2"}, {"kernel", "6.2"}, {"date", "2026-01-02"}}, ""},
		{"governor", header, Header{{"governor", "powersave"}}, `governor ("performance" and "powersave")`},
		{"two fields", header, Header{{"cpu-model", "B"}, {"workload", "dgram"}}, `workload ("dup2" and "dgram"), CPU model ("A" and "B")`},
		{"parameters", with("parameters", "threads=8"), with("parameters", "threads=4"), `parameters ("threads=8" and "threads=4")`},
		{"CPUs", with("cpus_allowed", "0-1"), with("CPUs allowed", "0"), `CPUs allowed ("0-1" and "0")`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			base, s := namedSummary(t, "a.txt", 1, 2, 4), namedSummary(t, "b.txt", 1, 2, 4)
			base.Sample.Header, s.Sample.Header = tt.base, tt.new
			found := DiagnoseComparison(base, s, Student{}, DefaultAlpha)
			if tt.want == "" {
				wantCodes(t, found)
				return
			}
			wantCodes(t, found, CodeEnvironment)
			if want := "a.txt and b.txt were measured under different conditions: " + tt.want; found[0].Message != want {
				t.Errorf("message %q, want %q", found[0].Message, want)
			}
		})
	}
}

// permutations calls do with every order of the values.
func permutations(values []float64, do func([]float64)) {
	var place func(k int)
	place = func(k int) {
		if k == len(values) {
			do(values)
			return
		}
		for i := k; i < len(values); i++ {
			values[k], values[i] = values[i], values[k]
			place(k + 1)
			values[k], values[i] = values[i], values[k]
		}
	}
	place(0)
}

// The p of tau is the share of all orders with a tau at least as far from 0.
func TestKendallExact(t *testing.T) {
	var taus []float64
	permutations([]float64{1, 2, 3, 4, 5, 6, 7}, func(x []float64) {
		tau, _ := kendall(x)
		taus = append(taus, math.Abs(tau))
	})
	for _, x := range [][]float64{{1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 2, 3, 1}, {2, 1, 3, 5, 4, 7, 6}, {4, 1, 7, 2, 6, 3, 5}} {
		tau, p := kendall(x)
		as := 0.0
		for _, other := range taus {
			if other >= math.Abs(tau)-1e-12 {
				as++
			}
		}
		if want := as / float64(len(taus)); math.Abs(p-want) > 1e-14 {
			t.Errorf("%v: p = %v, want %v", x, p, want)
		}
	}
}

// tau-b and p of scipy.stats.kendalltau, whose normal p has no correction for
// continuity: p lies between that and 1.
func TestKendallTies(t *testing.T) {
	tau, p := kendall([]float64{106, 108, 107, 105, 109, 107, 106, 108, 107, 107})
	if math.Abs(tau-0.074) > 0.0005 || p < 0.78 || p > 0.9 {
		t.Errorf("tau %.4f, p %.4f, want 0.074 and a little more than 0.78", tau, p)
	}
	if tau, p := kendall([]float64{2, 2, 2}); !math.IsNaN(tau) || p != 1 {
		t.Errorf("equal values: tau %g, p %g, want NaN and 1", tau, p)
	}
}

// The mean and the variance of the serial correlation are those over all orders.
func TestSerialCorrelationMoments(t *testing.T) {
	for _, values := range [][]float64{{1, 2, 3, 4, 5, 6, 7, 8}, {1, 1, 1, 2, 2, 9, 9}} {
		var n, sum, squares float64
		permutations(rankScores(values), func(scores []float64) {
			r, _ := serialCorrelation(scores)
			n++
			sum += r
			squares += r * r
		})
		mean := sum / n
		deviation := math.Sqrt(squares/n - mean*mean)
		scores := rankScores(values)
		r, p := serialCorrelation(scores)
		want := 0.5 * math.Erfc((r-mean)/deviation/math.Sqrt2)
		if math.Abs(p-want) > 1e-9 {
			t.Errorf("%v: p = %v, want %v from all orders", values, p, want)
		}
	}
	if r, p := serialCorrelation([]float64{0, 0, 0}); !math.IsNaN(r) || p != 1 {
		t.Errorf("equal scores: r %g, p %g, want NaN and 1", r, p)
	}
}

func TestRankScores(t *testing.T) {
	if got, want := rankScores([]float64{7, 3, 3, 9}), []float64{0.5, -1, -1, 1.5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v: ranks 3, 1.5, 1.5, 4 less 2.5", got, want)
	}
}

// An autocorrelation with the other sign is no reason for doubt: intervals are
// too wide then.
func TestNegativeAutocorrelation(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	values := make([]float64, 200)
	for i := range values {
		values[i] = r.NormFloat64()
		if i > 0 {
			values[i] -= 0.6 * values[i-1]
		}
	}
	wantCodes(t, DiagnoseSample(namedSummary(t, "x", values...)))
}

// A clock that ticks coarsely makes no modes; two modes stay two when rounded.
func TestModesOfRoundedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, spread := range []float64{1, 3, 5, 10, 30} {
		for range 100 {
			one, two := make([]float64, 100), make([]float64, 100)
			for i := range one {
				one[i] = math.Round((200+spread*r.NormFloat64())/10) * 10
				two[i] = one[i] + 10*math.Round(spread*float64(i%2))
			}
			if found := codesOf(DiagnoseSample(namedSummary(t, "x", one...))); slices.Contains(found, CodeSeveralModes) {
				t.Errorf("σ = %g, rounded to tens: %v", spread, found)
			}
			if found := codesOf(DiagnoseSample(namedSummary(t, "x", two...))); spread >= 3 && !slices.Contains(found, CodeSeveralModes) {
				t.Errorf("two modes with σ = %g, rounded to tens: %v", spread, found)
			}
		}
	}
}

func BenchmarkDiagnoseSample(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 5))
	values := make([]float64, 10_000_000)
	for i := range values {
		values[i] = 14e6 + 1e6*r.ExpFloat64()
	}
	s := namedSummary(b, "x", values...)
	for b.Loop() {
		DiagnoseSample(s)
	}
}

// A count that is always the same is no sign of a coarse clock; a time is.
func TestDiagnoseCounts(t *testing.T) {
	for unit, want := range map[string][]string{
		"allocs/op": nil, "B/op": nil, "": {CodeConstant}, "sec/op": {CodeConstant}, "B/s": {CodeConstant},
	} {
		s, err := Summarize(&Sample{Name: "a", Unit: unit, Values: repeated(3, 10)})
		if err != nil {
			t.Fatal(err)
		}
		wantCodes(t, DiagnoseSample(s), want...)
	}
}
