package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress shows on a terminal how many runs are done and how long the rest
// will take. It draws between runs, never during one. Elsewhere it shows nothing.
type progress struct {
	stderr   io.Writer
	messages io.Writer // stderr, or what writes to it above the bar

	bars   *mpb.Progress // nil where there is no terminal
	bar    *mpb.Bar
	redraw chan any
}

// newProgress begins to count up to a number of runs. atMost tells that the
// session may end before. There is no bar where samples appear on the terminal
// as they come: they tell the progress, and the bar would wipe them off.
func newProgress(stdout, stderr io.Writer, runs int, atMost bool) *progress {
	p := &progress{stderr: stderr, messages: stderr}
	if !isTerminal(stderr) || isTerminal(stdout) {
		return p
	}
	begin := time.Now()
	left := decor.Any(func(s decor.Statistics) string {
		return timeLeft(s.Current, s.Total, time.Since(begin), atMost)
	})
	p.redraw = make(chan any)
	p.bars = mpb.New(mpb.WithOutput(stderr), mpb.WithManualRefresh(p.redraw))
	p.bar = p.bars.New(int64(runs), mpb.BarStyle(), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d runs")), mpb.AppendDecorators(left))
	p.messages = p.bars
	p.redraw <- begin
	return p
}

// isTerminal reports whether a bar can be drawn there.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return err == nil && width > 0
}

// timeLeft tells how long the rest takes if it goes on like this.
func timeLeft(done, total int64, elapsed time.Duration, atMost bool) string {
	if done == 0 {
		return ""
	}
	left := time.Duration(float64(elapsed) / float64(done) * float64(total-done))
	about := "about"
	if atMost {
		about = "at most"
	}
	return fmt.Sprintf("%s %v left", about, left.Round(time.Second))
}

// done counts a run.
func (p *progress) done() {
	if p.bars == nil {
		return
	}
	p.bar.Increment()
	p.redraw <- time.Now()
}

// end takes the bar away.
func (p *progress) end() {
	if p.bars == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
	p.messages = p.stderr
}

// say writes a line for people.
func (p *progress) say(format string, args ...any) {
	fmt.Fprintf(p.messages, "ministat-run: "+format+"\n", args...)
}
