package report

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"ministat/ministat"
)

// Table writes a table for each benchmark: a row for each figure, a column for
// each dataset, and beside it the change against the baseline. Where not all
// datasets fit in the report's width, the table goes on below with the baseline
// repeated. Notes stand below their table.
func Table(w io.Writer, a *ministat.Analysis, o Options) error {
	return writeTables(w, a, o, plainTable{width: o.Width + 2})
}

// Markdown writes the tables of [Table] in the dialect of GitHub, each whole.
func Markdown(w io.Writer, a *ministat.Analysis, o Options) error {
	return writeTables(w, a, o, markdownTable{width: o.Width + 2})
}

// dialect draws the pieces of a tabular report. Every piece begins and ends a line.
type dialect interface {
	heading(title string) string
	grid(t *table) (string, error)
	list(lines []string) string
	histogram(h *histogram) string
	paragraph(text string) string
}

// writeTables writes the pieces with a blank line between them.
func writeTables(w io.Writer, a *ministat.Analysis, o Options, d dialect) error {
	histograms, err := allHistograms(a, o.Histogram)
	if err != nil {
		return err
	}
	var pieces []string
	for i := range a.Groups {
		t := newTable(a, &a.Groups[i])
		grid, err := d.grid(t)
		if err != nil {
			return err
		}
		pieces = append(pieces, d.heading(t.title), grid, d.list(t.notes))
		for _, h := range histograms[i] {
			pieces = append(pieces, d.histogram(&h))
		}
	}
	pieces = append(pieces, d.list(closing(a)), d.paragraph(legend(a)))
	pieces = slices.DeleteFunc(pieces, func(piece string) bool { return piece == "" })
	_, err = io.WriteString(w, strings.Join(pieces, "\n"))
	return err
}

// columns returns the columns of a table, the rows' labels and the head of each
// first.
func (t *table) columns() [][]string {
	all := [][]string{append([]string{""}, t.labels...)}
	for _, s := range t.sets {
		all = append(all, append([]string{s.name}, s.figures...))
		if s.changes != nil {
			all = append(all, append([]string{changeTitle}, s.changes...))
		}
	}
	return all
}

// layOut lays columns out with the head above. Cells stand as they are: left to
// itself the library puts heads in capitals, and measures characters of ambiguous
// width by the locale.
func layOut(columns [][]string, r tw.Renderer, padding tw.Padding) (string, error) {
	align := make([]tw.Align, len(columns))
	rows := make([][]string, len(columns[0]))
	for i, column := range columns {
		align[i] = tw.AlignRight
		for j, cell := range column {
			rows[j] = append(rows[j], cell)
		}
	}
	align[0] = tw.AlignLeft
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off},
		Alignment:  tw.CellAlignment{PerColumn: align},
		Padding:    tw.CellPadding{Global: padding},
	}
	var b strings.Builder
	t := tablewriter.NewTable(&b,
		tablewriter.WithConfig(tablewriter.Config{Header: cells, Row: cells}),
		tablewriter.WithEastAsian(tw.Off), tablewriter.WithRenderer(r))
	t.Header(rows[0])
	if err := t.Bulk(rows[1:]); err != nil {
		return "", err
	}
	err := t.Render()
	return b.String(), err
}

// plainTable is the dialect of terminals.
type plainTable struct{ width int }

func (plainTable) heading(title string) string {
	if title == "" {
		return ""
	}
	return title + "\n"
}

func (p plainTable) grid(t *table) (string, error) {
	var parts []string
	for _, columns := range p.fold(t) {
		part, err := layOut(columns, renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On, ShowTop: tw.Off, ShowBottom: tw.Off, ShowFooterLine: tw.Off},
			},
		}), tw.Padding{Left: tw.Empty, Right: "  ", Overwrite: true})
		if err != nil {
			return "", err
		}
		parts = append(parts, trimLines(part))
	}
	return strings.Join(parts, "\n"), nil
}

const gap = 2 // blanks between columns

// fold cuts the columns into parts that fit in the width, each with the labels and
// the baseline, and at least one more dataset.
func (p plainTable) fold(t *table) [][][]string {
	one := *t
	one.sets = t.sets[:1]
	start := one.columns()
	left := p.width - columnsWidth(start)
	var parts [][][]string
	part, room := start, left
	for _, set := range t.sets[1:] {
		one.sets = []tableSet{set}
		columns := one.columns()[1:]
		alignMarks(columns)
		needs := columnsWidth(columns)
		if needs > room && len(part) > len(start) {
			parts = append(parts, part)
			part, room = start, left
		}
		part = append(part[:len(part):len(part)], columns...)
		room -= needs
	}
	return append(parts, part)
}

func columnsWidth(columns [][]string) int {
	total := 0
	for _, column := range columns {
		widest := 0
		for _, cell := range column {
			widest = max(widest, twwidth.WidthWithOptions(cell, twwidth.Options{}))
		}
		total += widest + gap
	}
	return total
}

// alignMarks keeps digits below digits where one of the changes is marked.
func alignMarks(columns [][]string) {
	for _, column := range columns {
		marked := false
		for _, cell := range column {
			marked = marked || strings.HasSuffix(cell, mark)
		}
		for i, cell := range column {
			if marked && !strings.HasSuffix(cell, mark) {
				column[i] += strings.Repeat(" ", len(mark))
			}
		}
	}
}

// trimLines removes the blanks at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

func (p plainTable) list(lines []string) string {
	const bullet, narrowest = "- ", 40
	var b strings.Builder
	for _, line := range lines {
		item := strings.TrimSuffix(wrap(line, max(p.width, narrowest)-len(bullet)), "\n")
		b.WriteString(bullet + strings.ReplaceAll(item, "\n", "\n  ") + "\n")
	}
	return b.String()
}

func (p plainTable) histogram(h *histogram) string {
	return strings.Join(append(h.heading(), h.lines(p.width)...), "\n") + "\n"
}

func (plainTable) paragraph(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// markdownTable is the dialect of GitHub.
type markdownTable struct{ width int } // of the lines of a histogram

func (markdownTable) heading(title string) string {
	if title == "" {
		return ""
	}
	return "### " + escapeMarkdown(title) + "\n"
}

func (markdownTable) grid(t *table) (string, error) {
	columns := t.columns()
	for _, column := range columns {
		for i := range column {
			column[i] = escapeMarkdown(column[i])
		}
	}
	return layOut(columns, renderer.NewMarkdown(), tw.Padding{})
}

func (markdownTable) list(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString("- " + escapeItem(escapeMarkdown(line)) + "\n")
	}
	return b.String()
}

func (m markdownTable) histogram(h *histogram) string {
	return "**" + escapeMarkdown(Printable(h.sample.Name)) + "**\n\n```\n" + strings.Join(h.lines(m.width), "\n") + "\n```\n"
}

func (markdownTable) paragraph(text string) string {
	if text == "" {
		return ""
	}
	return escapeMarkdown(text) + "\n"
}

// markdownEscapes keeps text from being read as Markdown or HTML, or made a link.
var markdownEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;",
	"|", `\|`, `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`, "[", `\[`, "]", `\]`, "#", `\#`, "$", `\$`,
	"://", `\://`, "www.", `www\.`,
)

func escapeMarkdown(text string) string { return markdownEscapes.Replace(text) }

// escapeItem keeps the text of a list's item from beginning one more list.
func escapeItem(text string) string {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	markers := ".)"
	if digits == 0 {
		markers = "-+"
	}
	if rest := text[digits:]; rest != "" && strings.ContainsRune(markers, rune(rest[0])) {
		return text[:digits] + `\` + rest
	}
	return text
}
