package input

import (
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ministat/ministat"
)

// lineTest is a text with what must be read of it: nil stands for an error.
type lineTest struct {
	name, text string
	o          Options
	want       []float64
}

func lineTests() []lineTest {
	comma := Options{Delimiters: ","}
	second := Options{Column: "2"}
	commaSecond := Options{Delimiters: ",", Column: "2"}
	mixedSecond := Options{Delimiters: ", ", Column: "2"}
	classic := Options{Classic: true}
	classicSecond := Options{Classic: true, Column: "2"}
	classicComma := Options{Classic: true, Delimiters: ",", Column: "2"}
	return []lineTest{
		{"plain", "3\n1\n10\n2\n", Options{}, []float64{3, 1, 10, 2}},
		{"no last line end", "1\n2", Options{}, []float64{1, 2}},
		{"CR LF", "1\r\n2\r\n3", Options{}, []float64{1, 2, 3}},
		{"byte order mark, comments, blank lines", "\ufeff# dup2 ns\r\n12\r\n\r\n  14\r\n13 # second run\r\n16", Options{}, []float64{12, 14, 13, 16}},
		{"white space", "1\n2\n  \n \t\n3\n\v4\n5\f\n", Options{}, []float64{1, 2, 3, 4, 5}},
		{"tab after the number", "1\t\n2 \t \n", Options{}, []float64{1, 2}},
		{"more columns", "4 x\n6 7 8\n", Options{}, []float64{4, 6}},
		{"forms of numbers", "+1\n.5\n5.\n1e3\n1E-3\n-0\n", Options{}, []float64{1, .5, 5, 1000, .001, 0}},
		{"hexadecimal", "0x10\n0x1p4\n0x1.8p1\n-0X.8\n", Options{}, []float64{16, 16, 3, -.5}},
		{"underflow", "1e-400\n4e-324\n1e-999999999999\n0x1p-2000\n", Options{}, []float64{0, 5e-324, 0, 0}},
		{"huge exponent of nothing", "0e999999999999\n0.0e-5\n", Options{}, []float64{0, 0}},
		{"runs of blanks", "1 \t 2\n  3    4\n", second, []float64{2, 4}},
		{"comment before the column", "1 2\n1 #x\n2 3\n# 4 5\n", second, []float64{2, 3}},
		{"comment behind the column", "1 2 # 3\n", second, []float64{2}},
		{"sign of a comment within a cell", "1#2 3\n", second, []float64{3}},
		{"empty cell", "r1,20,400\nr2,,401\nr3,21,402\n", commaSecond, []float64{20, 21}},
		{"blank cell", "1, ,3\n1,\t,3\n1,2\n", commaSecond, []float64{2}},
		{"blanks around a cell", " 1 , 2 \n\t3\t,\t4\t,5\n", commaSecond, []float64{2, 4}},
		{"empty first cell", ",2\n ,3\n", commaSecond, []float64{2, 3}},
		{"comment among commas", "# 1,2\n #3,4\n5,# 6\n7,8,#9\n", commaSecond, []float64{8}},
		{"quoted", "\"1\",\"2\"\n\"a,b\",3\n\"say \"\"4\"\", please\",4\n x , \" 5 \" , 6\n\"\",\"\"\n", commaSecond, []float64{2, 3, 4, 5}},
		{"comment in quotes is none", "\"#\",2\n", commaSecond, []float64{2}},
		{"quote within a cell", "5\" disk,2\na \"b\" c,3\n", commaSecond, []float64{2, 3}},
		{"quote as the delimiter", "1\"2\n3\"4\n", Options{Delimiters: "\"", Column: "2"}, []float64{2, 4}},
		{"quotes among blanks are ordinary", "\"a 1\n\"b c\" 2\n", Options{Column: "2"}, nil},
		{"blank and comma", "1, 2\n1 ,3\n1 , 4\n1 5\n1,6\n", mixedSecond, []float64{2, 3, 4, 5, 6}},
		{"blank and comma, empty cells", "1,,2\n1 , ,2\n, 3\n ,4\n,\n", mixedSecond, []float64{3, 4}},
		{"blank and comma, third column", "1 ,2 3\n1, 2 ,4\n1 2 , 5\n", Options{Delimiters: ", ", Column: "3"}, []float64{3, 4, 5}},
		{"tab alone", "a b\t1\n\tc\t\t2\nd\t \t3\n", Options{Delimiters: "\t", Column: "2"}, []float64{1, 2}},
		{"a digit as the delimiter", "152\n253\n", Options{Delimiters: "5", Column: "2"}, []float64{2, 3}},
		{"comment sign as the delimiter", "1#2\n3#4\n", Options{Delimiters: "#", Column: "2"}, []float64{2, 4}},
		{"CR as the delimiter", "1\r2\r\n3\r4\n", Options{Delimiters: "\r", Column: "2"}, []float64{2, 4}},
		{"line end as the delimiter", "1\n2\n", Options{Delimiters: "\n"}, []float64{1, 2}},
		{"by name", "# c\n\n name  time\nx 1\ny 2\n", Options{Column: "time"}, []float64{1, 2}},
		{"by a name in quotes", "id,\"time, \"\"s\"\"\"\n1,2\n3,4\n", Options{Delimiters: ",", Column: `time, "s"`}, []float64{2, 4}},
		{"by a name, after a mark", "\ufefftime\n1\n", Options{Column: "time"}, []float64{1}},
		{"by a name, empty cells", ",a,,b\n1,2,3,4\n", Options{Delimiters: ",", Column: "b"}, []float64{4}},
		{"digits are no name", "7 3\n8 4\n", second, []float64{3, 4}},
		{"classic: runs of commas", "1,,3\n4,5,6\n,7,,9\n10,12\n", classicComma, []float64{3, 5, 9, 12}},
		{"classic: short lines", "1 2\n3\n5 6\n", classicSecond, []float64{2, 6}},
		{"classic: blank before a number", "1, 4\n7,\t8\n", classicComma, []float64{4, 8}},
		{"classic: blank before a comment", "1,2\n # c,5\n", classicComma, []float64{2, 5}},
		{"classic: headers are comments", "# unit: sec\n# better: sideways\n1\n", classic, []float64{1}},
		{"first column, comma", "1,x\n2\n", comma, []float64{1, 2}},
	}
}

func TestLines(t *testing.T) {
	for _, test := range lineTests() {
		groups, err := Load(nil, strings.NewReader(test.text), test.o)
		if test.want == nil {
			if err == nil {
				t.Errorf("%s: got %v, want an error", test.name, groups[0].Samples[0].Values)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := groups[0].Samples[0].Values; !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// TestClassicAsC gives the texts to the C program, where it is installed: the
// classic way must read the same numbers, and fail where the C program fails.
func TestClassicAsC(t *testing.T) {
	program, err := exec.LookPath("/usr/bin/ministat")
	if err != nil {
		t.Skip(err)
	}
	for _, test := range lineTests() {
		o := Options{Delimiters: test.o.Delimiters, Column: test.o.Column, Classic: true}
		args := []string{"-n"}
		if o.Delimiters != "" {
			args = append(args, "-d", o.Delimiters)
		}
		if o.Column != "" {
			args = append(args, "-C", o.Column)
		}
		delimiter := (o.Delimiters + " ")[:1]
		line := strings.Join([]string{"1", "1", "1", "1\n"}, delimiter)
		text := strings.TrimRight(test.text, "\n") + "\n" + strings.Repeat(line, 3) // it wants three values

		c := exec.Command(program, args...)
		c.Stdin = strings.NewReader(text)
		out, failed := c.Output()
		groups, err := Load(nil, strings.NewReader(text), o)
		if err != nil || failed != nil {
			if (err == nil) != (failed == nil) {
				t.Errorf("%s: got error %v, the C program: %v", test.name, err, failed)
			}
			continue
		}
		values := groups[0].Samples[0].Values
		got := fmt.Sprintf("x %3d %13.8g %13.8g", len(values), slices.Min(values), slices.Max(values))
		if !strings.Contains(string(out), got) {
			t.Errorf("%s: got %q, the C program:\n%s", test.name, got, out)
		}
	}
}

func TestLineErrors(t *testing.T) {
	commaSecond := Options{Delimiters: ",", Column: "2"}
	const (
		heading = "; looks like a header: name the column with -C NAME"
		commas  = ": use -d , where commas separate columns, and write a decimal comma as a point"
	)
	for _, test := range []struct {
		text string
		o    Options
		want string // behind "<stdin>"
	}{
		{"4\n5\nnan\n6\n", Options{}, `:3: "nan" is not a finite number`},
		{"4\n-NaN(1)\n", Options{Classic: true}, `:2: "-NaN(1)" is not a finite number`},
		{"+Inf\n", Options{}, `:1: "+Inf" is not a finite number`},
		{"-infinity\n", Options{Classic: true}, `:1: "-infinity" is not a finite number`},
		{"1\n-1e999\n", Options{}, `:2: "-1e999" is beyond the largest number, 1.7976931348623157e+308`},
		{"1\n0x1p5000\n", Options{Classic: true}, `:2: "0x1p5000" is beyond the largest number, 1.7976931348623157e+308`},
		{"1\n1ms\n", Options{}, `:2: "1ms" is not a number`},
		{"1_0\n", Options{}, `:1: "1_0" is not a number`},
		{"1\n0x1_0p0\n", Options{}, `:2: "0x1_0p0" is not a number`},
		{"1\n0x\n", Options{}, `:2: "0x" is not a number`},
		{"1\n1e\n", Options{}, `:2: "1e" is not a number`},
		{"1\n2\u00a0\n", Options{}, `:2: "2\u00a0" is not a number`},
		{"1\n\xff\n", Options{}, `:2: "\xff" is not a number`},
		{"1\n2\r3\n", Options{}, `:2: "2\r3" is not a number`},
		{"1\n" + strings.Repeat("x", 50) + "\n", Options{}, `:2: "` + strings.Repeat("x", 40) + `"... is not a number`},
		{"1#one\n", Options{}, `:1: "1#one" is not a number`},
		{"\"1\"\n", Options{Classic: true}, `:1: "\"1\"" is not a number`},
		{"1 2\n3 x\n", Options{Column: "2"}, `:2: column 2: "x" is not a number`},

		{"time\n1\n", Options{}, `:1: "time" is not a number` + heading},
		{"# c\n\nname time\nx 1\n", Options{Column: "2"}, `:3: column 2: "time" is not a number` + heading},
		{"name,\"time, s\"\nx,1\n", commaSecond, `:1: column 2: "time, s" is not a number` + heading},
		{",name\n", commaSecond, `:1: column 2: "name" is not a number` + heading},
		{"time\n", Options{Classic: true}, `:1: "time" is not a number`},
		{"foo 12\n", Options{}, `:1: "foo" is not a number`}, // a value in the wrong column
		{"1\ntime\n", Options{}, `:2: "time" is not a number`},
		{"1ms\n", Options{}, `:1: "1ms" is not a number`},
		{"3,5\n", Options{}, `:1: "3,5" is not a number` + commas},
		{"1\n3,5\n", Options{Classic: true}, `:2: "3,5" is not a number` + commas},
		{"name,time\nx,1\n", Options{Format: "columns"}, `:1: "name,time" is not a number` + commas + heading},

		{"a,1\n\"b,2\n", commaSecond, `:2: "\"b,2": the quote is not closed in its line`},
		{"a,1\nb,\"2\n", commaSecond, `:2: column 2: "\"2": the quote is not closed in its line`},
		{"a,1\nb,2,\"see\n", commaSecond, `:2: column 3: "\"see": the quote is not closed in its line`},
		{"a,\"1\"2,3\n", commaSecond, `:1: column 2: "\"1\"2,3": want a delimiter after the closing quote`},

		{"name time\nx 1\n", Options{Column: "rate"}, `:1: no column is named "rate" in the heading, which has "name", "time"`},
		{"# c\n1\n", Options{Column: "rate"}, `:2: no column is named "rate" in the heading, which has "1"`},
		{"a b a\n", Options{Column: "a"}, `:1: columns 1 and 3 are both named "a": choose one by its number`},
		{"a,\"b\n", Options{Delimiters: ",", Column: "a"}, `:1: "\"b": the quote is not closed in its line`},

		{"1\n2\x00\n", Options{}, ":2: NUL byte: want text"},
		{"1\nx\n2\x00\n", Options{}, `:2: "x" is not a number`},
		{"# \x00\n1\n", Options{Classic: true}, ":1: NUL byte: want text"},
		{"1\x002\x00\n\x003\x00\n\x00", Options{}, ":1: NUL byte: looks like UTF-16 without a byte order mark; want UTF-8, or UTF-16 with one"},
		{"\x001\x00\n\x002\x00\n", Options{}, ":1: NUL byte: looks like UTF-16 without a byte order mark; want UTF-8, or UTF-16 with one"},

		{"", Options{}, ": 0 samples: the file is empty"},
		{"\ufeff", Options{}, ": 0 samples: the file is empty"},
		{"\n \n", Options{}, ": 0 samples: no line holds data"},
		{"# run crashed\n", Options{}, ": 0 samples: no line holds data"},
		{"# run crashed", Options{Classic: true}, ": 0 samples: no line holds data"},
		{"time\n", Options{Column: "time"}, ": 0 samples: no line holds data"},
		{"1\n2\n", Options{Column: "2"}, ": 0 samples: 2 lines have no value in column 2"},
		{"1\n", Options{Column: "2", Classic: true}, ": 0 samples: 1 line has no value in column 2"},
		{"a,b\n1,\n", Options{Column: "b", Delimiters: ","}, `: 0 samples: 1 line has no value in column 2 ("b")`},
	} {
		groups, err := Load(nil, strings.NewReader(test.text), test.o)
		if err == nil {
			t.Errorf("%q: got %v, want error %q", test.text, groups[0].Samples[0].Values, test.want)
		} else if err.Error() != "<stdin>"+test.want {
			t.Errorf("%q: got error %q, want %q", test.text, err, "<stdin>"+test.want)
		}
	}
}

func TestParseErrorFields(t *testing.T) {
	_, err := Load(nil, strings.NewReader("1 2\n3 x\n"), Options{Column: "2"})
	e, ok := err.(*ParseError)
	if !ok || e.File != "<stdin>" || e.Line != 2 || e.Column != 2 || e.Unwrap() != e.Err || e.Err == nil {
		t.Errorf("got %#v, want column 2 of line 2 of <stdin>", err)
	}
}

func TestSkippedLines(t *testing.T) {
	for _, test := range []struct {
		text string
		o    Options
		want []string
	}{
		{"r1,20\nr2,\nr3,21\n", Options{Column: "2", Delimiters: ","}, []string{"<stdin>:2: 1 line has no value in column 2"}},
		{"# c\n1 2\n1\n\n1 # 2\n1\n3 4\n", Options{Column: "2"}, []string{"<stdin>:3: 3 lines have no value in column 2"}},
		{"a b\n1 2\n3\n", Options{Column: "b"}, []string{`<stdin>:3: 1 line has no value in column 2 ("b")`}},
		{"1 2\n3\n", Options{Column: "2", Classic: true}, nil},
		{"# c\n\n1 2\n", Options{Column: "2"}, nil},
	} {
		var got []string
		for _, w := range load(t, nil, test.text, test.o).Samples[0].Warnings {
			got = append(got, w.Message)
			if w.Code != "skipped-lines" {
				t.Errorf("%q: warning of code %q", test.text, w.Code)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: got warnings %q, want %q", test.text, got, test.want)
		}
	}
}

func TestHeader(t *testing.T) {
	const text = "# a free comment\n# unit: B/s\n\n#better:higher\n# unit: sec\n1\n# unit: ms\n"
	s := load(t, nil, text, Options{}).Samples[0]
	want := ministat.Header{{Key: "unit", Value: "B/s"}, {Key: "better", Value: "higher"}, {Key: "unit", Value: "sec"}}
	if !slices.Equal(s.Header, want) || s.Unit != "B/s" || s.Better != ministat.HigherIsBetter || s.Warnings != nil {
		t.Errorf("got header %v, unit %q, better %s, warnings %v", s.Header, s.Unit, s.Better, s.Warnings)
	}
	if s = load(t, nil, text, Options{Classic: true}).Samples[0]; s.Header != nil || s.Unit != "" || s.Better != ministat.Unknown {
		t.Errorf("classic: got header %v, unit %q, better %s", s.Header, s.Unit, s.Better)
	}
	s = load(t, nil, "# better: lower\n# better: higher\n1\n", Options{}).Samples[0]
	if len(s.Warnings) != 1 || s.Better != ministat.Unknown || !strings.Contains(s.Warnings[0].Message, "<stdin>:2: better is \"higher\" here and \"lower\" before") {
		t.Errorf("two directions: got better %s and warnings %v, want none and a warning", s.Better, s.Warnings)
	}
	s = load(t, nil, "# x: y\n# better: sideways\n1\n", Options{}).Samples[0]
	warnings := []ministat.Warning{{Code: "header", Message: `<stdin>:2: "sideways" is no direction: want higher or lower`}}
	if s.Better != ministat.Unknown || !slices.Equal(s.Warnings, warnings) {
		t.Errorf("got better %s and warnings %v, want %v", s.Better, s.Warnings, warnings)
	}
}

// TestLargeTexts reads texts of many blocks: lines of every length, with the
// same result for any number of processors, and the first of many errors.
func TestLargeTexts(t *testing.T) {
	var text strings.Builder
	var want []float64
	for i := range 150_000 {
		v := float64(i%1000) / 8
		want = append(want, v)
		fmt.Fprintf(&text, "%g %s\n", v, strings.Repeat("x", i%17))
		if i%1000 == 0 {
			text.WriteString("# a comment\n\n")
		}
	}
	long := strings.Repeat("y", 3*blockSize)
	fmt.Fprintf(&text, "7 %s\n%s 8\n9 %s", long, strings.Repeat(" ", 3*blockSize), long)
	want = append(want, 7, 8, 9)
	lines := 150_000 + 2*150 + 3
	bad := text.String() + "\nx\n" + strings.Repeat("z\n", blockSize)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(processors)
		if got := load(t, nil, text.String(), Options{}).Samples[0].Values; !slices.Equal(got, want) {
			t.Errorf("%d processors: got %d values, want %d", processors, len(got), len(want))
		}
		_, err := Load(nil, strings.NewReader(bad), Options{})
		if want := fmt.Sprintf(`<stdin>:%d: "x" is not a number`, lines+1); err == nil || err.Error() != want {
			t.Errorf("%d processors: got error %v, want %q", processors, err, want)
		}
	}
}

// TestRoom sees to it that the values of a file take up little more than 8
// bytes each, whatever is known of its size.
func TestRoom(t *testing.T) {
	text := strings.Repeat("14714579.912345\n", 200_000)
	for _, size := range []int64{int64(len(text)), int64(len(text)) / 2} {
		c, err := newColumns(&file{size: size}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := c.read(newBlocks(strings.NewReader(text), blockSize), 2)
		if n := len(got.values); n != 200_000 || size == int64(len(text)) && cap(got.values) > n*5/4 {
			t.Errorf("size %d: %d values in room for %d", size, n, cap(got.values))
		}
	}
	if s := load(t, nil, "1\n2\n", Options{}).Samples[0]; cap(s.Values) > 100 {
		t.Errorf("2 values in room for %d", cap(s.Values))
	}
}

func TestEndlessTextWithError(t *testing.T) {
	endless := readerFunc(func(p []byte) (int, error) {
		for i := range p {
			p[i] = "x\n"[i%2]
		}
		return len(p), nil
	})
	if _, err := Load(nil, io.MultiReader(strings.NewReader("1\n"), endless), Options{}); err == nil {
		t.Error("want an error")
	}
}
