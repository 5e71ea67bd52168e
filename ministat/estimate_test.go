package ministat

import "testing"

func TestParseConfidence(t *testing.T) {
	for _, tt := range []struct {
		text    string
		alpha   Alpha
		printed string
	}{
		{"95", 0.05, "95.0"},
		{"8e1", 0.2, "80.0"},
		{"99.50", 0.005, "99.5"},
		{"99.95", 0.0005, "99.95"},
		{"50.5", 0.495, "50.5"},
		{"99.9999999", 1e-9, "99.9999999"},
		{"99.99999999999999999999999", 1e-25, "99.99999999999999999999999"},
	} {
		got, err := ParseConfidence(tt.text)
		if err != nil || got != tt.alpha || got.Confidence() != tt.printed {
			t.Errorf("ParseConfidence(%q) = %g printed %s, %v; want %g printed %s",
				tt.text, float64(got), got.Confidence(), err, float64(tt.alpha), tt.printed)
		}
	}
	for _, text := range []string{"", "x", "50", "100", "49.9", "100.1", "-95", "nan", "inf", "9_5", "95/1", "0x5f", "1e999999999", "95e-999999999"} {
		if got, err := ParseConfidence(text); err == nil {
			t.Errorf("ParseConfidence(%q) = %g, want an error", text, float64(got))
		}
	}
}

func FuzzParseConfidence(f *testing.F) {
	for _, text := range []string{"95", "99.9999999", "8e1", "1e9999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		alpha, err := ParseConfidence(text)
		if err != nil {
			return
		}
		again, err := ParseConfidence(alpha.Confidence())
		if err != nil || again != alpha {
			t.Errorf("%q is %g, printed %s, which reads as %g, %v", text, float64(alpha), alpha.Confidence(), float64(again), err)
		}
	})
}
