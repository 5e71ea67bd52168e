package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/pborman/getopt/v2"
	"golang.org/x/term"

	"ministat/ministat"
	"ministat/ministat/input"
	"ministat/ministat/report"
)

// Plot widths, in columns inside the frame.
const (
	defaultWidth = 74
	minWidth     = 2
	maxWidth     = 10_000

	defaultHeight = 40 // rows

	defaultResamples = 10_000
	minResamples     = 100
	maxResamples     = 10_000_000
)

// options is the checked command line, as the parts of the program want it.
type options struct {
	inform string // print this and do nothing else

	files    []string
	input    input.Options
	analysis ministat.Options
	render   report.Renderer
	report   report.Options
	output   string
	notes    bool // tell warnings on standard error

	failInconclusive bool // exit as for a failure when the gate cannot tell
}

// usageError is a command line that cannot be meant.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// flags holds the command line as it is spelled.
type flags struct {
	noPlot, summaryOnly, quiet, separateBars bool

	column, confidence, delimiters, width string

	format, unit, better string // of the input
	filter               string
	test, adjust         string // of the statistics
	seed, resamples      string
	statistic            string
	noWarnings           bool
	gate, inconclusive   string // of the gate
	missing              string
	explain              bool
	compat               string
	document, output     string // of the output
	height, color        string
	help, version        bool

	set *getopt.Set
}

const helpText = `Usage: ministat [options] [file ...]
Compare each file's samples with those of the first. No file, or -, is standard
input. A file may be given as label=path.

Report      ministat -c 99 stock.txt patched.txt
  -c LEVEL              confidence in percent, above 50 and below 100 (95)
  -n                    summary only: no plot, no test
  -A                    no plot
  -s                    a bar line for each dataset
  -q                    no dataset names and no heading line
  -w WIDTH              width of the plot, 2 to 10000 (74, or the terminal's)
      --height ROWS     height of the plot at most (40; 0: no limit)
      --color WHEN      auto, always or never
      --explain         a paragraph in plain words for each comparison

Statistics  ministat --test mann-whitney stock.txt patched.txt
      --test TEST       student, welch, mann-whitney or bootstrap
      --adjust METHOD   none, holm, bonferroni or bh, for many comparisons
      --seed N, --resamples N, --statistic mean|median
                        of the bootstrap (1, 10000, mean)
      --no-warnings     no diagnostics

Gate        ministat --gate=2% --better lower stock.txt patched.txt
      --gate[=LIMIT]    exit 1 when a dataset is worse by more than LIMIT (0%)
      --inconclusive pass|fail
                        fail: exit 3 when the samples cannot tell
      --missing error|ignore
                        a benchmark that stands in one file only

Input       ministat -C 3 -d , runs.csv
  -C COLUMN             column number (1), or its name in the heading line
  -d CHARACTERS         delimiters (blank and tab)
      --input FORMAT    auto, columns, gobench, hyperfine, googlebench, pytest or jmh
      --unit UNIT       unit, for files that do not say theirs
      --better WAY      higher or lower, for files that do not say theirs
      --filter REGEXP   only the benchmarks whose name matches

Output      ministat --format json -o result.json a.txt b.txt
      --format FORMAT   text or json
  -o, --output FILE     write FILE, whole or not at all
      --compat PROGRAM  freebsd or debian: byte for byte what those print

      --help, --version
Exit status: 0 fine, 1 the gate found a regression, 2 bad usage, bad data or a
failed write, 3 the gate cannot tell and --inconclusive=fail.
`

func newFlags() *flags {
	f := &flags{
		column: "1", confidence: "95", format: "auto", test: "student", statistic: "mean", seed: "1", resamples: strconv.Itoa(defaultResamples),
		inconclusive: "pass", missing: "error", document: "text", color: "auto",
		height: strconv.Itoa(defaultHeight), set: getopt.New(),
	}
	f.set.Flag(&f.noPlot, 'A')
	f.set.Flag(&f.summaryOnly, 'n')
	f.set.Flag(&f.quiet, 'q')
	f.set.Flag(&f.separateBars, 's')
	f.set.Flag(&f.column, 'C')
	f.set.Flag(&f.confidence, 'c')
	f.set.Flag(&f.delimiters, 'd')
	f.set.Flag(&f.width, 'w')
	f.set.FlagLong(&f.format, "input", 0)
	f.set.FlagLong(&f.unit, "unit", 0)
	f.set.FlagLong(&f.better, "better", 0)
	f.set.FlagLong(&f.filter, "filter", 0)
	f.set.FlagLong(&f.test, "test", 0)
	f.set.FlagLong(&f.adjust, "adjust", 0)
	f.set.FlagLong(&f.seed, "seed", 0)
	f.set.FlagLong(&f.resamples, "resamples", 0)
	f.set.FlagLong(&f.statistic, "statistic", 0)
	f.set.FlagLong(&f.noWarnings, "no-warnings", 0)
	f.set.FlagLong(&f.gate, "gate", 0).SetOptional()
	f.set.FlagLong(&f.inconclusive, "inconclusive", 0)
	f.set.FlagLong(&f.missing, "missing", 0)
	f.set.FlagLong(&f.explain, "explain", 0)
	f.set.FlagLong(&f.compat, "compat", 0)
	f.set.FlagLong(&f.document, "format", 0)
	f.set.FlagLong(&f.output, "output", 'o')
	f.set.FlagLong(&f.height, "height", 0)
	f.set.FlagLong(&f.color, "color", 0)
	f.set.FlagLong(&f.help, "help", 0)
	f.set.FlagLong(&f.version, "version", 0)
	return f
}

// parseFlags reads and checks the command line. What it leaves to the terminal
// it asks of stdout.
func parseFlags(args []string, stdout io.Writer) (*options, error) {
	f := newFlags()
	if i := slices.Index(args, "--gate="); i >= 0 && !slices.Contains(args[:i], "--") {
		return nil, usagef("--gate=: want a percentage such as 2%%, or --gate alone")
	}
	files, err := f.parse(args)
	if err != nil {
		return nil, err
	}
	if f.help {
		return &options{inform: helpText}, nil
	}
	if f.version {
		return &options{inform: "ministat " + version() + "\n"}, nil
	}
	if err := f.checkCompat(files); err != nil {
		return nil, err
	}
	if f.set.IsSet('o') && f.output == "" {
		return nil, usagef(`-o "": want a file, or - for standard output`)
	}
	o := &options{files: files, output: f.output}
	for _, set := range []func(*options) error{f.setInput, f.setAnalysis, f.setGate, f.setReport} {
		if err := set(o); err != nil {
			return nil, err
		}
	}
	if err := f.setScreen(o, stdout); err != nil {
		return nil, err
	}
	f.setNeed(o)
	o.notes = f.compat == "" && f.document == "text"
	return o, nil
}

// parse reads options anywhere before "--", as getopt_long(3) does, and returns
// the operands.
func (f *flags) parse(args []string) (operands []string, err error) {
	for {
		if err := f.set.Getopt(append([]string{"ministat"}, args...), nil); err != nil {
			return nil, usageMessage(err)
		}
		args = f.set.Args()
		if len(args) == 0 || f.set.State() == getopt.DashDash {
			return append(operands, args...), nil
		}
		operands = append(operands, args[0])
		args = args[1:]
	}
}

func usageMessage(err error) error {
	var e *getopt.Error
	if errors.As(err, &e) {
		switch e.ErrorCode {
		case getopt.UnknownOption:
			return usagef("%s is no option", e.Name)
		case getopt.MissingParameter:
			return usagef("option %s wants a value", e.Name)
		}
	}
	return usageError{err}
}

// checkCompat refuses what the C programs have not.
func (f *flags) checkCompat(files []string) error {
	program, known := map[string]string{"freebsd": "AnqsCcdw", "debian": "AnsCcdw"}[f.compat]
	switch {
	case !f.set.IsSet("compat"):
		return nil
	case !known:
		return usagef("--compat %q: want freebsd or debian", f.compat)
	case len(files) > 7:
		return usagef("%d datasets: --compat=%s takes at most 7", len(files), f.compat)
	}
	var err error
	f.set.Visit(func(o getopt.Option) {
		if name := o.ShortName(); o.LongName() != "compat" && !(name != "" && strings.Contains(program, name)) {
			err = usagef("option %s: the program of --compat=%s has none", o.Name(), f.compat)
		}
	})
	return err
}

func (f *flags) setInput(o *options) error {
	if f.set.IsSet('d') && f.delimiters == "" {
		return usagef("-d %q: want at least one delimiter", f.delimiters)
	}
	n, err := strconv.Atoi(strings.TrimSpace(f.column))
	switch {
	case err == nil && n >= 1:
		f.column = strconv.Itoa(n)
	case err == nil || f.column == "" || f.compat != "":
		return usagef("-C %q: want a column number of 1 or more, or a name", f.column)
	}
	o.input = input.Options{
		Format: f.format, Column: f.column, Delimiters: f.delimiters,
		Classic: f.compat != "", Unit: f.unit,
	}
	if !f.set.IsSet('C') {
		o.input.Column = ""
	}
	if f.set.IsSet("filter") {
		filter, err := regexp.Compile(f.filter)
		if err != nil {
			return usagef("--filter %q: %w", f.filter, err)
		}
		o.input.Filter = filter
	}
	if f.compat == "debian" {
		o.input.StdinName = "<stdin>"
	}
	if f.set.IsSet("better") {
		better, err := ministat.ParseDirection(f.better)
		if err != nil {
			return usagef("--better %w", err)
		}
		o.input.Better = better
	}
	return nil
}

func (f *flags) setAnalysis(o *options) error {
	alpha, err := ministat.ParseConfidence(f.confidence)
	if err != nil {
		return usagef("-c %w", err)
	}
	o.analysis = ministat.Options{Alpha: alpha, SummaryOnly: f.summaryOnly}
	switch f.compat {
	case "freebsd":
		o.analysis.Method = ministat.FreeBSD{}
	case "debian":
		o.analysis.Method = ministat.Debian{}
	default:
		return f.setTest(o)
	}
	if _, err := ministat.ClassicT(1, alpha); err != nil {
		return usageError{err}
	}
	return nil
}

func (f *flags) setTest(o *options) (err error) {
	bootstrap := f.test == "bootstrap"
	for _, name := range []string{"seed", "resamples", "statistic"} {
		if f.set.IsSet(name) && !bootstrap {
			return usagef("--%s goes with --test bootstrap", name)
		}
	}
	switch f.test {
	case "student":
		o.analysis.Method = ministat.Student{}
	case "welch":
		o.analysis.Method = ministat.Welch{}
	case "mann-whitney":
		o.analysis.Method = ministat.MannWhitney{}
	case "bootstrap":
		o.analysis.Method, err = f.bootstrap()
	default:
		return usagef("--test %q: want student, welch, mann-whitney or bootstrap", f.test)
	}
	return err
}

func (f *flags) bootstrap() (b ministat.Bootstrap, err error) {
	if b.Seed, err = strconv.ParseUint(f.seed, 10, 64); err != nil {
		return b, usagef("--seed %q: want a whole number from 0 to %d", f.seed, uint64(math.MaxUint64))
	}
	b.Resamples, err = strconv.Atoi(f.resamples)
	if err != nil || b.Resamples < minResamples || b.Resamples > maxResamples {
		return b, usagef("--resamples %q: want a whole number from %d to %d", f.resamples, minResamples, maxResamples)
	}
	if b.Statistic, err = ministat.ParseStatistic(f.statistic); err != nil {
		return b, usagef("--statistic %w", err)
	}
	return b, nil
}

// setGate decides what is judged, and what many comparisons are adjusted by:
// where a gate judges several, by Holm's method unless told otherwise.
func (f *flags) setGate(o *options) (err error) {
	gate := f.set.IsSet("gate")
	if gate {
		o.analysis.Adjust = ministat.Holm
	}
	if f.set.IsSet("adjust") {
		if o.analysis.Adjust, err = ministat.ParseAdjustment(f.adjust); err != nil {
			return usagef("--adjust %w", err)
		}
	}
	if !oneOf(f.inconclusive, "pass", "fail") {
		return usagef("--inconclusive %q: want pass or fail", f.inconclusive)
	}
	if !oneOf(f.missing, "error", "ignore") {
		return usagef("--missing %q: want error or ignore", f.missing)
	}
	for _, name := range []string{"inconclusive", "missing"} {
		if f.set.IsSet(name) && !gate {
			return usagef("--%s goes with --gate", name)
		}
	}
	if !gate {
		return nil
	}
	if f.summaryOnly {
		return usagef("-n compares nothing: a gate needs a comparison")
	}
	policy := &ministat.Policy{}
	if f.gate != "" {
		if policy.Limit, err = ministat.ParseLimit(f.gate); err != nil {
			return usagef("--gate=%w", err)
		}
	} else if len(o.files) > 0 && limitForFile(o.files[0]) {
		return usagef("%s: no such file; did you mean --gate=%s?", o.files[0], o.files[0])
	}
	if f.inconclusive == "fail" && policy.Limit == 0 {
		return usagef("--inconclusive=fail needs a limit above 0%%: at 0%% nothing can be shown unchanged")
	}
	o.analysis.Policy = policy
	o.analysis.AllowGaps = f.missing == "ignore"
	o.failInconclusive = f.inconclusive == "fail"
	return nil
}

func oneOf(s string, choices ...string) bool { return slices.Contains(choices, s) }

// limitForFile tells whether a limit stands where the first file should.
func limitForFile(name string) bool {
	_, err := ministat.ParseLimit(name)
	if err != nil {
		return false
	}
	_, err = os.Stat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// setNeed asks for what the report will show, and no more.
func (f *flags) setNeed(o *options) {
	switch {
	case f.compat != "":
		return
	case f.document == "text":
		if !f.noWarnings || f.explain {
			o.analysis.Need |= ministat.NeedPower
		}
	default:
		o.analysis.Need |= ministat.NeedEffect | ministat.NeedPower
	}
	if !f.noWarnings {
		o.analysis.Need |= ministat.NeedDiagnostics
	}
}

func (f *flags) setReport(o *options) (err error) {
	o.render, err = report.Lookup(f.document)
	if err != nil {
		return usagef("--format %w", err)
	}
	o.report = report.Options{
		Width: defaultWidth, NoPlot: f.noPlot || f.summaryOnly, SeparateBars: f.separateBars,
		Quiet: f.quiet, Explain: f.explain, Classic: f.compat != "",
	}
	if f.explain && f.document != "text" {
		return usagef("--explain goes with --format text")
	}
	if f.set.IsSet('w') {
		o.report.Width, err = strconv.Atoi(f.width)
		if err != nil || o.report.Width < minWidth || o.report.Width > maxWidth {
			return usagef("-w %q: want a width from %d to %d", f.width, minWidth, maxWidth)
		}
	}
	if f.compat == "" {
		o.report.Height, err = strconv.Atoi(f.height)
		if err != nil || o.report.Height < 0 {
			return usagef("--height %q: want a number of rows, 0 for no limit", f.height)
		}
	}
	return nil
}

// setScreen decides what depends on the terminal: width and colour.
func (f *flags) setScreen(o *options, stdout io.Writer) error {
	file, ok := stdout.(*os.File)
	terminal := ok && term.IsTerminal(int(file.Fd())) && (f.output == "" || f.output == "-")
	if terminal && !f.set.IsSet('w') {
		o.report.Width = f.screenWidth(file)
	}
	if f.compat != "" {
		return nil
	}
	switch f.color {
	case "always":
		o.report.Color = true
	case "never":
	case "auto":
		force := os.Getenv("CLICOLOR_FORCE")
		o.report.Color = os.Getenv("NO_COLOR") == "" &&
			(terminal && os.Getenv("TERM") != "dumb" || force != "" && force != "0")
	default:
		return usagef("--color %q: want auto, always or never", f.color)
	}
	return nil
}

// screenWidth returns the plot's width for a terminal: two columns less than
// it has, so that the frame fits. The C programs take COLUMNS as it is.
func (f *flags) screenWidth(terminal *os.File) int {
	frame := 2
	columns, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || columns <= 0 {
		if columns, _, err = term.GetSize(int(terminal.Fd())); err != nil || columns <= 0 {
			return defaultWidth
		}
	} else if f.compat != "" {
		frame = 0
	}
	return min(max(columns-frame, minWidth), maxWidth)
}

// version is the module's, with the revision it was built from where known.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" })
	if i >= 0 {
		return info.Main.Version + " " + info.Settings[i].Value
	}
	return info.Main.Version
}
