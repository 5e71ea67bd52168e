package ministat

import (
	"fmt"
	"strings"
)

// The keys of a sample-file header that have a meaning of their own. Any other
// key is kept and reported as it stands.
const (
	KeyUnit   = "unit"   // base unit of every sample, such as "B/s" or "sec"
	KeyBetter = "better" // "higher" or "lower"

	// What the runner adds. Samples under headers that differ in any of these
	// but the last two are not samples of the same thing.
	KeyKernel      = "kernel"      // name, release, machine
	KeyCPU         = "cpu"         // model
	KeyCPUs        = "cpus"        // those that the runner may use: "0-3"
	KeyGovernor    = "governor"    // of the CPUs' frequency; "none" where nothing governs it
	KeyClocksource = "clocksource" // "unknown" when the system does not say
	KeyLimits      = "limits"      // of the cgroup: "cpu 1.5, memory 536870912 B" or "none"
	KeyRunner      = "runner"      // name and version
	KeyDate        = "date"        // of the start, RFC 3339
	KeyOrder       = "order"       // of the variants that were measured in turns, with its seed
)

// Header is what a sample file says of itself: its leading comment lines of
// the form "# key: value", in file order. Other comments are no part of it.
type Header []Field

// Field is one line of a Header.
type Field struct {
	Key   string // a letter, then letters, digits, blanks, '-' or '_'
	Value string // the rest of the line, without blanks at its ends; may be empty
}

// ParseHeaderLine reads one comment line, with or without its line end.
// ok is false for a comment that is no header field, which is no error: sample
// files have always had free comments.
func ParseHeaderLine(line string) (f Field, ok bool) {
	comment, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	if !ok {
		return Field{}, false
	}
	key, value, ok := strings.Cut(comment, ":")
	key = strings.TrimSpace(key)
	if !ok || !isHeaderKey(key) {
		return Field{}, false
	}
	return Field{Key: key, Value: strings.TrimSpace(value)}, true
}

func isHeaderKey(key string) bool {
	for i, r := range key {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		other := '0' <= r && r <= '9' || r == ' ' || r == '-' || r == '_'
		if !letter && (i == 0 || !other) {
			return false
		}
	}
	return key != ""
}

// Get returns the value of the first field with the key, and whether there is one.
func (h Header) Get(key string) (string, bool) {
	for _, f := range h {
		if f.Key == key {
			return f.Value, true
		}
	}
	return "", false
}

// String returns the header as it stands at the top of a sample file, one
// "# key: value" line a field. Parsing these lines gives the header back,
// provided that no value holds a line end.
func (h Header) String() string {
	var b strings.Builder
	for _, f := range h {
		fmt.Fprintf(&b, "# %s: %s\n", f.Key, f.Value)
	}
	return b.String()
}
