package workload

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The system calls of the measured loops. They go past Go's scheduler, which
// costs a quarter of the time of a message: a thread that waits in one keeps
// its processor, so a helper has one more processor than such threads.

func rawRead(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// rawSend sends one record.
func rawSend(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// rawDup2 is dup3 without flags: not every Linux has dup2, and where there are
// both they do the same.
func rawDup2(from, to int) syscall.Errno {
	_, _, errno := syscall.RawSyscall(syscall.SYS_DUP3, uintptr(from), uintptr(to), 0)
	return errno
}

func rawYield() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }

// ownDescriptors gives the calling thread a descriptor table of its own. A
// table with one user is read without counting references, as in a process of
// one thread. What the thread closes from then on stays open in the others.
func ownDescriptors() error { return unix.Unshare(unix.CLONE_FILES) }
