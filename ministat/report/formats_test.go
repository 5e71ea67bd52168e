package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"ministat/ministat"
)

// randomAnalysis has one to three datasets of any scale, some without spread, by any
// method, with and without a gate.
func randomAnalysis(t *testing.T, r *rand.Rand) *ministat.Analysis {
	t.Helper()
	var groups []*ministat.Group
	scale := math.Pow(10, float64(r.IntN(24)-12))
	if r.IntN(2) == 0 {
		scale = -scale
	}
	for g := range 1 + r.IntN(2) {
		group := &ministat.Group{Name: fmt.Sprintf("bench %d", g)}
		for i := range 1 + r.IntN(3) {
			s := sample(fmt.Sprintf("set,\"%d", i), [...]string{"", "sec", "B/s", "B/op", "items"}[r.IntN(5)])
			if i > 0 {
				s.Unit = group.Samples[0].Unit
			}
			spread := scale * [...]float64{0, 0.01, 0.1, 1, 2}[r.IntN(5)]
			for range 2 + r.IntN(12) {
				s.Values = append(s.Values, scale*float64(r.IntN(10))+spread*r.NormFloat64())
			}
			group.Samples = append(group.Samples, s)
		}
		groups = append(groups, group)
	}
	o := everything
	o.Method = []ministat.Method{ministat.Student{}, ministat.Welch{}, ministat.MannWhitney{}}[r.IntN(3)]
	o.Adjust = ministat.Adjustment(r.IntN(4))
	a, err := ministat.Analyze(groups, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// JSON, CSV, the text and the tables give the same figures, each to the digits that
// it prints.
func TestFormatsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		a := randomAnalysis(t, r)
		var doc map[string]any
		if err := json.Unmarshal([]byte(renderAs(t, "json", a, Options{})), &doc); err != nil {
			t.Fatal(err)
		}
		compareCSV(t, doc, renderAs(t, "csv", a, Options{}))
		compareText(t, doc, renderAs(t, "text", a, Options{NoPlot: true, Quiet: true}))
		for i := range a.Groups {
			compareTable(t, doc["groups"].([]any)[i].(map[string]any), newTable(a, &a.Groups[i]))
		}
		if t.Failed() {
			return
		}
	}
}

// csvFields are the columns whose names are not the path in the JSON document.
var csvFields = map[string][]string{
	"delta": {"delta", "value"}, "delta_lo": {"delta", "lo"}, "delta_hi": {"delta", "hi"},
	"relative": {"relative", "value"}, "relative_lo": {"relative", "lo"}, "relative_hi": {"relative", "hi"},
	"cohen_d": {"effect", "cohen_d"}, "hedges_g": {"effect", "hedges_g"}, "cliffs_delta": {"effect", "cliffs_delta"},
	"runs_needed_0.01": {"runs_needed", "0.01"}, "runs_needed_0.02": {"runs_needed", "0.02"}, "runs_needed_0.05": {"runs_needed", "0.05"},
}

// compareCSV reads the CSV again and looks up each cell of a dataset or comparison.
func compareCSV(t *testing.T, doc map[string]any, text string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rest := rows[1:]
	next := func(kind string, object, group map[string]any) {
		if len(rest) == 0 {
			t.Fatalf("no row for %v", object)
		}
		row := rest[0]
		rest = rest[1:]
		used := 0
		for i, column := range rows[0] {
			path := csvFields[column]
			if path == nil {
				path = []string{column}
			}
			want, ok := "", true
			switch column {
			case "kind":
				want = kind
			case "group":
				want = group["name"].(string)
			case "unit", "better":
				want = group[column].(string)
			case "confidence":
				if kind == "comparison" {
					want = cellOf(doc["confidence"])
				}
			case "warnings":
				want = codes(object["warnings"])
			case "name":
				if kind == "comparison" {
					path = []string{"new"}
				}
				want, ok = lookUp(object, path)
			default:
				want, ok = lookUp(object, path)
			}
			if ok && want != "" {
				used++
			}
			if row[i] != want {
				t.Errorf("%s: column %s is %q, want %q as in JSON", kind, column, row[i], want)
			}
		}
		if kind == "comparison" && used < 20 {
			t.Errorf("only %d cells of a comparison: %v", used, row)
		}
	}
	for _, g := range doc["groups"].([]any) {
		group := g.(map[string]any)
		for _, s := range group["samples"].([]any) {
			next("sample", s.(map[string]any), group)
		}
		for _, c := range group["comparisons"].([]any) {
			next("comparison", c.(map[string]any), group)
		}
	}
	if want := len(doc["overall"].([]any)); len(rest) != want {
		t.Errorf("%d more rows, want %d of kind overall", len(rest), want)
	}
	for i, row := range rest {
		o := doc["overall"].([]any)[i].(map[string]any)
		got := strings.Join([]string{row[0], row[2], row[4], row[5], row[17]}, " ")
		want := strings.Join([]string{"overall", o["unit"].(string), o["name"].(string), cellOf(o["benchmarks"]), cellOf(o["relative"])}, " ")
		if got != want {
			t.Errorf("overall: %s, want %s", got, want)
		}
	}
}

func lookUp(object map[string]any, path []string) (string, bool) {
	value, ok := object[path[0]]
	if len(path) > 1 {
		inner, _ := value.(map[string]any)
		value, ok = inner[path[1]]
	}
	return cellOf(value), ok
}

func cellOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}

func codes(warnings any) string {
	var all []string
	list, _ := warnings.([]any)
	for _, w := range list {
		all = append(all, w.(map[string]any)["code"].(string))
	}
	return strings.Join(all, " ")
}

// compareText finds each dataset's row and each proven difference.
func compareText(t *testing.T, doc map[string]any, text string) {
	t.Helper()
	for _, g := range doc["groups"].([]any) {
		group := g.(map[string]any)
		for i, s := range group["samples"].([]any) {
			object := s.(map[string]any)
			want := []string{string(symbol(i)), cellOf(object["n"])}
			for _, field := range []string{"min", "max", "median", "mean", "stddev"} {
				want = append(want, fmt.Sprintf("%.8g", object[field]))
			}
			if line := strings.Join(want, " "); !strings.Contains(squeeze(text), line+"\n") {
				t.Errorf("no line %q in\n%s", line, text)
			}
		}
		for _, c := range group["comparisons"].([]any) {
			object := c.(map[string]any)
			delta := object["delta"].(map[string]any)
			if line := fmt.Sprintf("\t%.6g ", delta["value"]); object["significant"] == true && !strings.Contains(text, line) {
				t.Errorf("no difference %q in\n%s", line, text)
			}
		}
	}
}

// factors of the units of tables.
var factors = map[string]float64{
	"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1,
	"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "items": 1, "": 1,
}

// compareTable reads the cells back and holds them against the document, within
// half a unit of their last digit.
func compareTable(t *testing.T, group map[string]any, table *table) {
	t.Helper()
	_, unit, _ := strings.Cut(strings.TrimSuffix(table.title, ")"), "(")
	unit, _, _ = strings.Cut(unit, "/")
	factor, ok := factors[unit]
	if !ok {
		t.Fatalf("unit %q in %q", unit, table.title)
	}
	row := map[string]int{}
	for i, label := range table.labels {
		row[strings.Fields(label)[0]] = i
	}
	for i, s := range group["samples"].([]any) {
		object := s.(map[string]any)
		for label, field := range map[string]string{
			"average": "mean", "median": "median", "deviation": "stddev", "minimum": "min", "maximum": "max",
		} {
			sameCell(t, label, table.sets[i].figures[row[label]], object[field], factor)
		}
		if got := table.sets[i].figures[row["n"]]; got != cellOf(object["n"]) {
			t.Errorf("n %s, want %v", got, object["n"])
		}
	}
	samples := group["samples"].([]any)
	for i, c := range group["comparisons"].([]any) {
		object := c.(map[string]any)
		set := table.sets[i+1]
		for label, field := range map[string]string{"average": "mean", "median": "median"} {
			base, v := samples[0].(map[string]any)[field].(float64), samples[i+1].(map[string]any)[field].(float64)
			if change := set.changes[row[label]]; change != unknown {
				sameCell(t, "change of "+label, change, (v-base)/math.Abs(base), 0.01)
			}
		}
		delta, relative := object["delta"].(map[string]any), object["relative"].(map[string]any)
		for label, bound := range map[string]string{"difference": "value", "from": "lo", "to": "hi"} {
			sameCell(t, label, set.figures[row[label]], delta[bound], factor)
			change, marked := strings.CutSuffix(set.changes[row[label]], mark)
			if label == "difference" && marked != object["significant"] {
				t.Errorf("marked: %t, but significant: %v", marked, object["significant"])
			}
			switch {
			case relative["lo"] == nil && label == "difference":
				if change != "undetermined" {
					t.Errorf("difference %q, want undetermined", change)
				}
			case relative["lo"] == nil:
				sameCell(t, label, change, nil, 1)
			default:
				sameCell(t, label, change, relative[bound], 0.01)
			}
		}
	}
}

func sameCell(t *testing.T, label, cell string, want any, factor float64) {
	t.Helper()
	if want == nil {
		if cell != unknown {
			t.Errorf("%s: %q, want %q for null", label, cell, unknown)
		}
		return
	}
	number := strings.TrimSuffix(cell, "%")
	got, err := strconv.ParseFloat(number, 64)
	if err != nil {
		t.Errorf("%s: %v", label, err)
		return
	}
	mantissa, exponent, _ := strings.Cut(number, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	exp, _ := strconv.Atoi(exponent)
	half := math.Pow10(exp-len(fraction)) / 2
	if off := math.Abs(got - want.(float64)/factor); off > half*(1+1e-6)+1e-12*math.Abs(got) {
		t.Errorf("%s: %s is not %v / %g", label, cell, want, factor)
	}
}

// The width of characters such as ± depends on the locale where a terminal of an
// East Asian language is assumed; tables do not.
func TestTableIgnoresLocale(t *testing.T) {
	a := fixtures(t)["two"]
	a.Groups[0].Summaries[0].Sample.Name = "±30 °C"
	a.Groups[0].Summaries[1].Sample.Name = "日本"
	got := renderAs(t, "table", a, Options{Width: 74}) + renderAs(t, "markdown", a, Options{Width: 74})
	const child = "MINISTAT_TEST_LOCALE"
	if os.Getenv(child) != "" {
		fmt.Print(got)
		os.Exit(0)
	}
	for _, env := range []string{"LANG=C", "LC_ALL=ja_JP.UTF-8", "LC_ALL=zh_CN.GB18030", "RUNEWIDTH_EASTASIAN=1"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestTableIgnoresLocale$")
		cmd.Env = append(os.Environ(), child+"=1", env)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if string(out) != got {
			t.Errorf("with %s:\n%s\nwant\n%s", env, out, got)
		}
	}
	const want = "            ±30 °C     日本    change\n" + "---------------------------------------\n" + "average     300.00   540.00   +80.00%\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant heads right-aligned by their width:\n%s", got, want)
	}
}

// Names are text, whatever characters they have.
func TestMarkdownEscapes(t *testing.T) {
	a := fixtures(t)["two"]
	a.Groups[0].Summaries[0].Sample.Name = "a|b<i>&amp;`c`\\*d*_e_\n#~x~[y](z)"
	got := renderAs(t, "markdown", a, Options{Width: 74})
	head, _, _ := strings.Cut(got, "\n")
	const want = "|            | a\\|b&lt;i&gt;&amp;amp;\\`c\\`\\\\\\*d\\*\\_e\\_\\\\x0a\\#\\~x\\~\\[y\\](z) | chameleon |   change |"
	if head != want {
		t.Errorf("got\n%s\nwant\n%s", head, want)
	}
}

func TestMarkdownItems(t *testing.T) {
	for text, want := range map[string]string{
		"- a": `\- a`, "+ a": `\+ a`, "1. a": `1\. a`, "23) a": `23\) a`,
		"1 a": "1 a", "a - b": "a - b", "": "", "7": "7", ". a": ". a",
	} {
		if got := escapeItem(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
