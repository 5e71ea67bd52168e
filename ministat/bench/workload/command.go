package workload

import (
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// Command is a program to measure. Every run is a fresh process, without a
// shell, whose standard input is at its end.
type Command struct {
	Args []string // the program and its arguments, at least one

	// Metric is what becomes the sample, one of Metrics.
	Metric string

	// Field chooses among the words of standard output, from 1; 0 wants
	// exactly one word there.
	Field int

	// Unit and Better describe what the program prints; "" when unknown.
	Unit, Better string

	// IgnoreStatus keeps runs that end with a status other than 0.
	IgnoreStatus bool

	Placement Placement
}

// Metrics are the choices of Command.Metric: the number that the program
// prints, its wall-clock time and CPU times in seconds, its largest memory in bytes.
func Metrics() []string { return []string{"stdout", "wall", "user", "sys", "maxrss"} }

// maxOutput is how much a program may print, in bytes, when one number is wanted.
const maxOutput = 1 << 20

func (*Command) Name() string { return "command" }

func (*Command) Summary() string {
	return "any program: the number that it prints, its time or its memory"
}

func (*Command) Params() []Param { return nil }

func (c *Command) Place(p Placement) { c.Placement = p }

func (c *Command) Figure() Figure {
	f := map[string]Figure{
		"stdout": {"", "", "the number that the program prints"},
		"wall":   {"sec", "lower", "wall-clock time from start to exit"},
		"user":   {"sec", "lower", "CPU time in user mode, with the children waited for"},
		"sys":    {"sec", "lower", "CPU time in the kernel, with the children waited for"},
		"maxrss": {"B", "lower", "largest resident memory of the program or a child waited for"},
	}[c.Metric]
	if c.Unit != "" {
		f.Unit = c.Unit
	}
	if c.Better != "" {
		f.Better = c.Better
	}
	return f
}

func (c *Command) Settings() []Setting {
	measure := c.Metric
	if c.Field > 0 {
		measure += " field " + strconv.Itoa(c.Field)
	}
	return append([]Setting{
		{"workload", c.Name()},
		{"command", JoinWords(c.Args)},
		{"measure", measure},
		{"figure", c.Figure().Meaning},
	}, c.Placement.settings()...)
}

// Check looks for the program, and whether this system can measure it so.
func (c *Command) Check() error {
	if len(c.Args) == 0 {
		return fmt.Errorf("no command: want a program and its arguments")
	}
	if !slices.Contains(Metrics(), c.Metric) {
		return fmt.Errorf("--measure %s: want %s", c.Metric, strings.Join(Metrics(), ", "))
	}
	if _, err := exec.LookPath(c.Args[0]); err != nil {
		return fmt.Errorf("command: %w", err)
	}
	if len(c.Placement.sets) > 1 {
		return fmt.Errorf("--cpus %s: a command is one process: want free, same or a list", c.Placement.mode)
	}
	return c.checkSystem()
}

// outcome is what is known of a program that ran.
type outcome struct {
	usage
	MaxRSS int64  // bytes
	Floor  int64  // bytes of MaxRSS that may be ours
	Status string // "" for success, else "exit status 1", "signal: killed"
	Stdout string
	Flood  bool   // it printed more than maxOutput, and was stopped
	Stderr string // its first line
	Ended  int    // processes that it left behind and that were killed
}

// value returns the sample, or why there is none.
func (c *Command) value(o outcome) (float64, error) {
	switch {
	case o.Flood:
		return 0, fmt.Errorf("printed more than %d bytes, want a number", maxOutput)
	case o.Status != "" && !c.IgnoreStatus:
		return 0, fmt.Errorf("%s, want 0%s", o.Status, said(o.Stderr))
	}
	switch c.Metric {
	case "wall":
		return o.Wall.Seconds(), nil
	case "user":
		return o.User.Seconds(), nil
	case "sys":
		return o.Sys.Seconds(), nil
	case "maxrss":
		return c.memory(o)
	}
	return c.printed(o)
}

func (c *Command) memory(o outcome) (float64, error) {
	if o.MaxRSS <= o.Floor {
		return 0, fmt.Errorf("maxrss %d B may be the runner's own, which the system counts in: want a program that uses more", o.MaxRSS)
	}
	return float64(o.MaxRSS), nil
}

// printed reads the number among the words of standard output.
func (c *Command) printed(o outcome) (float64, error) {
	words := strings.Fields(o.Stdout)
	field := max(1, c.Field)
	switch {
	case len(words) == 0:
		return 0, fmt.Errorf("printed nothing, want a number%s", said(o.Stderr))
	case c.Field == 0 && len(words) > 1:
		return 0, fmt.Errorf("printed %d words, %s: want one number (--field chooses a word)", len(words), quoteShort(o.Stdout))
	case field > len(words):
		return 0, fmt.Errorf("printed %d words, %s: want at least %d", len(words), quoteShort(o.Stdout), field)
	}
	v, err := parseNumber(words[field-1])
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("printed %s, want a finite number", quoteShort(words[field-1]))
	}
	return v, nil
}

func said(stderr string) string {
	if stderr == "" {
		return ""
	}
	return "; it said " + quoteShort(stderr)
}

// quoteShort quotes the beginning of a text.
func quoteShort(s string) string {
	const limit = 60
	s = strings.TrimSpace(s)
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}

// known turns a count that is negative when nobody knows it into one that is NaN.
func known(count int64) float64 {
	if count < 0 {
		return math.NaN()
	}
	return float64(count)
}

// measurement returns the run as a Measurement.
func (c *Command) measurement(o outcome) (Measurement, error) {
	v, err := c.value(o)
	if err != nil {
		return Measurement{}, fmt.Errorf("%s: %w", c.Args[0], err)
	}
	m := Measurement{
		Value: v, Wall: o.Wall.Seconds(), User: o.User.Seconds(), Sys: o.Sys.Seconds(), Need: math.NaN(),
		Voluntary: known(o.Voluntary), Involuntary: known(o.Involuntary),
	}
	if o.Status != "" {
		m.Notes = append(m.Notes, o.Status+" ignored")
	}
	if o.Ended > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("%d processes were left behind and killed", o.Ended))
	}
	return m, nil
}

// parseNumber reads what ministat takes for a number: decimal, or hexadecimal
// with or without an exponent, and no underscores.
func parseNumber(word string) (float64, error) {
	if strings.Contains(word, "_") {
		return 0, strconv.ErrSyntax
	}
	if digits := strings.ToLower(strings.TrimLeft(word, "+-")); strings.HasPrefix(digits, "0x") && !strings.Contains(digits, "p") {
		word += "p0" // strconv insists on it
	}
	return strconv.ParseFloat(word, 64)
}
