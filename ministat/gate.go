package ministat

// Verdict is what a comparison, or a whole run, means for a gate.
type Verdict int

const (
	NotJudged Verdict = iota // no gate was asked for
	Unchanged
	Improved
	Inconclusive
	Regressed
)

func (v Verdict) String() string {
	switch v {
	case Unchanged:
		return "unchanged"
	case Improved:
		return "improved"
	case Inconclusive:
		return "inconclusive"
	case Regressed:
		return "regressed"
	}
	return "not-judged"
}
