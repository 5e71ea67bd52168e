package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ministat/ministat/bench"
	"ministat/ministat/bench/workload"
)

// plan is what the options amount to.
type plan struct {
	*options
	variants []variant
	stop     bench.StopRule
	limit    int // rounds at most

	// before and after are what runs before and after each run; nil for nothing.
	before, after workload.Workload
}

// variant is a workload and the file that its samples go to.
type variant struct {
	file     string // "" or "-" for standard output
	workload workload.Workload
}

// name is what messages call the variant.
func (v variant) name() string {
	if v.file == "" || v.file == "-" {
		return v.workload.Name()
	}
	return v.file
}

// newPlan checks the options against each other.
func newPlan(o *options) (*plan, error) {
	p := &plan{options: o, before: step(o.prepare), after: step(o.cleanup)}
	var err error
	if len(o.operands) > 0 && o.operands[0] == "compare" {
		p.variants, err = o.compared(o.operands[1:])
	} else {
		p.variants, err = o.single()
	}
	if err != nil {
		return nil, err
	}
	if err := o.checkFiles(p.variants); err != nil {
		return nil, err
	}
	p.stop, p.limit = o.stopRule()
	return p, p.check()
}

// stopRule returns when to stop, and the number of rounds that is the limit.
func (o *options) stopRule() (bench.StopRule, int) {
	var rules []bench.StopRule
	limit := o.runs
	if limit == 0 {
		limit = normalRuns
	}
	if o.until > 0 {
		rules = append(rules, bench.Precise(o.until))
		if o.runs == 0 {
			limit = untilRuns
		}
	}
	if o.maxTime > 0 {
		rules = append(rules, bench.AfterTime(o.maxTime))
	}
	return bench.FirstOf(append(rules, bench.AfterRounds(limit))...), limit
}

// single returns the workload or the command of the command line.
func (o *options) single() ([]variant, error) {
	if o.given("seed") {
		return nil, errors.New("--seed: only compare has an order")
	}
	switch {
	case o.command == nil && len(o.operands) == 0:
		return nil, fmt.Errorf("nothing to measure: want %s, or -- and a command", choices())
	case o.command == nil && len(o.operands) == 1:
		w, err := workload.New(o.operands[0])
		if err != nil {
			return nil, fmt.Errorf("no workload %q: want %s, or -- and a command", o.operands[0], choices())
		}
		return o.only(w)
	case o.command != nil && len(o.operands) == 0:
		return o.only(o.newCommand(o.command))
	}
	return nil, fmt.Errorf("%q: want one workload, or -- and a command", slices.Concat(o.operands, o.command))
}

// only returns the one variant of a session that compares nothing.
func (o *options) only(w workload.Workload) ([]variant, error) {
	if err := o.checkUsed(understood(w)); err != nil {
		return nil, err
	}
	return []variant{{o.output, w}}, o.configure(w)
}

// choices names what the first operand may be.
func choices() string {
	var names []string
	for _, w := range workload.Builtin() {
		names = append(names, w.Name())
	}
	return strings.Join(append(names, "compare", "list", "environ"), ", ")
}

func (o *options) newCommand(args []string) *workload.Command {
	return &workload.Command{
		Args: args, Metric: o.metric, Field: o.field, Unit: o.unit, Better: o.better, IgnoreStatus: o.ignoreStatus,
	}
}

// compared returns the variants of compare: operands of the form FILE=LINE,
// where the line is a workload with its options, or a command.
func (o *options) compared(operands []string) ([]variant, error) {
	if o.command != nil || o.output != "" {
		return nil, errors.New("compare: want FILE='COMMAND' operands, without -o and --")
	}
	if len(operands) < 2 {
		return nil, fmt.Errorf("compare: %d operands, want two or more of the form FILE='COMMAND'", len(operands))
	}
	var variants []variant
	var used []string // options that some variant understands
	for _, operand := range operands {
		file, line, ok := strings.Cut(operand, "=")
		if !ok || file == "" || file == "-" {
			return nil, fmt.Errorf("compare: %q: want FILE='COMMAND'", operand)
		}
		w, err := o.variant(line)
		if err != nil {
			return nil, fmt.Errorf("compare: %s: %w", file, err)
		}
		variants = append(variants, variant{file, w})
		used = append(used, understood(w)...)
	}
	return variants, o.checkUsed(used)
}

// variant reads the line of an operand of compare.
func (o *options) variant(line string) (workload.Workload, error) {
	args, err := workload.SplitWords(line)
	if err != nil {
		return nil, err
	}
	if len(args) == 0 {
		return nil, errors.New("no command: want a workload or a program")
	}
	w, err := workload.New(args[0])
	if err != nil {
		c := o.newCommand(args)
		return c, o.configure(c)
	}
	own := *o // what stands before the operands is for all variants
	own.operands, own.seen, own.params = nil, nil, slices.Clone(o.params)
	if err := own.parse(args[1:]); err != nil {
		return nil, err
	}
	for _, name := range own.seen {
		if !slices.Contains(understood(w), name) {
			return nil, fmt.Errorf("--%s: want options of %s: --%s", name, w.Name(), strings.Join(understood(w), ", --"))
		}
	}
	if len(own.operands) > 0 || own.command != nil {
		return nil, fmt.Errorf("%q: want options of %s", slices.Concat(own.operands, own.command), w.Name())
	}
	return w, own.configure(w)
}

// configure sets what the workload understands of the options.
func (o *options) configure(w workload.Workload) error {
	w.Place(o.placement)
	for _, s := range o.params {
		if !slices.Contains(understood(w), s.name) {
			continue
		}
		if err := workload.Set(w, s.name, s.text); err != nil {
			return err
		}
	}
	return nil
}

// understood returns the options that are for this workload and not for all.
func understood(w workload.Workload) []string {
	if _, ok := w.(*workload.Command); ok {
		return []string{"measure", "field", "unit", "better", "ignore-status", "cpus", "nice"}
	}
	var names []string
	for _, p := range w.Params() {
		names = append(names, p.Name)
	}
	return append(names, "cpus", "nice")
}

// checkUsed fails for options that none of the workloads understands.
func (o *options) checkUsed(used []string) error {
	special := understood(&workload.Command{})
	for _, w := range workload.Builtin() {
		special = append(special, understood(w)...)
	}
	for _, name := range o.seen {
		if slices.Contains(special, name) && !slices.Contains(used, name) {
			return fmt.Errorf("--%s: not an option of what is measured (ministat-run list shows who has it)", name)
		}
	}
	if o.given("field") && o.metric != "stdout" {
		return fmt.Errorf("--field %d: only for --measure stdout", o.field)
	}
	if o.metric != "stdout" && o.given("unit") {
		return fmt.Errorf("--unit %s: the unit of --measure %s is known", o.unit, o.metric)
	}
	return nil
}

// checkFiles fails for file options that do not fit each other.
func (o *options) checkFiles(variants []variant) error {
	if o.append && o.overwrite {
		return errors.New("--append and --overwrite: want one of them")
	}
	if o.detail == "-" {
		return errors.New("--detail -: want a file")
	}
	names := map[string]bool{}
	files := []string{o.detail}
	for _, v := range variants {
		files = append(files, v.file)
	}
	for _, f := range files {
		if f == "" || f == "-" {
			continue
		}
		if names[f] {
			return fmt.Errorf("%s: named twice, want a file of its own for each variant and for --detail", f)
		}
		names[f] = true
	}
	if (o.append || o.overwrite) && len(names) == 0 {
		return errors.New("--append and --overwrite: want a file, -o or --detail")
	}
	return nil
}

// check asks everything that will be run whether it can be.
func (p *plan) check() error {
	all := []workload.Workload{p.before, p.after}
	for _, v := range p.variants {
		all = append(all, v.workload)
	}
	for _, w := range all {
		if w == nil {
			continue
		}
		if err := w.Check(); err != nil {
			return err
		}
	}
	return nil
}

// step returns a command of --prepare or --cleanup as a workload; nil for none.
func step(args []string) workload.Workload {
	if args == nil {
		return nil
	}
	return &workload.Command{Args: args, Metric: "wall"}
}
