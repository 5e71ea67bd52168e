package workload

import (
	"strings"
	"testing"
	"time"
)

// What a program says that is not one finite number becomes no number.
func TestPrinted(t *testing.T) {
	for _, c := range []struct {
		stdout string
		field  int
		value  float64
		want   string
	}{
		{"12.5\n", 0, 12.5, ""},
		{"  1e3  ", 0, 1000, ""},
		{"time: 5 ms", 2, 5, ""},
		{"1 2\n3", 3, 3, ""},
		{"", 0, 0, "printed nothing, want a number"},
		{"\n \n", 1, 0, "printed nothing, want a number"},
		{"1 2", 0, 0, `printed 2 words, "1 2": want one number (--field chooses a word)`},
		{"1 2", 3, 0, `printed 2 words, "1 2": want at least 3`},
		{"NaN", 0, 0, `printed "NaN", want a finite number`},
		{"-inf", 0, 0, `printed "-inf", want a finite number`},
		{"1e999", 0, 0, `printed "1e999", want a finite number`},
		{"hello", 0, 0, `printed "hello", want a finite number`},
		{"5ms", 0, 0, `printed "5ms", want a finite number`},
	} {
		cmd := &Command{Metric: "stdout", Field: c.field}
		v, err := cmd.value(outcome{Stdout: c.stdout})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if v != c.value || got != c.want {
			t.Errorf("%q field %d: got %v, %q, want %v, %q", c.stdout, c.field, v, got, c.value, c.want)
		}
	}
}

func TestValueOfOutcome(t *testing.T) {
	o := outcome{usage: usage{Wall: 1500 * time.Millisecond, User: time.Second, Sys: 2 * time.Second}, MaxRSS: 5000, Floor: 4999}
	for metric, want := range map[string]float64{"wall": 1.5, "user": 1, "sys": 2, "maxrss": 5000} {
		if got, err := (&Command{Metric: metric}).value(o); got != want || err != nil {
			t.Errorf("%s: got %v, %v, want %v", metric, got, err, want)
		}
	}
	o.Floor = 5000
	if _, err := (&Command{Metric: "maxrss"}).value(o); err == nil {
		t.Error("memory that may be the runner's: want an error")
	}
	o.Status, o.Stderr = "exit status 3", "no such thing"
	_, err := (&Command{Metric: "wall"}).value(o)
	if want := `exit status 3, want 0; it said "no such thing"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := (&Command{Metric: "wall", IgnoreStatus: true}).value(o); err != nil {
		t.Error(err)
	}
}

func TestCommandCheck(t *testing.T) {
	for want, c := range map[string]*Command{
		"no command": {Metric: "wall"},
		"--measure time: want stdout, wall, user, sys, maxrss": {Metric: "time", Args: []string{"x"}},
		"no-such-program": {Metric: "wall", Args: []string{"no-such-program"}},
	} {
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Reports are cut so that a message stays readable.
func TestExcerptKeepsTheBeginning(t *testing.T) {
	e := &excerpt{limit: 10}
	for _, s := range []string{"\n \n", "first", " line and more\n"} {
		if n, err := e.Write([]byte(s)); n != len(s) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got := e.firstLine(); got != "first l" || !e.full || len(e.kept) != 10 {
		t.Errorf("got %q, full %v", e.kept, e.full)
	}
}

// A command's number is what ministat takes for one.
func TestParseNumber(t *testing.T) {
	for word, want := range map[string]float64{"0x10": 16, "-0x1.8p1": -3, "0X1.8": 1.5, "+1e3": 1000, ".5": 0.5} {
		if got, err := parseNumber(word); err != nil || got != want {
			t.Errorf("parseNumber(%q) = %g, %v, want %g", word, got, err, want)
		}
	}
	for _, word := range []string{"1_000", "0x_1", "", "1,5", "x"} {
		if got, err := parseNumber(word); err == nil {
			t.Errorf("parseNumber(%q) = %g, want an error", word, got)
		}
	}
}
