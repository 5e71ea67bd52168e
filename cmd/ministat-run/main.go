// Command ministat-run makes sample files: it runs a workload again and again
// and writes down what each run measured.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"ministat/cmd/internal/cli"
	"ministat/ministat/bench"
	"ministat/ministat/bench/workload"
)

func main() {
	if status, ok := workload.Child(os.Args); ok {
		os.Exit(status)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run does what the arguments ask for and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	o := newOptions()
	err := usage(o.parse(args))
	if err == nil {
		err = act(o, stdout, stderr)
	}
	if err != nil {
		for line := range strings.Lines(err.Error()) { // errors may be joined
			fmt.Fprintf(stderr, "ministat-run: %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return status(err)
}

// act does what the options ask for.
func act(o *options, stdout, stderr io.Writer) error {
	word := ""
	if len(o.operands) == 1 && o.command == nil {
		word = o.operands[0]
	}
	text := ""
	switch {
	case o.help:
		text = o.usage()
	case o.version:
		text = runner() + "\n"
	case o.completion != "":
		text = o.program().Completion(o.completion)
	case word == "list":
		text = list()
	case word == "environ":
		text = bench.Environ(runner(), time.Now()).String()
	default:
		p, err := newPlan(o)
		if err != nil {
			return usage(err)
		}
		return p.measure(stdout, stderr)
	}
	_, err := io.WriteString(stdout, text)
	return err
}

// runner is the program's name and version.
func runner() string {
	version, revision := cli.Version()
	switch {
	case version == "":
		version = "(unknown version)"
	case version == "(devel)" && revision != "":
		version = revision
	}
	return "ministat-run " + version
}

// usageError is an error in the options, or in the files that they name.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// interrupted is the error of a session that a signal has ended.
type interrupted struct{ signal syscall.Signal }

func (e interrupted) Error() string {
	return fmt.Sprintf("stopped by a signal (%v); the run that went on is dropped, finished ones are kept", e.signal)
}

// failedRuns is the error of a session that went on after failures.
type failedRuns struct{ failed int }

func (e failedRuns) Error() string { return fmt.Sprintf("%d failed, and left no sample", e.failed) }

// status is the exit status that tells an error.
func status(err error) int {
	var stopped interrupted
	var wrong usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &stopped):
		return 128 + int(stopped.signal)
	case errors.Is(err, workload.ErrUnsupported):
		return 4
	case errors.As(err, &wrong):
		return 2
	}
	return 1 // a run failed, or a sample could not be kept
}

// interruptible returns a context that ends with the first signal that asks
// the program to end. The second one ends the program at once.
func interruptible() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup has it
			signal.Notify(signals, s)
		}
	}
	// A reader of standard output that goes away is an error of writing.
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(interrupted{s.(syscall.Signal)})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		signal.Stop(broken)
		cancel(nil)
	}
}
