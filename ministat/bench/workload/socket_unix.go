//go:build linux || freebsd || darwin

package workload

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The helpers of the socket workloads, by what they are to a person.
const (
	seqpacketReader = "reader"
	seqpacketWriter = "writer"
	dgramServer     = "server"
	dgramClients    = "clients"
)

func (w *seqpacket) Check() error { return checkMessage(w.Name(), unix.SOCK_SEQPACKET, w.size) }

// checkMessage tries whether a message of that size fits a socket.
func checkMessage(name string, kind int, size int64) error {
	a, b, err := socketPair(kind)
	if errors.Is(err, unix.EPROTONOSUPPORT) || errors.Is(err, unix.ESOCKTNOSUPPORT) || errors.Is(err, unix.EPROTOTYPE) {
		return fmt.Errorf("%s: %w: %w", name, ErrUnsupported, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer unix.Close(a)
	defer unix.Close(b)
	limit, err := unix.GetsockoptInt(a, unix.SOL_SOCKET, unix.SO_SNDBUF)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := unix.SetNonblock(a, true); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if size > int64(limit) || !takes(a, size) {
		return fmt.Errorf("--size %d: a message does not fit: want less than %d, the send buffer of a socket here", size, limit)
	}
	return nil
}

// takes reports whether a socket that does not wait takes a message.
func takes(socket int, size int64) bool {
	n, errno := rawSend(socket, make([]byte, size))
	return errno == 0 && n == int(size)
}

// Measure lets the reader take the time, from before the first message until
// the end of the file, as the posted program does. The end of the file alone
// proves nothing: it also comes when the writer is killed.
func (w *seqpacket) Measure(ctx context.Context) (Measurement, error) {
	a, b, err := socketPair(unix.SOCK_SEQPACKET)
	if err != nil {
		return Measurement{}, err
	}
	in, out := os.NewFile(uintptr(a), "reader's end"), os.NewFile(uintptr(b), "writer's end")
	t := newTeam(ctx)
	err = t.start(seqpacketReader, w.task(0), in)
	if err == nil {
		err = t.start(seqpacketWriter, w.task(1), out)
	} else {
		out.Close()
	}
	reports, err := t.run(err)
	if err != nil {
		return Measurement{}, err
	}
	read, written := reports[0], reports[1]
	if read.Count != w.messages || written.Count != w.messages {
		return Measurement{}, fmt.Errorf("%d messages written and %d read, want %d", written.Count, read.Count, w.messages)
	}
	m := measurement(float64(w.size)*float64(w.messages)/read.Wall.Seconds(), 1, read, written)
	return m, m.checkShare()
}

func (w *seqpacket) task(thread int) task {
	return task{Messages: w.messages, Size: w.size, ToEnd: true, CPUs: w.place.onEach(thread, 1), Nice: w.place.Nice}
}

// receiver reads the messages from descriptor 4 and takes the time. A datagram
// socket has no end of file, and is read until all messages are there.
func receiver(t task) (func() report, error) {
	if err := settle(t.CPUs[0], t.Nice); err != nil {
		return nil, err
	}
	if err := ownDescriptors(); err != nil {
		return nil, err
	}
	buffer := make([]byte, t.Size)
	return func() report {
		r := report{CPUStart: []int{currentCPU()}}
		start := time.Now()
		before := usageNow(start)
		err := receive(firstFD, buffer, t, &r)
		r.usage = usageNow(start).minus(before)
		r.CPUEnd = []int{currentCPU()}
		r.fail(err)
		return r
	}, nil
}

// receive reads messages and counts them.
func receive(fd int, buffer []byte, t task, r *report) error {
	for t.ToEnd || r.Count < t.Messages {
		n, errno := rawRead(fd, buffer)
		switch {
		case errno == 0 && n == len(buffer):
			r.Count++
		case errno == 0 && n == 0 && t.ToEnd:
			return nil
		default:
			if err := r.tolerate("read", n, len(buffer), errno); err != nil {
				return err
			}
		}
		if r.Count > t.Messages {
			return fmt.Errorf("read more than the %d messages that were sent", t.Messages)
		}
	}
	return nil
}

// seqpacketWrite writes messages to descriptor 4 and ends the stream.
func seqpacketWrite(t task) (func() report, error) {
	if err := settle(t.CPUs[0], t.Nice); err != nil {
		return nil, err
	}
	if err := ownDescriptors(); err != nil {
		return nil, err
	}
	message := make([]byte, t.Size)
	return func() report {
		r := report{CPUStart: []int{currentCPU()}}
		start := time.Now()
		before := usageNow(start)
		err := send(firstFD, message, t.Messages, &r)
		// Not close: another thread's table still has the socket.
		if e := unix.Shutdown(firstFD, unix.SHUT_WR); err == nil && e != nil {
			err = fmt.Errorf("shutdown: %w", e)
		}
		r.usage = usageNow(start).minus(before)
		r.CPUEnd = []int{currentCPU()}
		r.fail(err)
		return r
	}, nil
}

// send writes messages and counts them.
func send(fd int, message []byte, messages int64, r *report) error {
	for r.Count < messages {
		n, errno := rawSend(fd, message)
		if errno == 0 && n == len(message) {
			r.Count++
			continue
		}
		if err := r.tolerate("write", n, len(message), errno); err != nil {
			return err
		}
	}
	return nil
}

// tolerate takes a system call that did not do what it should: nil says that
// it may be called again.
func (r *report) tolerate(call string, n, want int, errno syscall.Errno) error {
	switch errno {
	case 0:
		return fmt.Errorf("%s: %d bytes of a message, want %d", call, n, want)
	case syscall.EINTR:
		r.Retries++
		return nil
	case syscall.ENOBUFS: // a full queue, on systems where sending does not wait
		r.Retries++
		rawYield()
		return nil
	}
	return fmt.Errorf("%s: %w", call, errno)
}

// fail notes an error, and whether it says no more than that a peer went away.
func (r *report) fail(err error) {
	if err == nil {
		return
	}
	r.Error = err.Error()
	for _, gone := range []syscall.Errno{syscall.EPIPE, syscall.ECONNRESET, syscall.ECONNREFUSED, syscall.ENOTCONN} {
		r.PeerGone = r.PeerGone || errors.Is(err, gone)
	}
}
