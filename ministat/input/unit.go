package input

import (
	"slices"
	"strings"
	"unicode"
)

// unit is what the text of a unit means: so many of its base unit, which are
// times · 10^tens.
type unit struct {
	base  string // "" when nothing names a unit
	tens  int
	times float64
}

// unitless is the unit of a bare number.
var unitless = unit{times: 1}

// units holds the units that have a base unit other than themselves, and those
// that need no more than a number before them to be taken for a unit. Prefixes
// are those of the SI, "KB" included; KiB and its like are powers of 1024.
var units = map[string]unit{
	"ps": {"sec", -12, 1}, "picosecond": {"sec", -12, 1}, "picoseconds": {"sec", -12, 1},
	"ns": {"sec", -9, 1}, "nsec": {"sec", -9, 1}, "nsecs": {"sec", -9, 1}, "nanosecond": {"sec", -9, 1}, "nanoseconds": {"sec", -9, 1},
	"us": {"sec", -6, 1}, "µs": {"sec", -6, 1}, "μs": {"sec", -6, 1}, // the micro sign and the Greek letter
	"usec": {"sec", -6, 1}, "usecs": {"sec", -6, 1}, "microsecond": {"sec", -6, 1}, "microseconds": {"sec", -6, 1},
	"ms": {"sec", -3, 1}, "msec": {"sec", -3, 1}, "msecs": {"sec", -3, 1}, "millisecond": {"sec", -3, 1}, "milliseconds": {"sec", -3, 1},
	"s": {"sec", 0, 1}, "sec": {"sec", 0, 1}, "secs": {"sec", 0, 1}, "second": {"sec", 0, 1}, "seconds": {"sec", 0, 1},
	"min": {"sec", 0, 60}, "mins": {"sec", 0, 60}, "minute": {"sec", 0, 60}, "minutes": {"sec", 0, 60},
	"h": {"sec", 0, 3600}, "hr": {"sec", 0, 3600}, "hrs": {"sec", 0, 3600}, "hour": {"sec", 0, 3600}, "hours": {"sec", 0, 3600},

	"B": {"B", 0, 1}, "byte": {"B", 0, 1}, "bytes": {"B", 0, 1},
	"kB": {"B", 3, 1}, "KB": {"B", 3, 1}, "MB": {"B", 6, 1}, "GB": {"B", 9, 1}, "TB": {"B", 12, 1},
	"KiB": {"B", 0, 1 << 10}, "MiB": {"B", 0, 1 << 20}, "GiB": {"B", 0, 1 << 30}, "TiB": {"B", 0, 1 << 40},

	"bit": {"bit", 0, 1}, "kbit": {"bit", 3, 1}, "Mbit": {"bit", 6, 1}, "Gbit": {"bit", 9, 1},
	"bps": {"bit/s", 0, 1}, "kbps": {"bit/s", 3, 1}, "Mbps": {"bit/s", 6, 1}, "Gbps": {"bit/s", 9, 1},
	"Hz": {"Hz", 0, 1}, "kHz": {"Hz", 3, 1}, "MHz": {"Hz", 6, 1}, "GHz": {"Hz", 9, 1},

	"%": {"%", 0, 1}, "cycles": {"cycles", 0, 1}, "allocs": {"allocs", 0, 1}, "fps": {"fps", 0, 1},
}

// unitNamed returns the unit that the table has for the text. Its words of three
// letters and more may be written in capitals.
func unitNamed(text string) (u unit, ok bool) {
	if u, ok = units[text]; ok {
		return u, true
	}
	if len(text) >= 3 {
		u, ok = units[strings.ToLower(text)]
	}
	return u, ok
}

// parseUnit returns the unit that the text names: one of the table, or a
// quotient such as "MB/s", "allocs/op" or "requests/min", of which the table must
// have one part; that part is brought to its base unit. "read/write" is no unit.
func parseUnit(text string) (u unit, ok bool) {
	if u, ok = unitNamed(text); ok {
		return u, true
	}
	slash := strings.LastIndexByte(text, '/')
	if slash < 0 || !isWord(text[slash+1:]) {
		return unit{}, false
	}
	what, per := text[:slash], text[slash+1:]
	u, known := unitNamed(what)
	if !known {
		u = unit{base: what, times: 1}
	}
	if d, ok := unitNamed(per); ok && d.base == "sec" {
		known, per = true, "s"
		u.tens -= d.tens
		u.times /= d.times
	}
	u.base += "/" + per
	return u, isWord(what) && (known || per == "op")
}

// isWord tells whether the text is letters only, and not too many of them.
func isWord(text string) bool {
	const longest = 24
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	return text != "" && len(text) <= longest && !strings.ContainsFunc(text, notLetter)
}

// headingUnit returns the unit that the name of a column says its cells have:
// "time (seconds)", "latency [ms]", "time_ns", "time/s", "ops per second". What
// may as well be something else is no unit: "min" is more often the least of
// several, "requests_s" a rate, and a single letter the name of a variant.
func headingUnit(name string) (u unit, ok bool) {
	if inside, bracket, ok := inBrackets(name); ok {
		u, ok = parseUnit(inside)
		if !ok && bracket == '[' && isWord(inside) {
			u, ok = unit{base: inside, times: 1}, true
		}
		return u, ok && !strings.EqualFold(inside, "min")
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" _-,:.", r) })
	last := len(words) - 1
	switch {
	case last < 0:
		return unit{}, false
	case last >= 2 && strings.EqualFold(words[last-1], "per"):
		return parseUnit(words[last-2] + "/" + words[last])
	case strings.Contains(words[last], "/"):
		what, per, _ := strings.Cut(words[last], "/")
		if isTimeWord(what) {
			return unitNamed(per)
		}
		return parseUnit(words[last])
	}
	return lastWordUnit(words[:last], words[last])
}

// inBrackets returns what stands in brackets at the end of a name.
func inBrackets(name string) (inside string, bracket byte, ok bool) {
	open := strings.LastIndexAny(name, "([")
	if open < 0 || !strings.HasSuffix(name, map[byte]string{'(': ")", '[': "]"}[name[open]]) {
		return "", 0, false
	}
	inside = strings.TrimSpace(name[open+1 : len(name)-1])
	return strings.TrimSpace(strings.TrimPrefix(inside, "in ")), name[open], true
}

// lastWordUnit returns the unit that the last word of a name is, where nothing
// but the words before it tells that it is one.
func lastWordUnit(before []string, last string) (u unit, ok bool) {
	u, ok = unitNamed(last)
	switch {
	case !ok, u.base == "bit", strings.EqualFold(last, "min"):
		return unit{}, false
	case u == units["s"] && len(before) > 0:
		quantity := before[len(before)-1]
		if isTimeWord(quantity) {
			return u, true
		}
		if rate, ok := unitNamed(quantity); ok && rate.base == "B" {
			return parseUnit(quantity + "/s")
		}
		return unit{}, false
	}
	return u, len(last) > 1 || last == "%"
}

// isTimeWord tells whether the word names a time, or a figure of one.
func isTimeWord(word string) bool {
	return slices.Contains([]string{
		"time", "times", "duration", "elapsed", "latency", "delay", "rtt", "runtime", "walltime",
		"wall", "real", "user", "sys", "cpu", "mean", "avg", "average", "median", "total",
	}, strings.ToLower(word))
}
