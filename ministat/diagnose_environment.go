package ministat

import (
	"fmt"
	"strings"
)

// differentEnvironments tells which conditions of the measurement differ between
// two samples, by the headers of their files. A field that one header lacks is
// not known to differ.
func differentEnvironments(base, s *Sample) []Warning {
	var differ []string
	for _, name := range environment() {
		a, inBase := conditionIn(base.Header, name)
		b, inNew := conditionIn(s.Header, name)
		if inBase && inNew && a != b {
			differ = append(differ, fmt.Sprintf("%s (%q and %q)", name, a, b))
		}
	}
	if differ == nil {
		return nil
	}
	return []Warning{{
		Code: CodeEnvironment,
		Message: fmt.Sprintf("%s and %s were measured under different conditions: %s",
			base.Name, s.Name, strings.Join(differ, ", ")),
		Advice: "measure both in one session: ministat-run compare",
	}}
}

// environment returns the fields of a sample file's header that must agree for
// a difference to mean what was changed on purpose. Kernel and date are not
// among them: they are what is compared.
func environment() []string {
	return []string{"workload", "parameters", "CPU model", "CPUs allowed", "governor"}
}

// conditionIn returns the first field with the name, whatever its case and
// whether its words are parted by blanks, dashes or underscores.
func conditionIn(h Header, name string) (string, bool) {
	words := strings.NewReplacer("-", " ", "_", " ")
	for _, f := range h {
		if strings.EqualFold(words.Replace(f.Key), name) {
			return f.Value, true
		}
	}
	return "", false
}
