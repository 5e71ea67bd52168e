package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ministat": main})
}

// TestScript runs the program as its users meet it.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "../../testdata/script/ministat",
		Setup: func(e *testscript.Env) error {
			samples, err := filepath.Abs("../../testdata/samples")
			e.Setenv("SAMPLES", samples)
			recipes := filepath.Join(e.WorkDir, "recipes")
			if err := os.Mkdir(recipes, 0o777); err != nil {
				return err
			}
			writeRecipes(t, recipes)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "bytes": writeBytes},
	})
}

// exits is the script command "exits STATUS program args...".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS program args...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit %d, want %s", got, args[0])
	}
}

// writeBytes is the script command "bytes FILE TEXT"; the text's escapes are Go's.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes FILE TEXT")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// runMinistat runs the command in this process.
func runMinistat(t testing.TB, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &errs)
	return out.String(), errs.String(), status
}

// TestRecorded compares with what the C programs printed for the same files and
// arguments, their plot-height fault mended. See testdata/classic/README.
func TestRecorded(t *testing.T) {
	cases, err := filepath.Glob("../../testdata/classic/recorded/*")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no recorded cases (%v)", err)
	}
	for _, program := range []string{"freebsd", "debian"} {
		for _, dir := range cases {
			dir, err := filepath.Abs(dir)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(dir, program+".out"))
			if errors.Is(err, fs.ErrNotExist) {
				continue // an option that this program has not
			}
			t.Run(program+"/"+filepath.Base(dir), func(t *testing.T) {
				checkRecorded(t, dir, program, string(want))
			})
		}
	}
}

func checkRecorded(t *testing.T, dir, program, want string) {
	var args []string
	if err := json.Unmarshal(mustRead(t, filepath.Join(dir, "argv")), &args); err != nil {
		t.Fatal(err)
	}
	wantStatus, err := strconv.Atoi(strings.TrimSpace(string(mustRead(t, filepath.Join(dir, program+".rc")))))
	if err != nil {
		t.Fatal(err)
	}
	stdin, err := os.ReadFile(filepath.Join(dir, "stdin"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	in := filepath.Join(dir, "in")
	if _, err := os.Stat(in); err != nil {
		in = t.TempDir() // a case without files
	}
	t.Chdir(in)
	got, stderr, status := runMinistat(t, string(stdin), append([]string{"--compat=" + program}, args...)...)
	if diff := cmp.Diff(want, got); diff != "" || status != wantStatus {
		t.Errorf("%q: exit %d, want %d; stderr %s\n(-want +got)\n%s", args, status, wantStatus, stderr, diff)
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The report does not depend on the number of processors, nor on the pieces in
// which a pipe delivers.
func TestSameBytes(t *testing.T) {
	var data strings.Builder
	for i := range 60_000 {
		data.WriteString(strconv.FormatFloat(14e6+float64(i*7919%100_003)/7, 'f', 6, 64) + "\n")
	}
	base := filepath.Join(t.TempDir(), "base")
	if err := os.WriteFile(base, []byte(data.String()[:400_000]), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "json"} {
		args := []string{"--format", format, base, "-"}
		want, _, status := runMinistat(t, data.String(), args...)
		if status != exitOK {
			t.Fatalf("exit %d", status)
		}
		for _, procs := range []int{1, 2, 7} {
			old := runtime.GOMAXPROCS(procs)
			var out, errs bytes.Buffer
			run(args, iotest.HalfReader(strings.NewReader(data.String())), &out, &errs)
			runtime.GOMAXPROCS(old)
			if out.String() != want {
				t.Errorf("%s: GOMAXPROCS=%d changes the report", format, procs)
			}
		}
	}
}

// FuzzCommand gives any options and files: the command ends with a report that
// has no number that is none, or with an error and no report.
func FuzzCommand(f *testing.F) {
	f.Add([]byte{0, 1, 2}, "20", []byte("1\n2\n3\n"), []byte("4\n5\n7\n"))
	f.Add([]byte{4, 9}, ",", []byte("a,b\n1,2\n"), []byte("#\n\xff\xfe"))
	f.Add([]byte{11}, "", []byte("1e300\n-1e300\n"), []byte("1e-300\n0\n"))
	dir := f.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	f.Fuzz(func(t *testing.T, choices []byte, value string, first, second []byte) {
		for path, content := range map[string][]byte{a: first, b: second} {
			if err := os.WriteFile(path, content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		args := fuzzOptions(choices, value)
		out, errs, status := runMinistat(t, string(first), append(args, a, b, "-")...)
		switch {
		case status == exitError && out == "" && strings.HasPrefix(errs, "ministat: "):
		case status == exitError || status < 0 || status > exitInconclusive:
			t.Errorf("%q: exit %d, stdout %q, stderr %q", args, status, out, errs)
		case hasNoNumber(strings.ReplaceAll(out, dir, "")):
			t.Errorf("%q: a number that is none in\n%s", args, out)
		}
	})
}

// fuzzOptions turns bytes into options, few of them nonsense.
func fuzzOptions(choices []byte, value string) []string {
	var args []string
	for _, c := range choices[:min(len(choices), 6)] {
		menu := [][]string{
			{"-A"},
			{"-n"},
			{"-q"},
			{"-s"},
			{"-d" + value},
			{"-C", value},
			{"-c", value},
			{"-w", value},
			{"--height=" + value},
			{"-C2"},
			{"--color=always"},
			{"--format=json"},
			{"--compat=freebsd"},
			{"--compat=debian"},
			{"--unit", value},
			{"-c99.99999"},
			{"-w5"},
			{"-d,"},
			{"--test=welch"},
			{"--test=mann-whitney"},
			{"--test=bootstrap", "--resamples=100"},
			{"--adjust=holm"},
			{"--gate", "--better=lower"},
			{"--gate=" + value + "%", "--better=higher"},
			{"--explain"},
			{"--no-warnings"},
		}
		args = append(args, menu[int(c)%len(menu)]...)
	}
	return args
}

func hasNoNumber(report string) bool {
	for _, word := range strings.Fields(report) {
		switch strings.Trim(word, "+-(),%:") {
		case "NaN", "nan", "Inf":
			return true
		}
	}
	return false
}
