package workload

import (
	"errors"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// The system calls of the measured loops. Programs on this system must call
// its library, so these cost a little more than on the others.

func rawRead(fd int, p []byte) (int, syscall.Errno) { return result(unix.Read(fd, p)) }

// rawSend sends one record.
func rawSend(fd int, p []byte) (int, syscall.Errno) { return result(unix.Write(fd, p)) }

// call is a system call with its arguments, ready to be repeated.
type call func() error

// readCall reads a byte that must never come.
func readCall(fd int) call {
	buffer := make([]byte, 1)
	return func() error {
		_, err := unix.Read(fd, buffer)
		return err
	}
}

func dup2Call(from, to int) call { return func() error { return unix.Dup2(from, to) } }

// repeat makes the call until it has ended with want n times; it returns early
// with what else it ended with. Interrupted calls do not count.
func (c call) repeat(n int, want syscall.Errno) syscall.Errno {
	for done := 0; done < n; {
		_, errno := result(0, c())
		if errno == want {
			done++
		} else if errno != syscall.EINTR {
			return errno
		}
	}
	return want
}

func rawYield() { runtime.Gosched() }

func ownDescriptors() error { return nil }

func result(n int, err error) (int, syscall.Errno) {
	var errno syscall.Errno
	errors.As(err, &errno)
	return n, errno
}
