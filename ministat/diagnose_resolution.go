package ministat

import "fmt"

const (
	fewDistinct      = 5 // different values that are few
	repeatedDistinct = 8 // times that each occurs on average, for few to be no chance

	resolutionAdvice = "measure with a finer clock, or do more work in each run"
)

func constantWarning(s *Summary) Warning {
	return Warning{
		Code:    CodeConstant,
		Message: fmt.Sprintf("%s: all %d values are %.6g", s.Sample.Name, s.N, s.Min),
		Advice:  "if this is a time or a rate, " + resolutionAdvice,
	}
}

// fewDistinctValues tells of a resolution so coarse that only a handful of
// different values occur, each many times. Counts have none to be coarse.
func fewDistinctValues(v *view) []Warning {
	distinct := len(tieSizes(v.sorted))
	if v.Sample.isCount() || distinct > fewDistinct || len(v.sorted) < repeatedDistinct*distinct {
		return nil
	}
	return []Warning{{
		Code:    CodeFewDistinct,
		Message: fmt.Sprintf("%s: only %d different values among %d, %.6g apart", v.Sample.Name, distinct, len(v.sorted), step(v.sorted)/v.scale),
		Advice:  resolutionAdvice,
	}}
}
