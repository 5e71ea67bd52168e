package report

import (
	"bufio"
	"bytes"
	"fmt"
	"math"

	"ministat/ministat"
)

// symbols of the datasets, in their order. The first seven are the C program's.
// The letters leave out those that already stand for something: x, and the M
// and A of the bars.
const symbols = "x+*%#@O" + "abcdefghijklmnopqrstuvwyz" + "BCDEFGHIJKLNPQRSTUVWXYZ"

// overlapMark stands where several of three or more datasets mark the same
// cell. For two it is the '*' that it has always been.
const overlapMark = '&'

func symbol(set int) byte { return symbols[set%len(symbols)] }

// cell is one character of the plot, and the dataset it belongs to: -1 for none.
type cell struct {
	char byte
	set  int
}

var blank = cell{' ', -1}

// plot places the samples of several datasets in columns of one scale.
type plot struct {
	sets  []*ministat.Summary
	width int

	// A value v stands in column floor((v·scale - x0) / dx). scale is a power
	// of two that keeps the span of huge values finite; it changes no column.
	scale, x0, dx float64

	counts    [][]int // samples by dataset and column
	tallest   int     // the greatest count
	perMark   int     // samples that one mark stands for, at most
	classicOr bool    // overlap as in the C programs: the union of dataset numbers
}

// newPlot returns nil when the span is zero.
func newPlot(sets []*ministat.Summary, o Options) *plot {
	p := &plot{sets: sets, width: o.Width, classicOr: o.Classic}
	if !p.setScale() {
		return nil
	}
	p.counts = make([][]int, len(sets))
	for i, s := range sets {
		p.counts[i] = make([]int, p.width)
		for _, v := range s.Sample.Values {
			p.counts[i][p.column(v*p.scale)]++
		}
		for _, n := range p.counts[i] {
			p.tallest = max(p.tallest, n)
		}
	}
	p.perMark = 1
	if o.Height > 0 {
		p.perMark = max(1, ceilDiv(p.tallest, o.Height)) // nothing to mark where only figures are known
	}
	return p
}

// setScale spans the values and the bars of all datasets. It reports false when
// they are all in one point.
func (p *plot) setScale() bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range p.sets {
		lo, hi = min(lo, s.Min), max(hi, s.Max)
	}
	p.scale = ministat.Scale(lo, hi) / 4 // room for the bars, which may reach further
	lo, hi = lo*p.scale, hi*p.scale
	for _, s := range p.sets {
		if from, to, ok := p.bar(s); ok {
			lo, hi = min(lo, from), max(hi, to)
		}
	}
	if lo == hi {
		return false
	}
	p.dx = (hi - lo) / float64(p.width-1)
	p.x0 = lo - p.dx/2
	return true
}

// bar returns the scaled ends of a dataset's bar, one deviation on each side of
// the average. A single sample has none.
func (p *plot) bar(s *ministat.Summary) (from, to float64, ok bool) {
	mean, dev := s.Mean*p.scale, s.StdDev*p.scale
	return mean - dev, mean + dev, !math.IsNaN(dev)
}

// column returns the column of a scaled value. Rounding cannot take it out of
// the frame.
func (p *plot) column(scaled float64) int {
	return min(max(int((scaled-p.x0)/p.dx), 0), p.width-1)
}

// marks returns the number of marks that stand for n samples.
func (p *plot) marks(n int) int { return ceilDiv(n, p.perMark) }

// row fills line with the marks at a height, 1 being the lowest.
func (p *plot) row(height int, line []cell) {
	for col := range line {
		line[col] = blank
		union := 0
		for set := range p.sets {
			if p.marks(p.counts[set][col]) < height {
				continue
			}
			if union == 0 {
				line[col] = cell{symbol(set), set}
			} else {
				line[col] = cell{p.overlap(union | (set + 1)), -1}
			}
			union |= set + 1
		}
	}
}

// overlap returns the mark of a cell that several datasets share. union is the
// bitwise or of their numbers, counted from 1.
func (p *plot) overlap(union int) byte {
	if p.classicOr || len(p.sets) == 2 {
		return symbol(union - 1)
	}
	return overlapMark
}

// addBar draws a dataset's bar over what the line already holds.
func (p *plot) addBar(set int, line []cell) {
	s := p.sets[set]
	if from, to, ok := p.bar(s); ok {
		first, last := p.column(from), p.column(to)
		line[first] = cell{'|', set}
		line[last] = cell{'|', set}
		for col := first + 1; col < last; col++ {
			if line[col] == blank {
				line[col] = cell{'_', set}
			}
		}
	}
	line[p.column(s.Median*p.scale)] = cell{'M', set}
	line[p.column(s.Mean*p.scale)] = cell{'A', set}
}

// write draws the plot in its frame.
func (p *plot) write(w *bufio.Writer, o Options) {
	frame := append(append([]byte{'+'}, bytes.Repeat([]byte{'-'}, p.width)...), "+\n"...)
	line := make([]cell, p.width)
	w.Write(frame)
	for height := p.marks(p.tallest); height > 0; height-- {
		p.row(height, line)
		writeLine(w, line, o.Color)
	}
	clear := func() {
		for col := range line {
			line[col] = blank
		}
	}
	clear()
	for set := range p.sets {
		p.addBar(set, line)
		if o.SeparateBars {
			writeLine(w, line, o.Color)
			clear()
		}
	}
	if !o.SeparateBars {
		writeLine(w, line, o.Color)
	}
	w.Write(frame)
	if p.perMark > 1 {
		fmt.Fprintf(w, "each mark: up to %d samples\n", p.perMark)
	}
}

// writeLine writes one line of the plot, with a colour change only where the
// dataset changes.
func writeLine(w *bufio.Writer, line []cell, color bool) {
	w.WriteByte('|')
	set := -1
	for _, c := range line {
		if color && c.set != set && c.char != ' ' {
			w.WriteString(setColor(c.set))
			set = c.set
		}
		w.WriteByte(c.char)
	}
	if set >= 0 {
		w.WriteString(setColor(-1))
	}
	w.WriteString("|\n")
}

// setColor returns the SGR sequence of a dataset's colour, or for -1 the one
// that ends it. The colours are those that can be read on dark and on light.
func setColor(set int) string {
	if set < 0 {
		return "\x1b[0m"
	}
	return fmt.Sprintf("\x1b[%dm", [...]int{36, 33, 35, 32, 31, 34}[set%6])
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
