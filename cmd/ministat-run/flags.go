package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ministat/cmd/internal/cli"
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

const (
	maxRuns    = 1_000_000
	maxTime    = 365 * 24 * time.Hour
	untilRuns  = 1000 // the limit of runs when --until is given without -n
	normalRuns = 100
)

// topics declares the options.
func (o *options) topics() []cli.Topic {
	return []cli.Topic{
		{Name: "Runs", Example: "ministat-run seqpacket -n 100 -o stock.txt", Options: []cli.Option{
			{Long: "runs", Short: 'n', Arg: "N", Help: "runs that count (100; with --until at most 1000)", Set: integer("runs", 1, maxRuns, &o.runs)},
			{Long: "warmup", Arg: "N", Help: "runs before them that do not count (0)", Set: integer("warmup", 0, maxRuns, &o.warmup)},
			{Long: "until", Arg: "PCT", Help: "stop when means are known within ±PCT (30 runs or more)", Set: o.setUntil},
			{Long: "max-time", Arg: "TIME", Help: "start no round of runs after TIME", Set: duration("max-time", time.Millisecond, maxTime, &o.maxTime)},
			{Long: "timeout", Arg: "TIME", Help: "a run that takes longer has failed (10m; 0s: never)", Set: duration("timeout", 0, maxTime, &o.timeout)},
			{Long: "keep-going", Help: "go on after failed runs, and exit 1 at the end", Set: truth(&o.keepGoing)},
		}},
		{Name: "Workloads", Example: "ministat-run dgram --clients 10 --total", Options: o.parameters()},
		{Name: "Commands", Example: "ministat-run --measure wall -- ./prog --size 5", Options: []cli.Option{
			{Long: "measure", Arg: "WHAT", Choices: workload.Metrics(), Help: "stdout, wall, user, sys or maxrss (stdout)", Set: choice("measure", workload.Metrics(), &o.metric)},
			{Long: "field", Arg: "N", Help: "take the Nth word of standard output", Set: integer("field", 1, maxRuns, &o.field)},
			{Long: "unit", Arg: "U", Help: "unit of what the command prints", Set: text("unit", &o.unit)},
			{Long: "better", Arg: "WHICH", Choices: []string{"lower", "higher"}, Help: "lower or higher", Set: o.setBetter},
			{Long: "ignore-status", Help: "keep runs that exit with another status than 0", Set: truth(&o.ignoreStatus)},
			{Long: "prepare", Arg: "CMD", Help: "run CMD before every run, outside of the measured part", Set: words("prepare", &o.prepare)},
			{Long: "cleanup", Arg: "CMD", Help: "run CMD after every run", Set: words("cleanup", &o.cleanup)},
		}},
		{Name: "Comparing", Example: "ministat-run compare a.txt='./old -x' b.txt=./new -n 50", Options: []cli.Option{
			{Long: "seed", Arg: "N", Help: "of the random order of compare (a new one each time)", Set: o.setSeed},
		}},
		{Name: "Placement", Example: "ministat-run seqpacket --cpus cross", Options: []cli.Option{
			{Long: "cpus", Arg: "WHERE", Choices: []string{"free", "same", "cross"}, Help: "free, same, cross, or a list such as 0,2-3 (free)", Set: o.setCPUs},
			{Long: "nice", Arg: "N", Help: "nice value of what is measured", Set: integer("nice", -20, 19, &o.placement.Nice)},
		}},
		{Name: "Files", Example: "ministat-run dup2 -n 50 -o a.txt --append", Options: []cli.Option{
			{Long: "output", Short: 'o', Arg: "FILE", Help: "write the samples to FILE (standard output)", Set: text("output", &o.output)},
			{Long: "append", Help: "continue FILE, when its header fits", Set: truth(&o.append)},
			{Long: "overwrite", Help: "replace what FILE holds", Set: truth(&o.overwrite)},
			{Long: "detail", Arg: "FILE", Help: "write a CSV line about every run to FILE", Set: text("detail", &o.detail)},
		}},
		{Name: "Help", Example: "ministat-run list; ministat-run environ", Options: []cli.Option{
			{Long: "help", Help: "print this", Set: truth(&o.help)},
			{Long: "version", Help: "print the version", Set: truth(&o.version)},
			{Long: "completion", Arg: "SHELL", Choices: cli.Shells(), Help: "print completions for bash, zsh or fish", Set: choice("completion", cli.Shells(), &o.completion)},
		}},
	}
}

// parameters declares the parameters of all workloads. One that several have
// appears once, with the default of each where they differ.
func (o *options) parameters() []cli.Option {
	var all []cli.Option
	defaults := map[string][]string{} // by parameter: "dgram 1000"
	for _, w := range workload.Builtin() {
		for _, p := range w.Params() {
			if !slices.ContainsFunc(all, func(opt cli.Option) bool { return opt.Long == p.Name }) {
				all = append(all, cli.Option{Long: p.Name, Arg: p.Arg(), Help: p.Help, Set: func(text string) error {
					o.params = append(o.params, setting{p.Name, text})
					return nil
				}})
			}
			defaults[p.Name] = append(defaults[p.Name], w.Name()+" "+p.String())
		}
	}
	for i, opt := range all {
		if opt.Arg != "" {
			all[i].Help += " (" + joinDefaults(defaults[opt.Long]) + ")"
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

// parse reads the arguments.
func (o *options) parse(args []string) error {
	operands, command, given, err := cli.Parse("ministat-run", args, o.topics())
	for _, opt := range given {
		o.seen = append(o.seen, opt.Long)
	}
	o.operands, o.command = operands, command
	return err
}

// program is what the completions are made from.
func (o *options) program() cli.Program {
	first := []string{"compare", "list", "environ"}
	for _, w := range workload.Builtin() {
		first = append(first, w.Name())
	}
	return cli.Program{Name: "ministat-run", Topics: o.topics(), First: first}
}

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
