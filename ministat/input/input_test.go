package input

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ministat/ministat"
)

// inFolder makes a folder with these files the working one.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// load loads the arguments as one group.
func load(t *testing.T, args []string, stdin string, o Options) *ministat.Group {
	t.Helper()
	groups, err := Load(args, strings.NewReader(stdin), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != 1 || groups[0].Name != "" {
		t.Fatalf("got %d groups, the first %q, want one without a name", len(groups), groups[0].Name)
	}
	return groups[0]
}

func TestArguments(t *testing.T) {
	inFolder(t, map[string]string{"a.txt": "1\n", "b.txt": "2\n", "x=a.txt": "3\n", "y=-": "4\n"})
	for _, test := range []struct {
		args    string
		classic bool
		names   string
		values  []float64
	}{
		{"", false, "<stdin>", []float64{9}},
		{"-", false, "-", []float64{9}},
		{"a.txt -", false, "a.txt -", []float64{1, 9}},
		{"b.txt a.txt b.txt", false, "b.txt a.txt b.txt", []float64{2, 1, 2}},
		{"old=a.txt new=b.txt", false, "old new", []float64{1, 2}},
		{"old=-", false, "old", []float64{9}},
		{"x=a.txt", false, "x=a.txt", []float64{3}}, // the file of the whole name wins
		{"y=-", false, "y=-", []float64{4}},
		{"x=x=a.txt", false, "x", []float64{3}},
		{"x=a.txt -", true, "x=a.txt -", []float64{3, 9}},
	} {
		g := load(t, strings.Fields(test.args), "9\n", Options{Classic: test.classic})
		var names []string
		var values []float64
		for _, s := range g.Samples {
			names = append(names, s.Name)
			values = append(values, s.Values...)
		}
		if strings.Join(names, " ") != test.names || !slices.Equal(values, test.values) {
			t.Errorf("%q: got %q with %v, want %q with %v", test.args, names, values, test.names, test.values)
		}
	}
}

func TestArgumentErrors(t *testing.T) {
	inFolder(t, map[string]string{"a.txt": "1\n", "empty.txt": "", "bad.txt": "1\nx\n"})
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args string
		o    Options
		want string
	}{
		{"- a.txt -", Options{}, `standard input ("-") is named twice: it can be read only once`},
		{"- new=-", Options{}, `standard input ("-") is named twice: it can be read only once`},
		{"a.txt nosuch", Options{}, "nosuch: no such file or directory"},
		{"old=nosuch", Options{}, "nosuch: no such file or directory"},
		{"old=a.txt", Options{Classic: true}, "old=a.txt: no such file or directory"},
		{"=a.txt", Options{}, "=a.txt: no such file or directory"},
		{"a=", Options{}, "a=: no such file or directory"},
		{"folder", Options{}, "folder: is a directory"},
		{"folder", Options{Classic: true}, "folder: is a directory"},
		{"empty.txt", Options{}, "empty.txt: 0 samples: the file is empty"},
		{"new=bad.txt", Options{}, `bad.txt:2: "x" is not a number`},
		{"", Options{}, `<stdin>:1: "y" is not a number; looks like a header: name the column with -C NAME`},
		{"a.txt", Options{Format: "xml"}, `input format "xml": want one of auto, columns, csv, gobench, hyperfine, googlebench, pytest, jmh`},
		{"a.txt", Options{Column: "0"}, `-C "0": want the number of a column, 1 or more`},
		{"a.txt", Options{Column: "99999999999999999999"}, `-C "99999999999999999999": want the number of a column, 1 or more`},
		{"a.txt", Options{Column: "time", Classic: true}, `-C "time": want the number of a column, 1 or more`},
		{"a.txt", Options{Delimiters: "§"}, `-d "§": want ASCII characters only`},
	} {
		_, err := Load(strings.Fields(test.args), strings.NewReader("y\n"), test.o)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got error %q, want %q", test.args, err, test.want)
		}
	}
	if _, err := Load([]string{""}, nil, Options{}); err == nil || err.Error() != `"": no such file or directory` {
		t.Errorf("empty name: got error %v", err)
	}
	if _, err := Load([]string{"nosuch"}, nil, Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got error %v, want one that is fs.ErrNotExist", err)
	}
}

func TestFormats(t *testing.T) {
	for _, name := range []string{"", "auto", "columns"} {
		if s := load(t, nil, "1 2\n", Options{Format: name}).Samples[0]; !slices.Equal(s.Values, []float64{1}) {
			t.Errorf("format %q: got %v", name, s.Values)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken disk")
	for _, test := range []struct{ text, want string }{
		{"1\n2\n3", "<stdin>: broken disk"}, // a line that is cut off must not count
		{"", "<stdin>: broken disk"},
		{"1\nx\n3", `<stdin>:2: "x" is not a number`}, // the first error is told
	} {
		_, err := Load(nil, io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(broken)), Options{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: got error %v, want %q", test.text, err, test.want)
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read any file")
	}
	inFolder(t, map[string]string{"a.txt": "1\n"})
	if err := os.Chmod("a.txt", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := Load([]string{"a.txt"}, nil, Options{}); !errors.Is(err, fs.ErrPermission) || err.Error() != "a.txt: permission denied" {
		t.Errorf("got error %v", err)
	}
}

func TestPipePath(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	go func() {
		io.WriteString(w, strings.Repeat("1.5\n", 100_000))
		w.Close()
	}()
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	s := load(t, []string{path}, "", Options{}).Samples[0]
	if len(s.Values) != 100_000 || slices.Min(s.Values) != 1.5 || slices.Max(s.Values) != 1.5 {
		t.Errorf("got %d values, want 100000 times 1.5", len(s.Values))
	}
}

func TestUnitsAndDirections(t *testing.T) {
	inFolder(t, map[string]string{
		"sec.txt":  "# unit: sec\n# better: lower\n# kernel: 6.1\n1\n",
		"bare.txt": "1\n",
		"ms.txt":   "# unit: ms\n1\n",
		"rate.txt": "# better: higher\n1\n",
	})
	for _, test := range []struct {
		args   string
		o      Options
		unit   string
		better ministat.Direction
		want   string // error
	}{
		{"sec.txt", Options{}, "sec", ministat.LowerIsBetter, ""},
		{"bare.txt", Options{}, "", ministat.Unknown, ""},
		{"bare.txt", Options{Unit: "B/s", Better: ministat.HigherIsBetter}, "B/s", ministat.HigherIsBetter, ""},
		{"sec.txt", Options{Unit: "sec", Better: ministat.LowerIsBetter}, "sec", ministat.LowerIsBetter, ""},
		{"sec.txt", Options{Unit: "ms"}, "", 0, `sec.txt: the file's own unit is "sec", --unit says "ms"`},
		{"sec.txt", Options{Better: ministat.HigherIsBetter}, "", 0, "sec.txt: the file itself says that lower is better, --better says higher"},
		{"bare.txt sec.txt bare.txt", Options{}, "sec", ministat.LowerIsBetter, ""},
		{"sec.txt bare.txt ms.txt", Options{}, "", 0, `sec.txt is in "sec" and ms.txt in "ms": want samples of one unit`},
		{"sec.txt rate.txt", Options{}, "", 0, "sec.txt is better when lower and rate.txt when higher: want samples of one direction"},
		{"sec.txt ms.txt rate.txt", Options{Classic: true}, "", ministat.Unknown, ""},
	} {
		groups, err := Load(strings.Fields(test.args), nil, test.o)
		if test.want != "" {
			if err == nil || err.Error() != test.want {
				t.Errorf("%q: got error %v, want %q", test.args, err, test.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
			continue
		}
		if g := groups[0]; g.Unit() != test.unit || g.Better() != test.better {
			t.Errorf("%q: got %q, %s, want %q, %s", test.args, g.Unit(), g.Better(), test.unit, test.better)
		}
	}
}
