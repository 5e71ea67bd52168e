package main

import (
	"fmt"
	"strings"

	"ministat/cmd/internal/cli"
	"ministat/ministat/bench/workload"
)

const synopsis = `usage: ministat-run WORKLOAD|compare|list|environ [options] [-- command args]
Runs a workload or a command again and again, and writes a sample file.
`

// usage is the text of --help.
func (o *options) usage() string { return synopsis + cli.Help(o.topics()) }

// list is the text of the word list: what there is, and what can be run here.
func list() string {
	var b strings.Builder
	for _, w := range workload.Builtin() {
		figure := w.Figure()
		fmt.Fprintf(&b, "%s: %s\n", w.Name(), w.Summary())
		fmt.Fprintf(&b, "  %-18s %s (%s, %s is better)\n", "measures", figure.Meaning, figure.Unit, figure.Better)
		for _, p := range w.Params() {
			fmt.Fprintf(&b, "  %-18s %s", strings.TrimSpace("--"+p.Name+" "+p.Arg()), p.Help)
			if p.Kind != workload.Switch {
				fmt.Fprintf(&b, " (default %s, want %s)", p, p.Range())
			}
			b.WriteString("\n")
		}
		here := "runs here"
		if err := w.Check(); err != nil {
			here = err.Error()
		}
		fmt.Fprintf(&b, "  %-18s %s\n", "on this machine", here)
	}
	fmt.Fprintf(&b, "-- command args: %s\n", (&workload.Command{}).Summary())
	fmt.Fprintf(&b, "  %-18s %s (default stdout)\n", "--measure WHAT", strings.Join(workload.Metrics(), ", "))
	cpus := workload.FormatCPUs(workload.AllowedCPUs())
	if cpus == "" {
		cpus = "cannot be chosen here"
	}
	fmt.Fprintf(&b, "CPUs for --cpus: %s\n", cpus)
	return b.String()
}
