package ministat

// Options says how to analyze. The zero value compares by Student's t at 95 %.
type Options struct {
	Method      Method     // nil: Student
	Alpha       Alpha      // 0: DefaultAlpha
	SummaryOnly bool       // no comparisons
	Adjust      Adjustment // for the number of comparisons
	Policy      *Policy    // the gate to judge by; nil for none
	AllowGaps   bool       // judge although a benchmark is missing in a dataset
	Need        Need       // what else to compute
}

// Need says what is computed beyond the comparison itself, since it takes time.
type Need int

const (
	NeedEffect       Need = 1 << iota // Comparison.Effect
	NeedPower                         // Comparison.Power
	NeedDiagnostics                   // the warnings of DiagnoseSample and DiagnoseComparison
	NeedDistribution                  // Summary.MeanCI and MedianCI
)

// Analysis is all that is known about the samples. Reports render it; they
// compute nothing that has a probability.
type Analysis struct {
	Method  Method
	Alpha   Alpha
	Adjust  Adjustment
	Policy  *Policy // nil when nothing was judged
	Groups  []GroupAnalysis
	Family  int       // comparisons of this run: the family of the adjustment
	Overall []Overall // nil for a single group
	Verdict Verdict
}

// GroupAnalysis is what is known about one group.
type GroupAnalysis struct {
	Group       *Group
	Summaries   []*Summary    // one a sample, in the group's order
	Comparisons []*Comparison // each sample but the first with the first
}

// Analyze summarizes every sample, compares each with its group's first, and
// judges the comparisons by the gate. It fails when a sample cannot be
// summarized or compared, and when a gate has nothing to judge or to judge by.
func Analyze(groups []*Group, o Options) (*Analysis, error) {
	if o.Method == nil {
		o.Method = Student{}
	}
	if o.Alpha == 0 {
		o.Alpha = DefaultAlpha
	}
	a := &Analysis{Method: o.Method, Alpha: o.Alpha, Adjust: o.Adjust, Policy: o.Policy}
	for _, g := range groups {
		ga, err := analyzeGroup(g, o)
		if err != nil {
			return nil, err
		}
		a.Groups = append(a.Groups, ga)
		a.Family += len(ga.Comparisons)
	}
	a.adjust()
	a.Overall = overall(a.Groups)
	if o.Policy != nil {
		if err := o.Policy.judge(a, o.AllowGaps); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func analyzeGroup(g *Group, o Options) (ga GroupAnalysis, err error) {
	ga.Group = g
	for _, sample := range g.Samples {
		s, err := o.Method.Summarize(sample)
		if err != nil {
			return ga, err
		}
		if o.Need&NeedDiagnostics != 0 {
			s.Warnings = append(s.Warnings, DiagnoseSample(s)...)
		}
		if o.Need&NeedDistribution != 0 {
			s.MeanCI, s.MedianCI = MeanInterval(s, o.Alpha), MedianInterval(s, o.Alpha)
		}
		ga.Summaries = append(ga.Summaries, s)
	}
	if o.SummaryOnly || g.NoBaseline {
		return ga, nil
	}
	for _, s := range ga.Summaries[1:] {
		c, err := compare(ga.Summaries[0], s, o)
		if err != nil {
			return ga, err
		}
		ga.Comparisons = append(ga.Comparisons, c)
	}
	return ga, nil
}

// compare compares by the method, and adds what else is needed.
func compare(base, s *Summary, o Options) (*Comparison, error) {
	c, err := o.Method.Compare(base, s, o.Alpha)
	if err != nil {
		return nil, err
	}
	if o.Need&NeedEffect != 0 {
		c.Effect = EffectOf(base, s)
	}
	if o.Need&NeedPower != 0 {
		c.Power = PowerOf(base, s, o.Alpha)
	}
	if o.Need&NeedDiagnostics != 0 {
		c.Warnings = append(c.Warnings, DiagnoseComparison(base, s, o.Method, o.Alpha)...)
	}
	return c, nil
}

// adjust adjusts the p of all comparisons for their number. Where there is an
// adjustment, the adjusted p decides what is significant.
func (a *Analysis) adjust() {
	var all []*Comparison
	var p []float64
	for _, g := range a.Groups {
		for _, c := range g.Comparisons {
			all, p = append(all, c), append(p, c.Test.P)
		}
	}
	for i, adjusted := range a.Adjust.Adjust(p) {
		all[i].AdjustedP = adjusted
		if a.Adjust != None {
			all[i].Significant = adjusted < float64(a.Alpha)
		}
	}
}
