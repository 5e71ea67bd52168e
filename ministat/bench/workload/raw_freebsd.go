package workload

import (
	"syscall"
	"unsafe"
)

// The system calls of the measured loops. They go past Go's scheduler: a
// thread that waits in one keeps its processor, so a helper has one more
// processor than such threads. Without a check of the stack, the scheduler
// cannot take a loop's turn away either.

//go:nosplit
func rawRead(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// rawSend sends one record: on FreeBSD, write does not mark where a record
// ends, and a reader would see many as one.
//
//go:nosplit
func rawSend(fd int, p []byte) (int, syscall.Errno) {
	iov := syscall.Iovec{Base: unsafe.SliceData(p), Len: uint64(len(p))}
	msg := syscall.Msghdr{Iov: &iov, Iovlen: 1}
	n, _, errno := syscall.RawSyscall(syscall.SYS_SENDMSG, uintptr(fd), uintptr(unsafe.Pointer(&msg)), syscall.MSG_EOR)
	return int(n), errno
}

// call is a system call with its arguments, ready to be repeated.
type call struct{ number, a, b, c uintptr }

// readCall reads a byte that must never come: there is no place for it.
func readCall(fd int) call { return call{syscall.SYS_READ, uintptr(fd), 0, 1} }

func dup2Call(from, to int) call { return call{syscall.SYS_DUP2, uintptr(from), uintptr(to), 0} }

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

// ownDescriptors does nothing: FreeBSD reads a descriptor table without
// counting references whoever shares it.
func ownDescriptors() error { return nil }
