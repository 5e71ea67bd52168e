package input

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ministat/ministat"
)

// rowSets holds the rows of a CSV file, by benchmark and dataset, each in the
// order in which the file first has them.
type rowSets struct {
	benchmarks []*benchmark
	datasets   []string

	benchmarkOf map[string]*benchmark // by the cells of the keys, each with a NUL behind it
	datasetOf   map[string]int
	cells       []byte // scratch
}

// benchmark is one benchmark of a CSV file.
type benchmark struct {
	name string
	sets []*rowSet // by dataset; nil, or nothing at all, where there are no rows
}

// rowSet is the rows of one benchmark and dataset.
type rowSet struct {
	columns []cellTally
}

// cellTally is what a set of rows has in one column.
type cellTally struct {
	values  []float64
	skipped int // rows without a value
	first   int // line of the first of them

	word   string // the first, in a column of words
	varies bool   // there are others

	counts    map[string]int // rows that have each number, where it is a whole one
	uncounted bool           // there are other numbers, or too many
}

func (s *cellTally) skip(line int) {
	if s.skipped == 0 {
		s.first = line
	}
	s.skipped++
}

// count counts a number, as it is written, where all are whole and few.
func (s *cellTally) count(cell string) {
	n := s.counts[cell]
	switch {
	case s.uncounted:
	case !isDigits(cell), n == 0 && len(s.counts) == mostKeys:
		s.counts, s.uncounted = nil, true
	case s.counts == nil:
		s.counts = map[string]int{strings.Clone(cell): 1}
	case n == 0:
		s.counts[strings.Clone(cell)] = 1
	default:
		s.counts[cell]++
	}
}

// isBalanced tells whether there are several whole numbers, each in several rows,
// and each in as many: those of an experiment's plan.
func (s *cellTally) isBalanced() bool {
	var rows int
	for _, n := range s.counts {
		if n < 2 || rows != 0 && n != rows {
			return false
		}
		rows = n
	}
	return len(s.counts) >= 2
}

// rowsOf returns the set that the row with these cells belongs to.
func (r *rowSets) rowsOf(record []string, keys []*column, by *column) *rowSet {
	b, i := r.benchmark(record, keys), r.dataset(record, by)
	if missing := i + 1 - len(b.sets); missing > 0 {
		b.sets = append(b.sets, make([]*rowSet, missing)...)
	}
	if b.sets[i] == nil {
		b.sets[i] = &rowSet{columns: make([]cellTally, len(record))}
	}
	return b.sets[i]
}

func (r *rowSets) benchmark(record []string, keys []*column) *benchmark {
	r.cells = r.cells[:0]
	for _, k := range keys {
		r.cells = append(append(r.cells, record[k.number-1]...), 0)
	}
	b := r.benchmarkOf[string(r.cells)]
	if b == nil {
		b = &benchmark{name: benchmarkName(record, keys)}
		r.benchmarks = append(r.benchmarks, b)
		if r.benchmarkOf == nil {
			r.benchmarkOf = make(map[string]*benchmark)
		}
		r.benchmarkOf[string(r.cells)] = b
	}
	return b
}

// benchmarkName returns "key=cell/key=cell". Among several keys, a cell that
// could make two names the same stands in quotes.
func benchmarkName(record []string, keys []*column) string {
	var parts []string
	for _, k := range keys {
		cell := record[k.number-1]
		if len(keys) > 1 && strings.ContainsAny(cell, `/"`) {
			cell = strconv.Quote(cell)
		}
		parts = append(parts, printable(k.name())+"="+printable(cell))
	}
	return strings.Join(parts, "/")
}

// dataset returns the number of the dataset that the row belongs to.
func (r *rowSets) dataset(record []string, by *column) int {
	var name string
	if by != nil {
		name = record[by.number-1]
	}
	i, ok := r.datasetOf[name]
	if !ok {
		i = len(r.datasets)
		name = strings.Clone(name)
		r.datasets = append(r.datasets, name)
		if r.datasetOf == nil {
			r.datasetOf = make(map[string]int)
		}
		r.datasetOf[name] = i
	}
	return i
}

// groups returns what has been read: a group for each benchmark and measurement.
// It bears the name of the benchmark, or of the measurement, where the one or the
// other tells groups apart.
func (t *table) groups() ([]*ministat.Group, error) {
	measurements := t.measurements()
	isWide := !t.isLong() && t.chosen == nil
	if err := checkNames(measurements); isWide && err != nil {
		return nil, t.fail(t.headingLine, 0, err)
	}
	var groups []*ministat.Group
	var lost []ministat.Warning
	for _, b := range t.benchmarks {
		for _, c := range measurements {
			g, noValues := t.group(b, c)
			if isWide {
				g.Name = printable(c.name())
			}
			if len(g.Samples) > 0 {
				groups = append(groups, g)
			}
			lost = append(lost, noValues...)
		}
	}
	if len(groups) == 0 {
		return nil, t.file.error(fmt.Errorf("0 samples: %w", t.whyNone()))
	}
	first := groups[0].Samples[0]
	first.Warnings = append(first.Warnings, lost...)
	return groups, nil
}

// checkNames fails when columns of one name would become one group.
func checkNames(columns []*column) error {
	for i, c := range columns {
		same := func(other *column) bool { return other.name() == c.name() }
		if j := slices.IndexFunc(columns, same); j < i {
			return fmt.Errorf("columns %d and %d are both named %q: choose one by its number, -C %d", columns[j].number, c.number, c.name(), c.number)
		}
	}
	return nil
}

// whyNone tells why there are no samples.
func (t *table) whyNone() error {
	switch {
	case len(t.benchmarks) == 0:
		return errors.New("no line below the heading holds data")
	case t.chosen != nil:
		return fmt.Errorf("no line has a value in column %d (%q)", t.chosen.number, t.chosen.name())
	}
	return fmt.Errorf("no column holds numbers, of %s", list(t.columns))
}

// group returns the samples of a benchmark and a measurement, and warnings about
// those that have no value.
func (t *table) group(b *benchmark, c *column) (g *ministat.Group, lost []ministat.Warning) {
	g = &ministat.Group{Name: b.name}
	for i, dataset := range t.datasets {
		var rows *rowSet
		var s cellTally
		if i < len(b.sets) && b.sets[i] != nil {
			rows = b.sets[i]
			s = rows.columns[c.number-1]
		}
		warnings := t.skipped(b, c, s)
		if len(s.values) > 0 {
			g.Samples = append(g.Samples, t.sample(dataset, c, s.values, slices.Concat(t.warnings, warnings, t.mixed(c, rows))))
			continue
		}
		lost = append(lost, warnings...)
		if t.by != nil {
			g.Missing = append(g.Missing, printable(dataset))
			g.NoBaseline = g.NoBaseline || i == 0
		}
	}
	return g, lost
}

func (t *table) sample(dataset string, c *column, values []float64, warnings []ministat.Warning) *ministat.Sample {
	s := &ministat.Sample{
		Name: t.file.name, Unit: c.base, Better: t.better, Header: t.header,
		Values: values, Warnings: warnings,
	}
	if t.by != nil {
		s.Name = printable(dataset)
	}
	if s.Unit == "" {
		s.Unit, _ = t.header.Get(ministat.KeyUnit)
	}
	return s
}

// skipped tells of rows that have no value.
func (t *table) skipped(b *benchmark, c *column, s cellTally) []ministat.Warning {
	if s.skipped == 0 {
		return nil
	}
	what := noValues(s.skipped, c.number, c.name())
	if b.name != "" {
		what += " of " + b.name
	}
	e := &ParseError{File: t.file.path, Line: s.first, Err: errors.New(what)}
	return []ministat.Warning{{Code: "skipped-lines", Message: e.Error()}}
}

// mixed tells of columns that look like keys, but are not the same in all rows
// of a sample.
func (t *table) mixed(measurement *column, rows *rowSet) []ministat.Warning {
	var mixed []*column
	for i, c := range t.columns {
		if c != measurement && c.isMixed(&rows.columns[i]) {
			mixed = append(mixed, c)
		}
	}
	if len(mixed) == 0 {
		return nil
	}
	var names []string
	for _, c := range slices.Concat(t.keys, mixed) {
		names = append(names, c.argument())
	}
	return []ministat.Warning{{
		Code:    "mixed-keys",
		Message: fmt.Sprintf("%s: rows of different %s are mixed in one sample", t.file.path, list(mixed)),
		Advice:  "tell them apart with --group " + strings.Join(names, ","),
	}}
}
