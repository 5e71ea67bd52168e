package cli

import (
	"fmt"
	"slices"
	"strings"
)

// Shells returns the shells that there are completions for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Program is what a completion is made from.
type Program struct {
	Name   string
	Topics []Topic
	First  []string // words that may stand first; nil when operands are files
}

// Completion returns the text that makes a shell complete the program's options
// and their choices.
func (p Program) Completion(shell string) string {
	switch shell {
	case "bash":
		return p.bash()
	case "zsh":
		return p.zsh()
	}
	return p.fish()
}

// Options returns the options of all topics.
func (p Program) Options() []Option {
	var all []Option
	for _, t := range p.Topics {
		all = append(all, t.Options...)
	}
	return all
}

// function is a name for a shell function of the program.
func (p Program) function() string { return "_" + strings.ReplaceAll(p.Name, "-", "_") }

// spellings returns the option's names with their dashes.
func (o Option) spellings() []string {
	var names []string
	if o.Long != "" {
		names = append(names, "--"+o.Long)
	}
	if o.Short != 0 {
		names = append(names, "-"+string(o.Short))
	}
	return names
}

// takesFile tells whether the option's value is the name of a file.
func (o Option) takesFile() bool { return o.Arg == "FILE" }

func (p Program) bash() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n", p.function())
	// Bash takes "=" for a word of its own.
	b.WriteString("\t[ \"$cur\" = = ] && cur=\n\t[ \"$prev\" = = ] && prev=${COMP_WORDS[COMP_CWORD-2]}\n\tcase $prev in\n")
	words := slices.Clone(p.First)
	for _, o := range p.Options() {
		words = append(words, o.spellings()...)
		names := strings.Join(o.spellings(), "|")
		switch {
		case o.Choices != nil:
			fmt.Fprintf(&b, "\t%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", names, strings.Join(o.Choices, " "))
		case o.takesFile():
			fmt.Fprintf(&b, "\t%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", names)
		case o.Arg != "" && !o.Optional:
			fmt.Fprintf(&b, "\t%s) return ;;\n", names)
		}
	}
	b.WriteString("\tesac\n")
	if p.First == nil {
		b.WriteString("\tcase $cur in -*) ;; *) return ;; esac\n")
	}
	fmt.Fprintf(&b, "\tCOMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n}\n", strings.Join(words, " "))
	fmt.Fprintf(&b, "complete -o default -F %s %s\n", p.function(), p.Name)
	return b.String()
}

func (p Program) zsh() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n%s() {\n_arguments -S \\\n", p.Name, p.function())
	for _, o := range p.Options() {
		value := ""
		switch {
		case o.Choices != nil:
			value = ":" + o.Arg + ":(" + strings.Join(o.Choices, " ") + ")"
		case o.takesFile():
			value = ":" + o.Arg + ":_files"
		case o.Arg != "":
			value = ":" + o.Arg + ": "
		}
		if o.Optional {
			value = ":" + value
		}
		help := "[" + strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(o.Help) + "]"
		for _, name := range o.spellings() {
			if o.Optional {
				name += "=-"
			}
			fmt.Fprintf(&b, "  %s \\\n", quote(name+help+value))
		}
	}
	if p.First == nil {
		b.WriteString("  '*:file:_files'\n")
	} else {
		fmt.Fprintf(&b, "  '1:first:(%s)' \\\n  '*::command:_normal'\n", strings.Join(p.First, " "))
	}
	// As a file of fpath it is the function's body; else it registers itself.
	fmt.Fprintf(&b, "}\nif [ \"${funcstack[1]}\" = %[1]s ]; then %[1]s \"$@\"; else compdef %[1]s %[2]s; fi\n", p.function(), p.Name)
	return b.String()
}

func (p Program) fish() string {
	var b strings.Builder
	if p.First != nil {
		fmt.Fprintf(&b, "complete -c %s -n __fish_use_subcommand -a '%s'\n", p.Name, strings.Join(p.First, " "))
	}
	for _, o := range p.Options() {
		line := "complete -c " + p.Name
		if o.Long != "" {
			line += " -l " + o.Long
		}
		if o.Short != 0 {
			line += " -s " + string(o.Short)
		}
		switch {
		case o.Choices != nil:
			line += " -x -a " + quote(strings.Join(o.Choices, " "))
		case o.takesFile():
			line += " -r"
		case o.Arg != "" && !o.Optional:
			line += " -x"
		}
		fmt.Fprintln(&b, line+" -d "+quote(o.Help))
	}
	return b.String()
}

// quote makes one word of a text, for any of the shells.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
