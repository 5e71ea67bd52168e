package input

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ministat/ministat"
)

// readText reads a text as CSV. It returns a line for each sample: its group,
// its name, its values and their unit.
func readText(text string, o Options) (string, error) {
	o.Format = "csv"
	groups, err := Load([]string{"t=-"}, strings.NewReader(text), o)
	var lines []string
	for _, g := range groups {
		for _, s := range g.Samples {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s|%s %v %s", g.Name, s.Name, s.Values, s.Unit)))
		}
		if len(g.Missing) > 0 {
			lines = append(lines, fmt.Sprintf("%s lacks %v, baseline too: %t", g.Name, g.Missing, g.NoBaseline))
		}
	}
	return strings.Join(lines, "\n"), err
}

// csvTest is a text with what must be read of it, or the error.
type csvTest struct {
	name, text string
	o          Options
	want       string
}

func checkCSV(t *testing.T, tests []csvTest) {
	t.Helper()
	for _, test := range tests {
		got, err := readText(test.text, test.o)
		if err != nil {
			got = strings.TrimSpace(strings.TrimPrefix(err.Error(), "<stdin>:"))
		}
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
}

func TestCSVText(t *testing.T) {
	want := "a|t [1 3]\nb|t [2 4]"
	second := Options{Column: "2"}
	checkCSV(t, []csvTest{
		{"commas", "a,b\n1,2\n3,4\n", Options{}, want},
		{"semicolons", "a;b\n1;2\n3;4\n", Options{}, want},
		{"tabs", "a\tb\n1\t2\n3\t4\n", Options{}, want},
		{"CR LF, no last line end", "a,b\r\n1,2\r\n3,4", Options{}, want},
		{"byte order mark", "\ufeffa,b\n1,2\n3,4\n", Options{}, want},
		{"comments and blank lines", "# free\n\n  # x\na,b\n\n# 7,8\n1,2\n \t \n3,4\n#\n", Options{}, want},
		{"white space", " a , b \n 1 ,\t2 \n3 , 4\n", Options{}, want},
		{"quotes", "\"a\", \"b\"\n\"1\", \"2\"\n3,\"4\"\n", Options{}, want},
		{"cells of several lines", "\"a\nb\",c\n1,2\n", Options{Column: "a\nb"}, "|t [1]"},
		{"a comma in the semicolons' heading", "name;time, ms\nx;1\n", Options{}, "time, ms|t [0.001] sec"},
		{"the delimiter that was asked for", "a;b,c\n1,2\n", Options{Delimiters: ","}, "a;b|t [1]\nc|t [2]"},
		{"one column", "time_s\n1\n\n2\n", Options{}, "time_s|t [1 2] sec"},
		{"empty cells among tabs", "a\tb\tc\n1\t\t2\n", Options{}, "a|t [1]\nc|t [2]"},
		{"index of pandas", ",a\n0,5\n1,6\n", Options{}, "a|t [5 6]"},
		{"index, read and written again", ",Unnamed: 0,a\n0,0,5\n1,1,6\n", Options{}, "a|t [5 6]"},
		{"index that is asked for", ",a\n0,5\n1,6\n", Options{Column: "1"}, "|t [0 1]"},
		{"no name elsewhere", "a,\n1,2\n", Options{}, "a|t [1]\ncolumn 2|t [2]"},
		{"comma at the end of each line", "a,b,\n1,2,\n3,4,\n", Options{}, want},
		{"by number", "a,b\n1,2\n3,4\n", second, "|t [2 4]"},
		{"by name", "a,b\n1,2\n3,4\n", Options{Column: "a"}, "|t [1 3]"},
		{"text is no measurement", "a,name,b\n1,x,2\n3,y,4\n", Options{}, want},
		{"columns that were not asked for", "a,b\nx,2\n3,4\n", second, "|t [2 4]"},

		{"empty", "", Options{}, "0 samples: the file is empty"},
		{"comments only", "# a\n\n", Options{}, "0 samples: no line holds data"},
		{"heading only", "a,b\n", Options{}, "0 samples: no line below the heading holds data"},
		{"text only", "a,b\nx,y\n", Options{}, `0 samples: no column holds numbers, of "a", "b"`},
		{"no heading", "3,5\n4,6\n", Options{}, `1: "3,5" is data: want a heading that names the columns, or --input columns -d ','`},
		{"first row taken for a heading", "# c\nrg,0.5\nrg,0.6\n", Options{}, `2: column 2: "0.5" in the heading is a number, with numbers below: want the column's name`},
		{"short row", "a,b\n1,2\n\n3\n", Options{}, "4: 1 cell, want the heading's 2"},
		{"long row", "a,b\n\"1\n\",2\n3,4,5\n", Options{}, "4: 3 cells, want the heading's 2"},
		{"no such name", "# c\na,b\n1,2\n", Options{Column: "c"}, `2: -C: no column is named "c" in the heading, which has "a", "b"`},
		{"no such number", "a,b\n1,2\n", Options{Column: "3"}, "1: -C 3: want the number of a column, from 1 to 2"},
		{"column 0", "a,b\n1,2\n", Options{Column: "0"}, "1: -C 0: want the number of a column, from 1 to 2"},
		{"ambiguous name", "a,a\n1,2\n", Options{Column: "a"}, `1: -C: columns 1 and 2 are both named "a": choose one by its number`},
		{"ambiguous groups", "a,b,a\n1,2,3\n", Options{}, `1: columns 1 and 3 are both named "a": choose one by its number, -C 3`},
		{"delimiter", "a|b\n1|2\n", Options{Delimiters: "|"}, `-d "|": want "," or ";" or a tab between the cells of CSV`},
		{"bare quote", "a,b\n1,2\n3,5\"\n", Options{}, `3: quote in a cell that does not begin with one: want the cell in quotes, with "" for a quote`},
		{"open quote", "a,b\n1,2\n\"3,4\n5,6\n", Options{}, `3: quote that is not closed, or has text behind it: want "" for a quote in a cell in quotes`},
		{"quote in the heading", "# c\na,b\"c\n1,2\n", Options{}, `2: quote in a cell that does not begin with one: want the cell in quotes, with "" for a quote`},
		{"text behind a quote", "a,b\n1,\"2\"3\n", Options{}, `2: quote that is not closed, or has text behind it: want "" for a quote in a cell in quotes`},
		{"NUL byte at the top", "# c\n\x00a,b\n1,2\n", Options{}, "2: NUL byte: want text"},
		{"NUL byte", "a,b\n1,2\n3,\x004\n", Options{}, "3: NUL byte: want text"},
	})
}

func TestCSVCells(t *testing.T) {
	chosen := Options{Column: "t"}
	checkCSV(t, []csvTest{
		{"units", "n,t\nx,26.26 ms\ny,900 us\nz,\"24,323.172 ns\"\n", Options{}, "t|t [0.02626 0.0009 2.4323172e-05] sec"},
		{"unit in the heading", "time (ms),rate (MB/s)\n26.26,14.9\n", Options{}, "time (ms)|t [0.02626] sec\nrate (MB/s)|t [1.49e+07] B/s"},
		{"unit that is not known", "n,t\nx,5 requests/s\n", Options{}, "t|t [5] requests/s"},
		{"unit in heading and cells", "time (s),n\n5 ms,x\n6,x\n", Options{}, "time (s)|t [0.005 6] sec"},
		{"unit missing", "n,t\nx,5 ms\nx,6\n", Options{}, `3: column 2: "6" is in no unit, line 2 of "t" in "sec"`},
		{"two units", "n,t\nx,5\nx,6 B\n", Options{}, `3: column 2: "6 B" is in "B", line 2 of "t" in no unit`},
		{"wrong unit", "time (s),n\n5 kB,x\n", Options{}, `2: "5 kB" is not in "sec", as the heading says (in "time (s)")`},
		{"missing values", "t,u\n1,NaN\n,2\nn/a,3\nNA,4\n?,5\n-,6\n7,8\n", Options{}, "t|t [1 7]\nu|t [2 3 4 5 6 8]"},
		{"column without a value", "t,u\n1,\n2,NA\n", Options{}, "t|t [1 2]"},
		{"chosen column without a value", "u,t\n1,\n2,NA\n", chosen, `0 samples: no line has a value in column 2 ("t")`},
		{"word among numbers", "n,t\nx,1\nx,\nx,fast\n", Options{}, `4: column 2: "fast" is not a number, unlike line 2 of "t"`},
		{"number among words", "n,t\nx,(s)\nx,1\n", Options{}, `2: column 2: "(s)" is not a number, unlike line 3 of "t": choose another column with -C`},
		{"word in the chosen column", "n,t\nx,fast\n", chosen, `2: column 2: "fast" in "t" is not a number`},
		{"one word among 1,024 numbers", "n,t\n" + strings.Repeat("x,1\n", 1000) + "x,timeout\n" + strings.Repeat("x,1\n", 24), Options{}, `1002: column 2: "timeout" is not a number, unlike line 2 of "t"`},
		{"line of a cell in a row of several", "n,t\n\"x\ny\",z\n\"x\ny\",1\n", chosen, `3: column 2: "z" in "t" is not a number`},
		{"infinity", "n,t\nx,1\nx,-inf\n", Options{}, `3: column 2: "-inf" is not a finite number (in "t")`},
		{"huge integer", "n,t\nx,340282366920938463463374607431768211456\n", Options{}, "t|t [3.402823669209385e+38]"},
		{"words that look like numbers here and there", "commit,t\nabc1234,1\n7e99999,2\n", Options{}, "t|t [1 2]"},
		{"duration", "n,t\nx,1:02.5\nx,0:03\n", chosen, "|t [62.5 3] sec"},
		{"duration or not", "n,t\nx,1:02.5\n", Options{}, `2: column 2: "1:02.5" is a duration or a time of the day: choose its column with -C, or another one (in "t")`},
		{"decimal commas", "n;t\nx;3,5\nx;12,345\n", Options{}, "t|t [3.5 12.345]"},
		{"decimal commas or not", "n;t\nx;12,345\nx;3,5\n", Options{}, `2: column 2: "12,345" may be 12.345 or 12345: write a decimal comma as a point, and thousands without one (in "t")`},
		{"decimal commas among commas", "n,t\nx,\"3,5\"\n", Options{}, `2: column 2: "3,5" has a decimal comma: write it as a point, or separate the cells with semicolons (in "t")`},
	})
}

func TestLongCSV(t *testing.T) {
	const text = "tool,size,time,note\nrg,1,10,\nag,1,20,\nrg,2,30,\nag,1,21,\nrg,1,11,\nack,2,NA,\nrg,2,31,\n"
	long := func(by, column string, group ...string) Options {
		return Options{By: by, Column: column, Group: group}
	}
	checkCSV(t, []csvTest{
		{"group", text, long("", "time", "tool"), "tool=rg|t [10 30 11 31]\ntool=ag|t [20 21]"},
		{"groups", text, long("", "", "tool", "size"), "tool=rg/size=1|t [10 11]\ntool=ag/size=1|t [20 21]\ntool=rg/size=2|t [30 31]"},
		{"group by number", text, long("", "", "2", "1"), "size=1/tool=rg|t [10 11]\nsize=1/tool=ag|t [20 21]\nsize=2/tool=rg|t [30 31]"},
		{"datasets", text, long("tool", "time"), "|rg [10 30 11 31]\n|ag [20 21]\n lacks [ack], baseline too: false"},
		{"both", text, long("tool", "", "size"), "size=1|rg [10 11]\nsize=1|ag [20 21]\nsize=1 lacks [ack], baseline too: false\nsize=2|rg [30 31]\nsize=2 lacks [ag ack], baseline too: false"},
		{"baseline first, in each group", "v,k,t\na,x,1\nb,x,2\nb,y,3\na,y,4\nb,z,5\n", long("v", "", "k"), "k=x|a [1]\nk=x|b [2]\nk=y|a [4]\nk=y|b [3]\nk=z|b [5]\nk=z lacks [a], baseline too: true"},
		{"empty key", "k,t\n,1\nx,2\n", long("", "", "k"), "k=|t [1]\nk=x|t [2]"},
		{"names stay apart", "a,b,t\nx/b=y,z,1\nx,y/b=z,2\n\"\"\"\",,3\n", long("", "", "a", "b"), `a="x/b=y"/b=z|t [1]` + "\n" + `a=x/b="y/b=z"|t [2]` + "\n" + `a="\""/b=|t [3]`},
		{"names that fill a line only", "\"k\nl\",d,t\n\"x\ny\",\"v\tw\",1\n", long("d", "", "1"), `"k\nl"="x\ny"|"v\tw" [1]`},
		{"index is no measurement", ",k,t\n0,x,5\n1,x,6\n", long("", "", "k"), "k=x|t [5 6]"},
		{"keys need not be text or numbers", "k,t\n1,5\nx,6\n", long("", "", "k"), "k=1|t [5]\nk=x|t [6]"},

		{"several measurements", text, long("", "", "tool"), `columns "size", "time" hold numbers: choose the measurement with -C (the first of them is often a size, not a sample)`},
		{"no measurement", "k,t\nx,y\n", long("", "", "k"), `0 samples: no column holds numbers, of "k", "t"`},
		{"measurement as a key", text, long("", "tool", "tool"), `1: column 1 ("tool") is named twice by --group, --by and -C`},
		{"dataset as a key", text, long("size", "time", "tool", "2"), `1: column 2 ("size") is named twice by --group, --by and -C`},
		{"no such key", text, long("", "", "tool", "host"), `1: --group: no column is named "host" in the heading, which has "tool", "size", "time", "note"`},
		{"no such dataset", text, long("host", ""), `1: --by: no column is named "host" in the heading, which has "tool", "size", "time", "note"`},
	})
}

func TestCSVReadError(t *testing.T) {
	broken := errors.New("broken disk")
	for _, text := range []string{"", "# c\n", "a,b", "a,b\n1,2\n3,4", "a,b\n1,\"2"} {
		_, err := Load(nil, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), Options{Format: "csv"})
		if !errors.Is(err, broken) || err.Error() != "<stdin>: broken disk" {
			t.Errorf("%q: got error %v", text, err)
		}
	}
}

// TestLongSeries reads a series that needs more room than it began with, from a
// file: room for about as many values as there are is enough.
func TestLongSeries(t *testing.T) {
	const rows = 100_000
	text := []byte("k,t\n")
	var want []float64
	for i := range rows {
		text = fmt.Appendf(text, "x,%d\n", 100_000+i)
		want = append(want, float64(100_000+i))
	}
	inFolder(t, map[string]string{"t.csv": string(text)})
	groups, err := Load([]string{"t.csv"}, nil, Options{Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	got := groups[0].Samples[0].Values
	if !slices.Equal(got, want) {
		t.Error("values differ")
	}
	if cap(got) > rows*5/4 {
		t.Errorf("room for %d values, want hardly more than %d", cap(got), rows)
	}
}

// TestCSVOfManyFiles compares a column of two files: where it is chosen, its name
// and scale may differ.
func TestCSVOfManyFiles(t *testing.T) {
	inFolder(t, map[string]string{"a.csv": "n,time (s)\nx,1.5\n", "b.csv": "n;time_ms\nx;1600\n"})
	groups, err := Load([]string{"a.csv", "b.csv"}, nil, Options{Format: "csv", Column: "2"})
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 1 || len(groups[0].Samples) != 2 || groups[0].Unit() != "sec" {
		t.Fatalf("got %d groups, want one of two samples in sec", len(groups))
	}
	if a, b := groups[0].Samples[0].Values[0], groups[0].Samples[1].Values[0]; a != 1.5 || b != 1.6 {
		t.Errorf("got %v and %v, want 1.5 and 1.6", a, b)
	}
}

func TestCSVHeader(t *testing.T) {
	const text = "# unit: widgets\n# better: higher\n# host: x\na,time (s)\n1,2\n"
	groups, err := Load(nil, strings.NewReader(text), Options{Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	for i, unit := range []string{"widgets", "sec"} {
		s := groups[i].Samples[0]
		if host, _ := s.Header.Get("host"); s.Unit != unit || s.Better != ministat.HigherIsBetter || host != "x" {
			t.Errorf("%s: got %q, %s, host %q, want %q, higher, x", groups[i].Name, s.Unit, s.Better, host, unit)
		}
	}
}

func TestCSVWarnings(t *testing.T) {
	for _, test := range []struct {
		name, text string
		o          Options
		want       string // of all samples
	}{
		{"none", "k,a,b\nx,1,2\nx,3,4\n", Options{}, ""},
		{"missing values", "a,b\n1,\n2,3\nNA,4\n,5\n", Options{}, `skipped-lines: <stdin>:4: 2 lines have no value in column 1 ("a")
skipped-lines: <stdin>:2: 1 line has no value in column 2 ("b")`},
		{"missing values of a benchmark", "k,a\nx,1\ny,\ny,2\nz,\n", Options{Group: []string{"k"}}, `skipped-lines: <stdin>:5: 1 line has no value in column 2 ("a") of k=z
skipped-lines: <stdin>:3: 1 line has no value in column 2 ("a") of k=y`},
		{"a direction that is none", "# better: x\na,b\n1,2\n", Options{Column: "b"}, `header: <stdin>:1: "x" is no direction: want higher or lower`},
		{"mixed", "k,l,a\nx,p,1\ny,p,2\nx,p,3\n", Options{}, `mixed-keys: <stdin>: rows of different "k" are mixed in one sample; tell them apart with --group k`},
		{"mixed in the chosen column", "k,l,a\nx,p,1\ny,q,2\nx,p,3\n", Options{Column: "a"}, `mixed-keys: <stdin>: rows of different "k", "l" are mixed in one sample; tell them apart with --group k,l`},
		{"mixed still", "k,l,a\nx,p,1\nx,q,2\ny,q,3\n", Options{Group: []string{"k"}}, `mixed-keys: <stdin>: rows of different "l" are mixed in one sample; tell them apart with --group k,l`},
		{"apart", "k,l,a\nx,p,1\nx,q,2\ny,q,3\n", Options{Group: []string{"k", "l"}}, ""},
		{"apart as datasets", "k,a\nx,1\ny,2\nx,3\n", Options{By: "k"}, ""},
		{"mixed sizes", "n,a\n1,5\n1,6\n2,7\n2,8\n", Options{Column: "a"}, `mixed-keys: <stdin>: rows of different "n" are mixed in one sample; tell them apart with --group n`},
		{"mixed sizes of a benchmark", "k,n,a\nx,1,5\nx,1,6\nx,2,7\nx,2,8\ny,1,9\n", Options{Column: "a", Group: []string{"k"}}, `mixed-keys: <stdin>: rows of different "n" are mixed in one sample; tell them apart with --group k,n`},
		{"whole numbers that are no key", "n,a\n1,5\n1,6\n2,7\n2,8\n2,9\n", Options{Column: "a"}, ""},
		{"numbers that are not whole", "n,a\n1.5,5\n1.5,6\n2,7\n2,8\n", Options{Column: "a"}, ""},
		{"a number a row", "n,a\n1,5\n2,6\n3,7\n", Options{Column: "a"}, ""},
		{"numbers of runs", "warmup_iter,a\n1,5\n1,6\n2,7\n2,8\n", Options{Column: "a"}, ""},
		{"the samples themselves", "a_ms\n12\n12\n13\n13\n", Options{}, ""},
		{"names that a shell would not leave alone", "my key,a\nx,1\ny,2\nx,3\n", Options{}, `mixed-keys: <stdin>: rows of different "my key" are mixed in one sample; tell them apart with --group 1`},
		{"all different", "when,a\nmon,1\ntue,2\nwed,3\n", Options{}, ""},
	} {
		test.o.Format = "csv"
		groups, err := Load(nil, strings.NewReader(test.text), test.o)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for _, g := range groups {
			for _, s := range g.Samples {
				for _, w := range s.Warnings {
					got = append(got, w.Code+": "+w.String())
				}
			}
		}
		if text := strings.Join(got, "\n"); text != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, text, test.want)
		}
	}
}

func TestLooksLikeCSV(t *testing.T) {
	for _, test := range []struct {
		line, delimiters string
		want             bool
	}{
		{"a,b", "", true},
		{"name;time (ms)\r\n", "", true},
		{"name\ttime", "", true},
		{",a", "", true},
		{"\ta", "", true},
		{"threads,1,2,4", "", true},
		{`"time, in s",x`, "", true},
		{`a,"b`, "", true}, // goes on in the next line
		{"a;b", ";", true},
		{"3,5", "", false},
		{"3;5 ms", "", false},
		{"1,NaN", "", false},
		{"5,", "", false},
		{"4\tslow", "", false}, // a sample with a note
		{"4\t", "", false},
		{"a b c", "", false},
		{"7", "", false},
		{"time", "", false},
		{"", "", false},
		{"a,b", ";", false},
		{"a|b", "|", false},
	} {
		if got := looksLikeCSV([]byte(test.line), test.delimiters); got != test.want {
			t.Errorf("%q with %q: got %t", test.line, test.delimiters, got)
		}
	}
}

// csvSeries is one of truth.json, which was computed from the file by other means.
type csvSeries struct {
	N                          int
	Mean, SD, Median, Min, Max float64
	Labels                     struct{ Benchmark, Name string }
}

func TestCSVTruth(t *testing.T) {
	const name = "csv-ripgrep-raw-crlf.csv"
	folder := filepath.Join("..", "..", "testdata", "files")
	text, err := os.ReadFile(filepath.Join(folder, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string]struct{ Series []json.RawMessage }
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	groups, err := Load([]string{filepath.Join(folder, name)}, nil, Options{
		Format: "csv", Group: []string{"benchmark", "name"}, Column: "duration",
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(truth[name].Series); len(groups) != want || want != 52 {
		t.Fatalf("got %d groups, want %d, which are 52", len(groups), want)
	}
	for i, raw := range truth[name].Series {
		var want csvSeries
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		wantName := "benchmark=" + want.Labels.Benchmark + "/name=" + want.Labels.Name
		if groups[i].Name != wantName {
			t.Errorf("group %d is %q, want %q", i, groups[i].Name, wantName)
		}
		checkFigures(t, groups[i].Samples[0].Values, want)
	}
}

func checkFigures(t *testing.T, values []float64, want csvSeries) {
	t.Helper()
	n := float64(len(values))
	var sum, squares float64
	for _, v := range values {
		sum += v
	}
	for _, v := range values {
		squares += (v - sum/n) * (v - sum/n)
	}
	sorted := slices.Sorted(slices.Values(values))
	for _, figure := range []struct {
		name      string
		got, want float64
	}{
		{"n", n, float64(want.N)},
		{"mean", sum / n, want.Mean},
		{"standard deviation", math.Sqrt(squares / (n - 1)), want.SD},
		{"median", (sorted[len(sorted)/2] + sorted[(len(sorted)-1)/2]) / 2, want.Median},
		{"minimum", sorted[0], want.Min},
		{"maximum", sorted[len(sorted)-1], want.Max},
	} {
		if math.Abs(figure.got-figure.want) > 1e-13*math.Abs(figure.want) {
			t.Errorf("%v: %s %v, want %v", want.Labels, figure.name, figure.got, figure.want)
		}
	}
}
