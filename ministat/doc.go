// Package ministat tells whether one set of benchmark samples differs from
// another, by how much, and how sure that is.
//
// It holds values and functions only: no file, clock or terminal. A sample
// travels through its files in this order:
//
//	header.go, sample.go   what a reader hands over: a Header, a Sample, a Group
//	summary.go             Summarize: size, extremes, median, mean, deviation
//	order.go, chunks.go    order statistics; work on many values, a chunk at a time
//	estimate.go            Estimate: a value with its interval; Alpha: the level
//	ttest.go               the t distribution, Student's and Welch's tests
//	interval.go            the intervals of one sample's mean and median
//	rank.go, ranknull.go   the Mann-Whitney test and its null distribution
//	hodgeslehmann.go       its estimates, from pairs that are never listed
//	bootstrap.go           BCa intervals of means and medians
//	effect.go, power.go    the size of a difference; what so many runs can show
//	equivalence.go         shown to be the same, within a limit
//	classic.go             the arithmetic of the historical C programs
//	method.go              Method: one way to summarize and compare
//	compare.go             Comparison: what a method found
//	overall.go             the change over many benchmarks
//	adjust.go              p values of many comparisons
//	diagnose*.go           what makes samples and comparisons doubtful
//	gate.go                Policy: what a comparison means for a gate
//	analyze.go             Analyze: groups in, Analysis out
//
// What is unknown is NaN, never 0. Doubt is data: a [Warning] travels in the
// [Analysis] to every report.
package ministat
