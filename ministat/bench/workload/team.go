//go:build linux || freebsd || darwin

package workload

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// A team is the helper processes of one run. Each is this program started
// again, in a process group of its own, with one end of a socket as descriptor
// 3, over which it
//
//	receives a task, prepares, and says that it is ready,
//	receives the word to go, when all are ready, and measures,
//	sends its report, and exits.
//
// The end of file on that socket tells a helper that nobody waits for its
// report any more, whether this process stopped the run or was killed itself:
// then the helper ends what it started, and exits.
type team struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  chan ending
	all    []*helper
}

// helper is one process of a team, seen from the outside.
type helper struct {
	number  int // in the order of start
	role    string
	cmd     *exec.Cmd
	control *os.File
	stderr  excerpt
	ready   chan struct{}
}

// ending is how a helper ended: with a report, or with an error.
type ending struct {
	number int // of the helper
	report report
	err    error
}

// errStopped is the cause for the helpers that have to end because of another.
var errStopped = errors.New("stopped")

func newTeam(ctx context.Context) *team {
	ctx, cancel := context.WithCancelCause(ctx)
	return &team{ctx: ctx, cancel: cancel, ended: make(chan ending)}
}

// start adds a helper. It gets its own copies of the files, as descriptors 4
// and up; those of the caller are closed, whatever happens.
func (t *team) start(role string, task task, files ...*os.File) error {
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	ours, theirs, err := controlPair()
	if err != nil {
		return fmt.Errorf("%s: %w", role, err)
	}
	defer theirs.Close()
	h := &helper{number: len(t.all), role: role, control: ours, stderr: excerpt{limit: maxMessage}, ready: make(chan struct{})}
	if err := h.start(t.ctx, task, append([]*os.File{theirs}, files...)); err != nil {
		ours.Close()
		return fmt.Errorf("%s: %w%s", role, err, hint(err))
	}
	t.all = append(t.all, h)
	go func() { t.ended <- h.wait(task) }()
	return nil
}

// start starts the process. When ctx ends, it is told to end.
func (h *helper) start(ctx context.Context, task task, files []*os.File) error {
	path, err := executable()
	if err != nil {
		return err
	}
	h.cmd = exec.CommandContext(ctx, path)
	h.cmd.Args = []string{helperName, h.role}
	h.cmd.Env = append(os.Environ(), task.environ()...)
	h.cmd.Stderr = &h.stderr
	h.cmd.ExtraFiles = files
	h.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	h.cmd.Cancel = h.control.Close
	h.cmd.WaitDelay = graceful
	return h.cmd.Start()
}

// wait talks to the helper until it ends.
func (h *helper) wait(task task) ending {
	e := ending{number: h.number}
	report, err := h.follow(task)
	h.control.Close()
	waited := h.cmd.Wait()
	_ = syscall.Kill(-h.cmd.Process.Pid, syscall.SIGKILL) // what it may have left in its group
	if report != nil {
		e.report = *report
	} else {
		e.err = h.died(waited, err)
	}
	return e
}

// follow sends the task and receives what the helper says until its report.
func (h *helper) follow(task task) (*report, error) {
	if err := json.NewEncoder(h.control).Encode(task); err != nil {
		return nil, err
	}
	in := json.NewDecoder(h.control)
	for {
		var r report
		if err := in.Decode(&r); err != nil {
			return nil, err
		}
		if !r.Ready {
			return &r, nil
		}
		close(h.ready)
	}
}

// died says how a helper ended that did not report.
func (h *helper) died(wait, follow error) error {
	if wait == nil {
		wait = follow
	}
	text := fmt.Sprintf("the %s died: %v", h.role, wait)
	if said := h.stderr.firstLine(); said != "" {
		text += ": " + said
	}
	if strings.Contains(string(h.stderr.kept), "errno=11") {
		text += hint(syscall.EAGAIN)
	}
	return errors.New(text)
}

// run lets all helpers go at the same time, waits for their ends, and returns
// their reports in the order of their start. started is the error of starting
// them, if any.
func (t *team) run(started error) ([]report, error) {
	if started != nil {
		t.cancel(errStopped)
	}
	defer t.cancel(errStopped)
	blame := blame{err: started}
	reports := make([]report, len(t.all))
	waiting, complete := len(t.all), started == nil
	ready := t.whenReady()
	for waiting > 0 {
		select {
		case <-ready:
			ready = nil
			for _, h := range t.all {
				_, _ = h.control.Write([]byte(goMessage)) // a helper that is gone is told of by its end
			}
		case e := <-t.ended:
			waiting--
			reports[e.number] = e.report
			complete = complete && e.err == nil
			if blame.consider(e, t.ctx.Err() != nil) {
				t.cancel(errStopped)
			}
		}
	}
	if cause := context.Cause(t.ctx); !complete && cause != nil && cause != errStopped {
		return nil, cause
	}
	return reports, blame.err
}

// whenReady returns a channel that is closed when all helpers are ready.
func (t *team) whenReady() <-chan struct{} {
	all := make(chan struct{})
	go func() {
		for _, h := range t.all {
			select {
			case <-h.ready:
			case <-t.ctx.Done():
				return
			}
		}
		close(all)
	}()
	return all
}

// blame finds the error that explains the others: when one helper dies, its
// peers see no more than a closed socket.
type blame struct {
	err     error
	symptom bool // err is such an error of a peer
}

// consider takes in how a helper ended, and reports whether the run has to be
// stopped for it. Helpers that end because the team was stopped say nothing new.
func (b *blame) consider(e ending, stopped bool) (stop bool) {
	switch {
	case e.err != nil && !stopped:
		if b.err == nil || b.symptom {
			b.err, b.symptom = e.err, false
		}
		return true
	case e.report.Error == "":
		return false
	case b.err == nil:
		b.err, b.symptom = errors.New(e.report.Error), e.report.PeerGone
	case b.symptom && !e.report.PeerGone:
		b.err, b.symptom = errors.New(e.report.Error), false
	}
	return !e.report.PeerGone
}

// controlPair returns the socket between this process and a helper. Reading
// our end waits in the poller, where closing it ends the wait.
func controlPair() (ours, theirs *os.File, err error) {
	a, b, err := socketPair(unix.SOCK_STREAM)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.SetNonblock(a, true); err != nil {
		unix.Close(a)
		unix.Close(b)
		return nil, nil, err
	}
	return os.NewFile(uintptr(a), "control"), os.NewFile(uintptr(b), "control"), nil
}

// socketPair returns the two ends of a connected pair of unix sockets, which
// no program inherits by accident.
func socketPair(kind int) (a, b int, err error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fds, err := unix.Socketpair(unix.AF_UNIX, kind, 0)
	if err != nil {
		return 0, 0, fmt.Errorf("socketpair: %w%s", err, hint(err))
	}
	unix.CloseOnExec(fds[0])
	unix.CloseOnExec(fds[1])
	return fds[0], fds[1], nil
}

// hint says which limit an error points to.
func hint(err error) string {
	switch {
	case errors.Is(err, syscall.EAGAIN):
		return " (look at ulimit -u and the limit of the cgroup)"
	case errors.Is(err, syscall.EMFILE):
		return " (look at ulimit -n)"
	}
	return ""
}
