//go:build !(linux || freebsd || darwin)

package workload

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// On these systems only commands can be measured.

func unsupported(w Workload) error { return fmt.Errorf("%s: %w", w.Name(), ErrUnsupported) }

func (w *seqpacket) Check() error { return unsupported(w) }
func (w *dgram) Check() error     { return unsupported(w) }
func (w *spin) Check() error      { return unsupported(w) }

func (w *seqpacket) Measure(context.Context) (Measurement, error) {
	return Measurement{}, unsupported(w)
}

func (w *dgram) Measure(context.Context) (Measurement, error) { return Measurement{}, unsupported(w) }

func (w *spin) Measure(context.Context) (Measurement, error) { return Measurement{}, unsupported(w) }

const (
	dup2Threads     = ""
	readPipeThreads = ""
)

// Child reports that this process is no helper: there are none here.
func Child([]string) (status int, ok bool) { return 0, false }

// AllowedCPUs returns the CPUs that this process may run on, ascending; nil on
// systems that do not tell.
func AllowedCPUs() []int { return nil }

func niceness() int { return 0 }

func (c *Command) checkSystem() error {
	if c.Metric == "maxrss" {
		return fmt.Errorf("--measure maxrss: %w", ErrUnsupported)
	}
	if c.Placement.Nice != 0 {
		return fmt.Errorf("--nice %d: %w", c.Placement.Nice, ErrUnsupported)
	}
	return nil
}

// Measure runs the program once. What it leaves behind when it ends, or is
// stopped, goes on here.
func (c *Command) Measure(ctx context.Context) (Measurement, error) {
	o, err := c.execute(ctx)
	if ctx.Err() != nil {
		return Measurement{}, context.Cause(ctx)
	}
	if err != nil {
		return Measurement{}, fmt.Errorf("%s: %w", c.Args[0], err)
	}
	return c.measurement(o)
}

func guard(*exec.Cmd) {}

func endChildren() int { return 0 }

func rssFloor() int64 { return 0 }

func outcomeOf(state *os.ProcessState) outcome {
	o := outcome{usage: usage{User: state.UserTime(), Sys: state.SystemTime(), Voluntary: -1, Involuntary: -1}}
	if !state.Success() {
		o.Status = state.String()
	}
	return o
}
