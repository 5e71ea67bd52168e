package input

import (
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// FuzzCSV gives any text to the reader, which must neither panic nor return
// anything but finite values, one for each row at most. Where the text is simple,
// a simple reader must find the same values, or that they do not go together.
func FuzzCSV(f *testing.F) {
	for _, text := range []string{
		"a,b\n1,2\n3,4\n", "k,a\nx,1\n\ny,-2.5e3\nx,\n", "k,a\nx,1\ny,z\n", "k,a\nz,(s)\ny,1\n", "a,a\n1,2\n", "1,2\n3,4\n",
		"# unit: ms\n\"a\n\",b;c\r\n\"1,234.5 ns\",\"x\"\"y\"\n", "t;u\n3,5;1:02.5\n12,345;0m1.5s\n", ",t (ms)\t[s]\n0\t26.26 GB/s\n",
		"a,b\n1\n", "a,b\n\"1,2\n", "a,b\n1,\x00\n", "a\tb\n\t1e999\n", "a,b,\n0.1,0.30000000000000004,\n", "t_ms,x\n0.1,1\n26.26,NaN\n",
	} {
		f.Add(text, "", "", "")
		f.Add(text, "2", "", "")
		f.Add(text, "", "1", "")
		f.Add(text, "a", "", "k")
		f.Add(text, "3", "2", "1")
	}
	f.Fuzz(func(t *testing.T, text, column, group, by string) {
		o := Options{Format: "csv", Column: column, By: by}
		if group != "" {
			o.Group = []string{group}
		}
		got, err := readAll(t, text, o)
		if column+group+by == "" {
			checkSimpleCSV(t, text, got, err)
		}
	})
}

// TestRandomCSV gives simple texts to both readers.
func TestRandomCSV(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	cells := []string{"", "", "w", "x", "0", "-1.5", "26.26", "14714579.912345", "1e5", "123456789012345678901234567890", "0.30000000000000004e-7"}
	for range 2000 {
		kinds := [][]string{cells[:4], cells[:2], cells[4:], append(cells[:1:1], cells[4:]...), cells}
		random.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		kinds = kinds[:1+random.IntN(len(kinds))]
		text := strings.Join([]string{"aa", "bb_ms", "cc", "dd", "ee"}[:len(kinds)], ",") + "\n"
		for range 1 + random.IntN(6) {
			var row []string
			for _, kind := range kinds {
				row = append(row, kind[random.IntN(len(kind))])
			}
			if random.IntN(100) == 0 {
				row = append(row, "x")
			}
			text += strings.Join(row, ",") + "\n"
		}
		got, err := readAll(t, text, Options{Format: "csv"})
		if !checkSimpleCSV(t, text, got, err) {
			t.Fatalf("not simple: %q", text)
		}
	}
}

// readAll returns the values that are read, by group, which must be finite.
func readAll(t *testing.T, text string, o Options) (map[string][]float64, error) {
	groups, err := Load(nil, strings.NewReader(text), o)
	if (err == nil) != (len(groups) > 0) {
		t.Errorf("%q: %d groups, error %v", text, len(groups), err)
	}
	values := make(map[string][]float64)
	rows := strings.Count(text, "\n")
	for _, g := range groups {
		for _, s := range g.Samples {
			if len(s.Values) == 0 || len(s.Values) > rows {
				t.Errorf("%q: %d values of %d rows", text, len(s.Values), rows)
			}
			if slices.ContainsFunc(s.Values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
				t.Errorf("%q: %v", text, s.Values)
			}
			values[g.Name] = append(values[g.Name], s.Values...)
		}
	}
	return values, err
}

// checkSimpleCSV compares what has been read with what the simple reader makes of
// the text. It returns false where the text is not simple.
func checkSimpleCSV(t *testing.T, text string, got map[string][]float64, err error) bool {
	want, ok := readSimpleCSV(text)
	switch {
	case !ok:
		return false
	case (err != nil) != (len(want) == 0), !maps.EqualFunc(got, want, sameValues):
		t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
	}
	return true
}

func sameValues(a, b []float64) bool { return slices.EqualFunc(a, b, sameBits) }

var (
	simpleName   = regexp.MustCompile(`^[a-z]+(_ms)?$`)
	simpleWord   = regexp.MustCompile(`^[g-z]$`)
	simpleNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?(e-?[0-9]{1,2})?$`)
)

// readSimpleCSV returns the values of the columns that hold numbers: none where
// that is an error. ok is false where the text is not as simple as can be.
func readSimpleCSV(text string) (columns map[string][]float64, ok bool) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	names := strings.Split(lines[0], ",")
	columns = make(map[string][]float64)
	words := make(map[string]bool)
	var isError bool
	for _, name := range names {
		if _, known := units[name]; known || !simpleName.MatchString(name) || comesAgain(names, name) {
			return nil, false
		}
	}
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		isError = isError || line != "" && len(cells) != len(names)
		for i, cell := range cells[:min(len(cells), len(names))] {
			switch {
			case simpleWord.MatchString(cell):
				words[names[i]] = true
			case simpleNumber.MatchString(cell):
				columns[names[i]] = append(columns[names[i]], simpleValue(cell, names[i]))
			case cell != "":
				return nil, false
			}
		}
	}
	for name := range words {
		isError = isError || columns[name] != nil
	}
	if isError {
		return nil, true
	}
	return columns, true
}

// simpleValue returns the number in base units, where a name may say "ms".
func simpleValue(cell, name string) float64 {
	mantissa, exponent, _ := strings.Cut(cell, "e")
	power, _ := strconv.Atoi(exponent)
	if strings.HasSuffix(name, "_ms") {
		power -= 3
	}
	v, _ := strconv.ParseFloat(mantissa+"e"+strconv.Itoa(power), 64)
	return v
}

func comesAgain(names []string, name string) bool {
	rest := names[slices.Index(names, name)+1:]
	return slices.Contains(rest, name)
}
