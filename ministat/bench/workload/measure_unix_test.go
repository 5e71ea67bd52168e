//go:build linux || freebsd || darwin

package workload

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// small returns a workload with parameters that make a run short.
func small(t *testing.T, name string, params ...string) Workload {
	t.Helper()
	w, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range params {
		key, value, _ := strings.Cut(p, "=")
		if err := Set(w, key, value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Check(); errors.Is(err, ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	return w
}

// The value, times the time it took, is what was sent.
func TestRateIsBytesByTime(t *testing.T) {
	for name, c := range map[string]struct {
		params []string
		bytes  float64
	}{
		"seqpacket": {[]string{"messages=3000", "size=20"}, 60_000},
		"dgram":     {[]string{"clients=5", "messages=300", "size=7"}, 2100},
		"dgram all": {[]string{"clients=5", "messages=300", "size=7", "total="}, 10_500},
	} {
		t.Run(name, func(t *testing.T) {
			m := unstarved(t, small(t, strings.Fields(name)[0], c.params...))
			if got := m.Value * m.Wall; math.Abs(got-c.bytes) > 1e-6*c.bytes {
				t.Errorf("%v B/s in %v s are %v bytes, want %v", m.Value, m.Wall, got, c.bytes)
			}
			if !(m.User+m.Sys > 0) || m.Voluntary+m.Involuntary < 0 {
				t.Errorf("used nothing: %+v", m)
			}
		})
	}
}

func TestSpinCountsCalls(t *testing.T) {
	for _, name := range []string{"dup2", "read-pipe"} {
		m := unstarved(t, small(t, name, "threads=2", "duration=20ms", "settle=1ms"))
		// Whole batches were counted, in a window that was not shorter than asked for.
		calls := m.Value * m.Wall
		if batches := calls / batch; m.Wall < 0.02 || calls < batch || math.Abs(batches-math.Round(batches)) > 1e-6 {
			t.Errorf("%s: %v calls in %v s", name, calls, m.Wall)
		}
	}
}

// unstarved measures until the rest of the machine leaves enough CPU time.
func unstarved(t *testing.T, w Workload) Measurement {
	t.Helper()
	for {
		m, err := w.Measure(t.Context())
		if err == nil {
			return m
		}
		if !strings.Contains(err.Error(), "starved") {
			t.Errorf("%s: %v", w.Name(), err)
			return m
		}
	}
}

// A call that does not end as it must spoils the run.
func TestSpinWantsTheRightError(t *testing.T) {
	in, out, err := pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(in)
	defer unix.Close(out)
	for _, c := range []struct {
		call call
		want string
	}{
		{readCall(out), `a call ended with "bad file descriptor", want "resource temporarily unavailable"`},
		{dup2Call(in, in), `a call ended with "` + sameDup2() + `", want "resource temporarily unavailable"`},
	} {
		var s spinner
		var stop atomic.Bool
		s.run(c.call, syscall.EAGAIN, &stop)
		if s.Error != c.want || s.calls.Load() != 0 {
			t.Errorf("%d calls, %q, want %q", s.calls.Load(), s.Error, c.want)
		}
	}
}

// sameDup2 is how dup2 of a descriptor to itself ends: dup3, which stands for
// it on Linux, refuses that.
func sameDup2() string {
	if runtime.GOOS == "linux" {
		return syscall.EINVAL.Error()
	}
	return "success"
}

// A thread that got nowhere makes the whole window worthless.
func TestSpinWantsEveryThread(t *testing.T) {
	threads := []*spinner{{}, {}}
	r := between(threads, snapshot{calls: []int64{64, 128}}, snapshot{usage: usage{Wall: time.Second}, calls: []int64{640, 128}})
	if want := "starved: thread 2 of 2 completed no calls in 1s: want fewer --threads or a longer --duration"; r.Error != want || r.Count != 576 {
		t.Errorf("got %d calls, %q, want %q", r.Count, r.Error, want)
	}
}

// Two runs at the same time have addresses of their own.
func TestDgramTwice(t *testing.T) {
	var both sync.WaitGroup
	for range 2 {
		w := small(t, "dgram", "clients=3", "messages=200")
		both.Go(func() { unstarved(t, w) })
	}
	both.Wait()
}

// Where an address is a file, it is gone before the first message.
func TestDatagramFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	server, address, remove, err := bindInPrivate()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	defer remove()
	measure, err := dgramWrite(task{Messages: 1, Size: 3, CPUs: make([][]int, 2), Address: address})
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 || err != nil {
		t.Errorf("left %v, %v", left, err)
	}
	if r := measure(); r.Count != 2 || r.Error != "" {
		t.Errorf("%d messages, %q", r.Count, r.Error)
	}
	r := report{}
	if err := receive(int(server.Fd()), make([]byte, 3), task{Messages: 2}, &r); err != nil || r.Count != 2 {
		t.Errorf("received %d, %v", r.Count, err)
	}
}

func TestMessageBeyondTheSocket(t *testing.T) {
	for _, name := range []string{"seqpacket", "dgram"} {
		w := small(t, name)
		if err := Set(w, "size", "100000000"); err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err == nil || !strings.Contains(err.Error(), "--size 100000000: a message does not fit: want less than ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// When the runner gives up, so do its helpers, and the cause is the error.
func TestMeasureEndsWithItsContext(t *testing.T) {
	gaveUp := errors.New("gave up")
	for _, w := range []Workload{
		small(t, "seqpacket", "messages=1000000000000"),
		small(t, "dgram", "clients=3", "messages=1000000000000"),
		small(t, "dup2", "duration=24h"),
		small(t, "read-pipe", "duration=24h"),
		&Command{Args: []string{"sh", "-c", "sleep 1000; echo 1"}, Metric: "stdout"},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		result := make(chan error)
		go func() {
			_, err := w.Measure(ctx)
			result <- err
		}()
		cancel(gaveUp)
		if err := <-result; err != gaveUp {
			t.Errorf("%s: got %v, want %v", w.Name(), err, gaveUp)
		}
		wantNoChildren(t, w.Name())
	}
}

func wantNoChildren(t *testing.T, what string) {
	t.Helper()
	if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); err != unix.ECHILD {
		t.Errorf("%s: a child is left: %d, %v", what, pid, err)
	}
}

// The system calls of a loop may end in many ways; only these may be repeated.
func TestTolerate(t *testing.T) {
	for _, c := range []struct {
		n       int
		errno   syscall.Errno
		retries int64
		gone    bool
		want    string
	}{
		{-1, syscall.EINTR, 1, false, ""},
		{-1, syscall.ENOBUFS, 1, false, ""},
		{3, 0, 0, false, "write: 3 bytes of a message, want 16"},
		{-1, syscall.EMSGSIZE, 0, false, "write: message too long"},
		{-1, syscall.EPIPE, 0, true, "write: broken pipe"},
		{-1, syscall.ECONNREFUSED, 0, true, "write: connection refused"},
		{-1, syscall.ECONNRESET, 0, true, "write: connection reset by peer"},
	} {
		var r report
		r.fail(r.tolerate("write", c.n, 16, c.errno))
		if r.Error != c.want || r.PeerGone != c.gone || r.Retries != c.retries {
			t.Errorf("%d, %v: got %+v", c.n, c.errno, r)
		}
	}
}

// A retry is counted, and reported with the run.
func TestMeasurementTellsRetries(t *testing.T) {
	m := measurement(1, 1, report{Retries: 2}, report{Retries: 1})
	if diff := cmp.Diff([]string{"3 system calls retried"}, m.Notes); diff != "" {
		t.Error(diff)
	}
}

// The error of the process that died explains that of its peer, whichever is heard first.
func TestBlame(t *testing.T) {
	died := ending{err: errors.New("the writer died: signal: killed")}
	symptom := ending{report: report{Error: "write: broken pipe", PeerGone: true}}
	for name, endings := range map[string][]ending{
		"death first":   {died, symptom},
		"symptom first": {symptom, died},
	} {
		var b blame
		var stop bool
		for _, e := range endings {
			stop = b.consider(e, false) || stop
		}
		if b.err != died.err || !stop {
			t.Errorf("%s: got %v, stop %v", name, b.err, stop)
		}
	}
	var b blame
	if b.consider(died, true); b.err != nil {
		t.Errorf("a helper that was stopped is blamed: %v", b.err)
	}
}

func TestCommandRuns(t *testing.T) {
	for _, c := range []struct {
		line  string
		value float64
		want  string
	}{
		{"echo 5", 5, ""},
		{"sh -c 'read x || echo 1'", 1, ""}, // standard input is at its end
		{"sh -c 'echo 1; exit 3'", 0, "sh: exit status 3, want 0"},
		{"sh -c 'echo oh >&2; kill -9 $$'", 0, `sh: signal: killed, want 0; it said "oh"`},
		{"sh -c 'echo 1; echo 2'", 0, `sh: printed 2 words, "1\n2": want one number (--field chooses a word)`},
		{"yes", 0, "yes: printed more than 1048576 bytes, want a number"},
	} {
		args, err := SplitWords(c.line)
		if err != nil {
			t.Fatal(err)
		}
		m, err := (&Command{Args: args, Metric: "stdout"}).Measure(t.Context())
		got := ""
		if err != nil {
			got = err.Error()
		}
		if m.Value != c.value || got != c.want {
			t.Errorf("%s: got %v, %q, want %v, %q", c.line, m.Value, got, c.value, c.want)
		}
	}
}

// Time and memory are those of the program: tail keeps 64 MiB here.
func TestCommandUsage(t *testing.T) {
	measure := func(metric string) float64 {
		m, err := (&Command{Args: []string{"sh", "-c", "head -c 67108864 /dev/zero | tail -c 67108864 >/dev/null"}, Metric: metric}).Measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return m.Value
	}
	if got := measure("maxrss"); got < 64<<20 {
		t.Errorf("maxrss %v, want at least 64 MiB", got)
	}
	if got := measure("user") + measure("sys"); !(got > 0.001) {
		t.Errorf("CPU time %v s, want more", got)
	}
}

// What belongs to the helper does not reach the command.
func TestCommandInheritsNothing(t *testing.T) {
	c := &Command{Args: []string{"sh", "-c", `test -z "$GODEBUG" && ! (: <&3) 2>/dev/null && echo 1`}, Metric: "stdout"}
	if _, err := c.Measure(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestHelperWithoutRunner(t *testing.T) {
	if status, ok := Child([]string{helperName, "juggler"}); status != 2 || !ok {
		t.Errorf("unknown role: got %d, %v", status, ok)
	}
	if _, ok := Child([]string{"ministat-run", "seqpacket"}); ok {
		t.Error("a program with its own name is taken for a helper")
	}
}

// A process that was left behind holds the pipe open and is not waited for
// longer than a moment.
func TestOutputWithoutEnd(t *testing.T) {
	o, err := newOutput(100)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(o.out, "12\n"); err != nil {
		t.Fatal(err)
	}
	o.follow(nil)
	o.finish()
	if got := o.firstLine(); got != "12" {
		t.Errorf("got %q", got)
	}
}
