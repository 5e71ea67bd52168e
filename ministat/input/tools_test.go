package input

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"ministat/ministat"
)

// listing returns the groups as lines of "name [unit] dataset=values; -missing".
func listing(groups []*ministat.Group) string {
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "%s [%s]", g.Name, g.Unit())
		for _, s := range g.Samples {
			fmt.Fprintf(&b, " %s=%v", s.Name, s.Values)
		}
		for _, name := range g.Missing {
			fmt.Fprintf(&b, " -%s", name)
		}
		if g.NoBaseline {
			b.WriteString(" no baseline")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestGroups(t *testing.T) {
	hyperfine := func(results ...string) string { return `{"results":[` + strings.Join(results, ",") + `]}` }
	for _, test := range []struct {
		name   string
		files  map[string]string
		args   string
		filter string
		want   string
	}{
		{
			"go: a suffix is part of the name, and units are groups",
			map[string]string{"a": "\ufeffBenchmarkX-1 1 2 B/op 3 a/op\r\nBenchmarkX-2 1 4 B/op\r\nBenchmarkX-1 1 0 B/op\r\n"},
			"a", "", "BenchmarkX-1 [B/op] a=[2 0]\nBenchmarkX-1 [a/op] a=[3]\nBenchmarkX-2 [B/op] a=[4]\n",
		},
		{
			"go: one package a file needs no name",
			map[string]string{"a": "pkg: old/p\nBenchmarkX 1 2 B/op\n", "b": "pkg: new/p\nBenchmarkX 1 3 B/op\nok  \tnew/p\n"},
			"a b", "", "BenchmarkX [B/op] a=[2] b=[3]\n",
		},
		{
			"go: several packages do",
			map[string]string{
				"a": "pkg: p\nBenchmarkX 1 2 B/op\npkg: q\nBenchmarkX 1 4 B/op\n",
				"b": "pkg: q\nBenchmarkX 1 3 B/op\n",
			},
			"a b", "", "p.BenchmarkX [B/op] a=[2] -b\nq.BenchmarkX [B/op] a=[4] b=[3]\n",
		},
		{
			"go: log lines and what follows a package's results tell no runs apart",
			map[string]string{"a": "run: 1\nBenchmarkX 1 2 B/op\nrun: 2\nBenchmarkX 1 3 B/op\ncoverage: 5%\nBenchmarkX 1 4 B/op\npanic: no\nFAIL\n"},
			"a", "", "BenchmarkX [B/op] a=[2 3 4]\n",
		},
		{
			"go: a unit that only one file has",
			map[string]string{"a": "BenchmarkX 1 2 B/op\n", "b": "BenchmarkX 1 3 B/op 5 x\n"},
			"a b", "", "BenchmarkX [B/op] a=[2] b=[3]\nBenchmarkX [x] b=[5] -a no baseline\n",
		},
		{
			"missing at either end and in the middle",
			map[string]string{
				"a": "BenchmarkX 1 1 B/op\nBenchmarkY 1 2 B/op\n", "b": "BenchmarkX 1 3 B/op\n",
				"c": "BenchmarkZ 1 4 B/op\nBenchmarkX 1 5 B/op\n",
			},
			"a b c", "",
			"BenchmarkX [B/op] a=[1] b=[3] c=[5]\nBenchmarkY [B/op] a=[2] -b -c\nBenchmarkZ [B/op] c=[4] -a -b no baseline\n",
		},
		{
			"hyperfine: one result a file is compared whatever its command",
			map[string]string{"a": hyperfine(`{"command":"x","times":[1,0]}`), "b": hyperfine(`{"command":"y","times":[2]}`)},
			"old=a b", "", "x | y [sec] old=[1 0] b=[2]\n",
		},
		{
			"hyperfine: several results are compared by their commands",
			map[string]string{
				"a": hyperfine(`{"command":"x","times":[1]}`, `{"command":"y","times":[2]}`),
				"b": hyperfine(`{"command":"y","times":[3],"stddev":null,"memory_usage_byte":[9]}`),
			},
			"a b", "", "x [sec] a=[1] -b\ny [sec] a=[2] b=[3]\n",
		},
		{
			"hyperfine: parameters that the command does not show",
			map[string]string{"a": hyperfine(`{"command":"name","times":[1],"parameters":{"n":"1"}}`, `{"command":"name","times":[2],"parameters":{"n":2}}`)},
			"a", "", "name n=1 [sec] a=[1]\nname n=2 [sec] a=[2]\n",
		},
		{
			"filter",
			map[string]string{"a": "BenchmarkX 1 1 B/op\nBenchmarkY 1 2 B/op\n"},
			"a", "Y$", "BenchmarkY [B/op] a=[2]\n",
		},
		{
			"googlebench: old files, aggregates by their names, units of time",
			map[string]string{
				"a": `{"context":{},"benchmarks":[
					{"name":"B","iterations":1,"real_time":2,"cpu_time":NaN,"time_unit":"ms"},
					{"name":"B","iterations":1,"real_time":4,"cpu_time":-NaN,"time_unit":"ms"},
					{"name":"B_mean","iterations":2,"real_time":3,"cpu_time":3,"time_unit":"ms"},
					{"name":"B_stddev","iterations":2,"real_time":1,"cpu_time":1,"time_unit":"ms"},
					{"name":"geo_mean","iterations":2,"real_time":8,"time_unit":"s","new":[{}]}]}`,
				"b": `{"benchmarks":[{"run_type":"iteration","run_name":"B","real_time":5e5,"time_unit":"us","x":Infinity},
					{"run_type":"iteration","run_name":"C","error_occurred":true,"error_message":"no","real_time":0,"time_unit":"us"}]}`,
			},
			"a b", "", "B real_time [sec] a=[0.002 0.004] b=[0.5]\ngeo_mean real_time [sec] a=[8] -b\n",
		},
		{
			"jmh: modes, parameters, threads, secondary metrics, histograms, units",
			map[string]string{
				"a": `[{"benchmark":"B","mode":"sample","threads":4,"params":{"q":"2","p":"1"},"primaryMetric":
					{"score":1,"scoreError":"NaN","scoreUnit":"ms/op","rawDataHistogram":[[[[2,3]],[[4,1]]],[[[8,1],[16,0]]]]},
					"secondaryMetrics":{"gc":{"scoreUnit":"counts","rawData":[["NaN",2],[3]]}}},
					{"benchmark":"B","mode":"thrpt","threads":1,"primaryMetric":{"rawData":[[2]],"scoreUnit":"ops/ms"}}]`,
				"b": `[{"benchmark":"B","mode":"thrpt","primaryMetric":{"scoreUnit":"ops/s","rawData":[[3000],[]]}}]`,
			},
			"a b", "", "B sample p=1 q=2 threads=4 [sec/op] a=[0.002 0.002 0.002 0.004 0.008] -b\n" +
				"B sample p=1 q=2 threads=4 gc [counts] a=[2 3] -b\nB thrpt [ops/s] a=[2000] b=[3000]\n",
		},
		{
			"pytest: full names where there are any",
			map[string]string{"a": `{"benchmarks":[{"name":"x","fullname":"t::x","stats":{"data":[1,2],"rounds":2}},{"name":"x","stats":{"data":[3]}}]}`},
			"a", "", "t::x [sec] a=[1 2]\nx [sec] a=[3]\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			inFolder(t, test.files)
			o := Options{}
			if test.filter != "" {
				o.Filter = regexp.MustCompile(test.filter)
			}
			groups, err := Load(strings.Fields(test.args), nil, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := listing(groups); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestGoMetadata(t *testing.T) {
	groups, err := Load(nil, strings.NewReader("Unit x/op better=higher\ncpu: C\nBenchmarkX 1 2 x/op 3 ns/op NaN y\n"), Options{})
	if err != nil || len(groups) != 2 {
		t.Fatalf("got %d groups (%v), want 2: NaN is no sample", len(groups), err)
	}
	if groups[0].Better() != ministat.HigherIsBetter || groups[1].Better() != ministat.LowerIsBetter {
		t.Errorf("directions %s, %s", groups[0].Better(), groups[1].Better())
	}
	s := groups[0].Samples[0]
	if cpu, _ := s.Header.Get("CPU model"); cpu != "C" {
		t.Errorf("header %v", s.Header)
	}
	if len(s.Warnings) != 1 || s.Warnings[0].Code != "skipped-lines" {
		t.Errorf("warnings %v", s.Warnings)
	}
}

func TestToolErrors(t *testing.T) {
	const pyFigures = `{"benchmarks":[{"fullname":"x","stats":{"rounds":%s,"min":1,"max":3,"median":2,"mean":%s,"stddev":%s}}]}`
	for _, test := range []struct{ format, text, want string }{
		{"", `{"results":[{"command":"x","times":[1,` + "\n" + `"a"]}]}`, `<stdin>:2: results[0].times[1]: want a number, not the text "a"`},
		{"", `{"results":[{"command":"x","times":[1,NaN]}]}`, `<stdin>:1: results[0].times[1]: NaN is not a finite number`},
		{"", `{"results":[{"command":"x","times":[1,1e999]}]}`, `<stdin>:1: results[0].times[1]: "1e999" is beyond the largest number, 1.7976931348623157e+308`},
		{"", `{"results":[{"command":"x","times":[1,01]}]}`, `<stdin>:1: results[0].times[1]: not JSON: found "01", want a value`},
		{"", `{"results":[{"command":"x","mean":1}]}`, `<stdin>:1: results[0]: the result of "x" has no "times": want a file of hyperfine --export-json`},
		{"", `{"results":[{"command":"x","times":[1]}`, `<stdin>:1: results: the JSON document ends too early`},
		{"", `{"results":[{"command":"x","times":[1]}]} {}`, `<stdin>:1: '{' behind the end of the JSON document`},
		{"", `{"results":[{"command":"x" "times":[1]}]}`, `<stdin>:1: results[0]: not JSON: found '"', want ','`},
		{"hyperfine", `{"results":[]}`, `<stdin>: 0 samples: the list "results" of hyperfine --export-json is missing or empty`},
		{"hyperfine", `[{"command":"ls"}]`, `<stdin>:1: want an object, not a list`},
		{"hyperfine", `[{"benchmark":"x","primaryMetric":{}}]`, `<stdin>: looks like jmh: --input says hyperfine`},
		{"", `[1,2]`, `<stdin>: JSON, but no file of hyperfine, Google Benchmark, pytest-benchmark or JMH`},
		{"", `{"version":"1.0","benchmarks":[{"metadata":{},"runs":[{"values":[1]}]}]}`, `<stdin>: looks like a file of pyperf: want a file of hyperfine, Google Benchmark, pytest-benchmark or JMH`},
		{"", `{"Title":"x","HostEnvironmentInfo":{},"Benchmarks":[]}`, `<stdin>: looks like a file of BenchmarkDotNet: want a file of hyperfine, Google Benchmark, pytest-benchmark or JMH`},
		{"", `{"Time":"x","Action":"start"}` + "\n" + `{"Action":"output"}`, `<stdin>: looks like the output of go test -json: want it without -json`},
		{"", `{"context":{},"benchmarks":[{"name":"B","run_type":"iteration","real_time":1,"time_unit":"h"}]}`, `<stdin>:1: benchmarks[0]: B: time_unit "h": want ns, us, ms or s`},
		{"", `{"context":{},"benchmarks":[{"name":"B","run_type":"iteration","error_occurred":true,"error_message":"no disk"}]}`, `<stdin>: 0 samples: 1 row with an error was left out, the first: B: no disk`},
		{"", `{"context":{},"benchmarks":[{"name":"B_mean","run_name":"B","run_type":"aggregate","real_time":1,"time_unit":"ns"}]}`, `<stdin>: 0 samples: only aggregates, no samples: B; run without --benchmark_report_aggregates_only`},
		{"", `{"benchmarks":[{"fullname":"x","stats":{"data":[1,"...",2]}}]}`, `<stdin>:1: benchmarks[0].stats.data[1]: want a number, not the text "..."`},
		{"", fmt.Sprintf(pyFigures, "2.5", "2", "1"), `<stdin>:1: benchmarks[0]: x: no raw data, and 2.5 rounds: want their whole number`},
		{"", fmt.Sprintf(pyFigures, "4", "9", "1"), `<stdin>:1: benchmarks[0]: x: no raw data, and median 2 and mean 9 are not between min 1 and max 3`},
		{"", fmt.Sprintf(pyFigures, "4", "2", "-1"), `<stdin>:1: benchmarks[0]: x: no raw data, and a standard deviation of -1: want a finite one, 0 or more`},
		{"", fmt.Sprintf(pyFigures, "4", "null", "1"), `<stdin>:1: benchmarks[0].stats.mean: want a number, not null`},
		{"", `[{"benchmark":"B","primaryMetric":{"rawDataHistogram":[[[[1,-1]]]]}}]`, `<stdin>:1: [0].primaryMetric.rawDataHistogram[0][0][0]: want a value and how often it was met`},
		{"", `[{"benchmark":"B","primaryMetric":{"rawDataHistogram":[[[[1,1e15]]]]}}]`, `<stdin>:1: [0].primaryMetric.rawDataHistogram[0][0][0]: more than 16777216 values`},
		{"", `[{"benchmark":"B","primaryMetric":{"scoreUnit":"s/op","rawData":[[]]}}]`, `<stdin>: 0 samples: the list of JMH's benchmarks is empty, or has no data`},
		{"jmh", `[{"benchmark":` + strings.Repeat("[", 2000), `<stdin>:1: [0].benchmark` + strings.Repeat("[0]", 998) + `: nested more than 1000 deep`},
		{"", "Benchmark   (size)  Mode  Cnt  Score   Error  Units\nB.b  10 thrpt  5  1 ± 2  ops/s\n", `<stdin>: looks like the text that JMH prints: want its JSON file, by -rf json -rff FILE`},
		{"", "goos: linux\n      │ old.txt │ new.txt │\n      │ sec/op │ sec/op vs base │\n", `<stdin>: looks like benchstat's output: want the files of go test -bench that it was made from`},
		{"", "name  old time/op  new time/op  delta\nX  1ns  2ns  +1%\n", `<stdin>: looks like benchstat's output: want the files of go test -bench that it was made from`},
		{"gobench", "Benchmark 1: sleep 1\n", `<stdin>: looks like the text that hyperfine prints: want its JSON file, by --export-json FILE`},
		{"", "goos: linux\npkg: p\nPASS\n", `<stdin>: 0 samples: no line holds a result of go test -bench`},
		{"", "goos: linux\nBenchmarkX-8 \ttalking\n 10 3 ns/op\n", `<stdin>: 0 samples: 1 line was passed over, the first: line 2: parsing iteration count: invalid syntax`},
		{"", "BenchmarkX 1 2 B/op\n" + strings.Repeat("x", 1<<17) + "\n", `<stdin>: a line is longer than 65536 bytes: want the output of go test -bench`},
	} {
		_, err := Load(nil, strings.NewReader(test.text), Options{Format: test.format})
		if err == nil || err.Error() != test.want {
			t.Errorf("%.60q:\ngot  %v\nwant %s", test.text, err, test.want)
		}
		if _, ok := errors.AsType[*ParseError](err); !ok {
			t.Errorf("%.60q: the error is no *ParseError", test.text)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"1\n", `--filter "z": no benchmark's name matches; the samples have no names`},
		{"BenchmarkX 1 1 B/op 2 x\n", `--filter "z": no benchmark's name matches; there are "BenchmarkX"`},
		{
			"BenchmarkA 1 1 x\nBenchmarkB 1 1 x\nBenchmarkC 1 1 x\nBenchmarkD 1 1 x\nBenchmarkE 1 1 x\nBenchmarkF 1 1 x\n",
			`--filter "z": no benchmark's name matches; there are "BenchmarkA", "BenchmarkB", "BenchmarkC", "BenchmarkD", "BenchmarkE" and 1 more`,
		},
	} {
		_, err := Load(nil, strings.NewReader(test.text), Options{Filter: regexp.MustCompile("z")})
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestColumnsChosen holds that a column or delimiters asked for mean columns,
// whatever the text looks like.
func TestColumnsChosen(t *testing.T) {
	for _, o := range []Options{{Column: "2"}, {Column: "2", Delimiters: " "}} {
		s := load(t, nil, "[1] 5\n{2} 6\nBenchmark 7\n", o).Samples[0]
		if !slices.Equal(s.Values, []float64{5, 6, 7}) {
			t.Errorf("%+v: got %v", o, s.Values)
		}
	}
}

func TestUnitsOfOneBenchmarkMustAgree(t *testing.T) {
	inFolder(t, map[string]string{"a": "BenchmarkX 1 1 x\n", "b": "BenchmarkX 1 1 y\n"})
	_, err := Load([]string{"a", "b"}, nil, Options{})
	if want := `BenchmarkX: a is in "x" and b in "y": want samples of one unit`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func gzipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

func zstandard(text string) []byte {
	z, _ := zstd.NewWriter(nil)
	return z.EncodeAll([]byte(text), nil)
}

func TestCompressed(t *testing.T) {
	lines := strings.Repeat("1.5\n2.5\n", 200_000) // several blocks of unpacked text
	for name, packed := range map[string][]byte{
		"gzip": gzipped(lines), "zstd": zstandard(lines),
		"two members": append(gzipped(lines[:800_000]), gzipped(lines[800_000:])...),
		"with a mark": gzipped("\ufeff" + lines),
	} {
		s := load(t, nil, string(packed), Options{}).Samples[0]
		if n := len(s.Values); n != 400_000 || s.Values[n-1] != 2.5 {
			t.Errorf("%s: got %d values", name, n)
		}
	}
	if groups, err := Load(nil, bytes.NewReader(gzipped("BenchmarkX 1 3 B/op\n")), Options{}); err != nil || len(groups) != 1 {
		t.Errorf("gobench: %d groups, %v", len(groups), err)
	}
	if _, err := Load(nil, bytes.NewReader(gzipped("1\n")), Options{Classic: true}); err == nil {
		t.Error("the classic reader unpacked the file, which the C program does not")
	}
}

func TestBadCompression(t *testing.T) {
	text := strings.Repeat("1.5\n2.5\nx\n", 50_000)
	whole := gzipped(strings.ReplaceAll(text, "x\n", ""))
	for _, test := range []struct {
		name, packed, want string
	}{
		{"cut", string(whole[:len(whole)-9]), "<stdin>: the file ends in the middle of its gzip data"},
		{"cut header", "\x1f\x8b\x08\x00", "<stdin>: the file ends in the middle of its gzip data"},
		{"rubbish behind", string(whole) + "rubbish behind it", "<stdin>: bad gzip data: gzip: invalid header"},
		{"wrong sum", string(whole[:len(whole)-8]) + "12345678", "<stdin>: bad gzip data: gzip: invalid checksum"},
		{"bad line", string(gzipped(text)), `<stdin>:3: "x" is not a number`},
		{"bad line", string(zstandard(text)), `<stdin>:3: "x" is not a number`},
		{"zstd cut", string(zstandard(text)[:20]), "<stdin>: the file ends in the middle of its zstd data"},
	} {
		_, err := Load(nil, strings.NewReader(test.packed), Options{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// TestStreaming holds that a document is not kept: what is allocated while a long
// one is read stays far below its size.
func TestStreaming(t *testing.T) {
	const n = 50_000
	number := "0.00012345678901234567," + strings.Repeat(" ", 300) + "\n"
	size := n * len(number)
	text := io.MultiReader(
		strings.NewReader(`{"machine_info":{"x":"y"},"benchmarks":[{"name":"x","stats":{"rounds":50001,"data":[`),
		io.LimitReader(&repeated{text: number}, int64(size)),
		strings.NewReader(`1]}}]}`),
	)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	groups, err := Load(nil, text, Options{})
	runtime.ReadMemStats(&after)
	if err != nil || len(groups[0].Samples[0].Values) != n+1 {
		t.Fatalf("got error %v", err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > uint64(size)/3 {
		t.Errorf("%d bytes allocated for %d values in a document of %d bytes", got, n, size)
	}
}

type repeated struct {
	text string
	i    int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.i:])
	r.i = (r.i + n) % len(r.text)
	return n, nil
}

// FuzzDocument holds the JSON reader against encoding/json: both take the same
// texts for documents. Texts with the bare words that JSON has not are left out.
func FuzzDocument(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,true,null,"\u00e9\n"],"b":{}}`, `[1,]`, `[01]`, `{"a" 1}`, "[\"\x01\"]", `"\x"`, `-`, `1e`, `[]]`, ` 1 `, "\"\xff\"", `tru`, `{"a":1,}`, `1.`, `{1:2}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "NaN") || strings.Contains(text, "Infinity") || strings.Count(text, "[")+strings.Count(text, "{") >= maxDepth {
			return
		}
		d := newDocument(&file{text: strings.NewReader(text)})
		err := d.read(d.skip)
		if err != nil && strings.Contains(err.Error(), "beyond the largest number") {
			return // a document for encoding/json, no number for us
		}
		if got, want := err == nil, json.Valid([]byte(text)); got != want {
			t.Errorf("%q: error %v, but json.Valid says %t", text, err, want)
		}
	})
}

func fuzzFormat(f *testing.F, format string, seeds ...string) {
	paths, err := filepath.Glob(filepath.Join(filesDir, "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil && len(text) < 4<<10 {
			f.Add(text)
		}
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		groups, err := Load(nil, bytes.NewReader(text), Options{Format: format})
		if err != nil {
			if _, ok := errors.AsType[*ParseError](err); !ok {
				t.Errorf("error %v is no *ParseError", err)
			}
			return
		}
		for _, g := range groups {
			checkFuzzed(t, g)
		}
	})
}

// checkFuzzed holds what is true of every group that was read.
func checkFuzzed(t *testing.T, g *ministat.Group) {
	t.Helper()
	s := g.Samples[0]
	if len(g.Samples) != 1 || s.Given == nil && len(s.Values) == 0 || s.Given != nil && s.Values != nil {
		t.Fatalf("%q: %d samples, the first of %d values and figures %v", g.Name, len(g.Samples), len(s.Values), s.Given)
	}
	for _, v := range s.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("%q holds %v", g.Name, v)
		}
	}
	if s.Given != nil {
		if err := s.Given.Check(); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzAuto(f *testing.F) {
	fuzzFormat(f, "auto", string(gzipped("1\n2\n")), string(zstandard("1\n2\n")))
}

func FuzzGoBench(f *testing.F) {
	fuzzFormat(f, "gobench", "BenchmarkX-8 1 1e999 ns/op\nBenchmarkX 1 NaN x 2 y\n", "k: 1\nBenchmark 1 1 x\nk: 2\nBenchmark 1 1 x\n", "Unit a better=higher\nBenchmarkX 1 1e308 MB/s\n")
}

func FuzzHyperfine(f *testing.F) {
	fuzzFormat(f, "hyperfine", `{"results":[{"command":"x","times":[1,2],"exit_codes":[0,null],"parameters":{"a":"1"}}]}`)
}

func FuzzGoogleBench(f *testing.F) {
	fuzzFormat(f, "googlebench", `{"benchmarks":[{"name":"x","real_time":1,"cpu_time":NaN,"time_unit":"ns","c":-Infinity}]}`)
}

func FuzzPytest(f *testing.F) {
	fuzzFormat(f, "pytest", `{"benchmarks":[{"name":"x","stats":{"min":1,"max":1,"median":1,"mean":1,"stddev":0,"rounds":1}}]}`)
}

func FuzzJMH(f *testing.F) {
	fuzzFormat(f, "jmh", `[{"benchmark":"x","primaryMetric":{"scoreUnit":"ops/day","rawDataHistogram":[[[[1,3]]]]}}]`, `[{"benchmark":"x","primaryMetric":{"scoreUnit":"day/op","rawData":[[1e308]]}}]`)
}
