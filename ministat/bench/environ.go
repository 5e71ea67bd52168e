package bench

import (
	"fmt"
	"runtime"
	"time"

	"ministat/ministat"
	"ministat/ministat/bench/workload"
)

// Environ returns what samples depend on beside their workload, and when they
// were taken. What the system does not tell is "unknown".
func Environ(runner string, now time.Time) ministat.Header {
	f := machineFacts()
	return ministat.Header{
		{Key: ministat.KeyKernel, Value: known(f.kernel)},
		{Key: ministat.KeyCPU, Value: known(f.cpu)},
		{Key: ministat.KeyCPUs, Value: allowed(workload.AllowedCPUs())},
		{Key: ministat.KeyGovernor, Value: known(f.governor)},
		{Key: ministat.KeyClocksource, Value: known(f.clocksource)},
		{Key: ministat.KeyLimits, Value: known(f.limits)},
		{Key: ministat.KeyRunner, Value: runner},
		{Key: ministat.KeyDate, Value: now.Format(time.RFC3339)},
	}
}

// facts are what the files for each system find out; "" for unknown.
type facts struct{ kernel, cpu, governor, clocksource, limits string }

func known(fact string) string {
	if fact = oneLine(fact); fact == "" {
		return "unknown"
	}
	return fact
}

func allowed(cpus []int) string {
	if len(cpus) == 0 {
		return fmt.Sprintf("%d, which ones is unknown", runtime.NumCPU())
	}
	return workload.FormatCPUs(cpus)
}

// Machine is what all of the machine did until a moment. The differences of
// two moments are of interest. NaN where unknown.
type Machine struct {
	Load    float64       // load average of one minute
	Waited  float64       // seconds in which some task waited for a CPU
	Busy    float64       // CPU seconds of all processes
	Stolen  float64       // CPU seconds that a hypervisor gave to others
	Own     float64       // CPU seconds of this process and of its children that ended
	Elapsed time.Duration // of a clock that starts anywhere
}

// pressureSince returns the share of the time since an earlier moment in which
// some task waited for a CPU.
func (m Machine) pressureSince(before Machine) float64 {
	return (m.Waited - before.Waited) / (m.Elapsed - before.Elapsed).Seconds()
}
