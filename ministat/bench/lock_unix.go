//go:build unix

package bench

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks the file until it is closed, or fails when another has.
func lock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
