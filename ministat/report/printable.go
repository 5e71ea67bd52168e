package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns text as it may stand on a terminal or in a line: what could
// move the cursor, end the line or turn the direction of writing is shown as an
// escape.
func Printable(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, text[i]) // no UTF-8
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
