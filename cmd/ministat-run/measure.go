package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"ministat/ministat"
	"ministat/ministat/bench"
	"ministat/ministat/bench/workload"
)

// measure runs the plan: it opens the files, runs the session, closes the
// files, and sums up.
func (p *plan) measure(stdout, stderr io.Writer) error {
	ctx, stop := interruptible()
	defer stop()
	if !p.given("seed") {
		p.seed = rand.Uint64()
	}
	files := &files{}
	bar := &progress{messages: stderr}
	variants, err := p.open(files, bar, stdout)
	if err != nil {
		return errors.Join(usage(err), files.close())
	}
	bar = newProgress(p.samplesTo(stdout), stderr, (p.limit+p.warmup)*len(p.variants), p.until > 0 || p.maxTime > 0)
	result, err := p.session(variants, bar).Run(ctx)
	bar.end()
	err = errors.Join(err, files.close())
	p.sumUp(bar.say, result)
	if err == nil && result.Failures > 0 {
		err = failedRuns{result.Failures}
	}
	return err
}

func (p *plan) session(variants []bench.Variant, bar *progress) *bench.Session {
	return &bench.Session{
		Variants: variants,
		Warmup:   p.warmup, Stop: p.stop, Seed: p.seed, Timeout: p.timeout, KeepGoing: p.keepGoing,
		Prepare: p.before, Cleanup: p.after,
		Now: time.Now, Watch: bench.WatchMachine(),
		Observe: func(run bench.Run, _ bench.Progress) {
			if run.Err != nil && p.keepGoing && !errors.As(run.Err, new(interrupted)) {
				bar.say("%v", &bench.RunError{Variant: run.Variant, Number: run.Number, Err: run.Err})
			}
			bar.done()
		},
	}
}

// files are the files that a session writes.
type files struct{ logs []*bench.Log }

func (f *files) close() error {
	var err error
	for _, l := range f.logs {
		err = errors.Join(err, l.Close())
	}
	return err
}

// add takes in a file, and tells what was found in it.
func (f *files) add(bar *progress, path string, l *bench.Log) {
	f.logs = append(f.logs, l)
	if l.Mended != "" {
		bar.say("%s: took away an unfinished last line, %q", path, l.Mended)
	}
	if l.Held > 0 {
		bar.say("%s: continues %d lines", path, l.Held)
	}
}

// open opens the files and returns the variants that write to them.
func (p *plan) open(files *files, bar *progress, stdout io.Writer) ([]bench.Variant, error) {
	detail := func(bench.Run) error { return nil }
	if p.detail != "" {
		l, err := bench.OpenDetail(p.detail, p.mode())
		if err != nil {
			return nil, err
		}
		files.add(bar, p.detail, l)
		detail = l.AddDetail
	}
	environ := bench.Environ(runner(), time.Now())
	var variants []bench.Variant
	for i, v := range p.variants {
		header := bench.Header(v.workload, environ, p.order(i)...)
		add, err := p.openSamples(files, bar, v.file, header, stdout)
		if err != nil {
			return nil, err
		}
		variants = append(variants, bench.Variant{
			Name: v.name(), Workload: v.workload,
			Keep: func(run bench.Run) error { return errors.Join(add(run), detail(run)) },
		})
	}
	return variants, nil
}

func (p *plan) openSamples(files *files, bar *progress, path string, header ministat.Header, stdout io.Writer) (func(bench.Run) error, error) {
	if path == "" || path == "-" {
		return bench.NewStream(stdout, header)
	}
	l, err := bench.OpenSamples(path, header, p.mode())
	if err != nil {
		return nil, err
	}
	files.add(bar, path, l)
	return l.AddSample, nil
}

// samplesTo returns stdout when samples go there, else nil.
func (p *plan) samplesTo(stdout io.Writer) io.Writer {
	for _, v := range p.variants {
		if v.file == "" || v.file == "-" {
			return stdout
		}
	}
	return nil
}

// order describes a variant's place in an interleaved session, for its header.
func (p *plan) order(i int) []ministat.Field {
	if len(p.variants) == 1 {
		return nil
	}
	return []ministat.Field{{
		Key:   ministat.KeyOrder,
		Value: fmt.Sprintf("variant %d of %d, in a new random order every round, seed %d", i+1, len(p.variants), p.seed),
	}}
}

// sumUp says what came out, what to think of it, and what to do next.
func (p *plan) sumUp(say func(string, ...any), result *bench.Result) {
	for i, v := range p.variants {
		say("%s: %s", v.name(), describe(result.Values[i], v.workload.Figure()))
	}
	if len(p.variants) > 1 {
		say("the order of the variants came from --seed %d", p.seed)
	}
	if precise, _ := bench.Precise(p.until)(result.Progress); p.until > 0 && result.Why != "" {
		if precise {
			say("stopped because %s", result.Why)
		} else {
			say("the limit came first: %s, before every mean was known within %s", result.Why, bench.Percent(p.until))
		}
	}
	if p.until == 0 && result.Why != "" && result.Progress.Rounds < p.limit {
		say("stopped after %d of %d rounds: %s", result.Progress.Rounds, p.limit, result.Why)
	}
	for _, reason := range result.Busy {
		say("warning: the machine was busy: %s", reason)
	}
	for i, v := range p.variants {
		for _, w := range severalModes(v.name(), result.Values[i]) {
			say("warning: %s", w)
		}
	}
	if next := p.nextCommand(result); next != "" {
		say("next: %s", next)
	}
}

// severalModes warns of samples that gather around several values, of which the
// mean describes none. Whatever else makes samples doubtful, ministat tells.
func severalModes(name string, values []float64) []ministat.Warning {
	s, err := ministat.Summarize(&ministat.Sample{Name: name, Values: values})
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(ministat.DiagnoseSample(s), func(w ministat.Warning) bool {
		return w.Code != ministat.CodeSeveralModes
	})
}

// describe sums up the values of a variant in a line.
func describe(values []float64, figure workload.Figure) string {
	s, err := ministat.Summarize(&ministat.Sample{Values: values})
	if err != nil {
		return "no samples"
	}
	unit := ""
	if figure.Unit != "" {
		unit = " " + figure.Unit
	}
	if s.N == 1 {
		return fmt.Sprintf("1 sample, %.6g%s", s.Mean, unit)
	}
	mean, half := bench.Interval(values)
	text := fmt.Sprintf("%d samples, mean %.6g%s ± %.3g", s.N, mean, unit, half)
	if mean != 0 {
		text += fmt.Sprintf(" (%s)", bench.Percent(half/math.Abs(mean)))
	}
	return text + fmt.Sprintf(", median %.6g", s.Median)
}

// nextCommand is the ministat command for the files, "" where there is none or
// one of them has no samples.
func (p *plan) nextCommand(result *bench.Result) string {
	var paths []string
	for i, v := range p.variants {
		if len(result.Values[i]) == 0 {
			return ""
		}
		if v.file != "" && v.file != "-" {
			paths = append(paths, v.file)
		}
	}
	if len(paths) == 0 {
		return ""
	}
	return "ministat " + workload.JoinWords(paths)
}
