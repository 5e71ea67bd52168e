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

func rawDup2(from, to int) syscall.Errno {
	_, errno := result(0, unix.Dup2(from, to))
	return errno
}

func rawYield() { runtime.Gosched() }

func ownDescriptors() error { return nil }

func result(n int, err error) (int, syscall.Errno) {
	var errno syscall.Errno
	errors.As(err, &errno)
	return n, errno
}
