//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The README's recipe for a merge passes a program that is as fast as the old
// one, and fails one that is slower.
func TestReadmeMergeRecipe(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	recipe := regexp.MustCompile("(?ms)^```sh\n(# merge.sh.*?)^```$").FindStringSubmatch(string(text))
	if recipe == nil {
		t.Fatal("the README has no recipe merge.sh")
	}
	dir := t.TempDir()
	if cache, err := exec.Command("go", "env", "GOCACHE").Output(); err != nil || unix.Access(strings.TrimSpace(string(cache)), unix.W_OK) != nil {
		t.Skip("this user cannot build")
	}
	if out, err := exec.Command("go", "build", "-o", dir, "../...").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	program := func(base string) string { return "#!/bin/sh\necho " + base + ".$$ | cut -c1-6\n" }
	for name, content := range map[string]string{
		"merge.sh": strings.ReplaceAll(recipe[1], "-n 30", "-n 12"),
		"old":      program("100"), "same": program("100"), "slow": program("120"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for as, want := range map[string]int{"same": 0, "slow": 1} {
		cmd := exec.Command("sh", "-c", "cp "+as+" new && sh merge.sh")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("%s: exit %d, want %d\n%s", as, got, want, out)
		}
	}
}
