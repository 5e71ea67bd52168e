package workload

import "time"

// spin measures how many calls threads complete in a window of time, all of
// them in one descriptor table, which is what is measured.
type spin struct {
	name, summary, role string

	minThreads int64
	sleeps     bool // the threads wait for each other, so that no more than one needs a CPU

	threads, window, settle int64
	place                   Placement
}

func newDup2() *spin {
	return withDefaults(&spin{
		name: "dup2", role: dup2Threads, minThreads: 2,
		summary: "one thread calls dup2 in a loop, the others look the same descriptor up and fail quickly",
	})
}

func newReadPipe() *spin {
	return withDefaults(&spin{
		name: "read-pipe", role: readPipeThreads, minThreads: 1, sleeps: true,
		summary: "threads read from one empty non-blocking pipe",
	})
}

func (w *spin) Name() string    { return w.name }
func (w *spin) Summary() string { return w.summary }

func (w *spin) Params() []Param {
	return []Param{
		{Name: "threads", Kind: Count, Default: 8, Min: w.minThreads, Max: 1024, Help: "threads that call", value: &w.threads},
		{Name: "duration", Kind: Time, Default: int64(time.Second), Min: int64(time.Millisecond), Max: int64(24 * time.Hour), Help: "length of the window in which calls count", value: &w.window},
		{Name: "settle", Kind: Time, Default: int64(200 * time.Millisecond), Min: 0, Max: int64(time.Hour), Help: "time that the threads run before the window", value: &w.settle},
	}
}

func (w *spin) Place(p Placement) { w.place = p }

func (*spin) Figure() Figure {
	return Figure{Unit: "ops/s", Better: "higher", Meaning: "calls of all threads per second of the window"}
}

func (w *spin) Settings() []Setting { return settings(w, w.place) }

// need returns the number of CPUs that the threads can keep busy.
func (w *spin) need() float64 {
	if w.sleeps {
		return 1
	}
	return float64(w.place.width(int(w.threads)))
}
