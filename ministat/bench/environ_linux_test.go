package bench

import (
	"math"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func files(content map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range content {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

// The formats are those of the kernel's Documentation: cgroup-v1, cgroup-v2.rst.
func TestCgroupLimits(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"none":              {map[string]string{"proc/self/cgroup": "0::/\n"}, "none"},
		"no cgroups at all": {nil, ""},
		"version 2, the tightest counts": {map[string]string{
			"proc/self/cgroup":              "0::/a/b\n",
			"sys/fs/cgroup/a/cpu.max":       "150000 100000\n",
			"sys/fs/cgroup/a/b/cpu.max":     "max 100000\n",
			"sys/fs/cgroup/a/memory.max":    "1073741824\n",
			"sys/fs/cgroup/a/b/memory.max":  "536870912\n",
			"sys/fs/cgroup/a/b/pids.max":    "max\n",
			"sys/fs/cgroup/other/cpu.max":   "1000 100000\n",
			"sys/fs/cgroup/a/b/c/pids.max":  "1\n",
			"sys/fs/cgroup/a/b/memory.high": "1\n",
		}, "cpu 1.5, memory 536870912 B"},
		"version 2 in a container": {map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "50000 100000\n", "sys/fs/cgroup/pids.max": "100\n",
		}, "cpu 0.5, pids 100"},
		"version 1": {map[string]string{
			"proc/self/cgroup": "4:memory:/x\n1:cpu,cpuacct:/x\n0::/\n",
			"sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us":       "200000\n",
			"sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us":      "100000\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":         "-1\n",
			"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us":        "100000\n",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes":       "9223372036854771712\n",
			"sys/fs/cgroup/memory/x/memory.memsw.usage_in_bytes": "5\n",
		}, "cpu 2"},
	} {
		if got := cgroupLimits(files(c.files)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestCPUModel(t *testing.T) {
	for want, text := range map[string]string{
		"AMD EPYC":                    "processor\t: 0\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel name\t: other\n",
		"implementer 0x41 part 0xd0c": "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n",
		"MIPS 24Kc V5.0":              "system type : x\ncpu model : MIPS 24Kc V5.0\n",
		"":                            "",
	} {
		if got := cpuModel(files(map[string]string{"proc/cpuinfo": text})); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGovernor(t *testing.T) {
	const cpu = "sys/devices/system/cpu/"
	if got := governor(files(nil)); got != "none" {
		t.Errorf("got %q, want none", got)
	}
	got := governor(files(map[string]string{
		cpu + "cpu0/cpufreq/scaling_governor": "powersave\n", cpu + "cpu1/cpufreq/scaling_governor": "powersave\n", cpu + "cpu2/cpufreq/scaling_governor": "performance\n",
	}))
	if got != "powersave performance" {
		t.Errorf("got %q", got)
	}
}

func TestLinuxMachine(t *testing.T) {
	m := Machine{Load: math.NaN(), Waited: math.NaN(), Busy: math.NaN(), Stolen: math.NaN()}
	linuxMachine(files(nil), &m)
	if diff := cmp.Diff(Machine{Load: math.NaN(), Waited: math.NaN(), Busy: math.NaN(), Stolen: math.NaN()}, m, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	linuxMachine(files(map[string]string{
		"proc/loadavg":      "0.52 0.10 0.05 1/88 7049\n",
		"proc/pressure/cpu": "some avg10=2.28 avg60=1.31 avg300=1.27 total=11611103\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
		"proc/stat":         "cpu  100 20 300 5000 60 7 8 9 50 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n",
	}), &m)
	// user + nice + system + irq + softirq in hundredths of a second
	want := Machine{Load: 0.52, Waited: 11.611103, Busy: 4.35, Stolen: 0.09}
	if diff := cmp.Diff(want, m, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Error(diff)
	}
}
