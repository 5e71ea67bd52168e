package input

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ministat/ministat"
)

// The fields of a header that tools' readers fill in.
const (
	keyPackage = "pkg"       // of a Go benchmark
	keyCommand = "command"   // that hyperfine timed
	keyCPU     = "CPU model" // as in the runner's own files
)

// merge brings the groups of each file together: samples of one benchmark in one
// group, in the order of the files. A group notes which files lack it.
func merge(files []*file, found [][]*ministat.Group) []*ministat.Group {
	qualify(found)
	pairSingles(found)
	var groups []*ministat.Group
	for i, file := range files {
		known := len(groups)
		var met []*ministat.Group
		for _, g := range found[i] {
			if old := counterpart(groups[:known], found[i], g); old != nil {
				old.Samples = append(old.Samples, g.Samples...)
				met = append(met, old)
				continue
			}
			for _, earlier := range files[:i] {
				g.Missing = append(g.Missing, earlier.name)
			}
			g.NoBaseline = g.NoBaseline || i > 0
			groups = append(groups, g)
		}
		for _, old := range groups[:known] {
			if !slices.Contains(met, old) {
				old.Missing = append(old.Missing, file.name)
			}
		}
	}
	return groups
}

// counterpart returns the group that has the name and the unit of g, one of a
// file's groups, or nil. Where each side has one group of that name, the unit
// does not count: that it differs is then an error, which checkGroup tells.
func counterpart(groups, file []*ministat.Group, g *ministat.Group) *ministat.Group {
	sameName := func(o *ministat.Group) bool { return o.Name == g.Name }
	var candidates []*ministat.Group
	for _, o := range groups {
		if !sameName(o) {
			continue
		}
		if o.Unit() == g.Unit() {
			return o
		}
		candidates = append(candidates, o)
	}
	if len(candidates) == 1 && !slices.ContainsFunc(file, func(o *ministat.Group) bool { return o != g && sameName(o) }) {
		return candidates[0]
	}
	return nil
}

// qualify puts the package before the names of Go benchmarks where one of the
// files has several packages, since the same name may stand in each. With one
// package a file the names alone tell, also when a package has been renamed.
func qualify(found [][]*ministat.Group) {
	var several bool
	for _, groups := range found {
		packages := map[string]bool{}
		for _, g := range groups {
			if p, ok := g.Samples[0].Header.Get(keyPackage); ok {
				packages[p] = true
			}
		}
		several = several || len(packages) > 1
	}
	if !several {
		return
	}
	for _, g := range slices.Concat(found...) {
		if p, ok := g.Samples[0].Header.Get(keyPackage); ok {
			g.Name = p + "." + g.Name
		}
	}
}

// pairSingles makes files of hyperfine comparable that hold one result each,
// whatever their commands: the files themselves are what is compared. The
// group's name tells all commands.
func pairSingles(found [][]*ministat.Group) {
	var names []string
	for _, groups := range found {
		if len(groups) != 1 {
			return
		}
		if _, ok := groups[0].Samples[0].Header.Get(keyCommand); !ok || groups[0].Name == "" {
			return
		}
		if name := groups[0].Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, groups := range found {
		groups[0].Name = strings.Join(names, " | ")
	}
}

// filter returns the groups whose name matches, at least one.
func filter(groups []*ministat.Group, name *regexp.Regexp) ([]*ministat.Group, error) {
	if name == nil {
		return groups, nil
	}
	var chosen []*ministat.Group
	for _, g := range groups {
		if name.MatchString(g.Name) {
			chosen = append(chosen, g)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("--filter %q: no benchmark's name matches; %s", name, someNames(groups))
	}
	return chosen, nil
}

// someNames tells a few of the names that there are.
func someNames(groups []*ministat.Group) string {
	const some = 5
	var names []string
	for _, g := range groups {
		if name := fmt.Sprintf("%q", g.Name); g.Name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch {
	case len(names) == 0:
		return "the samples have no names"
	case len(names) > some:
		return fmt.Sprintf("there are %s and %d more", strings.Join(names[:some], ", "), len(names)-some)
	}
	return "there are " + strings.Join(names, ", ")
}

// checkGroup fails when the samples of a group cannot be compared.
func checkGroup(g *ministat.Group) error {
	var unit, better *ministat.Sample // the first to say so
	for _, s := range g.Samples {
		switch {
		case s.Unit == "":
		case unit == nil:
			unit = s
		case s.Unit != unit.Unit:
			return fmt.Errorf("%s%s is in %q and %s in %q: want samples of one unit", prefix(g), unit.Name, unit.Unit, s.Name, s.Unit)
		}
		switch {
		case s.Better == ministat.Unknown:
		case better == nil:
			better = s
		case s.Better != better.Better:
			return fmt.Errorf("%s%s is better when %s and %s when %s: want samples of one direction",
				prefix(g), better.Name, better.Better, s.Name, s.Better)
		}
	}
	return nil
}

// prefix returns the group's name as it stands before a message.
func prefix(g *ministat.Group) string {
	if g.Name == "" {
		return ""
	}
	return g.Name + ": "
}
