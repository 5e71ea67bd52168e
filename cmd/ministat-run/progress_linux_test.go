package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// On a terminal a bar counts the runs, failures stand above it, and it is gone
// when the summary comes.
func TestProgressOnTerminal(t *testing.T) {
	terminal, shown := openTerminal(t)
	cmd := exec.Command("ministat-run", "-n", "3", "--keep-going", "-o", "a.txt", "--", "sh", "-c", "mkdir done || echo 5")
	cmd.Dir, cmd.Stderr = t.TempDir(), terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	text, _ := io.ReadAll(shown) // a terminal ends with an error
	_ = cmd.Wait()
	if got := cmd.ProcessState.ExitCode(); got != 1 {
		t.Errorf("exit status %d, want 1", got)
	}
	rest := string(text)
	for _, want := range []string{
		"0 of 3 runs", "a.txt: run 1: sh: printed nothing", "1 of 3 runs", "2 of 3 runs", "s left",
		"a.txt: 2 samples", "next: ministat a.txt",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("no %q in its turn:\n%q", want, text)
		}
		rest = after
	}
	if strings.Contains(rest, "of 3 runs") {
		t.Errorf("the bar covers the summary:\n%q", text)
	}
}

// openTerminal returns the end of a program and the end of a person.
func openTerminal(t *testing.T) (program, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	return program, person
}
