package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"ministat/ministat/bench/workload"
)

// process is the program, started by a test in a folder of its own.
type process struct {
	*exec.Cmd
	t      *testing.T
	dir    string
	stderr bytes.Buffer
	alive  *os.File // is at its end when the program and all that it started have ended
}

// command prepares the program or another one.
func command(t *testing.T, name string, args ...string) *process {
	t.Helper()
	alive, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r := &process{t: t, dir: t.TempDir(), alive: alive, Cmd: exec.Command(name, args...)}
	r.Dir, r.Stderr = r.dir, &r.stderr
	// Helpers use the first of these for themselves; the others are inherited by all.
	r.ExtraFiles = slices.Repeat([]*os.File{held}, 8)
	t.Cleanup(func() { alive.Close(); held.Close() })
	return r
}

func (r *process) start() {
	r.t.Helper()
	if err := r.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.ExtraFiles[0].Close()
}

// wantEnd waits for the program, wants an exit status and a text on standard
// error, and that nobody is left.
func (r *process) wantEnd(status int, text string) {
	r.t.Helper()
	_ = r.Wait() // its status is looked at
	if got := r.ProcessState.ExitCode(); got != status || !strings.Contains(r.stderr.String(), text) {
		r.t.Errorf("exit status %d, want %d and %q:\n%s", got, status, text, r.stderr.String())
	}
	r.wantNobody()
}

func (r *process) wantNobody() {
	r.t.Helper()
	if n, err := r.alive.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		r.t.Errorf("read %d, %v, want the end", n, err)
	}
}

func (r *process) path(name string) string { return filepath.Join(r.dir, name) }

// samples returns the number of samples in a file, and wants whole lines.
func (r *process) samples(name string) int {
	r.t.Helper()
	content, err := os.ReadFile(r.path(name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(content)) {
		if !strings.HasSuffix(line, "\n") {
			r.t.Errorf("%s ends with half a line: %q", name, line)
		}
		if !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

// until waits for something that the program does.
func (r *process) until(what func() bool) {
	r.t.Helper()
	for !what() {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, r.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
		if err != nil || info.Signo != 0 {
			_ = r.Wait()
			r.t.Fatalf("the program ended: %v, %v\n%s", err, r.ProcessState, r.stderr.String())
		}
		runtime.Gosched()
	}
}

// helper returns a helper of the program by its role, once there is one.
func (r *process) helper(role string) int {
	found := 0
	r.until(func() bool {
		entries, _ := os.ReadDir("/proc")
		for _, e := range entries {
			pid, err := strconv.Atoi(e.Name())
			if err != nil {
				continue
			}
			stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
			line, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
			if strings.Contains(string(stat), fmt.Sprintf(" %d ", r.Process.Pid)) && strings.HasSuffix(string(line), role+"\x00") {
				found = pid
			}
		}
		return found != 0
	})
	return found
}

// endless are sessions that go on until they are ended, by workload.
func endless() map[string][]string {
	return map[string][]string{
		"seqpacket": {"seqpacket", "--messages", "500"},
		"dgram":     {"dgram", "--clients", "5", "--messages", "50"},
		"command":   {"--", "sh", "-c", "echo 1"},
	}
}

// session goes on after runs that starve, because the tests do not have the
// machine for themselves.
func session(more []string) []string {
	return append([]string{"-n", "1000000", "-o", "a.txt", "--keep-going"}, more...)
}

// The runner is killed: its helpers end, what was finished stays, and the next
// runner goes on.
func TestRunnerKilled(t *testing.T) {
	for name, args := range endless() {
		t.Run(name, func(t *testing.T) {
			r := command(t, "ministat-run", session(args)...)
			r.start()
			r.until(func() bool { return r.samples("a.txt") >= 3 })
			if err := r.Process.Kill(); err != nil {
				t.Error(err)
			}
			r.wantEnd(-1, "")
			before := r.samples("a.txt")
			again := command(t, "ministat-run", append([]string{"--append"}, session(args)...)...)
			again.Dir, again.dir = r.dir, r.dir
			again.start()
			again.until(func() bool { return r.samples("a.txt") >= before+2 })
			if err := again.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
			again.wantEnd(143, fmt.Sprintf("a.txt: continues %d lines", before))
		})
	}
}

// The runner is killed in the middle of a run.
func TestRunnerKilledDuringRun(t *testing.T) {
	for role, args := range map[string][]string{
		"reader":       {"seqpacket", "--messages", "1000000000000"},
		"clients":      {"dgram", "--messages", "1000000000000"},
		"dup2 threads": {"dup2", "--duration", "24h"},
	} {
		t.Run(role, func(t *testing.T) {
			r := command(t, "ministat-run", args...)
			r.start()
			r.helper(role)
			if err := r.Process.Kill(); err != nil {
				t.Error(err)
			}
			r.wantEnd(-1, "")
		})
	}
}

// stubborn starts a session whose command has children everywhere, all deaf to
// signals that can be caught, and returns when they run.
func stubborn(t *testing.T) *process {
	t.Helper()
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	r := command(t, "ministat-run", "-o", "a.txt", "--", "sh", "-c", `trap "" INT TERM HUP; test -e first || { : >first; echo 1; exit; }; setsid sleep 1000 & sleep 1000 & echo >started; sleep 1000`)
	if err := unix.Mkfifo(r.path("started"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.start()
	if _, err := os.ReadFile(r.path("started")); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunnerKilledDuringCommand(t *testing.T) {
	r := stubborn(t)
	if err := r.Process.Kill(); err != nil {
		t.Error(err)
	}
	r.wantEnd(-1, "")
	if got := r.samples("a.txt"); got != 1 {
		t.Errorf("%d samples, want the one that was finished", got)
	}
}

// ^C and its kin end the session at once; what was finished stays, and the
// status tells the signal.
func TestInterrupted(t *testing.T) {
	for signal, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		r := stubborn(t)
		if err := r.Process.Signal(signal); err != nil {
			t.Error(err)
		}
		r.wantEnd(status, fmt.Sprintf("stopped by a signal (%v)", signal))
		if got := r.samples("a.txt"); got != 1 {
			t.Errorf("%v: %d samples, want the one that was finished", signal, got)
		}
	}
}

// Under nohup a hangup is not heard.
func TestNohup(t *testing.T) {
	r := command(t, "sh", "-c", `trap "" HUP; exec ministat-run -o a.txt -n 1 -- sh -c 'echo >started; cat go; echo 1'`)
	for _, fifo := range []string{"started", "go"} {
		if err := unix.Mkfifo(r.path(fifo), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.start()
	if _, err := os.ReadFile(r.path("started")); err != nil {
		t.Fatal(err)
	}
	if err := r.Process.Signal(syscall.SIGHUP); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(r.path("go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r.wantEnd(0, "")
	if got := r.samples("a.txt"); got != 1 {
		t.Errorf("%d samples, want 1", got)
	}
}

// Whoever of a run is killed, the run fails, and the others are kept.
func TestHelperKilled(t *testing.T) {
	r := command(t, "ministat-run", "compare", "a.txt=echo 1", "b.txt=seqpacket --messages 1000000000000", "--seed", "1")
	r.start()
	writer := r.helper("writer")
	if err := unix.Kill(writer, unix.SIGKILL); err != nil {
		t.Error(err)
	}
	r.wantEnd(1, "b.txt: run 1: the writer died: signal: killed")
	if got := r.samples("b.txt"); got != 0 {
		t.Errorf("%d samples of a run that failed", got)
	}
}

// A second runner does not write to the file of the first, but may do all else
// at the same time.
func TestTwoRunners(t *testing.T) {
	first := command(t, "ministat-run", session(endless()["dgram"])...)
	first.start()
	first.until(func() bool { return first.samples("a.txt") >= 1 })

	second := command(t, "ministat-run", append([]string{"--append", "-o", "a.txt"}, endless()["dgram"]...)...)
	second.Dir = first.dir
	second.start()
	second.wantEnd(2, "a.txt: another runner is writing to it")

	third := command(t, "ministat-run", session(endless()["dgram"])...)
	third.start()
	third.until(func() bool { return third.samples("a.txt") >= 3 })
	if err := third.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	third.wantEnd(143, "")

	if err := first.Process.Signal(syscall.SIGINT); err != nil {
		t.Error(err)
	}
	first.wantEnd(130, "")
}

// shell runs a line as a user who is not root, for limits that root has not.
func shell(t *testing.T, line string) *process {
	t.Helper()
	r := command(t, "sh", "-c", line)
	if os.Geteuid() != 0 {
		return r
	}
	const nobody = 65534
	path, err := exec.LookPath("ministat-run")
	if err != nil {
		t.Fatal(err)
	}
	// The test's own folders are for root alone.
	dir, err := os.MkdirTemp("", "ministat-run")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program, err := os.ReadFile(path)
	for _, name := range []string{"ministat-run", "limited"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), program, 0o755))
	}
	err = errors.Join(err, os.Chmod(dir, 0o755))
	work := filepath.Join(dir, "work")
	if err := errors.Join(err, os.Mkdir(work, 0o755), os.Chown(work, nobody, nobody)); err != nil {
		t.Fatal(err)
	}
	r.Dir, r.dir = work, work
	r.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
	r.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return r
}

// Limits are told before they are hit, or when they are: no run hangs for want
// of descriptors or processes.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		line   string
		status int
		text   string
	}{
		{"ulimit -n 50; exec ministat-run dgram", 2, "--clients 100: 50 open files are allowed (ulimit -n), want 116"},
		{"ulimit -n 16; exec ministat-run -n 1 seqpacket", 1, "(look at ulimit -n)"},
		{"exec limited 60 dgram", 2, "--clients 100: the limit of threads (ulimit -u) has room for"},
		{"exec limited 60 dup2 --threads 100", 2, "--threads 100: the limit of threads (ulimit -u) has room for"},
	} {
		r := shell(t, c.line)
		r.start()
		r.wantEnd(c.status, c.text)
	}
}

// A full disk ends the session; what was finished stays, and no part of more.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	err := unix.Mount("none", dir, "tmpfs", 0, "size=4096")
	if errors.Is(err, unix.EPERM) {
		t.Skip("only root can mount a small file system")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	file := filepath.Join(dir, "a.txt")
	args := []string{"-n", "10", "-o", file, "--append", "--", "echo", "123456789"}
	first := command(t, "ministat-run", args...)
	first.start()
	first.wantEnd(0, "10 samples")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// Room for two more lines of ten bytes, and half of a third.
	fill := bytes.Repeat([]byte("1\n"), (4096-len(content)-25)/2)
	if err := os.WriteFile(file, append(content, fill...), 0o600); err != nil {
		t.Fatal(err)
	}
	second := command(t, "ministat-run", args...)
	second.dir = dir
	second.start()
	second.wantEnd(1, "no space left on device")
	if want := 10 + len(fill)/2 + 2; second.samples("a.txt") != want {
		t.Errorf("%d samples, want %d", second.samples("a.txt"), want)
	}
}

// The same for a limit on the size of files, as a user can have it.
func TestFileSizeLimit(t *testing.T) {
	r := shell(t, "ulimit -f 4; exec ministat-run -n 1000 -o a.txt -- echo 123456789")
	r.start()
	r.wantEnd(1, "file too large")
	if got := r.samples("a.txt"); got < 3 {
		t.Errorf("%d samples, want those that fit", got)
	}
}

// A run without CPU time says nothing about its workload. It gets none when it
// has the lowest priority on a CPU that others want.
func TestStarved(t *testing.T) {
	r := command(t, "ministat-run", "read-pipe", "-n", "1", "--threads", "1", "--duration", "120ms", "--settle", "0s", "--cpus", "same", "--nice", "19", "-o", "a.txt")
	var first unix.CPUSet
	first.Set(workload.AllowedCPUs()[0])
	for range 4 {
		spin := exec.Command("sh", "-c", "while :; do :; done")
		if err := spin.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = spin.Wait() }()
		defer func() { _ = spin.Process.Kill() }()
		if err := unix.SchedSetaffinity(spin.Process.Pid, &first); err != nil {
			t.Fatal(err)
		}
	}
	r.start()
	r.wantEnd(1, "a.txt: run 1: starved: ")
	if got := r.samples("a.txt"); got != 0 {
		t.Errorf("%d samples of a run that starved", got)
	}
}

// Where there is no SOCK_SEQPACKET, as on macOS, the program says so.
func TestUnsupported(t *testing.T) {
	r := command(t, "without-seqpacket", "seqpacket", "-o", "a.txt")
	r.start()
	r.wantEnd(4, "ministat-run: seqpacket: not supported here: socketpair: protocol not supported")
	if _, err := os.Stat(r.path("a.txt")); err == nil {
		t.Error("a file was made")
	}
}

// limited is a program that runs ministat-run with a limit of processes and
// threads: not every sh has ulimit -u.
func limited() {
	n, err := strconv.ParseUint(os.Args[1], 10, 64)
	if err == nil {
		err = unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: n, Max: n})
	}
	execute(err, os.Args[2:])
}

// execute replaces this program with ministat-run.
func execute(err error, args []string) {
	path, lookErr := exec.LookPath("ministat-run")
	if err = errors.Join(err, lookErr); err == nil {
		err = syscall.Exec(path, append([]string{"ministat-run"}, args...), os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(99)
}

// withoutSeqpacket is a program that runs ministat-run on a system that refuses
// to make a pair of such sockets.
func withoutSeqpacket() {
	runtime.LockOSThread()
	const refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPROTONOSUPPORT)
	const kind = 16 + 8 // the second argument in seccomp_data, on little-endian machines
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_SOCKETPAIR, Jf: 4},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: kind},
		{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 0xf},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SOCK_SEQPACKET, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: refuse},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		err = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
	}
	execute(err, os.Args[1:])
}
