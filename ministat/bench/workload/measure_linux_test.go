package workload

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Whoever is killed, and though a reader takes a killed writer for the end of
// the file: there is no number, the error says who, and nobody is left.
func TestKilledHelper(t *testing.T) {
	for _, c := range []struct {
		role     string
		workload Workload
	}{
		{seqpacketWriter, small(t, "seqpacket", "messages=1000000000000")},
		{seqpacketReader, small(t, "seqpacket", "messages=1000000000000")},
		{dgramClients, small(t, "dgram", "clients=5", "messages=1000000000000")},
		{dgramServer, small(t, "dgram", "clients=5", "messages=1000000000000")},
		{dup2Threads, small(t, "dup2", "duration=24h")},
		{readPipeThreads, small(t, "read-pipe", "duration=24h")},
		{commandRunner, &Command{Args: []string{"sh", "-c", "sleep 1000 & sleep 1000"}, Metric: "wall"}},
	} {
		t.Run(c.role, func(t *testing.T) {
			result := make(chan error)
			go func() {
				m, err := c.workload.Measure(t.Context())
				if err == nil {
					err = fmt.Errorf("a number: %v", m.Value)
				}
				result <- err
			}()
			leader := find(t, c.role)
			if err := unix.Kill(leader, unix.SIGKILL); err != nil {
				t.Error(err)
			}
			if err, want := <-result, fmt.Sprintf("the %s died: signal: killed", c.role); err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
			wantNoChildren(t, c.role)
			for len(group(leader)) > 0 && t.Context().Err() == nil {
				runtime.Gosched() // the kernel has not ended all of them yet
			}
		})
	}
}

// A run that is given up in its middle leaves nobody.
func TestCancelledInTheMiddle(t *testing.T) {
	gaveUp := errors.New("gave up")
	for role, w := range map[string]Workload{
		seqpacketReader: small(t, "seqpacket", "messages=1000000000000"),
		dgramServer:     small(t, "dgram", "clients=5", "messages=1000000000000"),
		dup2Threads:     small(t, "dup2", "duration=24h"),
		readPipeThreads: small(t, "read-pipe", "duration=24h"),
		commandRunner:   &Command{Args: []string{"sh", "-c", "setsid sleep 1000 & sleep 1000"}, Metric: "wall"},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		result := make(chan error)
		go func() {
			_, err := w.Measure(ctx)
			result <- err
		}()
		find(t, role)
		cancel(gaveUp)
		if err := <-result; err != gaveUp {
			t.Errorf("%s: got %v, want %v", role, err, gaveUp)
		}
		wantNoChildren(t, role)
	}
}

// find returns the helper with that role once it measures.
func find(t *testing.T, role string) int {
	t.Helper()
	for t.Context().Err() == nil {
		for _, pid := range children() {
			if arguments(pid) == helperName+"\x00"+role+"\x00" && busy(pid) {
				return pid
			}
		}
	}
	return 0
}

func arguments(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return string(text)
}

// Fields of /proc/PID/stat, counted from the one behind the name.
const (
	statState      = 0
	statGroup      = 2
	statUserTime   = 11
	statSystemTime = 12
)

// group returns the processes of a process group that have not ended.
func group(leader int) []int {
	var pids []int
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err == nil && statField(pid, statGroup) == strconv.Itoa(leader) && statField(pid, statState) != "Z" {
			pids = append(pids, pid)
		}
	}
	return pids
}

// busy reports whether a helper has used two ticks of CPU time, more than
// starting takes, or has started a command.
func busy(pid int) bool {
	user, _ := strconv.Atoi(statField(pid, statUserTime))
	system, _ := strconv.Atoi(statField(pid, statSystemTime))
	return user+system >= 2 || len(group(pid)) > 1
}

// A command's processes end with its run, even those in sessions of their own.
func TestCommandLeavesNobody(t *testing.T) {
	line := "sh -c 'setsid sleep 1000 & sleep 1000 & (setsid sh -c \"sleep 1000 & sleep 1000\" &) ; echo 1'"
	args, err := SplitWords(line)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	m, err := (&Command{Args: args, Metric: "stdout"}).Measure(t.Context())
	if err != nil || m.Value != 1 {
		t.Fatalf("got %v, %v", m.Value, err)
	}
	if len(m.Notes) != 1 || !strings.HasSuffix(m.Notes[0], "processes were left behind and killed") {
		t.Errorf("notes %q", m.Notes)
	}
}

// Reading the parent of a process is not fooled by its name.
func TestStatField(t *testing.T) {
	if got := statField(os.Getpid(), statParent); got != strconv.Itoa(os.Getppid()) {
		t.Errorf("parent %s, want %d", got, os.Getppid())
	}
	if got := statField(-1, statParent); got != "" {
		t.Errorf("no process: got %q", got)
	}
}
