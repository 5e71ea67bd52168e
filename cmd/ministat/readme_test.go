package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ministat/cmd/internal/cli"
)

// blocks returns the fenced blocks of the README, without their fences.
func blocks(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range regexp.MustCompile("(?ms)^```[a-z]*\n(.*?)^```$").FindAllStringSubmatch(string(text), -1) {
		found = append(found, m[1])
	}
	return found
}

// TestReadmeSessions runs every "$ bin/ministat …" of the README that reads
// only files, from the top of the tree, and wants what stands below it.
func TestReadmeSessions(t *testing.T) {
	sessions := 0
	for _, block := range blocks(t) {
		command, want, _ := strings.Cut(block, "\n")
		args, ok := strings.CutPrefix(command, "$ bin/ministat ")
		if !ok {
			continue
		}
		sessions++
		t.Run(args, func(t *testing.T) {
			t.Chdir("../..")
			got, _, _ := runMinistat(t, "", strings.Fields(args)...)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-README +got)\n%s", diff)
			}
		})
	}
	if sessions < 2 {
		t.Errorf("%d sessions in the README, want the example and the gate", sessions)
	}
}

// writeRecipes writes the README's scripts to a folder, each under the name that
// its first line gives, and the script of the workflow step as step.sh.
func writeRecipes(t testing.TB, dir string) {
	t.Helper()
	named := regexp.MustCompile(`^# ([a-z]+\.(?:sh|yml))`)
	recipes := map[string]string{}
	for _, block := range blocks(t) {
		if m := named.FindStringSubmatch(block); m != nil {
			recipes[m[1]] = block
		}
	}
	if _, script, ok := strings.Cut(recipes["step.yml"], "run: |\n"); ok {
		recipes["step.sh"] = regexp.MustCompile(`(?m)^    `).ReplaceAllString(script, "")
	}
	for _, name := range []string{"gate.sh", "step.sh", "bisect.sh"} {
		if recipes[name] == "" {
			t.Fatalf("the README has no recipe %s", name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(recipes[name]), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// The commands that the README gives for the tests and the build are those of
// the gate of this project.
func TestReadmeCommands(t *testing.T) {
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(blocks(t), "")
	for _, command := range []string{"go test ./...", "go build -o bin/ ./cmd/..."} {
		if !strings.Contains(all, command) || !strings.Contains(string(ci), command) {
			t.Errorf("%q is not both in the README and in .ci/run", command)
		}
	}
}

// The manual page knows all options, and no other, and --help fits a screen.
func TestManualKnowsTheOptions(t *testing.T) {
	page, err := os.ReadFile("ministat.1")
	if err != nil {
		t.Fatal(err)
	}
	_, options, _ := strings.Cut(string(page), ".Sh DESCRIPTION")
	inPage := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?:\.It|,) Fl (-[a-z-]+|[A-Za-z])\b`).FindAllStringSubmatch(options, -1) {
		inPage["-"+m[1]] = true
	}
	known := cli.Program{Topics: newFlags().topics()}.Options()
	for _, o := range known {
		if !inPage[o.Name()] {
			t.Errorf("the manual page lacks %s", o.Name())
		}
		delete(inPage, o.Name())
	}
	delete(inPage, "-o") // --output
	for name := range inPage {
		t.Errorf("the manual page has %s, which the program has not", name)
	}
	help, _, _ := runMinistat(t, "", "--help")
	for line := range strings.Lines(help) {
		if len(line) > 80 {
			t.Errorf("%d columns of help: %s", len(line)-1, line)
		}
	}
	if n := strings.Count(help, "\n"); n > 55 {
		t.Errorf("%d lines of help, want 55 at most", n)
	}
}
