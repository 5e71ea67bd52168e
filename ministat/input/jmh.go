package input

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ministat/ministat"
)

// readJMH reads a file of JMH's -rf json, as its class JSONResultFormat writes
// it: a list of benchmarks. The samples are primaryMetric.rawData, a list for each
// fork with a score for each iteration, or in the mode "sample" rawDataHistogram,
// pairs of a value and how often it was met. Secondary metrics are groups of
// their own.
func readJMH(f *file, _ Options) ([]*ministat.Group, error) {
	j := &jmh{collection: newCollection(f)}
	d := newDocument(f)
	err := d.read(func() error {
		return d.list(func() error { return j.benchmark(d) })
	})
	if err != nil {
		return nil, err
	}
	if j.notFinite > 0 {
		j.note("not-finite", "", "%s no finite number and left out", plural(j.notFinite, "value was", "values were"))
	}
	return j.result("the list of JMH's benchmarks is empty, or has no data")
}

type jmh struct {
	*collection
	notFinite int // values left out
}

// jmhBenchmark is an element of the list. A benchmark is known by its name, mode
// and parameters, and by the number of threads where that is not 1.
type jmhBenchmark struct {
	name, mode, threads string
	params              []string
	metrics             []jmhMetric
}

// jmhMetric is what was measured, "" for the primary metric.
type jmhMetric struct {
	name, unit string
	values     values
}

func (j *jmh) benchmark(d *document) error {
	var b jmhBenchmark
	if err := d.object(func(key string) error { return j.member(d, &b, key) }); err != nil {
		return err
	}
	if b.name == "" {
		return d.fail(errors.New(`no "benchmark": want a file of JMH's -rf json`))
	}
	for _, m := range b.metrics {
		unit, divisor, better := jmhUnit(m.unit)
		values := j.inBaseUnit(m.values.all(), divisor)
		if len(values) == 0 {
			continue
		}
		s := j.sample(series{name: b.key(m.name), unit: unit}, better)
		if s.Values == nil {
			s.Values = values
		} else {
			s.Values = append(s.Values, values...)
		}
	}
	return nil
}

// inBaseUnit divides the values where they are, and leaves out those that do not
// stay finite.
func (j *jmh) inBaseUnit(values []float64, divisor float64) []float64 {
	kept := values[:0]
	for _, v := range values {
		if v /= divisor; math.IsInf(v, 0) {
			j.notFinite++
			continue
		}
		kept = append(kept, v)
	}
	return kept
}

func (j *jmh) member(d *document, b *jmhBenchmark, key string) (err error) {
	switch key {
	case "benchmark":
		b.name, err = d.string()
	case "mode":
		b.mode, err = d.string()
	case "threads":
		b.threads, err = d.written()
	case "params":
		err = d.object(func(name string) error {
			value, err := d.written()
			b.params = append(b.params, name+"="+value)
			return err
		})
	case "primaryMetric":
		err = j.metric(d, b, "")
	case "secondaryMetrics":
		err = d.object(func(name string) error { return j.metric(d, b, name) })
	default:
		err = d.skip()
	}
	return err
}

func (b *jmhBenchmark) key(metric string) string {
	words := []string{b.name, b.mode}
	slices.Sort(b.params)
	words = append(words, b.params...)
	if b.threads != "" && b.threads != "1" {
		words = append(words, "threads="+b.threads)
	}
	if metric != "" {
		words = append(words, metric)
	}
	return strings.Join(words, " ")
}

// metric reads a metric of the benchmark.
func (j *jmh) metric(d *document, b *jmhBenchmark, name string) error {
	m := jmhMetric{name: name}
	err := d.object(func(key string) (err error) {
		switch key {
		case "scoreUnit":
			m.unit, err = d.string()
		case "rawData": // by fork and iteration
			err = d.list(func() error {
				return d.list(func() error { return j.value(d, &m) })
			})
		case "rawDataHistogram": // by fork, iteration and pair
			err = d.list(func() error {
				return d.list(func() error {
					return d.list(func() error { return j.pair(d, &m) })
				})
			})
		default:
			err = d.skip()
		}
		return err
	})
	b.metrics = append(b.metrics, m)
	return err
}

func (j *jmh) value(d *document, m *jmhMetric) error {
	v, err := d.number()
	if err != nil {
		return err
	}
	j.add(m, v, 1)
	return nil
}

// pair reads a value and how often it was met.
func (j *jmh) pair(d *document, m *jmhMetric) error {
	const most = 1 << 24 // keeps a few bytes of a file from filling the memory
	var pair [2]float64
	n := 0
	err := d.list(func() (err error) {
		if n == len(pair) {
			return d.fail(errors.New("a third number: want a value and how often it was met"))
		}
		pair[n], err = d.number()
		n++
		return err
	})
	if err != nil {
		return err
	}
	if n != len(pair) || !(pair[1] >= 0) || pair[1] != math.Floor(pair[1]) {
		return d.fail(errors.New("want a value and how often it was met"))
	}
	if pair[1] > float64(most-m.values.n) {
		return d.fail(fmt.Errorf("more than %d values", most))
	}
	j.add(m, pair[0], int(pair[1]))
	return nil
}

func (j *jmh) add(m *jmhMetric, v float64, times int) {
	if math.IsNaN(v) {
		j.notFinite += times
		return
	}
	for range times {
		m.values.add(v)
	}
}

// jmhUnit returns the base unit of a metric, by how much its values are to be
// divided, and the direction that the unit tells: operations per time are better
// when higher, and anything per operation when lower.
func jmhUnit(unit string) (base string, divide float64, better ministat.Direction) {
	amount, per, _ := strings.Cut(unit, "/")
	seconds := jmhTime(amount)
	switch {
	case per == "op" && seconds > 0:
		return "sec/op", seconds, ministat.LowerIsBetter
	case per == "op":
		return unit, 1, ministat.LowerIsBetter
	case amount == "ops" && jmhTime(per) > 0:
		return "ops/s", 1 / jmhTime(per), ministat.HigherIsBetter
	case per == "" && seconds > 0:
		return "sec", seconds, ministat.Unknown
	}
	return unit, 1, ministat.Unknown
}

// jmhTime returns how many of a unit of time make a second; 0 for other units.
func jmhTime(unit string) float64 {
	switch unit {
	case "ns":
		return 1e9
	case "us", "µs":
		return 1e6
	case "ms":
		return 1e3
	case "s":
		return 1
	case "min":
		return 1.0 / 60
	case "hr":
		return 1.0 / 3600
	case "day":
		return 1.0 / 86400
	}
	return 0
}
