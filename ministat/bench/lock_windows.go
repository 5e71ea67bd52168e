package bench

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock locks the file until it is closed, or fails when another has. Here a
// lock keeps everyone from what is locked, readers too: so it is one byte that
// no file reaches.
func lock(f *os.File) error {
	const far = 1 << 30
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &windows.Overlapped{OffsetHigh: far})
}
