package ministat

// Options says how to analyze. The zero value compares by Student's t at 95 %.
type Options struct {
	Method      Method // nil: Student
	Alpha       Alpha  // 0: DefaultAlpha
	SummaryOnly bool   // no comparisons
}

// Analysis is all that is known about the samples. Reports render it; they
// compute nothing that has a probability.
type Analysis struct {
	Method  Method
	Alpha   Alpha
	Groups  []GroupAnalysis
	Family  int // comparisons of this run: the family of a correction for many
	Verdict Verdict
}

// GroupAnalysis is what is known about one group.
type GroupAnalysis struct {
	Group       *Group
	Summaries   []*Summary    // one a sample, in the group's order
	Comparisons []*Comparison // each sample but the first with the first
}

// Analyze summarizes every sample and compares each with its group's first.
func Analyze(groups []*Group, o Options) (*Analysis, error) {
	if o.Method == nil {
		o.Method = Student{}
	}
	if o.Alpha == 0 {
		o.Alpha = DefaultAlpha
	}
	a := &Analysis{Method: o.Method, Alpha: o.Alpha}
	for _, g := range groups {
		ga := GroupAnalysis{Group: g}
		for _, sample := range g.Samples {
			s, err := o.Method.Summarize(sample)
			if err != nil {
				return nil, err
			}
			ga.Summaries = append(ga.Summaries, s)
		}
		if !o.SummaryOnly {
			for _, s := range ga.Summaries[1:] {
				c, err := o.Method.Compare(ga.Summaries[0], s, o.Alpha)
				if err != nil {
					return nil, err
				}
				c.AdjustedP = c.Test.P
				ga.Comparisons = append(ga.Comparisons, c)
			}
		}
		a.Family += len(ga.Comparisons)
		a.Groups = append(a.Groups, ga)
	}
	return a, nil
}
