package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Placement says on which CPUs the processes and threads of a workload run,
// and with which priority. The zero value leaves both to the system.
type Placement struct {
	Nice int // nice value, -20 to 19; 0 leaves what was inherited

	mode string  // as the user wrote it: "same", "cross" or a list; "" is free
	sets [][]int // the thread with number i is held to sets[i % len]; none: free
}

// ParsePlacement reads the choice of CPUs, where the process itself is allowed
// those in allowed (see [AllowedCPUs]):
//
//	free    the system chooses
//	same    every thread on the first allowed CPU
//	cross   each thread on the next CPU in turn
//	0,2-3   every thread on any of these
func ParsePlacement(text string, allowed []int) (Placement, error) {
	p := Placement{mode: text}
	switch {
	case text == "free":
		return Placement{}, nil
	case len(allowed) == 0:
		return p, fmt.Errorf("--cpus %s: %w: this system does not let programs choose their CPUs", text, ErrUnsupported)
	case text == "same":
		p.sets = [][]int{allowed[:1]}
		return p, nil
	case text == "cross":
		if len(allowed) < 2 {
			return p, fmt.Errorf("--cpus cross: only CPU %s is allowed here, want two or more", FormatCPUs(allowed))
		}
		for _, cpu := range allowed {
			p.sets = append(p.sets, []int{cpu})
		}
		return p, nil
	}
	list, err := parseCPUs(text)
	if err != nil {
		return p, fmt.Errorf("--cpus %s: want free, same, cross or a list such as 0,2-3", text)
	}
	for _, cpu := range list {
		if !slices.Contains(allowed, cpu) {
			return p, fmt.Errorf("--cpus %s: CPU %d is not allowed here, want any of %s", text, cpu, FormatCPUs(allowed))
		}
	}
	p.sets = [][]int{list}
	return p, nil
}

func (p Placement) settings() []Setting {
	mode := p.mode
	if mode == "" {
		mode = "free"
	}
	nice := p.Nice
	if nice == 0 {
		nice = niceness()
	}
	return []Setting{{"placement", mode}, {"nice", strconv.Itoa(nice)}}
}

// on returns the CPUs that the thread with that number is held to; nil for all.
func (p Placement) on(thread int) []int {
	if len(p.sets) == 0 {
		return nil
	}
	return p.sets[thread%len(p.sets)]
}

// onEach does so for n threads, the first of which has the number first.
func (p Placement) onEach(first, n int) [][]int {
	sets := make([][]int, n)
	for i := range sets {
		sets[i] = p.on(first + i)
	}
	return sets
}

// width returns the number of CPUs that n threads can use at the same time.
func (p Placement) width(n int) int {
	available := len(AllowedCPUs())
	if len(p.sets) > 0 {
		available = len(slices.Concat(p.sets...))
	}
	if available == 0 {
		return 1 // unknown: at least one
	}
	return min(n, available)
}

// maxCPU bounds the numbers in a list of CPUs, so that a range cannot be endless.
const maxCPU = 1 << 16

// parseCPUs reads a list such as "0,2-3" into ascending CPU numbers.
func parseCPUs(text string) ([]int, error) {
	var list []int
	for _, part := range strings.Split(strings.TrimSpace(text), ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 31)
		if err != nil {
			return nil, err
		}
		last, err := strconv.ParseUint(to, 10, 31)
		if err != nil {
			return nil, err
		}
		if first > last || last >= maxCPU {
			return nil, fmt.Errorf("%q is no range of CPUs", part)
		}
		for cpu := first; cpu <= last; cpu++ {
			list = append(list, int(cpu))
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// FormatCPUs writes ascending CPU numbers as a list such as "0,2-3".
func FormatCPUs(cpus []int) string {
	var parts []string
	for i := 0; i < len(cpus); {
		j := i
		for j+1 < len(cpus) && cpus[j+1] == cpus[j]+1 {
			j++
		}
		part := strconv.Itoa(cpus[i])
		if j > i {
			part += "-" + strconv.Itoa(cpus[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ",")
}
