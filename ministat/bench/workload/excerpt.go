package workload

import (
	"os"
	"strings"
	"time"
)

// maxMessage is how much of what a process says on standard error is kept, in bytes.
const maxMessage = 4096

// graceful is how long a process may take to end what it started, and what it
// started may hold its outputs open.
const graceful = 2 * time.Second

// excerpt is a writer that keeps the beginning of what is written and drops
// the rest.
type excerpt struct {
	limit int // bytes
	kept  []byte
	full  bool // something was dropped
}

func (e *excerpt) Write(p []byte) (int, error) {
	keep := min(len(p), e.limit-len(e.kept))
	e.kept = append(e.kept, p[:keep]...)
	e.full = e.full || keep < len(p)
	return len(p), nil
}

// firstLine returns the first line that is not blank.
func (e *excerpt) firstLine() string {
	for line := range strings.Lines(string(e.kept)) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// output is a pipe that a process writes to, and the beginning of what came
// through it.
type output struct {
	excerpt
	in, out *os.File
	done    chan struct{}
}

func newOutput(limit int) (*output, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &output{excerpt: excerpt{limit: limit}, in: in, out: out, done: make(chan struct{})}, nil
}

// follow reads in the background, once the process has its own copy of the
// pipe's end. overflow, unless nil, is called when more comes than is kept.
func (o *output) follow(overflow func()) {
	o.out.Close()
	go func() {
		defer close(o.done)
		buffer := make([]byte, 1<<15)
		for {
			n, err := o.in.Read(buffer)
			_, _ = o.Write(buffer[:n]) // never fails
			if o.full && overflow != nil {
				overflow()
				overflow = nil
			}
			if err != nil {
				return
			}
		}
	}()
}

// finish waits for the rest of what an ended process has written, but not long
// for one that it left behind.
func (o *output) finish() {
	_ = o.in.SetReadDeadline(time.Now().Add(graceful)) // a pipe has deadlines
	<-o.done
	o.in.Close()
}

// discard closes an output that no process was started for.
func (o *output) discard() {
	o.in.Close()
	o.out.Close()
}
