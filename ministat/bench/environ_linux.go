package bench

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

func machineFacts() facts { return linuxFacts(os.DirFS("/")) }

// linuxFacts reads what the kernel tells in its file systems.
func linuxFacts(root fs.FS) facts {
	return facts{
		kernel:      kernelName(),
		cpu:         cpuModel(root),
		governor:    governor(root),
		clocksource: readLine(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"),
		limits:      cgroupLimits(root),
	}
}

// readLine returns the first line of a file, "" when there is none.
func readLine(root fs.FS, name string) string {
	text, _ := fs.ReadFile(root, name)
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}

// cpuModel returns the model of the first CPU; some machines give numbers only.
func cpuModel(root fs.FS) string {
	text, _ := fs.ReadFile(root, "proc/cpuinfo")
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		key = strings.TrimSpace(key)
		if _, ok := values[key]; !ok {
			values[key] = strings.TrimSpace(value)
		}
	}
	for _, key := range []string{"model name", "cpu model", "cpu", "uarch"} {
		if values[key] != "" {
			return values[key]
		}
	}
	if part := values["CPU part"]; part != "" {
		return "implementer " + values["CPU implementer"] + " part " + part
	}
	return ""
}

// governor returns what governs the frequency of the CPUs.
func governor(root fs.FS) string {
	files, _ := fs.Glob(root, "sys/devices/system/cpu/cpu*/cpufreq/scaling_governor")
	var names []string
	for _, file := range files {
		if name := readLine(root, file); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}

// cgroupLimits returns the tightest limits of the groups that this process is
// in, and of those above it.
func cgroupLimits(root fs.FS) string {
	limits := cgroupValues{cpu: math.Inf(1), memory: math.Inf(1), pids: math.Inf(1)}
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		// hierarchy:controllers:path; version 2 has no controllers here.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		mount := "sys/fs/cgroup"
		if parts[1] != "" {
			mount = path.Join(mount, strings.TrimPrefix(parts[1], "name="))
		}
		for dir := path.Clean("/" + parts[2]); ; dir = path.Dir(dir) {
			limits.tighten(root, mount+dir)
			if dir == "/" {
				break
			}
		}
	}
	return limits.String()
}

// cgroupValues are limits; +Inf for none.
type cgroupValues struct{ cpu, memory, pids float64 }

// hugeMemory is what version 1 shows for no limit, or more.
const hugeMemory = 1 << 60

func (c *cgroupValues) tighten(root fs.FS, dir string) {
	dir = strings.TrimSuffix(dir, "/")
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || v < 0 { // "max", or -1 in version 1
			return math.Inf(1)
		}
		return v
	}
	quota, period, _ := strings.Cut(readLine(root, dir+"/cpu.max"), " ")
	if period == "" {
		quota, period = readLine(root, dir+"/cpu.cfs_quota_us"), readLine(root, dir+"/cpu.cfs_period_us")
	}
	if cpu := number(quota) / number(period); cpu > 0 {
		c.cpu = min(c.cpu, cpu)
	}
	for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
		if memory := number(readLine(root, dir+"/"+name)); memory < hugeMemory {
			c.memory = min(c.memory, memory)
		}
	}
	c.pids = min(c.pids, number(readLine(root, dir+"/pids.max")))
}

func (c cgroupValues) String() string {
	var parts []string
	for _, limit := range []struct {
		name  string
		value float64
		unit  string
	}{{"cpu", c.cpu, ""}, {"memory", c.memory, " B"}, {"pids", c.pids, ""}} {
		if !math.IsInf(limit.value, 1) {
			parts = append(parts, limit.name+" "+strconv.FormatFloat(limit.value, 'f', -1, 64)+limit.unit)
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// clockTick is the unit of /proc/stat in seconds; it is the same on every Linux.
const clockTick = 0.01

func readMachine(m *Machine) { linuxMachine(os.DirFS("/"), m) }

func linuxMachine(root fs.FS, m *Machine) {
	m.Load = firstNumber(readLine(root, "proc/loadavg"))
	if _, total, ok := strings.Cut(readLine(root, "proc/pressure/cpu"), "total="); ok {
		m.Waited = firstNumber(total) * time.Microsecond.Seconds()
	}
	// cpu user nice system idle iowait irq softirq steal guest ...; user has guest in it.
	fields := strings.Fields(readLine(root, "proc/stat"))
	if len(fields) < 9 {
		return
	}
	m.Busy, m.Stolen = 0, firstNumber(fields[8])*clockTick
	for _, i := range []int{1, 2, 3, 6, 7} {
		m.Busy += firstNumber(fields[i]) * clockTick
	}
}

// firstNumber returns the number at the start of a text, NaN when there is none.
func firstNumber(text string) float64 {
	var v float64
	if _, err := fmt.Sscan(text, &v); err != nil {
		return math.NaN()
	}
	return v
}
