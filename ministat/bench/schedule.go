package bench

import "math/rand/v2"

// schedule is the order of the variants, a new one in every round: what drifts
// while the session goes on, or comes after the same neighbour each time, must
// not look like a difference.
type schedule struct {
	variants int
	random   *rand.Rand
}

func newSchedule(variants int, seed uint64) *schedule {
	return &schedule{variants: variants, random: rand.New(rand.NewPCG(seed, 0))}
}

// next returns the order of the next round.
func (s *schedule) next() []int { return s.random.Perm(s.variants) }
