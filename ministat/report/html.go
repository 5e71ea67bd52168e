package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"ministat/ministat"
)

// pageStyle is the style sheet of a page around its drawings.
const pageStyle = `:root{color-scheme:light dark}
body{margin:0 auto;padding:1rem;max-width:72rem;background:#fff;color:#1f2328;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans","DejaVu Sans",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}
h2{font-size:1.25rem;margin-top:2.5rem;border-top:1px solid #dfe3e8;padding-top:1.5rem}
h3{font-size:1rem}
a{color:#0b63b5}
figure{margin:1rem 0;overflow-x:auto}
figure svg{display:block;width:100%;min-width:30rem;max-width:56rem;height:auto}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}
caption{text-align:left;font-weight:600;padding-bottom:.25rem}
th,td{padding:.25rem .5rem;text-align:right;white-space:nowrap;border-bottom:1px solid #dfe3e8}
th:first-child{text-align:left;padding-left:0}
tbody th{font-weight:400;white-space:normal;min-width:8rem;max-width:20rem}
.verdict{font-weight:600}
.regressed{color:#b42318}
.improved{color:#15703a}
.advice,.muted{color:#59636e}
@media (prefers-color-scheme:dark){
body{background:#15181c;color:#e6e8eb}
h2,th,td{border-color:#2f353c}
a{color:#6cb6ff}
.regressed{color:#ff8f85}
.improved{color:#5fd38a}
.advice,.muted{color:#a3acb6}
}
@media print{figure,.scroll{overflow:visible}}
`

// styleHash lets the policy of the page admit its one style sheet and nothing
// else: SHA-256 of pageStyle and drawingStyle, which a test computes.
const styleHash = "sha256-AIeCP1e3lNdbmVriXhGOxJ6Dj2zkKHcOyuXUqDOn6o0="

// HTML writes one page that needs neither network nor script, with the drawings
// of [SVG], the figures, the comparisons and what makes them doubtful.
func HTML(w io.Writer, a *ministat.Analysis, o Options) error {
	p := &page{drawing: newDrawing(w), analysis: a, options: o}
	for _, g := range a.Groups {
		p.figures = append(p.figures, newFigure(a, &g))
	}
	p.head()
	p.printf("<body>\n<header>\n<h1>%s</h1>\n", escape(p.title()))
	p.settings()
	p.printf("</header>\n")
	p.contents()
	p.printf("<main>\n")
	for i := range a.Groups {
		p.group(i)
	}
	p.overall()
	p.printf("</main>\n</body>\n</html>\n")
	return p.w.Flush()
}

// page is the state of one HTML document.
type page struct {
	*drawing
	analysis *ministat.Analysis
	options  Options
	figures  []*figure // one a group; nil for a group without samples
}

func (p *page) title() string {
	if len(p.figures) == 1 && p.figures[0] != nil {
		return p.figures[0].title()
	}
	return fmt.Sprintf("%d benchmarks", len(p.figures))
}

func (p *page) head() {
	p.printf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
	p.printf("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '%s'; base-uri 'none'; form-action 'none'\"/>\n", styleHash)
	p.printf("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n")
	p.printf("<title>%s</title>\n<style>%s%s</style>\n</head>\n", escape("ministat: "+p.title()), pageStyle, drawingStyle)
}

// settings tells what the figures were found with, and the gate's verdict.
func (p *page) settings() {
	a := p.analysis
	said := level(a) + " confidence."
	if a.Family > 0 {
		said = methodHeading(a.Method) + ", " + said
	}
	if adjusts(a) {
		said += fmt.Sprintf(" p values adjusted for %d comparisons (%s).", a.Family, a.Adjust.Title())
	}
	p.printf("<p>%s</p>\n", escape(said))
	if a.Policy != nil {
		p.printf("<p>Gate at a limit of %s: %s</p>\n", escape(short(a.Policy.Limit)), verdictMark(a.Verdict))
	}
}

// methodHeading names a method in full.
func methodHeading(m ministat.Method) string {
	switch m := m.(type) {
	case ministat.Student:
		return "Student's t test"
	case ministat.Welch:
		return "Welch's t test"
	case ministat.MannWhitney:
		return "Mann-Whitney test"
	case ministat.Bootstrap:
		return fmt.Sprintf("Bootstrap of the %s (%s intervals)", m.Statistic, m.Interval())
	}
	return m.Name()
}

func verdictMark(v ministat.Verdict) string {
	return fmt.Sprintf("<span class=\"verdict %s\">%s</span>", v, v)
}

// contents links to the groups of a page that has many, with what was found.
func (p *page) contents() {
	if len(p.figures) < 2 {
		return
	}
	p.printf("<nav aria-label=\"Benchmarks\">\n<ol>\n")
	for i, g := range p.analysis.Groups {
		p.printf("<li><a href=\"#g%d\">%s</a>", i+1, escape(p.heading(i)))
		separator := ": "
		for _, c := range g.Comparisons {
			p.printf("%s%s %s", separator, escape(c.New.Sample.Name), p.found(c))
			separator = "; "
		}
		p.printf("</li>\n")
	}
	p.printf("</ol>\n</nav>\n")
}

// found is what a comparison found, in a few words.
func (p *page) found(c *ministat.Comparison) string {
	text := "no difference proven"
	if c.Significant {
		text = signed(c.Relative.Value)
		if math.IsNaN(c.Relative.Value) {
			text = "differs"
		}
	}
	if p.analysis.Policy != nil {
		return escape(text) + ", " + verdictMark(c.Verdict)
	}
	return escape(text)
}

// signed renders a relative difference with its sign.
func signed(fraction float64) string {
	if fraction > 0 {
		return "+" + short(fraction)
	}
	return short(fraction)
}

// heading names a group among others.
func (p *page) heading(i int) string {
	if g := p.analysis.Groups[i].Group; g.Name != "" && len(p.figures) > 1 {
		return title(g.Name, g.Unit())
	}
	return "Samples"
}

func (p *page) group(i int) {
	g, f := &p.analysis.Groups[i], p.figures[i]
	id := fmt.Sprintf("g%d", i+1)
	p.printf("<section id=\"%s\" aria-labelledby=\"%s-heading\">\n<h2 id=\"%s-heading\">%s</h2>\n", id, id, id, escape(p.heading(i)))
	if len(g.Group.Missing) > 0 {
		p.printf("<p>Missing in %s.</p>\n", escape(strings.Join(g.Group.Missing, ", ")))
	}
	if f != nil {
		if !p.options.NoPlot {
			p.picture(id, f)
		}
		p.table(summaryTable(f))
		p.comparisons(f)
		p.notes(g)
	}
	p.printf("</section>\n")
}

func (p *page) picture(id string, f *figure) {
	p.printf("<figure tabindex=\"0\" aria-label=\"Drawing\">\n")
	p.begin(id, titleHeight-8, f.height(), f.title(), describe([]*figure{f})) // the title is a heading
	p.figure(f)
	p.printf("</svg>\n</figure>\n")
}

// htmlTable is a table whose first column names the rows.
type htmlTable struct {
	caption string
	head    []string
	rows    [][]string
}

func (p *page) table(t htmlTable) {
	caption := escape(t.caption)
	p.printf("<div class=\"scroll\" role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n<table>\n<caption>%s</caption>\n<thead>\n<tr>", caption, caption)
	for _, name := range t.head {
		p.printf("<th scope=\"col\">%s</th>", escape(name))
	}
	p.printf("</tr>\n</thead>\n<tbody>\n")
	for _, row := range t.rows {
		p.printf("<tr><th scope=\"row\">%s</th>", escape(row[0]))
		for _, cell := range row[1:] {
			p.printf("<td>%s</td>", escape(cell))
		}
		p.printf("</tr>\n")
	}
	p.printf("</tbody>\n</table>\n</div>\n")
}

func summaryTable(f *figure) htmlTable {
	interval := level(f.analysis) + " interval"
	t := htmlTable{
		caption: "Samples" + in(f.unit),
		head:    []string{"Dataset", "N", "Min", "Max", "Median", interval, "Mean", interval, "Std dev"},
	}
	for _, r := range f.rows {
		t.rows = append(t.rows, []string{
			r.Sample.Name, fmt.Sprint(r.N), f.number(r.Min), f.number(r.Max),
			f.number(r.Median), f.bounds(r.MedianCI), f.number(r.Mean), f.bounds(r.MeanCI), f.number(r.StdDev),
		})
	}
	return t
}

// in names the unit of a table's figures.
func in(u unit) string {
	if u.name == "" {
		return ""
	}
	return ", in " + u.name
}

func (p *page) comparisons(f *figure) {
	if f.group.Group.NoBaseline {
		p.printf("<p>The baseline has no such benchmark: nothing to compare with.</p>\n")
	}
	if len(f.group.Comparisons) == 0 {
		return
	}
	p.table(p.comparisonTable(f))
	for _, c := range f.group.Comparisons {
		if p.analysis.Policy != nil {
			p.printf("<p class=\"verdict %s\">%s: %s</p>\n", c.Verdict, escape(c.New.Sample.Name), escape(gateLine(p.analysis, c)))
		}
		if p.options.Explain {
			p.printf("<p>%s</p>\n", escape(explain(p.analysis, c)))
		}
	}
}

func (p *page) comparisonTable(f *figure) htmlTable {
	interval := level(p.analysis) + " interval"
	adjusted := adjusts(p.analysis)
	t := htmlTable{
		caption: "Compared with " + f.rows[0].Sample.Name + in(f.unit),
		head:    []string{"Dataset", "Difference", interval, "Relative", interval, "p"},
	}
	if adjusted {
		t.head = append(t.head, "p, "+p.analysis.Adjust.Title())
	}
	t.head = append(t.head, "Finding")
	for _, c := range f.group.Comparisons {
		row := []string{
			c.New.Sample.Name, f.number(c.Delta.Value), f.bounds(c.Delta),
			change(c.Relative.Value), changeInterval(c.Relative), chance(c.Test.P),
		}
		if adjusted {
			row = append(row, chance(c.AdjustedP))
		}
		t.rows = append(t.rows, append(row, finding(c)))
	}
	return t
}

func finding(c *ministat.Comparison) string {
	if c.Significant {
		return "difference"
	}
	return "no difference proven"
}

func change(fraction float64) string {
	if math.IsNaN(fraction) {
		return notKnown
	}
	return signed(fraction)
}

func changeInterval(e ministat.Estimate) string {
	if !e.Determined() {
		return "undetermined"
	}
	return signed(e.Lo) + " to " + signed(e.Hi)
}

// chance renders a p value.
func chance(p float64) string {
	if math.IsNaN(p) {
		return notKnown
	}
	return fmt.Sprintf("%.3g", p)
}

// notes lists what makes a group's figures doubtful, with the advice.
func (p *page) notes(g *ministat.GroupAnalysis) {
	notes := groupNotes(p.analysis, g)
	if len(notes) == 0 {
		return
	}
	p.printf("<h3>Notes</h3>\n<ul>\n")
	for _, n := range notes {
		advice := ""
		if n.Advice != "" {
			advice = fmt.Sprintf("; <span class=\"advice\">%s</span>", escape(n.Advice))
		}
		p.printf("<li>%s%s</li>\n", escape(n.Message), advice)
	}
	p.printf("</ul>\n")
}

// overall closes a page of many benchmarks.
func (p *page) overall() {
	if len(p.analysis.Overall) == 0 {
		return
	}
	t := htmlTable{
		caption: "Geometric mean of the changes",
		head:    []string{"Dataset", "Unit", "Change", "Benchmarks"},
	}
	for _, o := range p.analysis.Overall {
		t.rows = append(t.rows, []string{o.Name, o.Unit, change(o.Change), fmt.Sprint(o.N)})
	}
	p.printf("<section id=\"overall\" aria-labelledby=\"overall-heading\">\n<h2 id=\"overall-heading\">Overall</h2>\n")
	p.table(t)
	p.printf("</section>\n")
}
