package workload

import (
	"syscall"
	"unsafe"
)

// The system calls of the measured loops. They go past Go's scheduler: a
// thread that waits in one keeps its processor, so a helper has one more
// processor than such threads.

func rawRead(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// rawSend sends one record: on FreeBSD, write does not mark where a record
// ends, and a reader would see many as one.
func rawSend(fd int, p []byte) (int, syscall.Errno) {
	iov := syscall.Iovec{Base: unsafe.SliceData(p), Len: uint64(len(p))}
	msg := syscall.Msghdr{Iov: &iov, Iovlen: 1}
	n, _, errno := syscall.RawSyscall(syscall.SYS_SENDMSG, uintptr(fd), uintptr(unsafe.Pointer(&msg)), syscall.MSG_EOR)
	return int(n), errno
}

func rawDup2(from, to int) syscall.Errno {
	_, _, errno := syscall.RawSyscall(syscall.SYS_DUP2, uintptr(from), uintptr(to), 0)
	return errno
}

func rawYield() { _, _, _ = syscall.RawSyscall(syscall.SYS_SCHED_YIELD, 0, 0, 0) }

// ownDescriptors does nothing: FreeBSD reads a descriptor table without
// counting references whoever shares it.
func ownDescriptors() error { return nil }
