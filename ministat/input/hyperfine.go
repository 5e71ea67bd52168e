package input

import (
	"fmt"
	"slices"
	"strings"

	"ministat/ministat"
)

// readHyperfine reads a file of hyperfine --export-json, as hyperfine's manual
// page and its module "export/json" describe it: the samples of a result are its
// times, in seconds. A result is known by its command, and by the parameters that
// the command's text does not show. What hyperfine computed is passed over.
func readHyperfine(f *file, _ Options) ([]*ministat.Group, error) {
	c := newCollection(f)
	d := newDocument(f)
	err := d.read(func() error {
		return d.object(func(key string) error {
			if key != "results" {
				return d.skip()
			}
			return d.list(func() error { return readHyperfineResult(d, c) })
		})
	})
	if err != nil {
		return nil, err
	}
	return c.result(`the list "results" of hyperfine --export-json is missing or empty`)
}

// hyperfineResult is an element of the list "results".
type hyperfineResult struct {
	command    string
	times      []float64
	failed     int // runs with an exit status other than 0, or a signal's
	parameters []string
}

func readHyperfineResult(d *document, c *collection) error {
	var r hyperfineResult
	err := d.object(func(key string) (err error) {
		switch key {
		case "command":
			r.command, err = d.string()
		case "times":
			r.times, err = d.numbers()
		case "exit_codes":
			err = d.list(func() error { return r.exitCode(d) })
		case "parameters":
			err = d.object(func(name string) error { return r.parameter(d, name) })
		default:
			err = d.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(r.times) == 0 {
		return d.fail(fmt.Errorf(`the result of %s has no "times": want a file of hyperfine --export-json`, quoted([]byte(r.command))))
	}
	r.collect(c)
	return nil
}

// exitCode counts an exit code that tells of a failure: null stands for a signal.
func (r *hyperfineResult) exitCode(d *document) error {
	code, err := d.written()
	if err == nil && code != "0" {
		r.failed++
	}
	return err
}

func (r *hyperfineResult) parameter(d *document, name string) error {
	value, err := d.written()
	r.parameters = append(r.parameters, name+"="+value)
	return err
}

func (r *hyperfineResult) collect(c *collection) {
	s := c.sample(series{name: r.name(), unit: "sec"}, ministat.LowerIsBetter)
	s.Header = ministat.Header{{Key: keyCommand, Value: r.command}}
	s.Values = append(s.Values, r.times...)
	if r.failed > 0 {
		s.Warnings = append(s.Warnings, ministat.Warning{
			Code:    "failed-runs",
			Message: fmt.Sprintf("%s: %d of %d runs of %s did not exit with 0", s.Name, r.failed, len(r.times), quoted([]byte(r.command))),
			Advice:  "look whether the command did its work",
		})
	}
}

// name returns the command, with the parameters whose value it does not show.
func (r *hyperfineResult) name() string {
	slices.Sort(r.parameters)
	name := r.command
	for _, p := range r.parameters {
		if _, value, _ := strings.Cut(p, "="); !strings.Contains(r.command, value) {
			name += " " + p
		}
	}
	return name
}
