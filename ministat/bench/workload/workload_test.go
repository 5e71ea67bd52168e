package workload

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	if status, ok := Child(os.Args); ok {
		os.Exit(status)
	}
	os.Exit(m.Run())
}

// The defaults are those of the posted programs: 1,000,000 messages of 16
// bytes; 100 clients with 1,000 each; 8 threads.
func TestDefaultsAreThePostings(t *testing.T) {
	want := map[string]string{
		"seqpacket": "messages=1000000 size=16",
		"dgram":     "clients=100 messages=1000 size=16 total=no",
		"dup2":      "threads=8 duration=1s settle=200ms",
		"read-pipe": "threads=8 duration=1s settle=200ms",
	}
	got := map[string]string{}
	for _, w := range Builtin() {
		for _, s := range w.Settings() {
			if s.Key == "parameters" {
				got[w.Name()] = s.Value
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Size 0 is out of range because a reader takes it for the end of the file.
func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ workload, name, text, want string }{
		{"seqpacket", "size", "0", "--size 0: want 1 to 2147483647"},
		{"seqpacket", "size", "16k", "--size 16k: want 1 to 2147483647"},
		{"seqpacket", "messages", "0", "--messages 0: want 1 to 1000000000000"},
		{"seqpacket", "messages", "99999999999999999999", "--messages 99999999999999999999: want 1 to 1000000000000"},
		{"seqpacket", "clients", "3", "--clients: seqpacket has no such parameter: want --messages, --size"},
		{"dgram", "clients", "-1", "--clients -1: want 1 to 5000"},
		{"dgram", "total", "maybe", "--total maybe: want no value"},
		{"dup2", "threads", "1", "--threads 1: want 2 to 1024"},
		{"dup2", "duration", "5", "--duration 5: want 1ms to 24h0m0s"},
		{"read-pipe", "settle", "-1s", "--settle -1s: want 0s to 1h0m0s"},
	} {
		w, err := New(c.workload)
		if err != nil {
			t.Fatal(err)
		}
		if err := Set(w, c.name, c.text); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.workload, err, c.want)
		}
	}
}

func TestSetKeeps(t *testing.T) {
	w, _ := New("dgram")
	for name, text := range map[string]string{"clients": "7", "messages": "12", "size": "100", "total": ""} {
		if err := Set(w, name, text); err != nil {
			t.Error(err)
		}
	}
	if got, want := w.Settings()[1].Value, "clients=7 messages=12 size=100 total=yes"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := w.Figure().Meaning; !strings.Contains(got, "all clients") {
		t.Errorf("figure with --total: %s", got)
	}
}

func TestDgramFigureSaysPerClient(t *testing.T) {
	if got := newDgram().Figure().Meaning; !strings.Contains(got, "ONE client") {
		t.Error(got)
	}
}

func TestNewNamesTheChoices(t *testing.T) {
	_, err := New("seqpackets")
	if want := `no workload "seqpackets": want seqpacket, dgram, dup2, read-pipe`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		m       Measurement
		share   float64
		starved bool
	}{
		{Measurement{User: 0.5, Sys: 1.5, Wall: 1, Need: 2}, 1, false},
		{Measurement{User: 0.2, Sys: 0.2, Wall: 1, Need: 2}, 0.2, true},
		{Measurement{User: 0.25, Sys: 0.25, Wall: 1, Need: 2}, 0.25, false},
		{Measurement{Sys: 0.002, Wall: 0.02, Need: 1}, 0.1, false}, // too short to judge
		{Measurement{Wall: 1, Need: math.NaN()}, math.NaN(), false},
	} {
		if got := c.m.Share(); math.Abs(got-c.share) > 1e-15 || math.IsNaN(got) != math.IsNaN(c.share) {
			t.Errorf("%+v: share %v, want %v", c.m, got, c.share)
		}
		if err := c.m.checkShare(); (err != nil) != c.starved {
			t.Errorf("%+v: %v", c.m, err)
		}
	}
}

func TestParsePlacement(t *testing.T) {
	allowed := []int{0, 2, 3, 5}
	for text, want := range map[string][][]int{
		"free":  {nil, nil, nil},
		"same":  {{0}, {0}, {0}},
		"cross": {{0}, {2}, {3}},
		"2-3,5": {{2, 3, 5}, {2, 3, 5}, {2, 3, 5}},
		"3,2,2": {{2, 3}, {2, 3}, {2, 3}},
	} {
		p, err := ParsePlacement(text, allowed)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, p.onEach(0, 3)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	for text, want := range map[string]string{
		"1":        "--cpus 1: CPU 1 is not allowed here, want any of 0,2-3,5",
		"":         "--cpus : want free, same, cross or a list such as 0,2-3",
		"3-2":      "--cpus 3-2: want free, same, cross or a list such as 0,2-3",
		"0-999999": "--cpus 0-999999: want free, same, cross or a list such as 0,2-3",
		"-1":       "--cpus -1: want free, same, cross or a list such as 0,2-3",
	} {
		if _, err := ParsePlacement(text, allowed); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	if _, err := ParsePlacement("cross", []int{4}); err == nil {
		t.Error("cross on one CPU: want an error")
	}
}

// What FormatCPUs writes, parseCPUs reads.
func TestFormatCPUs(t *testing.T) {
	for text, cpus := range map[string][]int{"0": {0}, "0-1": {0, 1}, "1,3-5,8": {1, 3, 4, 5, 8}} {
		if got := FormatCPUs(cpus); got != text {
			t.Errorf("%v: got %s, want %s", cpus, got, text)
		}
		got, err := parseCPUs(text)
		if diff := cmp.Diff(cpus, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	}
}
