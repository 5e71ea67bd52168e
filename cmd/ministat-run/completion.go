package main

import (
	"fmt"
	"strings"

	"ministat/ministat/bench/workload"
)

// shells returns the shells that there are completions for.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// completions is the text of --completion.
func (o *options) completions() string {
	return map[string]func([]option) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}[o.completion](o.all())
}

// all returns the options of all topics.
func (o *options) all() []option {
	var all []option
	for _, t := range o.topics() {
		all = append(all, t.options...)
	}
	return all
}

// firstWords are what may stand first.
func firstWords() []string {
	words := []string{"compare", "list", "environ"}
	for _, w := range workload.Builtin() {
		words = append(words, w.Name())
	}
	return words
}

// file reports whether the value of an option is a file.
func (opt option) file() bool { return opt.arg == "FILE" }

func bashCompletion(all []option) string {
	var b strings.Builder
	b.WriteString("_ministat_run() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n\tcase $prev in\n")
	words := firstWords()
	for _, opt := range all {
		names := "--" + opt.long
		words = append(words, names)
		if opt.short != 0 {
			names += "|-" + string(opt.short)
		}
		switch {
		case opt.choices != nil:
			fmt.Fprintf(&b, "\t%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", names, strings.Join(opt.choices, " "))
		case opt.file():
			fmt.Fprintf(&b, "\t%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", names)
		case opt.arg != "":
			fmt.Fprintf(&b, "\t%s) return ;;\n", names)
		}
	}
	fmt.Fprintf(&b, "\tesac\n\tCOMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n}\n", strings.Join(words, " "))
	b.WriteString("complete -o default -F _ministat_run ministat-run\n")
	return b.String()
}

func zshCompletion(all []option) string {
	var b strings.Builder
	b.WriteString("#compdef ministat-run\n_arguments -S \\\n")
	for _, opt := range all {
		value := ""
		switch {
		case opt.choices != nil:
			value = ":" + opt.arg + ":(" + strings.Join(opt.choices, " ") + ")"
		case opt.file():
			value = ":" + opt.arg + ":_files"
		case opt.arg != "":
			value = ":" + opt.arg + ": "
		}
		spec := quote("[" + strings.NewReplacer("[", `\[`, "]", `\]`).Replace(opt.help) + "]" + value)
		fmt.Fprintf(&b, "  --%s%s \\\n", opt.long, spec)
		if opt.short != 0 {
			fmt.Fprintf(&b, "  -%c%s \\\n", opt.short, spec)
		}
	}
	fmt.Fprintf(&b, "  '1:workload:(%s)' \\\n  '*::command:_normal'\n", strings.Join(firstWords(), " "))
	return b.String()
}

func fishCompletion(all []option) string {
	var b strings.Builder
	fmt.Fprintf(&b, "complete -c ministat-run -n __fish_use_subcommand -a '%s'\n", strings.Join(firstWords(), " "))
	for _, opt := range all {
		line := "complete -c ministat-run -l " + opt.long
		if opt.short != 0 {
			line += " -s " + string(opt.short)
		}
		switch {
		case opt.choices != nil:
			line += " -x -a " + quote(strings.Join(opt.choices, " "))
		case opt.file():
			line += " -r"
		case opt.arg != "":
			line += " -x"
		}
		fmt.Fprintln(&b, line+" -d "+quote(opt.help))
	}
	return b.String()
}

// quote makes one word of a text, for any of the shells.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
