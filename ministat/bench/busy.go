package bench

import (
	"fmt"
	"math"
	"time"
)

// WatchMachine returns a function for Session.Watch.
func WatchMachine() func() Machine {
	start := time.Now()
	return func() Machine {
		m := Machine{Load: math.NaN(), Waited: math.NaN(), Busy: math.NaN(), Stolen: math.NaN()}
		readMachine(&m)
		m.Own, m.Elapsed = ownCPU(), time.Since(start)
		return m
	}
}

// From these on the machine counts as busy with something else.
const (
	lowShare   = 0.9 // of the CPU time that a workload could use
	otherLoad  = 0.2 // CPUs
	watchedFor = 0.5 // seconds, the time from which on the system's counters tell something
)

// sights is what a session saw of its runs.
type sights struct {
	before   Machine
	shares   [][]float64 // known ones, by variant
	pressure []float64
}

func newSights(variants int, before Machine) *sights {
	return &sights{before: before, shares: make([][]float64, variants)}
}

func (s *sights) add(variant int, run Run) {
	if run.Err != nil {
		return
	}
	if share := run.Share(); !math.IsNaN(share) {
		s.shares[variant] = append(s.shares[variant], share)
	}
	if !math.IsNaN(run.Pressure) {
		s.pressure = append(s.pressure, run.Pressure)
	}
}

// busy returns the reasons to think that the machine did something else while
// the session went on.
func (s *sights) busy(variants []Variant, after Machine) []string {
	var reasons []string
	for i, v := range variants {
		if share := median(s.shares[i]); share < lowShare {
			reasons = append(reasons, fmt.Sprintf("%s got %.0f%% of the CPU time that it could use", v.Name, 100*share))
		}
	}
	elapsed := (after.Elapsed - s.before.Elapsed).Seconds()
	if elapsed < watchedFor {
		return reasons
	}
	if other := (after.Busy - s.before.Busy - (after.Own - s.before.Own)) / elapsed; other >= otherLoad {
		reason := fmt.Sprintf("other programs used %.1f CPUs", other)
		if p := median(s.pressure); !math.IsNaN(p) {
			reason += fmt.Sprintf(", and in %.0f%% of the time some task waited for one", 100*p)
		}
		reasons = append(reasons, reason)
	}
	if stolen := (after.Stolen - s.before.Stolen) / elapsed; stolen >= otherLoad {
		reasons = append(reasons, fmt.Sprintf("the hypervisor took %.1f CPUs away", stolen))
	}
	return reasons
}
