//go:build linux || freebsd || darwin

package workload

import (
	"fmt"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// setNice sets the nice value of the calling thread (of the process, where
// threads have none); 0 leaves it.
func setNice(nice int) error {
	if nice == 0 {
		return nil
	}
	if err := unix.Setpriority(unix.PRIO_PROCESS, 0, nice); err != nil {
		return fmt.Errorf("--nice %d: %w", nice, err)
	}
	return nil
}

// usageNow reads the clock last, so that reading is no part of what follows.
func usageNow(start time.Time) usage {
	var ru syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &ru) // fails for a bad address only
	u := usageOf(&ru)
	u.Wall = time.Since(start)
	return u
}

func usageOf(ru *syscall.Rusage) usage {
	return usage{
		User: time.Duration(ru.Utime.Nano()), Sys: time.Duration(ru.Stime.Nano()),
		Voluntary: int64(ru.Nvcsw), Involuntary: int64(ru.Nivcsw),
	}
}

// measurement returns what the workers used together; the wall-clock time is
// that of the first.
func measurement(value, need float64, reports ...report) Measurement {
	m := Measurement{Value: value, Wall: reports[0].Wall.Seconds(), Need: need}
	var retries int64
	for _, r := range reports {
		m.User += r.User.Seconds()
		m.Sys += r.Sys.Seconds()
		m.Voluntary += float64(r.Voluntary)
		m.Involuntary += float64(r.Involuntary)
		m.CPUStart = append(m.CPUStart, r.CPUStart...)
		m.CPUEnd = append(m.CPUEnd, r.CPUEnd...)
		retries += r.Retries
	}
	if retries > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("%d system calls retried", retries))
	}
	return m
}
