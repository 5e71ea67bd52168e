package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sample is a program that has an option of every kind.
func sample(into map[string]string) Program {
	set := func(name string) func(string) error {
		return func(value string) error { into[name] = value; return nil }
	}
	return Program{Name: "sample", Topics: []Topic{{Name: "All", Example: "sample -a", Options: []Option{
		{Short: 'a', Help: "a switch", Set: set("a")},
		{Long: "limit", Arg: "PCT", Optional: true, Help: "a limit: [it] isn't needed", Set: set("limit")},
		{Long: "kind", Short: 'k', Arg: "KIND", Choices: []string{"one", "two"}, Help: "a kind", Set: set("kind")},
		{Long: "output", Short: 'o', Arg: "FILE", Help: "a file", Set: set("output")},
	}}}}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		args           string
		operands, rest []string
		want           map[string]string
	}{
		{"-a x --kind two y", []string{"x", "y"}, nil, map[string]string{"a": "", "kind": "two"}},
		{"-akone --limit=2% -- -a", nil, []string{"-a"}, map[string]string{"a": "", "kind": "one", "limit": "2%"}},
		{"--limit x -k= - --", []string{"x", "-"}, []string{}, map[string]string{"limit": "", "kind": "="}},
	} {
		got := map[string]string{}
		operands, rest, given, err := Parse("sample", strings.Fields(tt.args), sample(got).Topics)
		if err != nil || !slices.Equal(operands, tt.operands) || !slices.Equal(rest, tt.rest) || (rest == nil) != (tt.rest == nil) {
			t.Errorf("%s: %q, %q, %v, want %q, %q", tt.args, operands, rest, err, tt.operands, tt.rest)
		}
		if len(given) != len(tt.want) {
			t.Errorf("%s: %d options given, want %d", tt.args, len(given), len(tt.want))
		}
		for name, value := range tt.want {
			if v, ok := got[name]; !ok || v != value {
				t.Errorf("%s: %s = %q, %v, want %q", tt.args, name, v, ok, value)
			}
		}
	}
}

func TestParseErrors(t *testing.T) {
	for args, want := range map[string]string{
		"--kin one": "--kin is no option",
		"-z":        "-z is no option",
		"-k":        "option -k wants a value",
	} {
		if _, _, _, err := Parse("sample", strings.Fields(args), sample(map[string]string{}).Topics); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
	refused := errors.New("refused")
	topics := []Topic{{Options: []Option{{Long: "x", Arg: "X", Set: func(string) error { return refused }}}}}
	if _, _, _, err := Parse("sample", []string{"--x=1"}, topics); !errors.Is(err, refused) {
		t.Errorf("%v, want the option's own error", err)
	}
}

func TestHelp(t *testing.T) {
	want := `All: sample -a
  -a                     a switch
  --limit[=PCT]          a limit: [it] isn't needed
  -k, --kind KIND        a kind
  -o, --output FILE      a file
`
	if got := Help(sample(nil).Topics); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The completions load in their shells and complete options and choices.
func TestCompletions(t *testing.T) {
	p := sample(nil)
	for _, tt := range []struct{ shell, script, want string }{
		{"bash", `. ./file; for w in --ki --; do COMP_WORDS=(sample $w); COMP_CWORD=1; COMPREPLY=(); _sample; echo "${COMPREPLY[*]}"; done
			COMP_WORDS=(sample --kind t); COMP_CWORD=2; _sample; echo "${COMPREPLY[*]}"`, "--kind\n--limit --kind --output\ntwo\n"},
		{"fish", `source ./file; complete -C 'sample --ki'; complete -C 'sample --kind t'`, "--kind\ta kind\ntwo\ta kind\n"},
		{"zsh", `autoload -U compinit; compinit -u -D; eval "$(cat ./file)"; whence -w _sample; echo ${_comps[sample]}`, "_sample: function\n_sample\n"},
	} {
		t.Run(tt.shell, func(t *testing.T) {
			shell, err := exec.LookPath(tt.shell)
			if err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "file"), []byte(p.Completion(tt.shell)), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(shell, "-c", tt.script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "HOME="+dir)
			if out, err := cmd.CombinedOutput(); err != nil || string(out) != tt.want {
				t.Errorf("%v: %q, want %q\n%s", err, out, tt.want, p.Completion(tt.shell))
			}
		})
	}
}
