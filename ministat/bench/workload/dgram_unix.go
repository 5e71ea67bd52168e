//go:build linux || freebsd || darwin

package workload

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// helperOverhead is how many descriptors and threads a helper needs beside
// those of its clients.
const helperOverhead = 16

// Check also looks at the limits first: running out of descriptors or threads
// on the way would tell less.
func (w *dgram) Check() error {
	if err := checkMessage(w.Name(), unix.SOCK_DGRAM, w.size); err != nil {
		return err
	}
	need := int(w.clients) + helperOverhead
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err == nil && uint64(limit.Max) < uint64(need) {
		return fmt.Errorf("--clients %d: %d open files are allowed (ulimit -n), want %d", w.clients, limit.Max, need)
	}
	if room, limited := threadRoom(); limited && room < need {
		return fmt.Errorf("--clients %d: the limit of threads (ulimit -u) has room for %d more, want %d", w.clients, max(room, 0), need)
	}
	return nil
}

// Measure has the clients as threads of one helper: a process for each would
// measure how a hundred Go runtimes share the machine.
func (w *dgram) Measure(ctx context.Context) (Measurement, error) {
	server, address, remove, err := bindDatagram()
	if err != nil {
		return Measurement{}, err
	}
	defer remove()
	base := task{Size: w.size, Nice: w.place.Nice}
	reads, writes := base, base
	reads.Messages, reads.CPUs = w.clients*w.messages, w.place.onEach(0, 1)
	writes.Messages, writes.CPUs, writes.Address = w.messages, w.place.onEach(1, int(w.clients)), address

	t := newTeam(ctx)
	err = t.start(dgramServer, reads, server)
	if err == nil {
		err = t.start(dgramClients, writes)
	}
	reports, err := t.run(err)
	if err != nil {
		return Measurement{}, err
	}
	read, written := reports[0], reports[1]
	if all := w.clients * w.messages; read.Count != all || written.Count != all {
		return Measurement{}, fmt.Errorf("%d messages written and %d read, want %d", written.Count, read.Count, all)
	}
	rate := float64(w.size) * float64(w.messages) / read.Wall.Seconds()
	if w.total != 0 {
		rate *= float64(w.clients)
	}
	m := measurement(rate, 1, read, written)
	return m, m.checkShare()
}

// bindDatagram returns a datagram socket with an address that no other has.
// Linux gives out such names by itself, outside of the file system.
func bindDatagram() (socket *os.File, address string, remove func(), err error) {
	if runtime.GOOS != "linux" {
		return bindInPrivate()
	}
	socket, err = bindAt("")
	if err != nil {
		return nil, "", nil, err
	}
	bound, err := unix.Getsockname(int(socket.Fd()))
	if err != nil {
		socket.Close()
		return nil, "", nil, fmt.Errorf("getsockname: %w", err)
	}
	return socket, bound.(*unix.SockaddrUnix).Name, func() {}, nil
}

// bindInPrivate binds the socket to a short path in a private directory, which
// the clients take away when they are connected, and else remove.
func bindInPrivate() (socket *os.File, address string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "mst")
	if err != nil {
		return nil, "", nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	address = filepath.Join(dir, "s")
	socket, err = bindAt(address)
	if err != nil {
		remove()
		return nil, "", nil, err
	}
	return socket, address, remove, nil
}

// bindAt binds a datagram socket; without an address Linux chooses one.
func bindAt(address string) (*os.File, error) {
	fd, err := datagramSocket()
	if err != nil {
		return nil, err
	}
	if err := unix.Bind(fd, &unix.SockaddrUnix{Name: address}); err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("bind %s: %w", address, err)
	}
	return os.NewFile(uintptr(fd), "server"), nil
}

func datagramSocket() (int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
	if err != nil {
		return 0, fmt.Errorf("socket: %w%s", err, hint(err))
	}
	unix.CloseOnExec(fd)
	return fd, nil
}

// dgramWrite connects every client and lets them all write at the same time.
func dgramWrite(t task) (func() report, error) {
	clients := make([]*client, len(t.CPUs))
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range clients {
		c := &client{}
		clients[i] = c
		ready.Add(1)
		done.Go(func() {
			runtime.LockOSThread()
			err := c.connect(t.Address, t.CPUs[i], t.Nice)
			c.fail(err)
			ready.Done()
			<-start
			if err == nil {
				c.write(t)
			}
		})
	}
	ready.Wait()
	for _, c := range clients {
		if c.Error != "" {
			return nil, errors.New(c.Error)
		}
	}
	if filepath.IsAbs(t.Address) { // whoever is killed from now on leaves no file behind
		if err := os.RemoveAll(filepath.Dir(t.Address)); err != nil {
			return nil, err
		}
	}
	return func() report {
		begin := time.Now()
		before := usageNow(begin)
		close(start)
		done.Wait()
		all := report{usage: usageNow(begin).minus(before)}
		for _, c := range clients {
			all.add(c.report)
		}
		return all
	}, nil
}

// add takes in the report of one thread of a helper.
func (r *report) add(one report) {
	r.Count += one.Count
	r.Retries += one.Retries
	r.CPUStart = append(r.CPUStart, one.CPUStart...)
	r.CPUEnd = append(r.CPUEnd, one.CPUEnd...)
	if r.Error == "" {
		r.Error, r.PeerGone = one.Error, one.PeerGone
	}
}

// client is one client of a datagram server.
type client struct {
	fd int
	report
}

func (c *client) connect(address string, cpus []int, nice int) error {
	if err := settle(cpus, nice); err != nil {
		return err
	}
	fd, err := datagramSocket()
	if err != nil {
		return err
	}
	c.fd = fd
	if err := unix.Connect(fd, &unix.SockaddrUnix{Name: address}); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	return nil
}

// write goes through Go's scheduler, unlike the other loops: most clients wait
// most of the time, and would keep a processor each.
func (c *client) write(t task) {
	message := make([]byte, t.Size)
	c.CPUStart = []int{currentCPU()}
	for c.Count < t.Messages && c.Error == "" {
		n, err := syscall.Write(c.fd, message)
		if err == nil && n == len(message) {
			c.Count++
			continue
		}
		var errno syscall.Errno
		errors.As(err, &errno)
		c.fail(c.tolerate("write", n, len(message), errno))
	}
	c.CPUEnd = []int{currentCPU()}
}
