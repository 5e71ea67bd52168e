package report

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 測 😀":   "plain é 測 😀",
		`<a b="c">&'`:   "&lt;a b=&#34;c&#34;&gt;&amp;&#39;",
		"\x1b[0m\x00\n": `\x1b[0m\x00\x0a`,
		"\x85":          "\uFFFD", // no UTF-8
		"\u0085":        `\x85`,
		"a\u202eb":      `a\u202eb`,
		"\uFFFE":        `\ufffe`,
		"":              "",
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		name  string
		width float64
		want  string
	}{
		{"short", 5, "short"},
		{"0123456789", 7.6, "012…789"},
		{"0123456789", 6.6, "012…89"},
		{"WWWWWWWWWW", 8, "WW…WW"},
		{"測試測試測試", 7, "測…試"},
	} {
		if got := shorten(tt.name, tt.width); got != tt.want {
			t.Errorf("shorten(%q, %g) = %q, want %q", tt.name, tt.width, got, tt.want)
		}
	}
}

// FuzzShorten: what is cut fits, and what is left is the name's beginning and end.
func FuzzShorten(f *testing.F) {
	f.Add("a/long/path/to/a/file.txt", uint8(10))
	f.Fuzz(func(t *testing.T, name string, width uint8) {
		if !utf8.ValidString(name) {
			return
		}
		got := shorten(name, float64(width))
		if got == name {
			return
		}
		head, tail, cut := strings.Cut(got, "…")
		for strings.HasPrefix(name, head+"…") && strings.Contains(tail, "…") { // a name that has one itself
			more, rest, _ := strings.Cut(tail, "…")
			head, tail = head+"…"+more, rest
		}
		if !cut || !strings.HasPrefix(name, head) || !strings.HasSuffix(name, tail) || len(head)+len(tail) >= len(name) {
			t.Errorf("shorten(%q, %d) = %q", name, width, got)
		}
		if used := textWidth([]rune(got)); used > max(float64(width), 1.6) {
			t.Errorf("shorten(%q, %d) = %q, which is %g wide", name, width, got, used)
		}
	})
}
