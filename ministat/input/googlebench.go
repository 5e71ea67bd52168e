package input

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"ministat/ministat"
)

// readGoogleBench reads a JSON file of Google Benchmark, as its User Guide
// ("Output Formats", "Custom Counters", "Reporting Statistics") and its
// JSONReporter describe it. A sample is a row of a repetition; its times, in
// time_unit, and each of its counters are a group. Aggregates, fits of the
// complexity and rows that report an error are no samples.
//
// A name of real_time or cpu_time stands behind the benchmark's, as does a
// counter's.
func readGoogleBench(f *file, _ Options) ([]*ministat.Group, error) {
	g := &googleBench{
		collection: newCollection(f),
		names:      map[string]bool{}, old: map[string]bool{}, aggregated: map[string]bool{},
	}
	d := newDocument(f)
	err := d.read(func() error {
		return d.object(func(key string) error {
			if key != "benchmarks" {
				return d.skip()
			}
			return d.list(func() error { return g.row(d) })
		})
	})
	if err != nil {
		return nil, err
	}
	return g.result()
}

// googleBench is what has been read of a file.
type googleBench struct {
	*collection
	owners     []string        // the benchmark of each group
	names      map[string]bool // of the benchmarks that have samples
	old        map[string]bool // those of rows that do not say whether they are samples
	aggregated map[string]bool // names that there are aggregates of
	failed     int
	first      string // the first row that reports an error, and what
	notFinite  int    // values left out
}

// googleRow is an element of the list "benchmarks".
type googleRow struct {
	text    map[string]string
	numbers map[string]float64 // NaN for what is no finite number
	keys    []string           // of numbers, in their order
	failed  bool
}

// row reads a row, and its samples into the collection.
func (g *googleBench) row(d *document) error {
	r := googleRow{text: map[string]string{}, numbers: map[string]float64{}}
	if err := d.object(func(key string) error { return r.member(d, key) }); err != nil {
		return err
	}
	name := r.name()
	switch {
	case r.isFit():
		return nil
	case r.isAggregate():
		g.aggregated[name] = true
		return nil
	case r.failed:
		g.failed++
		if g.failed == 1 {
			g.first = name + ": " + r.text["error_message"] + r.text["skip_message"]
		}
		return nil
	}
	return g.add(d, &r)
}

// member reads one field of a row. Which numbers are counters only the library
// knows: all that it does not write itself.
func (r *googleRow) member(d *document, key string) error {
	t, err := d.scalar()
	if err != nil {
		return err
	}
	switch t := t.(type) {
	case bool:
		r.failed = r.failed || t && (key == "error_occurred" || key == "skipped")
	case string:
		r.text[key] = t
		if isNotFinite(t) {
			r.setNumber(key, math.NaN())
		}
	case float64:
		r.setNumber(key, t)
	}
	return nil
}

func (r *googleRow) setNumber(key string, v float64) {
	if _, again := r.numbers[key]; !again {
		r.keys = append(r.keys, key)
	}
	r.numbers[key] = v
}

// name returns what repetitions of the benchmark have in common. Old files have
// no run_name; there the name itself is the same.
func (r *googleRow) name() string {
	if name := r.text["run_name"]; name != "" {
		return name
	}
	return r.text["name"]
}

// isAggregate tells whether the row was computed from others.
func (r *googleRow) isAggregate() bool {
	kind := r.text["run_type"]
	return kind != "" && kind != "iteration" || r.text["aggregate_name"] != ""
}

// isFit tells whether the row is part of a fit of the complexity to several sizes.
func (r *googleRow) isFit() bool {
	_, coefficient := r.numbers["real_coefficient"]
	_, rms := r.numbers["rms"]
	return coefficient || rms
}

// add adds the row's times and counters.
func (g *googleBench) add(d *document, r *googleRow) error {
	name := r.name()
	if name == "" {
		return d.fail(errors.New("a benchmark without a name"))
	}
	factor, err := divisor(r.text["time_unit"])
	if err != nil {
		return d.fail(fmt.Errorf("%s: %w", name, err))
	}
	g.names[name] = true
	if r.text["run_type"] == "" {
		g.old[name] = true
	}
	for _, key := range r.keys {
		if isGoogleBookkeeping(key) {
			continue
		}
		v, unit, better := r.numbers[key], "", ministat.Unknown
		switch key {
		case "real_time", "cpu_time":
			v, unit, better = v/factor, "sec", ministat.LowerIsBetter
		case "bytes_per_second":
			unit, better = "B/s", ministat.HigherIsBetter
		case "items_per_second":
			unit, better = "items/s", ministat.HigherIsBetter
		}
		if math.IsNaN(v) {
			g.notFinite++
			continue
		}
		s := g.sample(series{name: name + " " + key, unit: unit}, better)
		s.Values = append(s.Values, v)
		if len(g.groups) > len(g.owners) {
			g.owners = append(g.owners, name)
		}
	}
	return nil
}

// isGoogleBookkeeping tells whether a number of a row is no measurement.
func isGoogleBookkeeping(key string) bool {
	switch key {
	case "name", "run_name", "label", "family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations":
		return true
	}
	return false
}

// divisor returns how many of a unit of time make a second.
func divisor(unit string) (float64, error) {
	switch unit {
	case "s":
		return 1, nil
	case "ms":
		return 1e3, nil
	case "us":
		return 1e6, nil
	case "ns":
		return 1e9, nil
	}
	return 0, fmt.Errorf("time_unit %q: want ns, us, ms or s", unit)
}

// result returns the groups, with what was left out.
func (g *googleBench) result() ([]*ministat.Group, error) {
	g.dropOldAggregates()
	if g.failed > 0 {
		g.note("failed-runs", "", "%s left out, the first: %s", plural(g.failed, "row with an error was", "rows with an error were"), g.first)
	}
	if g.notFinite > 0 {
		g.note("not-finite", "", "%s no finite number and left out", plural(g.notFinite, "value was", "values were"))
	}
	maps.DeleteFunc(g.aggregated, func(name string, _ bool) bool { return g.names[name] })
	if names := slices.Sorted(maps.Keys(g.aggregated)); len(names) > 0 {
		g.note("no-raw-data", "run without --benchmark_report_aggregates_only",
			"only aggregates, no samples: %s", strings.Join(names, ", "))
	}
	return g.collection.result(`the list "benchmarks" of Google Benchmark is missing or empty`)
}

// dropOldAggregates removes the aggregates of files that are too old to mark
// them: rows whose names differ in these endings, a mean and a deviation at least.
func (g *googleBench) dropOldAggregates() {
	drop := map[string]bool{}
	for name := range g.old {
		for _, ending := range []string{"_mean", "_median", "_stddev", "_cv"} {
			base, ok := strings.CutSuffix(name, ending)
			if ok && g.old[base+"_mean"] && g.old[base+"_stddev"] {
				drop[name] = true
				g.aggregated[base] = true
			}
		}
	}
	var kept []*ministat.Group
	for i, group := range g.groups {
		if !drop[g.owners[i]] {
			kept = append(kept, group)
		}
	}
	g.groups = kept
}
