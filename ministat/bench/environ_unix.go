//go:build linux || freebsd || darwin

package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// kernelName returns what uname -srm prints.
func kernelName() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Sysname[:]) + " " + unix.ByteSliceToString(u.Release[:]) + " " + unix.ByteSliceToString(u.Machine[:])
}

// ownCPU returns the CPU seconds of this process and of its children that ended.
func ownCPU() float64 {
	var total time.Duration
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var ru unix.Rusage
		_ = unix.Getrusage(who, &ru) // fails for a bad address only
		total += time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	}
	return total.Seconds()
}
