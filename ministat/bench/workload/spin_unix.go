//go:build linux || freebsd || darwin

package workload

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The helpers of dup2 and read-pipe, by what they are to a person.
const (
	dup2Threads     = "dup2 threads"
	readPipeThreads = "reading threads"
)

func (w *spin) Check() error {
	if room, limited := threadRoom(); limited && room < int(w.threads)+helperOverhead {
		return fmt.Errorf("--threads %d: the limit of threads (ulimit -u) has room for %d more, want %d", w.threads, max(room, 0), w.threads+helperOverhead)
	}
	return nil
}

func (w *spin) Measure(ctx context.Context) (Measurement, error) {
	n := int(w.threads)
	t := newTeam(ctx)
	err := t.start(w.role, task{
		Threads: n, CPUs: w.place.onEach(0, n), Nice: w.place.Nice,
		Settle: time.Duration(w.settle), Window: time.Duration(w.window),
	})
	reports, err := t.run(err)
	if err != nil {
		return Measurement{}, err
	}
	r := reports[0]
	m := measurement(float64(r.Count)/r.Wall.Seconds(), w.need(), r)
	return m, m.checkShare()
}

// batch is the number of calls between two looks at the flag that ends a loop.
const batch = 64

// spinner is one thread of a spinning workload.
type spinner struct {
	calls atomic.Int64 // completed so far, in whole batches
	_     [128]byte    // keeps the counters of two threads in different cache lines
	report
}

// run makes a call in a loop until stop is set or the call does not end with
// want.
func (s *spinner) run(c call, want syscall.Errno, stop *atomic.Bool) {
	s.CPUStart = []int{currentCPU()}
	var done int64
	for !stop.Load() {
		if errno := c.repeat(batch, want); errno != want {
			s.Error = fmt.Sprintf("a call ended with %q, want %q", errnoText(errno), errnoText(want))
			break
		}
		done += batch
		s.calls.Store(done)
	}
	s.CPUEnd = []int{currentCPU()}
}

func errnoText(errno syscall.Errno) string {
	if errno == 0 {
		return "success"
	}
	return errno.Error()
}

// dup2Calls has the first thread put a pipe's write end again and again into a
// descriptor that the others read from: after they have looked it up, they
// fail, because it is not open for reading.
func dup2Calls(t task) (func() report, error) {
	_, source, err := pipe()
	if err != nil {
		return nil, err
	}
	target, err := unix.Dup(source)
	if err != nil {
		return nil, err
	}
	return window(t, func(thread int) (call, syscall.Errno) {
		if thread == 0 {
			return dup2Call(source, target), 0
		}
		return readCall(target), syscall.EBADF
	})
}

// readPipeCalls has all threads read from one empty pipe.
func readPipeCalls(t task) (func() report, error) {
	in, _, err := pipe()
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(in, true); err != nil {
		return nil, err
	}
	return window(t, func(int) (call, syscall.Errno) { return readCall(in), syscall.EAGAIN })
}

func pipe() (in, out int, err error) {
	var fds [2]int
	if err := unix.Pipe(fds[:]); err != nil {
		return 0, 0, fmt.Errorf("pipe: %w", err)
	}
	return fds[0], fds[1], nil
}

// window starts the threads, each with the call that calls returns for it and
// the outcome that the call must have, and counts what they complete between
// two moments.
func window(t task, calls func(thread int) (c call, want syscall.Errno)) (func() report, error) {
	threads := make([]*spinner, t.Threads)
	var ready, done sync.WaitGroup
	var stop atomic.Bool
	start := make(chan struct{})
	for i := range threads {
		s := &spinner{}
		threads[i] = s
		c, want := calls(i)
		ready.Add(1)
		done.Go(func() {
			runtime.LockOSThread()
			s.fail(settle(t.CPUs[i], t.Nice))
			ready.Done()
			<-start
			s.run(c, want, &stop)
		})
	}
	ready.Wait()
	for _, s := range threads {
		if s.Error != "" {
			return nil, errors.New(s.Error)
		}
	}
	return func() report {
		begin := time.Now()
		close(start)
		time.Sleep(t.Settle)
		before := snap(threads, begin)
		time.Sleep(t.Window)
		after := snap(threads, begin)
		stop.Store(true)
		done.Wait()
		return between(threads, before, after)
	}, nil
}

// snapshot is how far the threads were at one moment.
type snapshot struct {
	usage
	calls []int64
}

// snap reads counters and clock at the same moment; when something came in
// between, it tries again.
func snap(threads []*spinner, begin time.Time) snapshot {
	const same = 50 * time.Microsecond
	s := snapshot{calls: make([]int64, len(threads))}
	for range 10 {
		from := time.Since(begin)
		for i, t := range threads {
			s.calls[i] = t.calls.Load()
		}
		s.usage = usageNow(begin)
		if s.Wall-from < same {
			break
		}
	}
	return s
}

// between returns what the threads did from one snapshot to the next.
func between(threads []*spinner, before, after snapshot) report {
	r := report{usage: after.usage.minus(before.usage)}
	for i, t := range threads {
		r.add(t.report)
		calls := after.calls[i] - before.calls[i]
		r.Count += calls
		if calls == 0 && r.Error == "" {
			r.Error = fmt.Sprintf("starved: thread %d of %d completed no calls in %v: want fewer --threads or a longer --duration", i+1, len(threads), r.Wall)
		}
	}
	return r
}
