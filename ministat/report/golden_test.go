package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ministat/ministat"
)

var update = flag.Bool("update", false, "write the golden files anew; read the difference before it is kept")

// golden compares what a renderer writes with a file in testdata/report.
func golden(t *testing.T, name string, got string) {
	t.Helper()
	path := filepath.Join("..", "..", "testdata", "report", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	round := func(text string) string { return text }
	if ext := filepath.Ext(name); ext == ".csv" || ext == ".json" {
		round = roundNumbers
	}
	if diff := cmp.Diff(round(string(want)), round(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

var longNumber = regexp.MustCompile(`-?[0-9]+\.[0-9]{9,}(e[-+][0-9]+)?`)

// roundNumbers leaves nine digits of figures in full precision, whose last ones are
// not the same on every processor.
func roundNumbers(text string) string {
	return longNumber.ReplaceAllStringFunc(text, func(number string) string {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return number
		}
		return strconv.FormatFloat(v, 'g', 9, 64)
	})
}

func renderAs(t *testing.T, format string, a *ministat.Analysis, o Options) string {
	t.Helper()
	render, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render(&b, a, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The golden files hold the layout. Where their figures come from: those of one
// and two are of the C programs' manual, the others arithmetic series; that
// figures are right is for the core's tests, and that all formats have the same
// for TestFormatsAgree.
func TestGolden(t *testing.T) {
	extension := map[string]string{"text": "txt", "table": "table", "markdown": "md", "csv": "csv", "json": "json"}
	for name, a := range fixtures(t) {
		for format, ext := range extension {
			golden(t, name+"."+ext, renderAs(t, format, a, Options{Width: 74, Height: 40}))
		}
	}
}

// The posting's tables come out with its figures, and the change of an average
// where the posting's own is a slip.
func TestPostedTable(t *testing.T) {
	groups := func(unit string) []*ministat.Group {
		return []*ministat.Group{
			{Name: "SOCK_SEQPACKET throughput", Samples: []*ministat.Sample{
				sample("stock", unit, seqpacketStock.values(t)...), sample("patched", unit, seqpacketPatched.values(t)...),
			}},
			{Name: "SOCK_DGRAM 100 clients/ 1 server", Samples: []*ministat.Sample{
				sample("stock", unit, dgramStock.values(t)...), sample("patched", unit, dgramPatched.values(t)...),
			}},
		}
	}
	for name, unit := range map[string]string{"posted": "", "posted-scaled": "B/s"} {
		a, err := ministat.Analyze(groups(unit), ministat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".table", renderAs(t, "table", a, Options{Width: 74}))
		golden(t, name+".md", renderAs(t, "markdown", a, Options{Width: 74}))
	}
	a, err := ministat.Analyze(groups(""), ministat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tables := strings.SplitN(renderAs(t, "table", a, Options{Width: 74}), "SOCK_DGRAM", 2)
	for i, posted := range []string{
		`average 14714579.91 17898665.25 +21.64%
median 14409539.95 16429584.38 +14.02%
deviation 1582631.52 3475160.01
minimum 13588814.36 14864694.12
maximum 25960203.00 27264811.18
n 500 500
`,
		`average 57394.06 58222.93 +1.44%
median 55878.12 56993.55 +2.00%
deviation 3540.02 3488.49
minimum 54167.33 53165.51
maximum 67971.15 66466.99
n 500 500
`,
	} {
		if got := squeeze(tables[i]); !strings.Contains(got, posted) {
			t.Errorf("got\n%s\nwant the posting's\n%s", got, posted)
		}
	}
}

// squeeze leaves one blank between the cells of a line.
func squeeze(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
	}
	return b.String()
}
