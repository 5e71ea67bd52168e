package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ministat/ministat"
)

// The drawing, in its own units: pixels where it is shown at its natural size.
const (
	drawingWidth = 640
	marginLeft   = 52
	marginRight  = 28
	plotWidth    = drawingWidth - marginLeft - marginRight

	titleHeight = 34
	rowHeight   = 110 // of a sample: its name and figures, its strip, its intervals
	stripTop    = 38
	stripHeight = 40
	ticksHeight = 46 // labels and unit below a panel
	ecdfHeight  = 170
	noteHeight  = 44

	// mostDots is the number of samples up to which each has a dot of its own; of
	// more, a histogram tells more and takes less room.
	mostDots = 3000

	coordinates = 10 // steps of a coordinate in one unit
	colors      = 9
	dashes      = 5 // no divisor in common with colors: 45 lines that differ

	titleWidth = 60 // ordinary letters
	nameWidth  = 34
	unitWidth  = 18
	// figuresWidth is in letters of small print.
	figuresWidth = 92
)

// drawingStyle is the style sheet of a drawing. Samples are told apart by colour
// and by dashes; the colours keep a contrast of 3 to 1 on their background.
const drawingStyle = `.plot{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans","DejaVu Sans",sans-serif}
.plot text{fill:#1f2328}
.plot .bg{fill:#fff}
.plot .title{font-size:15px;font-weight:600}
.plot .name{font-weight:600}
.plot .small{font-size:11px}
.plot .muted{fill:#59636e}
.plot .end{text-anchor:end}
.plot .mid{text-anchor:middle}
.plot .grid{stroke:#dfe3e8;fill:none}
.plot .axis{stroke:#8c959f;fill:none}
.plot .dots{stroke:currentColor;stroke-linecap:round;stroke-opacity:.7;fill:none}
.plot .bar{fill:currentColor;shape-rendering:crispEdges}
.plot .line{stroke:currentColor;stroke-width:2;fill:none}
.plot .ci{stroke:currentColor;stroke-width:1.5;fill:none}
.plot .mark{fill:currentColor}
.plot .c0{color:#0b63b5}
.plot .c1{color:#c2410c}
.plot .c2{color:#15803d}
.plot .c3{color:#8b2fc9}
.plot .c4{color:#a16207}
.plot .c5{color:#0e7c86}
.plot .c6{color:#be185d}
.plot .c7{color:#57534e}
.plot .c8{color:#4d5fd6}
.plot .d1{stroke-dasharray:8 3}
.plot .d2{stroke-dasharray:2 2}
.plot .d3{stroke-dasharray:9 3 2 3}
.plot .d4{stroke-dasharray:5 5}
@media (prefers-color-scheme:dark){
.plot text{fill:#e6e8eb}
.plot .bg{fill:#15181c}
.plot .muted{fill:#a3acb6}
.plot .grid{stroke:#2f353c}
.plot .axis{stroke:#727b85}
.plot .c0{color:#6cb6ff}
.plot .c1{color:#ff9e64}
.plot .c2{color:#5fd38a}
.plot .c3{color:#c99bff}
.plot .c4{color:#e3b341}
.plot .c5{color:#4fd0d9}
.plot .c6{color:#ff8ab8}
.plot .c7{color:#b8b2ab}
.plot .c8{color:#9aa8ff}
}
`

// SVG draws the samples of every group, one group below the other: a strip with
// a dot for each sample, or a histogram where there are more than 3,000, the mean
// and the median with their intervals, and the distribution functions. All share
// one axis; samples beyond it are counted, and marked at its ends.
//
// The drawing is the same for the same analysis, needs no script, and follows the
// reader's choice of light or dark.
func SVG(w io.Writer, a *ministat.Analysis, _ Options) error {
	d := newDrawing(w)
	var figures []*figure
	height := 0.0
	for _, g := range a.Groups {
		if f := newFigure(a, &g); f != nil {
			figures = append(figures, f)
			height += f.height()
		}
	}
	d.begin("ministat", 0, max(height, titleHeight), drawingTitle(figures), describe(figures))
	d.printf("<style>\n%s</style>\n", drawingStyle)
	d.printf(`<rect class="bg" width="100%%" height="100%%"/>` + "\n")
	top := 0.0
	for _, f := range figures {
		d.printf("<g transform=\"translate(0 %s)\">\n", coordinate(top))
		d.text(12, 22, "title", shorten(f.title(), titleWidth), f.title())
		d.figure(f)
		d.printf("</g>\n")
		top += f.height()
	}
	d.printf("</svg>\n")
	return d.w.Flush()
}

func drawingTitle(figures []*figure) string {
	switch len(figures) {
	case 0:
		return "No samples"
	case 1:
		return figures[0].title()
	}
	return fmt.Sprintf("Samples of %d benchmarks", len(figures))
}

// figure is the drawing of one group.
type figure struct {
	analysis *ministat.Analysis
	group    *ministat.GroupAnalysis
	unit     unit
	axis     *axis
	decimals int // of figures in the unit
	rows     []*row
}

// row is the layout of one sample.
type row struct {
	*ministat.Summary
	below, above int   // samples beyond the axis
	bars         []int // samples by bin of the axis; nil where dots are drawn
}

// newFigure returns nil for a group without samples.
func newFigure(a *ministat.Analysis, g *ministat.GroupAnalysis) *figure {
	if len(g.Summaries) == 0 {
		return nil
	}
	f := &figure{analysis: a, group: g, unit: newUnit(g)}
	f.axis = newAxis(g.Summaries, f.unit, plotWidth)
	f.decimals = f.countDecimals()
	for _, s := range g.Summaries {
		f.rows = append(f.rows, f.newRow(s))
	}
	return f
}

// countDecimals returns how many decimals show a digit of the bins' width, and two
// of every deviation and interval of a mean, as far as a float64 has them.
func (f *figure) countDecimals() int {
	width, _ := f.axis.width.Float64()
	finest := exponent(width)
	for _, s := range f.group.Summaries {
		for _, width := range []float64{s.StdDev, s.MeanCI.HalfWidth} {
			if width > 0 { // not NaN
				finest = min(finest, exponent(width)-1)
			}
		}
	}
	largest := max(math.Abs(f.axis.edges[0]), math.Abs(f.axis.edges[len(f.axis.edges)-1]))
	return max(0, f.unit.exp-max(finest, exponent(largest)-15))
}

func (f *figure) newRow(s *ministat.Summary) *row {
	r := &row{Summary: s}
	if s.N > mostDots {
		r.bars = make([]int, len(f.axis.edges)-1)
	}
	for _, v := range s.Sample.Values {
		position, ok := f.axis.at(v)
		switch {
		case !ok && position == 0:
			r.below++
		case !ok:
			r.above++
		case r.bars != nil:
			r.bars[f.axis.bin(v)]++
		}
	}
	return r
}

// steps counts the samples by coordinate of the axis.
func (f *figure) steps(r *row) []int {
	steps := make([]int, plotWidth*coordinates+1)
	for _, v := range r.Sample.Values {
		if position, ok := f.axis.at(v); ok {
			steps[int(math.Round(position*coordinates))]++
		}
	}
	return steps
}

// beyond returns the number of samples that are not on the axis.
func (r *row) beyond() int { return r.below + r.above }

func (f *figure) stripsBottom() float64 { return titleHeight + float64(len(f.rows))*rowHeight }

func (f *figure) height() float64 {
	return f.stripsBottom() + ticksHeight + titleHeight + ecdfHeight + ticksHeight + noteHeight
}

// title names the group, or its samples where it has no name.
func (f *figure) title() string {
	if name := f.group.Group.Name; name != "" {
		return name
	}
	names := make([]string, 0, 3)
	for _, r := range f.rows[:min(3, len(f.rows))] {
		names = append(names, r.Sample.Name)
	}
	if more := len(f.rows) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	if last == 0 {
		return "Samples of " + names[0]
	}
	return "Samples of " + strings.Join(names[:last], ", ") + " and " + names[last]
}

// describe is the text alternative of a drawing: what its reader sees.
func describe(figures []*figure) string {
	var lines []string
	for _, f := range figures {
		if len(figures) > 1 {
			lines = append(lines, f.title()+":")
		}
		for _, r := range f.rows {
			lines = append(lines, fmt.Sprintf("%s: %s from %s to %s; %s.", r.Sample.Name, f.size(r),
				f.number(r.Min), f.value(r.Max), f.figures(r, f.unit.name)))
			for _, w := range r.Warnings {
				lines = append(lines, w.Message+".")
			}
		}
	}
	if len(figures) > 0 {
		lines = append(lines, intervalNote(figures[0].analysis))
	}
	return strings.Join(lines, "\n")
}

func intervalNote(a *ministat.Analysis) string {
	return fmt.Sprintf("Intervals of mean and median: %s confidence.", level(a))
}

// size tells how many samples there are, and how many of them are not seen.
func (f *figure) size(r *row) string {
	size := fmt.Sprintf("%d samples", r.N)
	if r.N == 1 {
		size = "1 sample"
	}
	if r.beyond() > 0 {
		size += fmt.Sprintf(", %d beyond the axis", r.beyond())
	}
	return size
}

// figures writes the mean and the median with their intervals.
func (f *figure) figures(r *row, unit string) string {
	text := "mean " + f.estimate(r.Mean, r.MeanCI) + ", median " + f.estimate(r.Median, r.MedianCI)
	return strings.TrimSpace(text + " " + unit)
}

func (f *figure) estimate(value float64, e ministat.Estimate) string {
	text := f.number(value)
	if e.Determined() {
		text += " (" + f.bounds(e) + ")"
	}
	return text
}

func (f *figure) number(v float64) string { return f.unit.number(v, f.decimals) }

// value is number with the unit behind it.
func (f *figure) value(v float64) string { return strings.TrimSpace(f.number(v) + " " + f.unit.name) }

func (f *figure) bounds(e ministat.Estimate) string {
	switch {
	case math.IsNaN(e.Value):
		return notKnown
	case !e.Determined():
		return "undetermined"
	}
	return f.number(e.Lo) + " to " + f.number(e.Hi)
}

// drawing writes SVG.
type drawing struct {
	w *bufio.Writer // keeps the first error until the end
}

func newDrawing(w io.Writer) *drawing { return &drawing{bufio.NewWriter(w)} }

func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

// begin opens a drawing of what lies from top to bottom. id makes its ids unique
// in a document.
func (d *drawing) begin(id string, top, bottom float64, title, description string) {
	height := coordinate(bottom - top)
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="%d" height="%s" viewBox="0 %s %d %s" role="img" aria-labelledby="%s-title %s-desc">`+"\n",
		drawingWidth, height, coordinate(top), drawingWidth, height, id, id)
	d.printf("<title id=\"%s-title\">%s</title>\n", id, escape(title))
	var lines []string
	for line := range strings.SplitSeq(description, "\n") {
		lines = append(lines, escape(line))
	}
	d.printf("<desc id=\"%s-desc\">%s</desc>\n", id, strings.Join(lines, "\n"))
}

// figure draws a group, all but its title.
func (d *drawing) figure(f *figure) {
	bottom := f.stripsBottom()
	for i, r := range f.rows {
		top := titleHeight + float64(i)*rowHeight
		d.grid(f, top+stripTop, top+rowHeight-8)
		d.printf("<g class=\"c%d\">\n", i%colors)
		d.row(f, r, i, top)
		d.printf("</g>\n")
	}
	d.ticks(f, bottom)
	top := bottom + ticksHeight + titleHeight
	d.text(12, top-14, "name", "Share of samples at or below a value", "")
	d.grid(f, top, top+ecdfHeight)
	d.shares(top)
	d.ticks(f, top+ecdfHeight)
	for i, r := range f.rows {
		d.ecdf(f, r, i, top)
	}
	d.notes(f, top+ecdfHeight+ticksHeight+12)
}

// text writes a text, with the whole of it to be read where it was shortened.
func (d *drawing) text(x, y float64, class, text, whole string) {
	tip := ""
	if whole != "" && whole != text {
		tip = "<title>" + escape(whole) + "</title>"
	}
	d.printf("<text class=\"%s\" x=\"%s\" y=\"%s\">%s%s</text>\n", class, coordinate(x), coordinate(y), tip, escape(text))
}

// grid draws a line at every tick.
func (d *drawing) grid(f *figure, top, bottom float64) {
	d.printf("<path class=\"grid\" d=\"")
	for _, t := range f.axis.ticks {
		d.printf("M%s %sV%s", coordinate(marginLeft+t.at), coordinate(top), coordinate(bottom))
	}
	d.printf("\"/>\n")
}

// ticks draws the axis.
func (d *drawing) ticks(f *figure, bottom float64) {
	d.printf("<path class=\"axis\" d=\"M%d %sH%d", marginLeft, coordinate(bottom), marginLeft+plotWidth)
	for _, t := range f.axis.ticks {
		d.printf("M%s %sv4", coordinate(marginLeft+t.at), coordinate(bottom))
	}
	d.printf("\"/>\n")
	for _, t := range f.axis.ticks {
		half := float64(len(t.label)*digitWidth) / 2
		x := min(max(marginLeft+t.at, half), drawingWidth-half)
		d.text(x, bottom+18, "mid", t.label, "")
	}
	if f.unit.name != "" {
		d.text(marginLeft+plotWidth/2, bottom+36, "mid muted", shorten(f.unit.name, titleWidth), f.unit.name)
	}
}

// row draws one sample below top: a head line, the strip, the intervals.
func (d *drawing) row(f *figure, r *row, i int, top float64) {
	d.printf("<path class=\"line d%d\" d=\"M12 %sH44\"/>\n", i%dashes, coordinate(top+10))
	d.text(marginLeft, top+14, "name", shorten(r.Sample.Name, nameWidth), r.Sample.Name)
	d.text(marginLeft+plotWidth, top+14, "small muted end", f.size(r), "")
	figures := f.figures(r, shorten(f.unit.name, unitWidth))
	if textWidth([]rune(figures)) > figuresWidth {
		figures = "mean " + f.number(r.Mean) + ", median " + f.number(r.Median)
	}
	d.text(marginLeft, top+30, "small muted", figures, f.figures(r, f.unit.name))
	strip := top + stripTop
	if r.bars == nil {
		d.dots(f, r, strip)
	} else {
		d.bars(f, r, strip)
	}
	d.beyond(f, r, strip)
	d.interval(f, "mean", r.Mean, r.MeanCI, strip+stripHeight+9)
	d.interval(f, "median", r.Median, r.MedianCI, strip+stripHeight+21)
}

// dots draws a dot for every sample on the axis, as lines of no length with
// round ends. Their heights keep them apart: the fractions of the multiples of
// the golden ratio, which are the most evenly spread.
func (d *drawing) dots(f *figure, r *row, top float64) {
	size := 4.5
	if r.N > 300 {
		size = 3
	}
	d.printf("<path class=\"dots\" stroke-width=\"%s\" d=\"", coordinate(size))
	for i, v := range r.Sample.Values {
		if position, ok := f.axis.at(v); ok {
			_, height := math.Modf(float64(i+1) * (math.Phi - 1))
			d.printf("M%s %sh0", coordinate(marginLeft+position), coordinate(top+3+height*(stripHeight-6)))
		}
	}
	d.printf("\"/>\n")
}

// bars draws a histogram, each bar with its count.
func (d *drawing) bars(f *figure, r *row, top float64) {
	tallest := 1
	for _, count := range r.bars {
		tallest = max(tallest, count)
	}
	left := func(bin int) float64 { // rounded, so that bars leave no gaps
		return math.Round(coordinates*(marginLeft+plotWidth*float64(bin)/float64(len(r.bars)))) / coordinates
	}
	for i, count := range r.bars {
		if count == 0 {
			continue
		}
		height := max(float64(count)/float64(tallest)*stripHeight, 1) // seen, however few
		d.printf(`<rect class="bar" x="%s" y="%s" width="%s" height="%s"><title>%s to %s: %d</title></rect>`+"\n",
			coordinate(left(i)), coordinate(top+stripHeight-height), coordinate(left(i+1)-left(i)), coordinate(height),
			f.number(f.axis.edges[i]), escape(f.value(f.axis.edges[i+1])), count)
	}
	d.printf("<path class=\"axis\" d=\"M%d %sH%d\"/>\n", marginLeft, coordinate(top+stripHeight), marginLeft+plotWidth)
}

// beyond marks the ends that samples lie beyond.
func (d *drawing) beyond(f *figure, r *row, top float64) {
	middle := coordinate(top + stripHeight/2)
	if r.below > 0 {
		d.printf("<path class=\"mark\" d=\"M%d %sl8 -5v10z\"><title>%d below, down to %s</title></path>\n",
			marginLeft-14, middle, r.below, escape(f.value(r.Min)))
	}
	if r.above > 0 {
		d.printf("<path class=\"mark\" d=\"M%d %sl-8 -5v10z\"><title>%d above, up to %s</title></path>\n",
			marginLeft+plotWidth+14, middle, r.above, escape(f.value(r.Max)))
	}
}

// interval draws an estimate: a dot for the mean or a bar for the median, and a
// line from end to end, without a cap where it goes on beyond the axis.
func (d *drawing) interval(f *figure, what string, value float64, e ministat.Estimate, y float64) {
	d.text(marginLeft-6, y+3.5, "small muted end", what, "")
	at := coordinate(y)
	if e.Determined() {
		lo, loSeen := f.axis.at(e.Lo)
		hi, hiSeen := f.axis.at(e.Hi)
		d.printf("<path class=\"ci\" d=\"M%s %sH%s", coordinate(marginLeft+lo), at, coordinate(marginLeft+hi))
		for _, end := range []struct {
			x    float64
			seen bool
		}{{lo, loSeen}, {hi, hiSeen}} {
			if end.seen {
				d.printf("M%s %sv6", coordinate(marginLeft+end.x), coordinate(y-3))
			}
		}
		d.printf("\"/>\n")
	}
	x, seen := f.axis.at(value)
	switch {
	case !seen:
	case what == "mean":
		d.printf("<circle class=\"mark\" cx=\"%s\" cy=\"%s\" r=\"3.5\"/>\n", coordinate(marginLeft+x), at)
	default:
		d.printf("<path class=\"mark\" d=\"M%s %sh3v9h-3z\"/>\n", coordinate(marginLeft+x-1.5), coordinate(y-4.5))
	}
}

// shares draws the vertical axis of the distribution functions.
func (d *drawing) shares(top float64) {
	for percent := 0; percent <= 100; percent += 25 {
		y := top + ecdfHeight*(1-float64(percent)/100)
		d.printf("<path class=\"grid\" d=\"M%d %sh%d\"/>\n", marginLeft, coordinate(y), plotWidth)
		d.text(marginLeft-6, y+4, "small muted end", fmt.Sprintf("%d%%", percent), "")
	}
}

// ecdf draws the empirical distribution function as steps, without those too
// small to be seen. Samples below the axis lift its beginning, those above it
// lower its end.
func (d *drawing) ecdf(f *figure, r *row, i int, top float64) {
	height := func(count int) string {
		return coordinate(top + ecdfHeight*(1-float64(count)/float64(r.N)))
	}
	count := r.below
	last := height(count)
	d.printf("<path class=\"line c%d d%d\" d=\"M%d %s", i%colors, i%dashes, marginLeft, last)
	for step, n := range f.steps(r) {
		if count += n; n > 0 && height(count) != last {
			last = height(count)
			d.printf("H%sV%s", coordinate(marginLeft+float64(step)/coordinates), last)
		}
	}
	d.printf("H%d\"><title>%s</title></path>\n", marginLeft+plotWidth, escape(r.Sample.Name))
}

// notes tells how to read the drawing.
func (d *drawing) notes(f *figure, y float64) {
	var dots, bars bool
	for _, r := range f.rows {
		dots = dots || r.bars == nil
		bars = bars || r.bars != nil
	}
	var notes []string
	if dots {
		notes = append(notes, "A dot is a sample; its height only keeps dots apart.")
	}
	if bars {
		width, _ := f.axis.width.Float64()
		text := strings.TrimSpace(f.unit.label(f.axis.width, exponent(width)) + " " + shorten(f.unit.name, unitWidth))
		notes = append(notes, "A bar counts the samples of "+text+".")
	}
	d.text(marginLeft, y, "small muted", strings.Join(notes, " "), "")
	if f.hasIntervals() {
		d.text(marginLeft, y+15, "small muted", intervalNote(f.analysis), "")
	}
}

func (f *figure) hasIntervals() bool {
	for _, r := range f.rows {
		if r.MeanCI.Determined() || r.MedianCI.Determined() {
			return true
		}
	}
	return false
}

// coordinate writes a number with one decimal, or none where it is whole.
func coordinate(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0")
}
