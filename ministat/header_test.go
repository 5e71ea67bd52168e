package ministat

import "testing"

func TestParseHeaderLine(t *testing.T) {
	for line, want := range map[string]Field{
		"# unit: B/s\n":          {"unit", "B/s"},
		"#unit:B/s\r\n":          {"unit", "B/s"},
		"  # CPU model:  A: b  ": {"CPU model", "A: b"},
		"# empty:":               {"empty", ""},
	} {
		if got, ok := ParseHeaderLine(line); !ok || got != want {
			t.Errorf("ParseHeaderLine(%q) = %v, %v, want %v", line, got, ok, want)
		}
	}
	for _, line := range []string{"", "unit: B/s", "# a comment", "# $FreeBSD$", "# : x", "# 12:30 lunch", "# a.b: c", "12 # unit: B/s"} {
		if got, ok := ParseHeaderLine(line); ok {
			t.Errorf("ParseHeaderLine(%q) = %v, want none", line, got)
		}
	}
}

func TestHeaderRoundTrip(t *testing.T) {
	h := Header{{"workload", "seqpacket -n 100"}, {KeyUnit, "B/s"}, {KeyBetter, "higher"}, {"note", ""}}
	want := "# workload: seqpacket -n 100\n# unit: B/s\n# better: higher\n# note: \n"
	if h.String() != want {
		t.Errorf("String() = %q, want %q", h.String(), want)
	}
	if v, ok := h.Get(KeyUnit); !ok || v != "B/s" {
		t.Errorf("Get(unit) = %q, %v", v, ok)
	}
	if _, ok := h.Get("absent"); ok {
		t.Error("Get(absent) finds something")
	}
}
