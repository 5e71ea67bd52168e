package workload

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rawSend sends one record.
//
//go:nosplit
func rawSend(fd int, p []byte) (int, syscall.Errno) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)))
	return int(n), errno
}

// dup2Call is dup3 without flags on Linux: not every one has dup2, and where
// there are both they do the same.
func dup2Call(from, to int) call { return call{syscall.SYS_DUP3, uintptr(from), uintptr(to), 0} }

// ownDescriptors gives the calling thread a descriptor table of its own. A
// table with one user is read without counting references, as in a process of
// one thread. What the thread closes from then on stays open in the others.
func ownDescriptors() error { return unix.Unshare(unix.CLONE_FILES) }
