package input

import (
	"errors"
	"fmt"
	"math"

	"ministat/ministat"
)

// readPytest reads a file of pytest-benchmark, as its documentation ("Usage",
// "Comparing past runs") and its class Stats describe it: the samples of a
// benchmark are its stats.data, a round each, in seconds per iteration. A file
// that was saved without them has the figures of pytest-benchmark only.
func readPytest(f *file, _ Options) ([]*ministat.Group, error) {
	p := &pytest{collection: newCollection(f)}
	d := newDocument(f)
	err := d.read(func() error {
		return d.object(func(key string) error {
			switch key {
			case "machine_info":
				return p.machine(d)
			case "benchmarks":
				return d.list(func() error { return p.benchmark(d) })
			}
			return d.skip()
		})
	})
	if err != nil {
		return nil, err
	}
	for _, g := range p.groups {
		g.Samples[0].Header = p.header
	}
	return p.result(`the list "benchmarks" of pytest-benchmark is missing or empty`)
}

type pytest struct {
	*collection
	header ministat.Header
}

// machine reads what the file says of the processor.
func (p *pytest) machine(d *document) error {
	return d.object(func(key string) error {
		if key != "cpu" {
			return d.skip()
		}
		return d.object(func(key string) error {
			if key != "brand_raw" && key != "brand" {
				return d.skip()
			}
			brand, err := d.string()
			if brand != "" {
				p.header = ministat.Header{{Key: keyCPU, Value: brand}}
			}
			return err
		})
	})
}

// benchmark reads an element of the list "benchmarks". It is known by its full
// name, since one name can stand in many files of tests; old files have no other.
func (p *pytest) benchmark(d *document) error {
	var name, fullName string
	stats := newPytestStats()
	err := d.object(func(key string) (err error) {
		switch key {
		case "name":
			name, err = d.string()
		case "fullname":
			fullName, err = d.string()
		case "stats":
			err = d.object(func(key string) error { return stats.member(d, key) })
		default:
			err = d.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if fullName != "" {
		name = fullName
	}
	if name == "" {
		return d.fail(errors.New("a benchmark without a name"))
	}
	if err := p.add(name, stats); err != nil {
		return d.fail(fmt.Errorf("%s: %w", name, err))
	}
	return nil
}

// pytestStats is the object "stats". Figures that it lacks are NaN.
type pytestStats struct {
	data    []float64
	figures map[string]float64
}

func newPytestStats() *pytestStats {
	s := &pytestStats{figures: map[string]float64{}}
	for _, key := range []string{"rounds", "min", "max", "median", "mean", "stddev"} {
		s.figures[key] = math.NaN()
	}
	return s
}

func (s *pytestStats) member(d *document, key string) (err error) {
	if key == "data" {
		s.data, err = d.numbers()
		return err
	}
	if _, wanted := s.figures[key]; !wanted {
		return d.skip()
	}
	s.figures[key], err = d.number()
	return err
}

// add adds a benchmark's samples, or its figures where the file has no others.
func (p *pytest) add(name string, stats *pytestStats) error {
	s := p.sample(series{name: name, unit: "sec"}, ministat.LowerIsBetter)
	if s.Values != nil || s.Given != nil {
		return errors.New("two benchmarks have this name")
	}
	if len(stats.data) == 0 {
		var err error
		s.Given, err = stats.given()
		return err
	}
	s.Values = stats.data
	if rounds := stats.figures["rounds"]; !math.IsNaN(rounds) && rounds != float64(len(stats.data)) {
		s.Warnings = append(s.Warnings, ministat.Warning{
			Code:    "incomplete-data",
			Message: fmt.Sprintf("%s: %s: %d samples, where the file tells of %.0f rounds", s.Name, name, len(stats.data), rounds),
			Advice:  "use the file as pytest-benchmark wrote it",
		})
	}
	return nil
}

// given returns the figures that stand for the samples.
func (s *pytestStats) given() (*ministat.Figures, error) {
	f := &ministat.Figures{
		Min: s.figures["min"], Max: s.figures["max"], Median: s.figures["median"],
		Mean: s.figures["mean"], StdDev: s.figures["stddev"],
		Advice: "save with --benchmark-save-data or --benchmark-json",
	}
	rounds := s.figures["rounds"]
	if !(rounds >= 1 && rounds <= 1<<53 && rounds == math.Floor(rounds)) {
		return nil, fmt.Errorf("no raw data, and %v rounds: want their whole number", rounds)
	}
	f.N = int(rounds)
	if f.N == 1 {
		f.StdDev = math.NaN() // pytest-benchmark writes 0
	}
	return f, f.Check()
}
