//go:build linux || freebsd || darwin

package workload

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// commandRunner is the helper that runs a command: it sees to it that nothing
// that the command starts outlives the run, even when the runner is killed.
const commandRunner = "command's helper"

// Measure runs the program once.
func (c *Command) Measure(ctx context.Context) (Measurement, error) {
	t := newTeam(ctx)
	err := t.start(commandRunner, task{Command: c, CPUs: c.Placement.onEach(0, 1), Nice: c.Placement.Nice})
	reports, err := t.run(err)
	if err != nil {
		return Measurement{}, err
	}
	return c.measurement(*reports[0].Outcome)
}

func commandRun(t task) (func() report, error) {
	if err := settle(t.CPUs[0], t.Nice); err != nil {
		return nil, err
	}
	adoptOrphans()
	return func() report {
		o, err := t.Command.execute(context.Background())
		if err != nil {
			return failed("%v", err)
		}
		return report{Outcome: &o}
	}, nil
}

// checkSystem has nothing to refuse.
func (*Command) checkSystem() error { return nil }

// guard lets a command end when its helper is killed.
func guard(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	dieWithParent(cmd.SysProcAttr)
}

func outcomeOf(state *os.ProcessState) outcome {
	ru := state.SysUsage().(*syscall.Rusage)
	o := outcome{usage: usageOf(ru), MaxRSS: int64(ru.Maxrss) * rssUnit}
	if !state.Success() {
		o.Status = state.String()
	}
	return o
}
