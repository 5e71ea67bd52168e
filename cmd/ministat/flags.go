package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"ministat/cmd/internal/cli"
	"ministat/ministat"
	"ministat/ministat/input"
	"ministat/ministat/report"
)

const (
	defaultWidth = 74 // of the plot, in columns inside its frame
	minWidth     = 2
	maxWidth     = 10_000

	defaultHeight = 40 // of the plot, in rows

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
	svg      string // file of the drawing; "" for none
	notes    bool   // tell warnings on standard error

	failInconclusive bool // exit as for a failure when the gate cannot tell
}

// usageError is a command line that cannot be meant.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// flags holds the command line as it is spelled.
type flags struct {
	given []cli.Option

	noPlot, summaryOnly, quiet, separateBars, explain bool

	column, confidence, delimiters, width, height, color, histogram string

	test, adjust, seed, resamples, statistic string
	noWarnings                               bool

	gate, inconclusive, missing string

	format, unit, better, group, by, filter string // of the input

	document, output, svg, compat string

	help, version bool
	completion    string
}

const synopsis = `Usage: ministat [options] [file ...]
Compare each file's samples with those of the first. No file, or -, is standard
input. A file may be given as label=path.
`

const statuses = `Exit status: 0 fine, 1 the gate found a regression, 2 bad usage, bad data or a
failed write, 3 the gate cannot tell and --inconclusive=fail.
`

// topics declares the options.
func (f *flags) topics() []cli.Topic {
	return []cli.Topic{
		{Name: "Report", Example: "ministat -c 99 stock.txt patched.txt", Options: []cli.Option{
			{Short: 'c', Arg: "LEVEL", Help: "confidence in percent, above 50 and below 100 (95)", Set: text(&f.confidence)},
			{Short: 'n', Help: "summary only: no plot, no test", Set: truth(&f.summaryOnly)},
			{Short: 'A', Help: "no plot", Set: truth(&f.noPlot)},
			{Short: 's', Help: "a bar line for each dataset", Set: truth(&f.separateBars)},
			{Short: 'q', Help: "no dataset names and no heading line", Set: truth(&f.quiet)},
			{Short: 'w', Arg: "WIDTH", Help: "width of the plot, 2 to 10000 (74, or the terminal's)", Set: text(&f.width)},
			{Long: "height", Arg: "ROWS", Help: "height of the plot at most (40; 0: no limit)", Set: text(&f.height)},
			{Long: "color", Arg: "WHEN", Choices: colorChoices(), Help: "auto, always or never", Set: text(&f.color)},
			{Long: "histogram", Arg: "WIDTH", Optional: true, Help: "counts and shares in intervals of WIDTH", Set: text(&f.histogram)},
			{Long: "explain", Help: "a paragraph in plain words for each comparison", Set: truth(&f.explain)},
		}},
		{Name: "Statistics", Example: "ministat --test mann-whitney stock.txt patched.txt", Options: []cli.Option{
			{Long: "test", Arg: "TEST", Choices: testChoices(), Help: "student, welch, mann-whitney or bootstrap", Set: text(&f.test)},
			{Long: "adjust", Arg: "METHOD", Choices: []string{"none", "holm", "bonferroni", "bh"}, Help: "none, holm, bonferroni or bh, for many comparisons", Set: text(&f.adjust)},
			{Long: "seed", Arg: "N", Help: "of the bootstrap (1)", Set: text(&f.seed)},
			{Long: "resamples", Arg: "N", Help: "of the bootstrap (10000)", Set: text(&f.resamples)},
			{Long: "statistic", Arg: "WHICH", Choices: []string{"mean", "median"}, Help: "mean or median, of the bootstrap", Set: text(&f.statistic)},
			{Long: "no-warnings", Help: "no diagnostics", Set: truth(&f.noWarnings)},
		}},
		{Name: "Gate", Example: "ministat --gate=2% --better lower stock.txt patched.txt", Options: []cli.Option{
			{Long: "gate", Arg: "LIMIT", Optional: true, Help: "exit 1 when one is worse by more than LIMIT (0%)", Set: text(&f.gate)},
			{Long: "inconclusive", Arg: "WHAT", Choices: []string{"pass", "fail"}, Help: "pass, or fail: exit 3 when samples cannot tell", Set: text(&f.inconclusive)},
			{Long: "missing", Arg: "WHAT", Choices: []string{"error", "ignore"}, Help: "error or ignore: a benchmark in one file only", Set: text(&f.missing)},
		}},
		{Name: "Input", Example: "ministat -C 3 -d , runs.csv", Options: []cli.Option{
			{Short: 'C', Arg: "COLUMN", Help: "column number (1), or its name in the heading line", Set: text(&f.column)},
			{Short: 'd', Arg: "CHARS", Help: "delimiters (blank and tab)", Set: text(&f.delimiters)},
			{Long: "input", Arg: "FORMAT", Choices: input.Formats(), Help: "auto, columns, csv, or a tool's: see the manual", Set: text(&f.format)},
			{Long: "unit", Arg: "UNIT", Help: "unit, for files that do not say theirs", Set: text(&f.unit)},
			{Long: "better", Arg: "WAY", Choices: []string{"higher", "lower"}, Help: "higher or lower, for files that do not say theirs", Set: text(&f.better)},
			{Long: "group", Arg: "COL[,COL]", Help: "rows of a CSV with equal keys are a benchmark", Set: text(&f.group)},
			{Long: "by", Arg: "COL", Help: "the values of a CSV column are the datasets", Set: text(&f.by)},
			{Long: "filter", Arg: "REGEXP", Help: "only benchmarks whose name matches", Set: text(&f.filter)},
		}},
		{Name: "Output", Example: "ministat --format json -o result.json a.txt b.txt", Options: []cli.Option{
			{Long: "format", Arg: "FORMAT", Choices: report.Formats(), Help: strings.Join(report.Formats(), ", "), Set: text(&f.document)},
			{Long: "output", Short: 'o', Arg: "FILE", Help: "write FILE, whole or not at all", Set: text(&f.output)},
			{Long: "svg", Arg: "FILE", Help: "draw the samples too, for people", Set: text(&f.svg)},
			{Long: "compat", Arg: "PROGRAM", Choices: []string{"freebsd", "debian"}, Help: "byte for byte what freebsd's or debian's prints", Set: text(&f.compat)},
			{Long: "completion", Arg: "SHELL", Choices: cli.Shells(), Help: "completions for bash, zsh or fish", Set: text(&f.completion)},
			{Long: "help", Help: "print this", Set: truth(&f.help)},
			{Long: "version", Help: "print the version", Set: truth(&f.version)},
		}},
	}
}

func testChoices() []string  { return []string{"student", "welch", "mann-whitney", "bootstrap"} }
func colorChoices() []string { return []string{"auto", "always", "never"} }

func truth(into *bool) func(string) error {
	return func(string) error { *into = true; return nil }
}

func text(into *string) func(string) error {
	return func(value string) error { *into = value; return nil }
}

func newFlags() *flags {
	return &flags{
		column: "1", confidence: "95", format: "auto", document: "text", color: "auto",
		height: strconv.Itoa(defaultHeight), test: "student", statistic: "mean", seed: "1",
		resamples: strconv.Itoa(defaultResamples), inconclusive: "pass", missing: "error",
	}
}

// parseFlags reads and checks the command line. What it leaves to the terminal
// it asks of stdout.
func parseFlags(args []string, stdout io.Writer) (*options, error) {
	f := newFlags()
	operands, rest, given, err := cli.Parse("ministat", args, f.topics())
	if err != nil {
		return nil, usageError{err}
	}
	f.given = given
	if text, err := f.information(); text != "" || err != nil {
		return &options{inform: text}, err
	}
	o := &options{files: append(operands, rest...), output: f.output, svg: f.svg}
	if err := f.checkSpelling(args); err != nil {
		return nil, err
	}
	for _, set := range []func(*options) error{f.setCompat, f.setInput, f.setAnalysis, f.setGate, f.setReport} {
		if err := set(o); err != nil {
			return nil, err
		}
	}
	f.setNeed(o)
	f.setScreen(o, stdout)
	return o, nil
}

// isSet tells whether an option was given, by its name without dashes.
func (f *flags) isSet(name string) bool {
	return slices.ContainsFunc(f.given, func(o cli.Option) bool {
		return o.Long == name || o.Short != 0 && string(o.Short) == name
	})
}

// information is what the command prints instead of comparing.
func (f *flags) information() (string, error) {
	switch {
	case f.help:
		return synopsis + cli.Help(f.topics()) + statuses, nil
	case f.version:
		return "ministat " + version() + "\n", nil
	case !f.isSet("completion"):
		return "", nil
	case !slices.Contains(cli.Shells(), f.completion):
		return "", usagef("--completion %q: want %s", f.completion, strings.Join(cli.Shells(), ", "))
	}
	return cli.Program{Name: "ministat", Topics: f.topics()}.Completion(f.completion), nil
}

// checkSpelling refuses choices that there are not, and values that are empty.
func (f *flags) checkSpelling(args []string) error {
	for _, c := range []struct {
		option, value string
		choices       []string
	}{
		{"color", f.color, colorChoices()},
		{"test", f.test, testChoices()},
		{"inconclusive", f.inconclusive, []string{"pass", "fail"}},
		{"missing", f.missing, []string{"error", "ignore"}},
		{"format", f.document, report.Formats()},
		{"input", f.format, input.Formats()},
	} {
		if !slices.Contains(c.choices, c.value) {
			return usagef("--%s %q: want one of %s", c.option, c.value, strings.Join(c.choices, ", "))
		}
	}
	for name, value := range map[string]string{"output": f.output, "svg": f.svg, "filter": f.filter, "group": f.group, "by": f.by} {
		if f.isSet(name) && value == "" {
			return usagef(`--%s "": want a value that is not empty`, name)
		}
	}
	if i := slices.Index(args, "--gate="); i >= 0 && !slices.Contains(args[:i], "--") {
		return usagef("--gate=: want a percentage such as 2%%, or --gate alone")
	}
	return nil
}

// setCompat refuses what the C programs have not.
func (f *flags) setCompat(o *options) error {
	letters, known := map[string]string{"freebsd": "AnqsCcdw", "debian": "AnsCcdw"}[f.compat]
	switch {
	case !f.isSet("compat"):
		return nil
	case !known:
		return usagef("--compat %q: want freebsd or debian", f.compat)
	case len(o.files) > 7:
		return usagef("%d datasets: --compat=%s takes at most 7", len(o.files), f.compat)
	}
	for _, option := range f.given {
		if option.Long != "compat" && (option.Short == 0 || !strings.ContainsRune(letters, option.Short)) {
			return usagef("option %s: the program of --compat=%s has none", option.Name(), f.compat)
		}
	}
	return nil
}

func (f *flags) setInput(o *options) (err error) {
	if f.isSet("d") && f.delimiters == "" {
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
		Format: f.format, Delimiters: f.delimiters, Classic: f.compat != "", Unit: f.unit, By: f.by,
	}
	if f.isSet("C") {
		o.input.Column = f.column
	}
	if f.group != "" {
		o.input.Group = strings.Split(f.group, ",")
	}
	if f.compat == "debian" {
		o.input.StdinName = "<stdin>"
	}
	if f.filter != "" {
		if o.input.Filter, err = regexp.Compile(f.filter); err != nil {
			return usagef("--filter %q: want a regular expression: %w", f.filter, err)
		}
	}
	if f.isSet("better") {
		if o.input.Better, err = ministat.ParseDirection(f.better); err != nil {
			return usagef("--better %w", err)
		}
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
	if f.isSet("adjust") {
		if o.analysis.Adjust, err = ministat.ParseAdjustment(f.adjust); err != nil {
			return usagef("--adjust %w", err)
		}
	}
	for _, name := range []string{"seed", "resamples", "statistic"} {
		if f.isSet(name) && f.test != "bootstrap" {
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

// setGate decides what is judged. Where a gate judges several comparisons, they
// are adjusted by Holm's method unless told otherwise.
func (f *flags) setGate(o *options) (err error) {
	if !f.isSet("gate") {
		for _, name := range []string{"inconclusive", "missing"} {
			if f.isSet(name) {
				return usagef("--%s goes with --gate", name)
			}
		}
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
	o.failInconclusive = f.inconclusive == "fail"
	if o.failInconclusive && policy.Limit == 0 {
		return usagef("--inconclusive=fail needs a limit above 0%%: at 0%% nothing can be shown unchanged")
	}
	if !f.isSet("adjust") {
		o.analysis.Adjust = ministat.Holm
	}
	o.analysis.Policy = policy
	o.analysis.AllowGaps = f.missing == "ignore"
	return nil
}

// limitForFile tells whether a limit stands where the first file should.
func limitForFile(name string) bool {
	if _, err := ministat.ParseLimit(name); err != nil {
		return false
	}
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist)
}

func (f *flags) setReport(o *options) (err error) {
	if o.render, err = report.Lookup(f.document); err != nil {
		return usagef("--format %w", err)
	}
	o.report = report.Options{
		Width: defaultWidth, NoPlot: f.noPlot || f.summaryOnly, SeparateBars: f.separateBars,
		Quiet: f.quiet, Explain: f.explain, Classic: f.compat != "",
	}
	if f.explain && f.document != "text" {
		return usagef("--explain goes with --format text")
	}
	if f.isSet("w") {
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
	if f.isSet("histogram") {
		if !slices.Contains([]string{"text", "table", "markdown"}, f.document) {
			return usagef("--histogram goes with --format text, table or markdown")
		}
		o.report.Histogram.On = true
		if f.histogram != "" {
			if o.report.Histogram.Width, err = report.ParseHistogramWidth(f.histogram); err != nil {
				return usagef("--histogram=%w", err)
			}
		}
	}
	o.notes = f.compat == "" && f.document == "text"
	return nil
}

// setNeed asks for what the report will show, and no more.
func (f *flags) setNeed(o *options) {
	if f.compat != "" {
		return
	}
	need := &o.analysis.Need
	if f.document != "text" {
		*need |= ministat.NeedEffect
	}
	if f.document == "json" || f.document == "csv" || !f.noWarnings || f.explain {
		*need |= ministat.NeedPower
	}
	if !f.noWarnings {
		*need |= ministat.NeedDiagnostics
	}
	if f.document == "html" || f.svg != "" {
		*need |= ministat.NeedDistribution
	}
}

// setScreen decides what depends on the terminal: width and colour.
func (f *flags) setScreen(o *options, stdout io.Writer) {
	file, ok := stdout.(*os.File)
	terminal := ok && term.IsTerminal(int(file.Fd())) && (f.output == "" || f.output == "-")
	if terminal && !f.isSet("w") {
		o.report.Width = f.screenWidth(file)
	}
	switch {
	case f.compat != "" || f.color == "never":
	case f.color == "always":
		o.report.Color = true
	default:
		force := os.Getenv("CLICOLOR_FORCE")
		o.report.Color = os.Getenv("NO_COLOR") == "" &&
			(terminal && os.Getenv("TERM") != "dumb" || force != "" && force != "0")
	}
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
	version, revision := cli.Version()
	switch {
	case version == "":
		return "(unknown)"
	case revision != "":
		return version + " " + revision
	}
	return version
}
