package bench

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ministat/ministat/bench/workload"
)

func TestBusy(t *testing.T) {
	second := time.Second
	for _, c := range []struct {
		name   string
		share  float64
		before Machine
		after  Machine
		want   []string
	}{
		{"idle", 1, Machine{}, Machine{Elapsed: 10 * second, Busy: 11, Own: 10}, nil},
		{"little CPU time", 0.5, Machine{}, Machine{Elapsed: 10 * second}, []string{"a got 50% of the CPU time that it could use"}},
		{"another load", 1, Machine{Busy: 100, Own: 1}, Machine{Elapsed: 10 * second, Busy: 120, Own: 11}, []string{"other programs used 1.0 CPUs, and in 25% of the time some task waited for one"}},
		{"a hypervisor", 1, Machine{}, Machine{Elapsed: 10 * second, Stolen: 5}, []string{"the hypervisor took 0.5 CPUs away"}},
		{"too short to tell", 1, Machine{}, Machine{Elapsed: second / 10, Busy: 50}, nil},
		{"nothing known", math.NaN(), Machine{Busy: math.NaN(), Stolen: math.NaN()}, Machine{Elapsed: 10 * second, Busy: math.NaN(), Stolen: math.NaN()}, nil},
	} {
		s := newSights(1, c.before)
		for range 3 {
			s.add(0, Run{Measurement: workload.Measurement{User: c.share, Wall: 1, Need: 1}, Pressure: 0.25})
		}
		s.add(0, Run{Err: errBroken})
		if diff := cmp.Diff(c.want, s.busy([]Variant{{Name: "a"}}, c.after)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestPressureSince(t *testing.T) {
	before := Machine{Waited: 3, Elapsed: time.Second}
	if got := (Machine{Waited: 4, Elapsed: 5 * time.Second}).pressureSince(before); got != 0.25 {
		t.Errorf("got %v, want 0.25", got)
	}
}
