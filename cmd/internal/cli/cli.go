// Package cli is what the commands share of their command lines: options that are
// declared once, for the parser, for --help and for the shells' completions.
package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pborman/getopt/v2"
)

// Option is one option of a command.
type Option struct {
	Long  string // without its dashes; "" when it has none
	Short rune   // 0 when it has none

	// Arg is what help calls the option's value; "" for a switch. Optional says
	// that it may be left out, and is given with "=" only.
	Arg      string
	Optional bool

	Choices []string // of the value, where it has choices
	Help    string   // one line, without a full stop

	// Set takes the value: "" for a switch, and where an optional one is left out.
	Set func(value string) error
}

// Topic is a group of options with an example.
type Topic struct {
	Name, Example string
	Options       []Option
}

// Parse reads the arguments: options anywhere before "--", as getopt_long(3)
// does. It returns the operands before and those behind "--", nil when there
// was none, and the options that were given, in their order.
func Parse(program string, args []string, topics []Topic) (operands, rest []string, given []Option, err error) {
	set := getopt.New()
	for _, t := range topics {
		for _, o := range t.Options {
			declare(set, o, func() { given = append(given, o) })
		}
	}
	for {
		if err := set.Getopt(append([]string{program}, args...), nil); err != nil {
			return nil, nil, nil, parseError(err)
		}
		args = set.Args()
		switch {
		case set.State() == getopt.DashDash:
			return operands, append([]string{}, args...), given, nil
		case len(args) == 0:
			return operands, nil, given, nil
		}
		operands = append(operands, args[0])
		args = args[1:]
	}
}

// declare makes an option known to the parser.
func declare(set *getopt.Set, o Option, seen func()) {
	v := setter(func(value string) error {
		seen()
		if o.Arg == "" && value != "" {
			return fmt.Errorf("%s=%s: want no value", o.Name(), value)
		}
		return o.Set(value)
	})
	declared := set.FlagLong(v, o.Long, o.Short)
	if o.Arg == "" {
		declared.SetFlag()
	}
	if o.Optional {
		declared.SetOptional()
	}
}

// setter is a getopt.Value.
type setter func(value string) error

func (s setter) Set(value string, _ getopt.Option) error { return s(value) }
func (s setter) String() string                          { return "" }

// parseError makes an error of the parser one for a person; those of options
// come through as they are.
func parseError(err error) error {
	var e *getopt.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.ErrorCode {
	case getopt.UnknownOption:
		return fmt.Errorf("%s is no option", e.Name)
	case getopt.MissingParameter:
		return fmt.Errorf("option %s wants a value", e.Name)
	}
	return e.Err
}

// Name is how messages call the option.
func (o Option) Name() string {
	if o.Long == "" {
		return "-" + string(o.Short)
	}
	return "--" + o.Long
}

// spelling is how the option is written, with its value.
func (o Option) spelling() string {
	var s string
	switch {
	case o.Long == "":
		s = "-" + string(o.Short)
	case o.Short == 0:
		s = "--" + o.Long
	default:
		s = "-" + string(o.Short) + ", --" + o.Long
	}
	switch {
	case o.Optional:
		s += "[=" + o.Arg + "]"
	case o.Arg != "":
		s += " " + o.Arg
	}
	return s
}

// Help is the text of --help: the topics, each with its example and options.
func Help(topics []Topic) string {
	var b strings.Builder
	for _, t := range topics {
		fmt.Fprintf(&b, "%s: %s\n", t.Name, t.Example)
		for _, o := range t.Options {
			fmt.Fprintf(&b, "  %-22s %s\n", o.spelling(), o.Help)
		}
	}
	return b.String()
}
