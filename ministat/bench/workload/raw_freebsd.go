package workload

import (
	"syscall"
	"unsafe"
)

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

func dup2Call(from, to int) call { return call{syscall.SYS_DUP2, uintptr(from), uintptr(to), 0} }

// ownDescriptors does nothing: FreeBSD reads a descriptor table without
// counting references whoever shares it.
func ownDescriptors() error { return nil }
