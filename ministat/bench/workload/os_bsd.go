//go:build freebsd || darwin

package workload

import (
	"os"

	"golang.org/x/sys/unix"
)

// AllowedCPUs returns the CPUs that this process may run on, ascending; nil on
// systems that do not tell.
func AllowedCPUs() []int { return nil }

// settle lowers the priority; ParsePlacement has refused to choose CPUs here.
func settle(_ []int, nice int) error { return setNice(nice) }

// niceness returns the nice value of this process.
func niceness() int {
	p, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return 0
	}
	return p
}

// currentCPU returns the CPU that the calling thread runs on, or -1.
func currentCPU() int { return -1 }

func executable() (string, error) { return os.Executable() }

func adoptOrphans() {}

// endChildren finds nobody here: what a command leaves behind stays in its
// process group, and ends with that.
func endChildren() int { return 0 }

// rssFloor is 0: a process that is started here begins to count anew.
func rssFloor() int64 { return 0 }

// threadRoom returns how many more threads this user may start, or false when
// no limit is in sight.
func threadRoom() (int, bool) { return 0, false }
