//go:build linux || freebsd || darwin

package workload

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// helperName is what a helper finds as its own name, and ps shows.
const helperName = "ministat-run-helper"

// The descriptors of a helper.
const (
	controlFD = 3
	firstFD   = 4 // the first that the workload gave it
)

// goMessage is the second value on the control socket, after the task.
const goMessage = "1\n"

// task is what a helper is asked to do, as JSON.
type task struct {
	Messages, Size int64
	ToEnd          bool    // read to the end of the file
	CPUs           [][]int // for each of its threads, nil for all
	Nice           int
	Threads        int
	Settle, Window time.Duration
	Address        string
	Command        *Command
}

// environ returns what a helper's environment has beside this process's own.
func (t task) environ() []string {
	if t.Command != nil {
		return nil // what is for the helper would reach the command
	}
	// No signals to threads that stay in one loop: they would interrupt its
	// system calls.
	return []string{"GODEBUG=asyncpreemptoff=1"}
}

// report is what a helper says, as JSON: that it is ready, or how it went.
type report struct {
	Ready bool `json:",omitempty"`

	Error    string // "" when all went well
	PeerGone bool   // the error is that another process went away

	usage
	Count    int64 // messages or calls
	Retries  int64
	CPUStart []int
	CPUEnd   []int

	Outcome *outcome // of a command
}

func failed(format string, args ...any) report { return report{Error: fmt.Sprintf(format, args...)} }

// role is the work of a helper. It prepares what is no part of the measurement
// and returns the measured part.
type role func(task) (measure func() report, err error)

func roles(name string) role {
	switch name {
	case seqpacketReader, dgramServer:
		return receiver
	case seqpacketWriter:
		return seqpacketWrite
	case dgramClients:
		return dgramWrite
	case dup2Threads:
		return dup2Calls
	case readPipeThreads:
		return readPipeCalls
	case commandRunner:
		return commandRun
	}
	return nil
}

// Child does the work of a helper process, when the program's arguments say
// that it is one, and returns its exit status; ok is false in any other process.
func Child(args []string) (status int, ok bool) {
	if len(args) != 2 || args[0] != helperName {
		return 0, false
	}
	role := roles(args[1])
	if role == nil {
		fmt.Fprintf(os.Stderr, "%s: no role %q\n", helperName, args[1])
		return 2, true
	}
	runtime.LockOSThread()
	debug.SetGCPercent(-1) // a thread in a raw system call cannot be stopped
	unix.CloseOnExec(controlFD)
	control := os.NewFile(controlFD, "control")
	tasks, start := make(chan task), make(chan struct{})
	go listen(control, tasks, start)
	task := <-tasks
	// One processor for each thread that may stay in the kernel, one for the rest.
	runtime.GOMAXPROCS(max(1, task.Threads) + 1)
	out := json.NewEncoder(control)
	measure, err := role(task)
	if err != nil {
		return sendReport(out, failed("%s: %v", args[1], err)), true
	}
	if status := sendReport(out, report{Ready: true}); status != 0 {
		return status, true
	}
	<-start
	return sendReport(out, measure()), true
}

func sendReport(out *json.Encoder, r report) (status int) {
	if err := out.Encode(r); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", helperName, err)
		return 1
	}
	return 0
}

// listen passes on the task and the word to go. At the end of the file nobody
// waits for this process any more.
func listen(control *os.File, tasks chan<- task, start chan<- struct{}) {
	in := json.NewDecoder(control)
	var t task
	if in.Decode(&t) == nil {
		tasks <- t
		var word int
		if in.Decode(&word) == nil {
			close(start)
			_ = in.Decode(&word) // waits for the end of the file
		}
	}
	endChildren()
	_ = syscall.Kill(0, syscall.SIGKILL) // this process, and what it started
}
