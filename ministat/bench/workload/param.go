package workload

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Param is a parameter of a workload. It is declared once, beside the workload:
// its flag, its help, its range, the line of list and the header of a sample
// file are all made from that.
type Param struct {
	Name string // also its flag's: "messages"
	Kind ParamKind
	Help string

	Default, Min, Max int64 // a time in nanoseconds; a switch is 0 or 1

	value *int64
}

// ParamKind is the sort of value that a parameter takes.
type ParamKind int

const (
	Count  ParamKind = iota // a whole number
	Bytes                   // a whole number of bytes
	Time                    // a time such as 200ms
	Switch                  // a flag without a value
)

// Arg is what help calls the value: "N"; "" for a switch.
func (p Param) Arg() string {
	return [...]string{Count: "N", Bytes: "BYTES", Time: "TIME", Switch: ""}[p.Kind]
}

// Set reads the value from the text of a flag.
func (p Param) Set(text string) error {
	v, ok := p.parse(text)
	if !ok || v < p.Min || v > p.Max {
		return fmt.Errorf("--%s %s: want %s", p.Name, text, p.Range())
	}
	*p.value = v
	return nil
}

func (p Param) parse(text string) (v int64, ok bool) {
	switch p.Kind {
	case Switch:
		return 1, text == ""
	case Time:
		d, err := time.ParseDuration(text)
		return int64(d), err == nil
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return v, err == nil
}

// Range describes the values that the parameter takes.
func (p Param) Range() string {
	if p.Kind == Switch {
		return "no value"
	}
	return fmt.Sprintf("%s to %s", p.format(p.Min), p.format(p.Max))
}

// String returns the value as Set reads it; "yes" or "no" for a switch.
func (p Param) String() string { return p.format(*p.value) }

func (p Param) format(v int64) string {
	switch p.Kind {
	case Switch:
		return map[int64]string{0: "no", 1: "yes"}[v]
	case Time:
		return time.Duration(v).String()
	}
	return strconv.FormatInt(v, 10)
}

// withDefaults sets every parameter to its default.
func withDefaults[W Workload](w W) W {
	for _, p := range w.Params() {
		*p.value = p.Default
	}
	return w
}

// The parameters that more than one workload has.

func messagesParam(value *int64, byDefault int64) Param {
	return Param{Name: "messages", Kind: Count, Default: byDefault, Min: 1, Max: 1e12, Help: "messages per writer", value: value}
}

// sizeParam leaves out 0, which a reader takes for the end of the file.
func sizeParam(value *int64) Param {
	return Param{Name: "size", Kind: Bytes, Default: 16, Min: 1, Max: math.MaxInt32, Help: "size of a message", value: value}
}
