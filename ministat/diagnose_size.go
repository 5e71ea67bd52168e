package ministat

import "fmt"

// leastForBootstrap is the size below which BCa intervals are too narrow.
const leastForBootstrap = 20

// fewForBootstrap tells of samples too small for the bootstrap.
func fewForBootstrap(base, s *Summary) []Warning {
	least := base
	if s.N < least.N {
		least = s
	}
	if least.N >= leastForBootstrap {
		return nil
	}
	return []Warning{{
		Code: CodeTooFewSamples,
		Message: fmt.Sprintf("%s: %s: bootstrap intervals of fewer than %d are narrower than they should be",
			least.Sample.Name, count(least.N, "sample"), leastForBootstrap),
		Advice: "make more runs, or use --test welch",
	}}
}
