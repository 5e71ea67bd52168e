package ministat

import "math"

// Overall is the change of a dataset over all benchmarks of one unit.
type Overall struct {
	Unit string
	Name string // the dataset's

	// Change is the geometric mean of the quotients new/baseline, less 1: a
	// fraction (P. J. Fleming and J. J. Wallace, How not to lie with statistics,
	// Communications of the ACM 29 (1986), 218-221). It is descriptive; no
	// interval is claimed.
	Change float64

	N int // benchmarks that it is taken over: those with a positive quotient
}

// overall returns the change of every dataset over the groups of each unit, in
// the order in which they are met. A single group has none.
func overall(groups []GroupAnalysis) []Overall {
	if len(groups) < 2 {
		return nil
	}
	type key struct{ unit, name string }
	at := map[key]int{}
	var all []Overall
	for _, g := range groups {
		for _, c := range g.Comparisons {
			k := key{g.Group.Unit(), c.New.Sample.Name}
			i, known := at[k]
			if !known {
				i = len(all)
				at[k] = i
				all = append(all, Overall{Unit: k.unit, Name: k.name})
			}
			if ratio := c.New.Mean / c.Base.Mean; ratio > 0 && !math.IsInf(ratio, 0) {
				all[i].Change += math.Log(ratio)
				all[i].N++
			}
		}
	}
	for i := range all {
		all[i].Change = math.Expm1(all[i].Change / float64(all[i].N)) // NaN for none
	}
	return all
}
