package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ministat/ministat/bench/workload"
)

// fake is a workload that takes no time.
type fake struct {
	workload.Workload // nil: nothing else of it is used
	measure           func(ctx context.Context) (workload.Measurement, error)
}

func (f fake) Measure(ctx context.Context) (workload.Measurement, error) { return f.measure(ctx) }

// inOrder returns a workload with these values, one a run; NaN fails the run.
func inOrder(values ...float64) fake {
	next := 0
	return fake{measure: func(context.Context) (workload.Measurement, error) {
		v := values[next]
		next++
		if math.IsNaN(v) {
			return workload.Measurement{Value: 77}, errBroken
		}
		return workload.Measurement{Value: v, Need: math.NaN()}, nil
	}}
}

var errBroken = errors.New("broken")

// session returns a session whose clock goes one second a look.
func session(stop StopRule, variants ...Variant) *Session {
	now := time.Unix(0, 0)
	return &Session{
		Variants: variants, Stop: stop,
		Now:   func() time.Time { now = now.Add(time.Second); return now },
		Watch: func() Machine { return Machine{} },
	}
}

// kept notes what a variant's file would hold.
func kept(into *[]string, name string, w workload.Workload) Variant {
	return Variant{Name: name, Workload: w, Keep: func(r Run) error {
		if r.Err != nil {
			*into = append(*into, fmt.Sprintf("%s %d failed", r.Variant, r.Number))
		} else {
			*into = append(*into, fmt.Sprintf("%s %d %v", r.Variant, r.Number, r.Value))
		}
		return nil
	}}
}

func TestSessionKeepsInOrder(t *testing.T) {
	var files []string
	s := session(AfterRounds(3), kept(&files, "a", inOrder(-1, 1, 2, 3)))
	s.Warmup = 1
	result, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a 1 1", "a 2 2", "a 3 3"}, files); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]float64{{1, 2, 3}}, result.Values); diff != "" || result.Why != "3 runs were asked for" {
		t.Errorf("why %q, values %s", result.Why, diff)
	}
}

// All variants run in every round, in an order that the seed decides and that
// is not always the same.
func TestSessionInterleaves(t *testing.T) {
	orders := func(seed uint64) (orders []string) {
		endless := fake{measure: func(context.Context) (workload.Measurement, error) { return workload.Measurement{Value: 1}, nil }}
		s := session(AfterRounds(20), Variant{Name: "a", Workload: endless}, Variant{Name: "b", Workload: endless}, Variant{Name: "c", Workload: endless})
		s.Seed = seed
		var round []string
		s.Observe = func(r Run, _ Progress) {
			if round = append(round, r.Variant); r.Order != len(round) {
				t.Errorf("order %d, want %d", r.Order, len(round))
			}
			if len(round) == 3 {
				orders = append(orders, strings.Join(round, ""))
				round = nil
			}
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return orders
	}
	first := orders(1)
	distinct := map[string]bool{}
	for _, o := range first {
		letters := []byte(o)
		slices.Sort(letters)
		if string(letters) != "abc" {
			t.Errorf("a round of %s", o)
		}
		distinct[o] = true
	}
	if len(first) != 20 || len(distinct) < 4 {
		t.Errorf("%d rounds in %d orders", len(first), len(distinct))
	}
	if diff := cmp.Diff(first, orders(1)); diff != "" {
		t.Errorf("same seed: %s", diff)
	}
	if cmp.Equal(first, orders(2)) {
		t.Error("another seed gives the same orders")
	}
}

func TestSessionEndsWithTheFirstFailure(t *testing.T) {
	var files []string
	result, err := session(AfterRounds(4), kept(&files, "a", inOrder(1, math.NaN(), 3))).Run(t.Context())
	var run *RunError
	if !errors.As(err, &run) || err.Error() != "a: run 2: broken" || !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff([]string{"a 1 1", "a 2 failed"}, files); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([][]float64{{1}}, result.Values); diff != "" || result.Failures != 1 {
		t.Errorf("%d failures, values %s", result.Failures, diff)
	}
}

func TestKeepGoing(t *testing.T) {
	var files []string
	s := session(AfterRounds(3), kept(&files, "a", inOrder(1, math.NaN(), 3)))
	s.KeepGoing = true
	result, err := s.Run(t.Context())
	if err != nil || result.Failures != 1 {
		t.Errorf("got %v, %d failures", err, result.Failures)
	}
	if diff := cmp.Diff([]string{"a 1 1", "a 2 failed", "a 3 3"}, files); diff != "" {
		t.Error(diff)
	}
}

// A failed run has no value, whatever the workload said.
func TestFailedRunHasNoValue(t *testing.T) {
	s := session(AfterRounds(1), Variant{Name: "a", Workload: inOrder(math.NaN())})
	s.Observe = func(r Run, _ Progress) {
		if r.Value != 0 {
			t.Errorf("value %v", r.Value)
		}
	}
	if _, err := s.Run(t.Context()); err == nil {
		t.Error("want an error")
	}
}

func TestValueMustBeFinite(t *testing.T) {
	for _, v := range []float64{math.Inf(1), math.Inf(-1)} {
		_, err := session(AfterRounds(1), Variant{Name: "a", Workload: inOrder(v)}).Run(t.Context())
		if want := fmt.Sprintf("a: run 1: the value is %v, want a finite number", v); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestTimeout(t *testing.T) {
	hangs := fake{measure: func(ctx context.Context) (workload.Measurement, error) {
		<-ctx.Done()
		return workload.Measurement{}, context.Cause(ctx)
	}}
	s := session(AfterRounds(1), Variant{Name: "a", Workload: hangs})
	s.Timeout = time.Nanosecond
	_, err := s.Run(t.Context())
	if want := "a: run 1: still running after 1ns (--timeout), and stopped"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// An interrupt during a run ends the session with its cause, keeps what was
// finished, and cleans up.
func TestInterrupt(t *testing.T) {
	cause := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	runs := 0
	w := fake{measure: func(ctx context.Context) (workload.Measurement, error) {
		if runs++; runs == 2 {
			cancel(cause)
			return workload.Measurement{}, context.Cause(ctx)
		}
		return workload.Measurement{Value: 5}, nil
	}}
	var files []string
	s := session(AfterRounds(9), kept(&files, "a", w))
	s.KeepGoing = true
	cleaned := 0
	s.Cleanup = fake{measure: func(ctx context.Context) (workload.Measurement, error) {
		cleaned++
		return workload.Measurement{}, ctx.Err()
	}}
	result, err := s.Run(ctx)
	if err != cause || result.Failures != 0 {
		t.Errorf("got %v, %d failures", err, result.Failures)
	}
	if diff := cmp.Diff([]string{"a 1 5"}, files); diff != "" || cleaned != 2 {
		t.Errorf("cleaned %d times, files %s", cleaned, diff)
	}
}

// An interrupt that comes when a run has just finished does not lose it.
func TestInterruptAfterRun(t *testing.T) {
	cause := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	w := fake{measure: func(context.Context) (workload.Measurement, error) {
		cancel(cause)
		return workload.Measurement{Value: 5}, nil
	}}
	var files []string
	result, err := session(AfterRounds(9), kept(&files, "a", w)).Run(ctx)
	if err != cause || len(result.Values[0]) != 1 {
		t.Errorf("got %v, %v", err, result.Values)
	}
	if diff := cmp.Diff([]string{"a 1 5"}, files); diff != "" {
		t.Error(diff)
	}
}

func TestPrepareAndCleanup(t *testing.T) {
	var steps []string
	step := func(name string, err error) fake {
		return fake{measure: func(context.Context) (workload.Measurement, error) {
			steps = append(steps, name)
			return workload.Measurement{}, err
		}}
	}
	run := func(prepare, cleanup error) error {
		steps = nil
		s := session(AfterRounds(2), Variant{Name: "a", Workload: step("run", nil), Keep: func(Run) error { steps = append(steps, "keep"); return nil }})
		s.Prepare, s.Cleanup = step("prepare", prepare), step("cleanup", cleanup)
		_, err := s.Run(t.Context())
		return err
	}
	if err := run(nil, nil); err != nil || strings.Join(steps, " ") != "prepare run keep cleanup prepare run keep cleanup" {
		t.Errorf("got %v, %v", err, steps)
	}
	if err := run(errBroken, nil); err == nil || err.Error() != "a: run 1: --prepare: broken" || strings.Join(steps, " ") != "prepare keep cleanup" {
		t.Errorf("got %v, %v", err, steps)
	}
	if err := run(nil, errBroken); err == nil || err.Error() != "a: run 1: --cleanup: broken" || strings.Join(steps, " ") != "prepare run keep cleanup" {
		t.Errorf("got %v, %v", err, steps)
	}
}

// A sample that cannot be kept ends the session; it does not count.
func TestKeepFails(t *testing.T) {
	full := errors.New("no space left on device")
	s := session(AfterRounds(3), Variant{Name: "a", Workload: inOrder(1, 2, 3), Keep: func(Run) error { return full }})
	s.KeepGoing = true
	result, err := s.Run(t.Context())
	if err != full || len(result.Values[0]) != 0 {
		t.Errorf("got %v, %v", err, result.Values)
	}
}

func TestStopRules(t *testing.T) {
	wide := []float64{1, 2, 3, 4}
	narrow := slices.Repeat([]float64{100, 101}, 50) // ±0.1 %
	for _, c := range []struct {
		rule StopRule
		p    Progress
		want string
	}{
		{AfterRounds(2), Progress{Rounds: 1}, ""},
		{AfterRounds(2), Progress{Rounds: 2}, "2 runs were asked for"},
		{AfterTime(time.Minute), Progress{Elapsed: time.Minute - 1}, ""},
		{AfterTime(time.Minute), Progress{Elapsed: time.Minute}, "the time of 1m0s is over"},
		{Precise(0.01), Progress{Values: [][]float64{narrow}}, "every mean is known within 1%"},
		{Precise(0.01), Progress{Values: [][]float64{narrow, wide}}, ""},
		{Precise(0.01), Progress{Values: [][]float64{slices.Repeat([]float64{5}, 29)}}, ""}, // too few
		{Precise(0.01), Progress{Values: [][]float64{slices.Repeat([]float64{5}, 30)}}, "every mean is known within 1%"},
		{Precise(0.01), Progress{Values: [][]float64{slices.Repeat([]float64{-1, 1}, 500)}}, ""}, // a mean of 0
		{Precise(0.01), Progress{Values: [][]float64{nil}}, ""},
		{FirstOf(Precise(0.01), AfterRounds(3)), Progress{Values: [][]float64{wide}, Rounds: 3}, "3 runs were asked for"},
		{FirstOf(Precise(0.01), AfterRounds(3)), Progress{Values: [][]float64{narrow}, Rounds: 100}, "every mean is known within 1%"},
	} {
		stop, why := c.rule(c.p)
		if stop != (c.want != "") || stop && why != c.want {
			t.Errorf("%+v: got %v, %q, want %q", c.p, stop, why, c.want)
		}
	}
}

// The iguana data of the manual page of FreeBSD's ministat: n 7, mean 300,
// standard deviation 238.04761; t(6) for 95 % is 2.4469118 (Student's tables).
func TestInterval(t *testing.T) {
	mean, half := Interval([]float64{50, 200, 150, 400, 750, 400, 150})
	if want := 2.4469118 * 238.04761 / math.Sqrt(7); mean != 300 || math.Abs(half-want) > 1e-4 {
		t.Errorf("got %v ± %v, want 300 ± %v", mean, half, want)
	}
	if _, half := Interval([]float64{1}); !math.IsNaN(half) {
		t.Errorf("one value: half-width %v, want NaN", half)
	}
}

func TestMedian(t *testing.T) {
	got := []float64{median(nil), median([]float64{3}), median([]float64{9, 1, 2}), median([]float64{4, 1, 3, 2})}
	if diff := cmp.Diff([]float64{math.NaN(), 3, 2, 2.5}, got, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
}
