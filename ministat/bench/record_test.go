package bench

import (
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/quick"

	"github.com/google/go-cmp/cmp"

	"ministat/ministat"
	"ministat/ministat/bench/workload"
)

var testHeader = ministat.Header{{Key: "workload", Value: "seqpacket"}, {Key: "unit", Value: "B/s"}, {Key: "date", Value: "2026-01-02T03:04:05Z"}}

const testHead = "# workload: seqpacket\n# unit: B/s\n# date: 2026-01-02T03:04:05Z\n"

// open opens a sample file that holds the content.
func open(t *testing.T, content string, mode Mode) (*Log, string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.txt")
	if content != "" {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l, err := OpenSamples(path, testHeader, mode)
	return l, path, err
}

func value(v float64) Run { return Run{Measurement: workload.Measurement{Value: v}} }

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Whatever a file holds, what follows is its samples, or it stays as it is.
func TestOpenSamples(t *testing.T) {
	another := strings.Replace(testHead, "2026", "2025", 1)
	for _, c := range []struct {
		name, content string
		mode          Mode
		want          string // content after one sample; "" for as it was
		err           string
	}{
		{"new", "", Create, testHead + "5\n", ""},
		{"new, append", "", Append, testHead + "5\n", ""},
		{"head alone", another, Create, testHead + "5\n", ""},
		{"half a head", "# workl", Create, testHead + "5\n", ""},
		{"samples", testHead + "1\n", Create, "", "holds 2 bytes of samples, want a new file: --append continues it, --overwrite replaces it"},
		{"foreign", "1\n2\n", Create, "", "holds 4 bytes of samples, want a new file: --append continues it, --overwrite replaces it"},
		{"samples, append", another + "1\n2.5\n", Append, another + "1\n2.5\n5\n", ""},
		{"half a sample", another + "1\n2.5", Append, another + "1\n5\n", ""},
		{"half the first", another + "1", Append, another + "5\n", ""},
		{"samples, overwrite", another + "1\n2\n", Overwrite, testHead + "5\n", ""},
		{"foreign, append", "12", Append, "", "cannot be continued: its header lacks \"workload\", want \"workload: seqpacket\""},
		{"another workload", "# workload: dgram\n# unit: B/s\n1\n", Append, "", "cannot be continued: its header says \"workload: dgram\", want \"workload: seqpacket\""},
		{"more header", another + "# nice: 5\n1\n", Append, "", "cannot be continued: its header says \"nice: 5\", want no \"nice\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, path, err := open(t, c.content, c.mode)
			if err != nil {
				if got := strings.TrimPrefix(err.Error(), path+": "); got != c.err {
					t.Errorf("got %s, want %s", got, c.err)
				}
			} else if err := errors.Join(l.AddSample(value(5)), l.Close()); err != nil {
				t.Error(err)
			}
			want := c.want
			if want == "" {
				want = c.content
			}
			if diff := cmp.Diff(want, read(t, path)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOpenSamplesTellsWhatItFound(t *testing.T) {
	l, _, err := open(t, testHead+"1\n2\n3", Append)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if l.Held != 2 || l.Mended != "3" {
		t.Errorf("held %d, mended %q, want 2 and 3", l.Held, l.Mended)
	}
}

func TestFailedRunLeavesNoSample(t *testing.T) {
	l, path, err := open(t, "", Create)
	if err != nil {
		t.Fatal(err)
	}
	failed := value(5)
	failed.Err = errBroken
	if err := errors.Join(l.AddSample(failed), l.Close()); err != nil {
		t.Error(err)
	}
	if got := read(t, path); got != testHead {
		t.Errorf("got %q", got)
	}
}

func TestOpenSamplesLocks(t *testing.T) {
	l, path, err := open(t, "", Create)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSamples(path, testHeader, Append); err == nil || !strings.Contains(err.Error(), "another runner is writing to it") {
		t.Errorf("a second runner: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	again, err := OpenSamples(path, testHeader, Append)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// A value comes back from its text, and extremes do not fill a line.
func TestFormatValue(t *testing.T) {
	law := func(v float64) bool {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return true
		}
		text := FormatValue(v)
		f, ok := ministat.ParseHeaderLine("# v: " + text)
		back, err := strconv.ParseFloat(text, 64)
		return ok && f.Value == text && len(text) < 30 && back == v && err == nil
	}
	if err := quick.Check(law, nil); err != nil {
		t.Error(err)
	}
	for v, want := range map[float64]string{14714579.912345: "14714579.912345", 0: "0", 1e20: "100000000000000000000", 1e300: "1e+300", 0.0001: "0.0001", 1e-7: "1e-07"} {
		if got := FormatValue(v); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestDetail(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.csv")
	l, err := OpenDetail(path, Create)
	if err != nil {
		t.Fatal(err)
	}
	runs := []Run{
		{
			Variant: "a.txt", Number: 1, Order: 2, Load: 0.5, Pressure: math.NaN(),
			Measurement: workload.Measurement{Value: 7, Wall: 0.5, User: 0.25, Sys: 0.125, Need: 1, Voluntary: 3, Involuntary: 4, CPUStart: []int{0, 1}, CPUEnd: []int{1, 1}, Notes: []string{"exit status 3 ignored"}},
		},
		{Variant: "b, c.txt", Number: 1, Order: 1, Err: errors.New("the writer died:\nsignal: killed")},
	}
	for _, run := range runs {
		if err := l.AddDetail(run); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(read(t, path))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		detailColumns,
		{"a.txt", "1", "2", "7", "0.5", "0.25", "0.125", "0.75", "3", "4", "0.5", "", "0 1", "1 1", "exit status 3 ignored"},
		{"b, c.txt", "1", "1", "", "", "", "", "", "", "", "", "", "", "", `failed: the writer died:\nsignal: killed`},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if _, err := OpenDetail(path, Create); err == nil {
		t.Error("a detail file that holds runs is replaced")
	}
	again, err := OpenDetail(path, Append)
	if err != nil || again.Held != 2 {
		t.Fatalf("continued: %v, held %d", err, again.Held)
	}
	again.Close()
	if err := os.WriteFile(path, []byte("x,y\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenDetail(path, Append); err == nil || !strings.Contains(err.Error(), "its columns are not those of a detail file") {
		t.Errorf("foreign columns: %v", err)
	}
}

// What follows the workload cannot break the header, and can be read back.
func TestHeader(t *testing.T) {
	c := &workload.Command{Args: []string{"sh", "-c", "echo 1\necho 2"}, Metric: "wall"}
	h := Header(c, testHeader[2:], ministat.Field{Key: ministat.KeyOrder, Value: "1 of 2"})
	var back ministat.Header
	for line := range strings.Lines(h.String()) {
		f, ok := ministat.ParseHeaderLine(line)
		if !ok {
			t.Errorf("no header line: %q", line)
		}
		back = append(back, f)
	}
	if diff := cmp.Diff(h, back); diff != "" {
		t.Error(diff)
	}
	for key, want := range map[string]string{"command": `sh -c 'echo 1\necho 2'`, "unit": "sec", "better": "lower", "measure": "wall", "date": testHeader[2].Value, "order": "1 of 2"} {
		if got, _ := h.Get(key); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestStream(t *testing.T) {
	var out strings.Builder
	add, err := NewStream(&out, testHeader)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []Run{value(1.5), {Err: errBroken}, value(2)} {
		if err := add(run); err != nil {
			t.Error(err)
		}
	}
	if got := out.String(); got != testHead+"1.5\n2\n" {
		t.Errorf("got %q", got)
	}
	if _, err := NewStream(brokenWriter{}, testHeader); err != errBroken {
		t.Errorf("got %v", err)
	}
}
