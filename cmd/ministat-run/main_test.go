package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ministat/cmd/internal/cli"
	"ministat/ministat/bench/workload"
)

func TestMain(m *testing.M) {
	if status, ok := workload.Child(os.Args); ok {
		os.Exit(status)
	}
	if strings.HasSuffix(os.Args[0], ".test") { // and not one of the programs below
		heedSignals()
	}
	testscript.Main(m, map[string]func(){"ministat-run": main, "without-seqpacket": withoutSeqpacket, "limited": limited})
}

// heedSignals lets the programs that the tests start be interrupted, also where
// the tests themselves run in the background and are not: they would inherit that.
func heedSignals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

// The program as its users meet it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script/ministat-run",
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": wantStatus,
			"lines":  wantLines,
		},
	})
}

// wantStatus runs the program and wants an exit status: status N args...
func wantStatus(ts *testscript.TestScript, _ bool, args []string) {
	var exit *exec.ExitError
	status := 0
	if err := ts.Exec("ministat-run", args[1:]...); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("exit status %d, want %s\n%s", status, args[0], ts.ReadFile("stderr"))
	}
}

// wantLines wants a number of samples in a file: lines N file
func wantLines(ts *testscript.TestScript, _ bool, args []string) {
	samples := 0
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		if !strings.HasPrefix(line, "#") {
			if _, err := strconv.ParseFloat(strings.TrimSuffix(line, "\n"), 64); err != nil || !strings.HasSuffix(line, "\n") {
				ts.Fatalf("%s: no sample: %q", args[1], line)
			}
			samples++
		}
	}
	if strconv.Itoa(samples) != args[0] {
		ts.Fatalf("%s: %d samples, want %s", args[1], samples, args[0])
	}
}

// All of --help fits a screen.
func TestHelpFitsAScreen(t *testing.T) {
	help := newOptions().usage()
	if n := strings.Count(help, "\n"); n > 50 {
		t.Errorf("%d lines, want 50 at most", n)
	}
	for line := range strings.Lines(help) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// Every topic of --help has an example, which can be parsed.
func TestHelpExamples(t *testing.T) {
	for _, topic := range newOptions().topics() {
		for example := range strings.SplitSeq(topic.Example, "; ") {
			words, err := workload.SplitWords(example)
			if err != nil || words[0] != "ministat-run" {
				t.Fatalf("%q: %v", example, err)
			}
			o := newOptions()
			if err := o.parse(words[1:]); err != nil && !strings.Contains(err.Error(), "--cpus") { // cross needs two CPUs
				t.Errorf("%q: %v", example, err)
			}
		}
	}
}

// The manual page knows all options, and no other.
func TestManualKnowsTheOptions(t *testing.T) {
	page, err := os.ReadFile("ministat-run.1")
	if err != nil {
		t.Fatal(err)
	}
	inPage := map[string]bool{}
	for _, m := range regexp.MustCompile(`\bFl -([a-z-]+)`).FindAllStringSubmatch(string(page), -1) {
		inPage[m[1]] = true
	}
	for _, opt := range newOptions().program().Options() {
		if !inPage[opt.Long] {
			t.Errorf("the manual page lacks --%s", opt.Long)
		}
		delete(inPage, opt.Long)
	}
	for long := range inPage {
		t.Errorf("the manual page has --%s, which the program has not", long)
	}
	if mandoc, err := exec.LookPath("mandoc"); err == nil {
		if out, _ := exec.Command(mandoc, "-Tlint", "-Wstyle", "ministat-run.1").Output(); len(out) > 0 {
			t.Errorf("%s", out)
		}
	}
}

// The examples of the manual page work, here with fewer and shorter runs.
func TestManualExamples(t *testing.T) {
	page, err := os.ReadFile("ministat-run.1")
	if err != nil {
		t.Fatal(err)
	}
	dir, examples := t.TempDir(), 0
	for line := range strings.Lines(string(page)) {
		example, ok := strings.CutPrefix(line, "$ ministat-run")
		if !ok {
			continue
		}
		examples++
		if strings.Contains(example, "seqpacket") {
			example = strings.TrimSpace(example) + " -n 2 --messages 100 --keep-going"
		}
		if strings.Contains(example, "cross") && len(workload.AllowedCPUs()) < 2 {
			continue
		}
		cmd := exec.Command("sh", "-c", "ministat-run "+example)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil && !strings.Contains(string(out), "starved") {
			t.Errorf("%s: %v\n%s", example, err, out)
		}
	}
	if examples < 5 {
		t.Errorf("%d examples, want all of them", examples)
	}
}

func TestTimeLeft(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		elapsed     time.Duration
		atMost      bool
		want        string
	}{
		{0, 10, time.Second, false, ""},
		{2, 10, 10 * time.Second, false, "about 40s left"},
		{1, 1000, time.Minute, true, "at most 16h39m0s left"},
		{10, 10, time.Second, false, "about 0s left"},
	} {
		if got := timeLeft(c.done, c.total, c.elapsed, c.atMost); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// What an option says of this system comes through the parser.
func TestParseKeepsUnsupported(t *testing.T) {
	far := cli.Option{Long: "far", Arg: "X", Set: func(string) error { return workload.ErrUnsupported }}
	_, _, _, err := cli.Parse("test", []string{"--far", "x"}, []cli.Topic{{Options: []cli.Option{far}}})
	if got := status(usage(err)); got != 4 {
		t.Errorf("exit status %d, want 4", got)
	}
}

// Two modes bring a warning that names what chooses the CPUs; one does not.
func TestSeveralModes(t *testing.T) {
	var one, two []float64
	for i := range 60 {
		v := 100 + float64(i*37%60)/20
		one, two = append(one, v), append(two, v+float64(i%2)*50)
	}
	if w := severalModes("a.txt", one); len(w) != 0 {
		t.Errorf("one mode: %v", w)
	}
	w := severalModes("a.txt", two)
	if len(w) != 1 || !strings.HasPrefix(w[0].Message, "a.txt: values gather around") || !strings.Contains(w[0].Advice, "--cpus") {
		t.Errorf("two modes: %v", w)
	}
}

func TestStatus(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errors.New("a run failed"), 1},
		{failedRuns{3}, 1},
		{usage(errors.New("no such option")), 2},
		{usage(workload.ErrUnsupported), 4},
		{interrupted{2}, 130},
		{errors.Join(interrupted{15}, errors.New("disk full")), 143},
	} {
		if got := status(c.err); got != c.want {
			t.Errorf("%v: got %d, want %d", c.err, got, c.want)
		}
	}
}
