package workload

import (
	"os/exec"
	"strings"
	"testing"
	"testing/quick"

	"github.com/google/go-cmp/cmp"
)

var lines = []string{
	"./prog args", "  a\tb\n c ", `'a b' c`, `"a b"c`, `a\ b`, `'it'\''s'`, `""`, `'' x`, `"\$HOME \a \" \\ "`,
	"\"a\\\nb\"", "a\\\nb", `a"b"'c'd`, "#no comment", `x#y`, `-n --size=5 --`,
}

// A shell is the judge of the words: sh prints one a line, after a mark.
func TestSplitWordsAsTheShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, line := range lines {
		if strings.HasPrefix(line, "#") {
			continue // a comment to the shell
		}
		out, err := exec.Command(sh, "-c", `eval "set -- $1"; for w do printf '%s\0' "$w"; done`, "sh", strings.ReplaceAll(strings.TrimSpace(line), "\n c", " c")).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
		got, err := SplitWords(line)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v %s", line, err, diff)
		}
	}
}

func TestSplitWordsExpandsNothing(t *testing.T) {
	got, err := SplitWords("$HOME *.go ~ `id` a|b >c #d")
	want := []string{"$HOME", "*.go", "~", "`id`", "a|b", ">c", "#d"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestSplitWordsWantsTheEnd(t *testing.T) {
	for line, want := range map[string]string{"'a": "a ' has no end", `x "a\"`: `a " has no end`, `a\`: `a \ has nothing behind it`} {
		if _, err := SplitWords(line); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", line, err, want)
		}
	}
}

func TestJoinWordsIsUndoneBySplitWords(t *testing.T) {
	law := func(words []string) bool {
		got, err := SplitWords(JoinWords(words))
		return err == nil && len(got) == len(words) && cmp.Equal(strings.Join(got, "\x00"), strings.Join(words, "\x00"))
	}
	if err := quick.Check(law, nil); err != nil {
		t.Error(err)
	}
}
