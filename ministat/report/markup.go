package report

import (
	"fmt"
	"strings"
	"unicode"
)

// escape returns text as it may stand in XML and HTML, as content and in a
// quoted attribute. What could not, or could change how the rest is read, is
// shown as an escape: control characters, marks that turn the direction of
// writing, and code points that XML forbids. Bytes that are no UTF-8 become
// U+FFFD.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\'':
			b.WriteString("&#39;")
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		case unicode.Is(unicode.Bidi_Control, r), r == '\uFFFE', r == '\uFFFF':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// shorten cuts the middle out of a name that is wider than the given number of
// ordinary letters: what tells names apart stands at either end.
func shorten(name string, width float64) string {
	runes := []rune(name)
	if textWidth(runes) <= width {
		return name
	}
	left, right := 0, len(runes)
	used := advance('…')
	for {
		next := advance(runes[left])
		if left > len(runes)-right {
			next = advance(runes[right-1])
		}
		if used += next; used > width {
			return string(runes[:left]) + "…" + string(runes[right:])
		}
		if left > len(runes)-right {
			right--
		} else {
			left++
		}
	}
}

func textWidth(text []rune) (width float64) {
	for _, r := range text {
		width += advance(r)
	}
	return width
}

// advance estimates a character's width in a proportional font, in ordinary
// letters, rather too large than too small.
func advance(r rune) float64 {
	switch {
	case strings.ContainsRune("mwMW@%…", r):
		return 1.6
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
		return 6 // shown as an escape
	case r >= 0x1100 && !unicode.Is(unicode.Mn, r):
		return 2.2
	case unicode.IsUpper(r):
		return 1.3
	}
	return 1
}
