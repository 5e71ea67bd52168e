package ministat

// Method is one way to summarize samples and to compare two of them. Its
// settings are fields of the value that implements it.
type Method interface {
	// Name is the method's name as an option and in machine-readable reports.
	Name() string

	// Summarize describes one sample, or says why it cannot.
	Summarize(s *Sample) (*Summary, error)

	// Compare tests s against the baseline at a two-sided level, or says why
	// it cannot. Both summaries are the method's own.
	Compare(base, s *Summary, alpha Alpha) (*Comparison, error)
}

// LimitTester is a Method that can also test a difference against a limit.
type LimitTester interface {
	Method

	// TestAt returns one-sided p values for a relative difference delta, a
	// fraction of the baseline's magnitude: atLeast is the p of the hypothesis
	// "the difference is delta or more", small when s lies clearly below it,
	// and atMost that of "delta or less".
	TestAt(base, s *Summary, delta float64) (atLeast, atMost float64)
}
