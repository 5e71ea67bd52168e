// Package workload holds what ministat-run measures: kernel micro-workloads on
// unix sockets, descriptors and pipes, and any command.
//
// A [Workload] makes one run a call, in helper processes of its own, and
// returns a [Measurement] or an error, never both: what went wrong leaves no
// number. Its files in reading order:
//
//	workload.go, param.go, place.go   Workload, its parameters, its place on the CPUs
//	seqpacket.go, dgram.go, spin.go   the kernel workloads (spin: dup2 and read-pipe)
//	command.go, words.go              any program; splitting a line into words
//	team.go, child.go                 helper processes: start, barrier, reports, end
//	raw_*.go, os_*.go                 what differs between systems
//
// Programs that use the package call [Child] first thing in main, because a
// helper is the same program started again.
package workload

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Workload is something to measure, with its parameters set.
type Workload interface {
	// Name is what the command line calls it: "seqpacket".
	Name() string

	// Summary says in one line what it does.
	Summary() string

	// Params are its parameters, which may be set until the first Measure.
	Params() []Param

	// Place says where its processes run.
	Place(Placement)

	// Figure says what its value means.
	Figure() Figure

	// Settings are what its value depends on, for the head of a sample file.
	Settings() []Setting

	// Check reports whether it can run here as it is set, before anything is
	// run: an error that wraps ErrUnsupported where this system lacks
	// something, another one where a parameter or a limit is in the way.
	Check() error

	// Measure makes one run. When ctx ends, so does the run, with the cause as
	// its error. No process outlives the call.
	Measure(ctx context.Context) (Measurement, error)
}

// ErrUnsupported is wrapped by errors about something that this system lacks.
var ErrUnsupported = errors.New("not supported here")

// Figure says what a workload's value is.
type Figure struct {
	Unit    string // base unit: "B/s", "ops/s", "sec", "B"; "" when nobody knows
	Better  string // "higher", "lower" or "" when nobody knows
	Meaning string // in words, with its formula
}

// Setting is one line about how a workload was run.
type Setting struct{ Key, Value string }

// Measurement is the outcome of one run. All but Value is about its measured
// part alone, without starting and ending processes; what is not known is NaN.
type Measurement struct {
	Value float64 // in the unit of the workload's Figure, finite

	Wall      float64 // seconds
	User, Sys float64 // CPU seconds of all its processes together

	Voluntary, Involuntary float64 // context switches of all its processes

	// Need is the number of CPUs that the workload could have kept busy for
	// all of Wall; NaN for commands.
	Need float64

	// CPUStart and CPUEnd name the CPUs on which the measured threads were at
	// the start and at the end, in the order of their roles. Nil when unknown.
	CPUStart, CPUEnd []int

	// Notes tell of oddities that did not spoil the run: retried system calls,
	// a status that was ignored, processes that had to be ended.
	Notes []string
}

// Share is the part that the run got of the CPU time that it could have used:
// (User + Sys) / (Wall × Need), about 1 on an idle machine; NaN when unknown.
func (m Measurement) Share() float64 { return (m.User + m.Sys) / (m.Wall * m.Need) }

// A run that got less than starvedShare of its CPU time says more about the
// rest of the machine than about the workload. One that is shorter than
// judgedWall cannot be judged: waking up, or waiting for a turn, takes most of
// its time even where enough is left for it.
const (
	starvedShare = 0.25
	judgedWall   = 0.1 // seconds
)

// checkShare fails for a run that was starved of CPU time.
func (m Measurement) checkShare() error {
	if m.Wall >= judgedWall && m.Share() < starvedShare {
		return fmt.Errorf("starved: got %.2g s of CPU time in %.2g s, want at least %.2g: something else has the CPUs, or a limit holds it back",
			m.User+m.Sys, m.Wall, starvedShare*m.Wall*m.Need)
	}
	return nil
}

// usage is what a process has used so far; the difference of two is what it
// used in between.
type usage struct {
	Wall, User, Sys        time.Duration
	Voluntary, Involuntary int64
}

func (u usage) minus(v usage) usage {
	return usage{
		u.Wall - v.Wall, u.User - v.User, u.Sys - v.Sys,
		u.Voluntary - v.Voluntary, u.Involuntary - v.Involuntary,
	}
}

// Builtin returns the kernel workloads with their default parameters.
func Builtin() []Workload {
	return []Workload{newSeqpacket(), newDgram(), newDup2(), newReadPipe()}
}

// New returns the kernel workload of that name, or an error that names all.
func New(name string) (Workload, error) {
	var names []string
	for _, w := range Builtin() {
		if w.Name() == name {
			return w, nil
		}
		names = append(names, w.Name())
	}
	return nil, fmt.Errorf("no workload %q: want %s", name, strings.Join(names, ", "))
}

// Set sets a parameter of a workload by its name.
func Set(w Workload, name, text string) error {
	var names []string
	for _, p := range w.Params() {
		if p.Name == name {
			return p.Set(text)
		}
		names = append(names, "--"+p.Name)
	}
	return fmt.Errorf("--%s: %s has no such parameter: want %s", name, w.Name(), strings.Join(names, ", "))
}

// settings returns the lines that every kernel workload has.
func settings(w Workload, place Placement) []Setting {
	var params []string
	for _, p := range w.Params() {
		params = append(params, p.Name+"="+p.String())
	}
	return append([]Setting{
		{"workload", w.Name()},
		{"parameters", strings.Join(params, " ")},
		{"figure", w.Figure().Meaning},
	}, place.settings()...)
}
