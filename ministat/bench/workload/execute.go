package workload

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// execute runs the program once and waits for its end, and ends what it leaves
// behind.
func (c *Command) execute(ctx context.Context) (outcome, error) {
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	guard(cmd)
	stdout, err := newOutput(maxOutput)
	if err != nil {
		return outcome{}, err
	}
	stderr, err := newOutput(maxMessage)
	if err != nil {
		stdout.discard()
		return outcome{}, err
	}
	cmd.Stderr = stderr.out
	if c.Metric == "stdout" {
		cmd.Stdout = stdout.out
	}
	floor := rssFloor()
	start := time.Now()
	if err := cmd.Start(); err != nil {
		stdout.discard()
		stderr.discard()
		return outcome{}, err
	}
	stdout.follow(func() { _ = cmd.Process.Kill() })
	stderr.follow(nil)
	err = cmd.Wait()
	wall := time.Since(start)
	ended := endChildren()
	stdout.finish()
	stderr.finish()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return outcome{}, err
	}
	o := outcomeOf(cmd.ProcessState)
	o.Wall = wall
	o.Floor, o.Ended = floor, ended
	o.Stdout, o.Flood, o.Stderr = string(stdout.kept), stdout.full, stderr.firstLine()
	return o, nil
}
