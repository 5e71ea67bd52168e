package workload

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// AllowedCPUs returns the CPUs that this process may run on, ascending; nil on
// systems that do not tell.
func AllowedCPUs() []int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(os.Getpid(), &set) != nil {
		return nil
	}
	var cpus []int
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}

// settle holds the calling thread to the CPUs and lowers its priority. What
// the thread starts inherits both.
func settle(cpus []int, nice int) error {
	if cpus != nil {
		var set unix.CPUSet
		for _, cpu := range cpus {
			set.Set(cpu)
		}
		if err := unix.SchedSetaffinity(0, &set); err != nil {
			return fmt.Errorf("--cpus: CPU %s: %w", FormatCPUs(cpus), err)
		}
	}
	return setNice(nice)
}

// niceness returns the nice value of the calling thread.
func niceness() int {
	p, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return 0
	}
	return 20 - p // the system call's own way of staying above 0
}

// currentCPU returns the CPU that the calling thread runs on, or -1.
func currentCPU() int {
	var cpu uint32
	if _, _, errno := syscall.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0); errno != 0 {
		return -1
	}
	return int(cpu)
}

// executable is what to start a helper from: the program that runs, even when
// its file has been replaced since.
func executable() (string, error) { return "/proc/self/exe", nil }

// dieWithParent makes the kernel kill a child when the thread that started it ends.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// adoptOrphans makes this process the parent of those that its children leave
// behind, so that endChildren finds them.
func adoptOrphans() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

// endChildren kills all children of this process, those that they leave
// behind, and so on, and returns how many there were.
func endChildren() int {
	ended := 0
	for hasChildren() {
		before := ended
		for _, pid := range children() {
			if unix.Kill(pid, unix.SIGKILL) == nil {
				ended++
				_, _ = unix.Wait4(pid, nil, 0, nil)
			}
		}
		if ended == before { // those that are left are not ours to kill
			break
		}
	}
	return ended
}

// hasChildren reports whether any child runs; it forgets those that have ended.
func hasChildren() bool {
	for {
		pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
		if err == nil && pid == 0 {
			return true
		}
		if err != nil && err != unix.EINTR {
			return false
		}
	}
}

// children returns the processes whose parent this is.
func children() []int {
	var pids []int
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err == nil && statField(pid, statParent) == strconv.Itoa(os.Getpid()) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Fields of /proc/PID/stat, counted from the one behind the name.
const statParent = 1

// statField returns a field of /proc/PID/stat, "" for a process that is gone.
func statField(pid, field int) string {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest := cutLast(string(stat), ")") // the name may hold anything
	fields := strings.Fields(rest)
	if len(fields) <= field {
		return ""
	}
	return fields[field]
}

// cutLast cuts s around the last separator.
func cutLast(s, separator string) (before, after string) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i+len(separator):]
}

// rssFloor returns the largest memory in bytes that this process ever had. The
// kernel counts it to the maximum of each process that this one starts,
// because they share their memory until the new program is loaded.
func rssFloor() int64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			return kib * 1024
		}
	}
	return 0
}

// rssUnit is the unit of a Rusage's Maxrss in bytes.
const rssUnit = 1024

// threadRoom returns how many more threads this user may start, or false when
// no limit is in sight.
func threadRoom() (int, bool) {
	if os.Geteuid() == 0 {
		return 0, false // the limit is not root's
	}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NPROC, &limit) != nil || limit.Cur > 1<<30 {
		return 0, false
	}
	return int(limit.Cur) - userThreads(), true
}

// userThreads counts the threads of this user.
func userThreads() int {
	uid := uint32(os.Getuid())
	threads := 0
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			continue
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || stat.Uid != uid {
			continue
		}
		tasks, _ := os.ReadDir("/proc/" + entry.Name() + "/task")
		threads += len(tasks)
	}
	return threads
}
