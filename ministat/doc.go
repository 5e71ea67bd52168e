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
//	ttest.go               the t distribution and Student's test
//	classic.go             the arithmetic of the historical C programs
//	method.go              Method: one way to summarize and compare
//	compare.go             Comparison: what a method found
//	analyze.go             Analyze: groups in, Analysis out
//
// What is unknown is NaN, never 0. Doubt is data: a [Warning] travels in the
// [Analysis] to every report.
package ministat
