//go:build freebsd || darwin

package bench

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

func machineFacts() facts {
	return facts{
		kernel:      kernelName(),
		cpu:         firstSysctl("machdep.cpu.brand_string", "hw.model"),
		governor:    "none",
		clocksource: firstSysctl("kern.timecounter.hardware"),
		limits:      "none",
	}
}

// firstSysctl returns the first of the values that the system has, or "".
func firstSysctl(names ...string) string {
	for _, name := range names {
		if value, err := unix.Sysctl(name); err == nil {
			return value
		}
	}
	return ""
}

// readMachine knows the load average here: three fixed-point numbers, and the
// number that stands for one.
func readMachine(m *Machine) {
	raw, err := unix.SysctlRaw("vm.loadavg")
	if err != nil || len(raw) < 24 {
		return
	}
	if scale := binary.NativeEndian.Uint64(raw[16:]); scale > 0 {
		m.Load = float64(binary.NativeEndian.Uint32(raw)) / float64(scale)
	}
}
