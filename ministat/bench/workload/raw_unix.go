//go:build linux || freebsd

package workload

import (
	"syscall"
	"unsafe"
)

// The system calls of the measured loops. They go past Go's scheduler, which on
// Linux costs a quarter of the time of a message: a thread that waits in one
// keeps its processor, so a helper has one more processor than such threads.
// Without a check of the stack, the scheduler cannot take a loop's turn away
// either.

//go:nosplit
func rawRead(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// call is a system call with its arguments, ready to be repeated.
type call struct{ number, a, b, c uintptr }

// readCall reads a byte that must never come: there is no place for it.
func readCall(fd int) call { return call{syscall.SYS_READ, uintptr(fd), 0, 1} }

// repeat makes the call until it has ended with want n times; it returns early
// with what else it ended with. Interrupted calls do not count.
//
//go:nosplit
func (c call) repeat(n int, want syscall.Errno) syscall.Errno {
	for done := 0; done < n; {
		_, _, errno := syscall.RawSyscall6(c.number, c.a, c.b, c.c, 0, 0, 0)
		if errno == want {
			done++
		} else if errno != syscall.EINTR {
			return errno
		}
	}
	return want
}

func rawYield() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }
