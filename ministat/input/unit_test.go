package input

import "testing"

func TestUnits(t *testing.T) {
	for _, test := range []struct {
		text string
		want unit // zero: none
	}{
		{"ns", unit{"sec", -9, 1}},
		{"µs", unit{"sec", -6, 1}}, // U+00B5
		{"μs", unit{"sec", -6, 1}}, // U+03BC
		{"Seconds", unit{"sec", 0, 1}},
		{"SEC", unit{"sec", 0, 1}},
		{"min", unit{"sec", 0, 60}},
		{"kB", unit{"B", 3, 1}},
		{"MiB", unit{"B", 0, 1048576}},
		{"GB/s", unit{"B/s", 9, 1}},
		{"MB/sec", unit{"B/s", 6, 1}},
		{"MB/min", unit{"B/s", 6, 1. / 60}},
		{"B/ns", unit{"B/s", 9, 1}},
		{"Mbps", unit{"bit/s", 6, 1}},
		{"ns/op", unit{"sec/op", -9, 1}},
		{"allocs/op", unit{"allocs/op", 0, 1}},
		{"ops/ms", unit{"ops/s", 3, 1}},
		{"widgets/op", unit{"widgets/op", 0, 1}},
		{"MHz", unit{"Hz", 6, 1}},
		{"%", unit{"%", 0, 1}},
		{"", unit{}},
		{"Ms", unit{}}, // megasecond or millisecond
		{"mb", unit{}},
		{"read/write", unit{}},
		{"/s", unit{}},
		{"ops/", unit{}},
		{"x1/s", unit{}},
		{"m", unit{}}, // a metre, a minute, or a thousandth
	} {
		got, ok := parseUnit(test.text)
		if !ok {
			got = unit{}
		}
		if got != test.want {
			t.Errorf("%q: got %v, want %v", test.text, got, test.want)
		}
	}
}

func TestHeadingUnits(t *testing.T) {
	for _, test := range []struct {
		name string
		want unit // zero: none
	}{
		{"time (seconds)", unit{"sec", 0, 1}},
		{"Time(ns)", unit{"sec", -9, 1}},
		{"time (in ms)", unit{"sec", -3, 1}},
		{"latency [ms]", unit{"sec", -3, 1}},
		{"width [furlongs]", unit{"furlongs", 0, 1}},
		{"rate (MB/s)", unit{"B/s", 6, 1}},
		{"rate (requests/s)", unit{"requests/s", 0, 1}},
		{"time_s", unit{"sec", 0, 1}},
		{"cpu_time_ns", unit{"sec", -9, 1}},
		{"wall ms", unit{"sec", -3, 1}},
		{"time, us", unit{"sec", -6, 1}},
		{"time/ms", unit{"sec", -3, 1}},
		{"seconds", unit{"sec", 0, 1}},
		{"ns/op", unit{"sec/op", -9, 1}},
		{"MB/s", unit{"B/s", 6, 1}},
		{"throughput_MB_s", unit{"B/s", 6, 1}},
		{"ops_per_sec", unit{"ops/s", 0, 1}},
		{"bytes per second", unit{"B/s", 0, 1}},
		{"rss_KiB", unit{"B", 0, 1024}},
		{"cpu %", unit{"%", 0, 1}},

		{"", unit{}},
		{"time", unit{}},
		{"requests_s", unit{}},  // a rate
		{"time_min", unit{}},    // the least
		{"time (min)", unit{}},  // the least
		{"min", unit{}},         // the least
		{"variant_B", unit{}},   // a name
		{"s", unit{}},           // a name
		{"64 bit", unit{}},      // an architecture
		{"rg (ignore)", unit{}}, // a remark
		{"time (higher is better", unit{}},
		{"time (s]", unit{}},
		{"read/write", unit{}},
		{"users per host", unit{}},
		{"___", unit{}},
	} {
		got, ok := headingUnit(test.name)
		if !ok {
			got = unit{}
		}
		if got != test.want {
			t.Errorf("%q: got %v, want %v", test.name, got, test.want)
		}
	}
}
