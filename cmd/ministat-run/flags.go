package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pborman/getopt/v2"

	"ministat/ministat"
	"ministat/ministat/bench"
	"ministat/ministat/bench/workload"
)

// options is the command line, checked as far as one option goes.
type options struct {
	operands []string
	command  []string // behind --; nil when there was none
	seen     []string // the long names of the options that were given

	runs, warmup     int
	until            float64 // fraction; 0 for none
	maxTime, timeout time.Duration
	seed             uint64
	keepGoing        bool

	params    []setting // of workloads, in their order
	placement workload.Placement

	metric           string
	field            int
	unit, better     string
	ignoreStatus     bool
	prepare, cleanup []string

	output, detail    string
	append, overwrite bool

	help, version bool
	completion    string
}

// setting is a parameter of a workload as the user gave it.
type setting struct{ name, text string }

// option is declared once: parsing, --help and the completions are made from it.
type option struct {
	long    string
	short   rune     // 0 for none
	arg     string   // what help calls its value; "" for a switch
	choices []string // of the value, where it has choices
	help    string
	set     func(text string) error
}

// topic is a group of options with an example.
type topic struct {
	name, example string
	options       []option
}

const (
	maxRuns    = 1_000_000
	maxTime    = 365 * 24 * time.Hour
	untilRuns  = 1000 // the limit of runs when --until is given without -n
	normalRuns = 100
)

// topics declares the options.
func (o *options) topics() []topic {
	return []topic{
		{"Runs", "ministat-run seqpacket -n 100 -o stock.txt", []option{
			{long: "runs", short: 'n', arg: "N", help: "runs that count (100; with --until at most 1000)", set: integer("runs", 1, maxRuns, &o.runs)},
			{long: "warmup", arg: "N", help: "runs before them that do not count (0)", set: integer("warmup", 0, maxRuns, &o.warmup)},
			{long: "until", arg: "PCT", help: "stop when means are known within ±PCT (30 runs or more)", set: o.setUntil},
			{long: "max-time", arg: "TIME", help: "start no round of runs after TIME", set: duration("max-time", time.Millisecond, maxTime, &o.maxTime)},
			{long: "timeout", arg: "TIME", help: "a run that takes longer has failed (10m; 0s: never)", set: duration("timeout", 0, maxTime, &o.timeout)},
			{long: "keep-going", help: "go on after failed runs, and exit 1 at the end", set: truth(&o.keepGoing)},
		}},
		{"Workloads", "ministat-run dgram --clients 10 --total", o.parameters()},
		{"Commands", "ministat-run --measure wall -- ./prog --size 5", []option{
			{long: "measure", arg: "WHAT", choices: workload.Metrics(), help: "stdout, wall, user, sys or maxrss (stdout)", set: choice("measure", workload.Metrics(), &o.metric)},
			{long: "field", arg: "N", help: "take the Nth word of standard output", set: integer("field", 1, maxRuns, &o.field)},
			{long: "unit", arg: "U", help: "unit of what the command prints", set: text("unit", &o.unit)},
			{long: "better", arg: "WHICH", choices: []string{"lower", "higher"}, help: "lower or higher", set: o.setBetter},
			{long: "ignore-status", help: "keep runs that exit with another status than 0", set: truth(&o.ignoreStatus)},
			{long: "prepare", arg: "CMD", help: "run CMD before every run, outside of the measured part", set: words("prepare", &o.prepare)},
			{long: "cleanup", arg: "CMD", help: "run CMD after every run", set: words("cleanup", &o.cleanup)},
		}},
		{"Comparing", "ministat-run compare a.txt='./old -x' b.txt=./new -n 50", []option{
			{long: "seed", arg: "N", help: "of the random order of compare (a new one each time)", set: o.setSeed},
		}},
		{"Placement", "ministat-run seqpacket --cpus cross", []option{
			{long: "cpus", arg: "WHERE", choices: []string{"free", "same", "cross"}, help: "free, same, cross, or a list such as 0,2-3 (free)", set: o.setCPUs},
			{long: "nice", arg: "N", help: "nice value of what is measured", set: integer("nice", -20, 19, &o.placement.Nice)},
		}},
		{"Files", "ministat-run dup2 -n 50 -o a.txt --append", []option{
			{long: "output", short: 'o', arg: "FILE", help: "write the samples to FILE (standard output)", set: text("output", &o.output)},
			{long: "append", help: "continue FILE, when its header fits", set: truth(&o.append)},
			{long: "overwrite", help: "replace what FILE holds", set: truth(&o.overwrite)},
			{long: "detail", arg: "FILE", help: "write a CSV line about every run to FILE", set: text("detail", &o.detail)},
		}},
		{"Help", "ministat-run list; ministat-run environ", []option{
			{long: "help", help: "print this", set: truth(&o.help)},
			{long: "version", help: "print the version", set: truth(&o.version)},
			{long: "completion", arg: "SHELL", choices: shells(), help: "print completions for bash, zsh or fish", set: choice("completion", shells(), &o.completion)},
		}},
	}
}

// parameters declares the parameters of all workloads. One that several have
// appears once, with the default of each where they differ.
func (o *options) parameters() []option {
	var all []option
	defaults := map[string][]string{} // by parameter: "dgram 1000"
	for _, w := range workload.Builtin() {
		for _, p := range w.Params() {
			if !slices.ContainsFunc(all, func(opt option) bool { return opt.long == p.Name }) {
				all = append(all, option{long: p.Name, arg: p.Arg(), help: p.Help, set: func(text string) error {
					o.params = append(o.params, setting{p.Name, text})
					return nil
				}})
			}
			defaults[p.Name] = append(defaults[p.Name], w.Name()+" "+p.String())
		}
	}
	for i, opt := range all {
		if opt.arg != "" {
			all[i].help += " (" + joinDefaults(defaults[opt.long]) + ")"
		}
	}
	return all
}

// joinDefaults leaves out the names of the workloads where all have one default.
func joinDefaults(defaults []string) string {
	values := make([]string, len(defaults))
	for i, d := range defaults {
		_, values[i], _ = strings.Cut(d, " ")
	}
	if distinct := slices.Compact(values); len(distinct) == 1 {
		return distinct[0]
	}
	return strings.Join(defaults, ", ")
}

// newOptions returns the defaults.
func newOptions() *options { return &options{metric: "stdout", timeout: 10 * time.Minute} }

// parse reads the arguments. Options may stand anywhere before --.
func (o *options) parse(args []string) error {
	set := getopt.New()
	for _, t := range o.topics() {
		for _, opt := range t.options {
			o.declare(set, opt)
		}
	}
	for rest := args; ; {
		if err := set.Getopt(append([]string{"ministat-run"}, rest...), nil); err != nil {
			return parseError(err)
		}
		rest = set.Args()
		if set.State() == getopt.DashDash {
			o.command = append([]string{}, rest...)
			break
		}
		if len(rest) == 0 {
			break
		}
		o.operands = append(o.operands, rest[0])
		rest = rest[1:]
	}
	return nil
}

// parseError makes an error of the parser one for a person; those of options
// come through as they are.
func parseError(err error) error {
	var e *getopt.Error
	switch {
	case !errors.As(err, &e):
		return err
	case e.ErrorCode == getopt.UnknownOption:
		return fmt.Errorf("%w (--help shows all options)", e.Err)
	}
	return e.Err
}

// declare makes an option known to the parser.
func (o *options) declare(set *getopt.Set, opt option) {
	v := setter(func(text string) error {
		if opt.arg == "" && text != "" {
			return fmt.Errorf("--%s=%s: want no value", opt.long, text)
		}
		o.seen = append(o.seen, opt.long)
		return opt.set(text)
	})
	declared := set.FlagLong(v, opt.long, opt.short, opt.help, opt.arg)
	if opt.arg == "" {
		declared.SetFlag()
	}
}

// setter is a getopt.Value.
type setter func(text string) error

func (s setter) Set(text string, _ getopt.Option) error { return s(text) }
func (s setter) String() string                         { return "" }

// given reports whether an option was given, by its long name.
func (o *options) given(long string) bool { return slices.Contains(o.seen, long) }

func truth(into *bool) func(string) error {
	return func(string) error { *into = true; return nil }
}

func text(name string, into *string) func(string) error {
	return func(text string) error {
		if text == "" {
			return fmt.Errorf("--%s: want a value that is not empty", name)
		}
		*into = text
		return nil
	}
}

func integer(name string, lo, hi int, into *int) func(string) error {
	return func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < lo || n > hi {
			return fmt.Errorf("--%s %s: want %d to %d", name, text, lo, hi)
		}
		*into = n
		return nil
	}
}

func duration(name string, lo, hi time.Duration, into *time.Duration) func(string) error {
	return func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < lo || d > hi {
			return fmt.Errorf("--%s %s: want %v to %v", name, text, lo, hi)
		}
		*into = d
		return nil
	}
}

func choice(name string, choices []string, into *string) func(string) error {
	return func(text string) error {
		if !slices.Contains(choices, text) {
			return fmt.Errorf("--%s %s: want %s", name, text, strings.Join(choices, ", "))
		}
		*into = text
		return nil
	}
}

func words(name string, into *[]string) func(string) error {
	return func(line string) error {
		split, err := workload.SplitWords(line)
		if err == nil && len(split) == 0 {
			err = errors.New("want a command")
		}
		if err != nil {
			return fmt.Errorf("--%s %s: %w", name, line, err)
		}
		*into = split
		return nil
	}
}

func (o *options) setUntil(text string) error {
	pct, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(pct >= 0.001 && pct <= 50) {
		return fmt.Errorf("--until %s: want 0.001%% to 50%%", text)
	}
	o.until = pct / 100
	return nil
}

func (o *options) setBetter(text string) error {
	if _, err := ministat.ParseDirection(text); err != nil {
		return fmt.Errorf("--better: %w", err)
	}
	o.better = text
	return nil
}

func (o *options) setSeed(text string) error {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("--seed %s: want 0 to %d", text, uint64(math.MaxUint64))
	}
	o.seed = seed
	return nil
}

func (o *options) setCPUs(text string) error {
	p, err := workload.ParsePlacement(text, workload.AllowedCPUs())
	if err != nil {
		return err
	}
	p.Nice = o.placement.Nice
	o.placement = p
	return nil
}

// mode says what to do with files that hold something.
func (o *options) mode() bench.Mode {
	switch {
	case o.append:
		return bench.Append
	case o.overwrite:
		return bench.Overwrite
	}
	return bench.Create
}
