// Package bench runs workloads again and again and keeps what they measure.
//
// A run travels through its files in this order:
//
//	bench.go      Session: rounds of runs, failures, the end
//	schedule.go   the order of the variants in each round
//	stop.go       StopRule: when it is enough
//	record.go     sample files and detail files, which lose no finished run
//	environ.go    the machine that it happened on
//	busy.go       what else the machine did meanwhile
//
// Time, order and chance come from outside, so a session of invented workloads
// is as repeatable as any function.
package bench

import (
	"context"
	"fmt"
	"math"
	"time"

	"ministat/ministat/bench/workload"
)

// Session says what to run, how often, and what to do on failure. Now, Watch
// and Stop must be set; Variants must not be empty.
type Session struct {
	Variants []Variant

	Warmup  int           // rounds before the first that counts
	Stop    StopRule      // asked after every round that counts
	Seed    uint64        // of the order of the variants
	Timeout time.Duration // for each run; 0 for none

	// KeepGoing counts failed runs instead of ending with the first.
	KeepGoing bool

	// Prepare and Cleanup run before and after each run, outside of the
	// measured part; nil for nothing.
	Prepare, Cleanup workload.Workload

	Now   func() time.Time // the clock of Progress.Elapsed
	Watch func() Machine   // the state of the machine at the moment

	// Observe is told of every run once it has been kept; nil for nobody.
	Observe func(Run, Progress)
}

// Variant is one of the things that a session compares.
type Variant struct {
	Name     string // in messages: the name of its sample file or its workload
	Workload workload.Workload

	// Keep makes a finished run last; an error ends the session.
	Keep func(Run) error
}

// Run is one run of a variant.
type Run struct {
	Variant string
	Number  int // of its round, from 1; 0 and below are warm-up
	Order   int // within its round, from 1

	workload.Measurement       // of zeros when Err is set
	Err                  error // why there is no value; nil for a run that counts

	Load     float64 // load average of one minute at its start; NaN when unknown
	Pressure float64 // share of its time in which some task waited for a CPU, in [0, 1]; NaN when unknown
}

// RunError is a run that failed.
type RunError struct {
	Variant string
	Number  int // as in Run
	Err     error
}

func (e *RunError) Error() string {
	if e.Number < 1 {
		return fmt.Sprintf("%s: warm-up run: %v", e.Variant, e.Err)
	}
	return fmt.Sprintf("%s: run %d: %v", e.Variant, e.Number, e.Err)
}

func (e *RunError) Unwrap() error { return e.Err }

// Result is what a session has measured, whichever way it ended.
type Result struct {
	Progress
	Why      string   // the reason of the stop rule; "" when an error was the reason
	Failures int      // failed runs, warm-up included
	Busy     []string // reasons to doubt the values: what else the machine did
}

// Run runs the session. It returns what was measured in any case; the error is
// the cause of ctx when that ended, a *RunError when a run failed and that was
// not to be ignored, or the error of keeping a run.
func (s *Session) Run(ctx context.Context) (*Result, error) {
	result := &Result{Progress: Progress{Values: make([][]float64, len(s.Variants))}}
	seen := newSights(len(s.Variants), s.Watch())
	begin := s.Now()
	order := newSchedule(len(s.Variants), s.Seed)
	defer func() { result.Busy = seen.busy(s.Variants, s.Watch()) }()
	for round := 1 - s.Warmup; ; round++ {
		for i, v := range order.next() {
			run := s.run(ctx, s.Variants[v], Run{Number: round, Order: i + 1})
			seen.add(v, run)
			err := s.keep(ctx, v, run, result)
			result.Elapsed = s.Now().Sub(begin)
			if s.Observe != nil {
				s.Observe(run, result.Progress)
			}
			if err != nil {
				return result, err
			}
		}
		if round < 1 {
			continue
		}
		result.Rounds = round
		if stop, why := s.Stop(result.Progress); stop {
			result.Why = why
			return result, nil
		}
	}
}

// run makes one run.
func (s *Session) run(ctx context.Context, v Variant, run Run) Run {
	run.Variant = v.Name
	if run.Err = s.step(ctx, "--prepare", s.Prepare); run.Err != nil {
		return run
	}
	before := s.Watch()
	run.Measurement, run.Err = s.measure(ctx, v.Workload)
	after := s.Watch()
	run.Load, run.Pressure = before.Load, after.pressureSince(before)
	if run.Err != nil {
		run.Measurement = workload.Measurement{}
	}
	return run
}

// measure wants a number that is one.
func (s *Session) measure(ctx context.Context, w workload.Workload) (workload.Measurement, error) {
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, s.Timeout, fmt.Errorf("still running after %v (--timeout), and stopped", s.Timeout))
		defer cancel()
	}
	m, err := w.Measure(ctx)
	if err == nil && (math.IsNaN(m.Value) || math.IsInf(m.Value, 0)) {
		err = fmt.Errorf("the value is %v, want a finite number", m.Value)
	}
	return m, err
}

// step runs what the user wants before or after each run.
func (s *Session) step(ctx context.Context, name string, w workload.Workload) error {
	if w == nil {
		return nil
	}
	if _, err := s.measure(ctx, w); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// keep takes in a run, cleans up after it, and returns why the session has to
// end, if it has to.
func (s *Session) keep(ctx context.Context, v int, run Run, result *Result) error {
	interrupted := run.Err != nil && ctx.Err() != nil // neither finished nor failed
	if !interrupted && run.Number >= 1 && s.Variants[v].Keep != nil {
		if err := s.Variants[v].Keep(run); err != nil {
			return err
		}
	}
	if run.Err == nil && run.Number >= 1 {
		result.Values[v] = append(result.Values[v], run.Value)
	}
	// Also after the runner was interrupted: what Prepare made has to go.
	cleanup := s.step(context.WithoutCancel(ctx), "--cleanup", s.Cleanup)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, err := range []error{run.Err, cleanup} {
		if err == nil {
			continue
		}
		result.Failures++
		if !s.KeepGoing {
			return &RunError{Variant: run.Variant, Number: run.Number, Err: err}
		}
	}
	return nil
}
