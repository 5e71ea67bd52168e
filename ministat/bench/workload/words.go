package workload

import (
	"errors"
	"strings"
)

// SplitWords splits a line into words as a POSIX shell does (Shell Command
// Language, 2.2 Quoting): single quotes keep all, double quotes keep all but
// backslashes before $ ` " \ and line ends, a backslash keeps the next
// character. Nothing is expanded, and no character is an operator.
func SplitWords(line string) ([]string, error) {
	var words []string
	for rest := line; ; {
		rest = strings.TrimLeft(rest, " \t\n")
		if rest == "" {
			return words, nil
		}
		word, after, err := cutWord(rest)
		if err != nil {
			return nil, err
		}
		words, rest = append(words, word), after
	}
}

// cutWord returns the first word of a text that starts with one, and the rest.
func cutWord(s string) (word, rest string, err error) {
	var b strings.Builder
	for s != "" && !strings.ContainsRune(" \t\n", rune(s[0])) {
		c := s[0]
		s = s[1:]
		switch c {
		case '\'':
			quoted, after, found := strings.Cut(s, "'")
			if !found {
				return "", "", errors.New("a ' has no end")
			}
			b.WriteString(quoted)
			s = after
		case '"':
			if s, err = cutDoubleQuoted(&b, s); err != nil {
				return "", "", err
			}
		case '\\':
			if s == "" {
				return "", "", errors.New(`a \ has nothing behind it`)
			}
			if s[0] != '\n' { // a line end behind a backslash continues the line
				b.WriteByte(s[0])
			}
			s = s[1:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), s, nil
}

// cutDoubleQuoted appends what stands before the closing quote and returns
// what stands behind it.
func cutDoubleQuoted(b *strings.Builder, s string) (rest string, err error) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return s[i+1:], nil
		case s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0:
			i++
			if s[i] != '\n' {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return "", errors.New(`a " has no end`)
}

// JoinWords quotes words where they need it, so that SplitWords, or a shell,
// finds them again.
func JoinWords(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if w == "" || strings.ContainsFunc(w, needsQuotes) {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

func needsQuotes(r rune) bool {
	plain := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("%+,-./:=@_", r)
	return !plain
}
