// Command ministat compares sets of benchmark samples. See ministat.1.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"ministat/ministat"
	"ministat/ministat/input"
	"ministat/ministat/report"
)

// Exit statuses.
const (
	exitOK           = 0
	exitRegression   = 1 // the gate found one
	exitError        = 2 // bad usage, bad data, or a report that could not be written
	exitInconclusive = 3 // the gate cannot tell, and that was to fail
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole command but for the process around it.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	status, err := compare(args, stdin, stdout, stderr)
	if err == nil {
		return status
	}
	fmt.Fprintf(stderr, "ministat: %s\n", report.Printable(err.Error()))
	if errors.As(err, new(usageError)) {
		fmt.Fprintln(stderr, "Try 'ministat --help'.")
	}
	return exitError
}

func compare(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, err error) {
	o, err := parseFlags(args, stdout)
	if err != nil {
		return exitError, err
	}
	if o.inform != "" {
		_, err := io.WriteString(stdout, o.inform)
		return exitOK, named("standard output", err)
	}
	if err := o.checkOutputs(); err != nil {
		return exitError, err
	}
	groups, err := input.Load(o.files, stdin, o.input)
	if err != nil {
		return exitError, err
	}
	analysis, err := ministat.Analyze(groups, o.analysis)
	if err != nil {
		return exitError, err
	}
	if len(o.files) > 1 && !o.analysis.SummaryOnly && analysis.Family == 0 {
		return exitError, errors.New("nothing to compare: no benchmark is in the first file and in another (-n summarizes them)")
	}
	if o.svg != "" {
		if err := o.write(o.svg, stdout, report.SVG, analysis); err != nil {
			return exitError, err
		}
	}
	if err := o.write(o.output, stdout, o.render, analysis); err != nil {
		return exitError, err
	}
	if o.notes {
		for _, n := range report.Notes(analysis) {
			fmt.Fprintf(stderr, "ministat: %s\n", report.Printable(n.String()))
		}
	}
	return o.exitStatus(analysis.Verdict), nil
}

// write renders the analysis into a file. A histogram that would be of no use is
// the command line's fault, not the file's.
func (o *options) write(path string, stdout io.Writer, render report.Renderer, a *ministat.Analysis) error {
	err := writeOutput(path, stdout, func(w io.Writer) error { return render(w, a, o.report) })
	if width, ok := errors.AsType[*report.HistogramError](err); ok {
		return usagef("--histogram: %w", width)
	}
	return err
}

// exitStatus is the status of a run that found no error.
func (o *options) exitStatus(v ministat.Verdict) int {
	switch {
	case v == ministat.Regressed:
		return exitRegression
	case v == ministat.Inconclusive && o.failInconclusive:
		return exitInconclusive
	}
	return exitOK
}
