package report

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"ministat/ministat"
)

// The policy of a page admits the style sheet that it has.
func TestStyleHash(t *testing.T) {
	sum := sha256.Sum256([]byte(pageStyle + drawingStyle))
	if want := "sha256-" + base64.StdEncoding.EncodeToString(sum[:]); styleHash != want {
		t.Errorf("styleHash = %q, want %q", styleHash, want)
	}
}

// checkPage holds a page against what every page must have, and returns it.
func checkPage(t testing.TB, a *ministat.Analysis) *element {
	t.Helper()
	written := document(t, HTML, a)
	page := parse(t, written)
	checkIDs(t, "page", page)
	html := page.children[0]
	if html.name != "html" || html.attr["lang"] != "en" || html.find("title", "")[0].text == "" {
		t.Errorf("root <%s lang=%q>, want a page in English with a title", html.name, html.attr["lang"])
	}
	for name, want := range map[string]int{"script": 0, "img": 0, "link": 0, "iframe": 0, "style": 1, "h1": 1, "main": 1} {
		if got := len(html.find(name, "")); got != want {
			t.Errorf("%d <%s>, want %d", got, name, want)
		}
	}
	if i := strings.Index(string(written), "://"); i >= 0 && !strings.Contains(string(written[:i+40]), "http://www.w3.org/2000/svg") {
		t.Errorf("an address: %q", written[i:i+40])
	}
	for _, table := range html.find("table", "") {
		if len(table.find("caption", "")) != 1 {
			t.Error("a table without caption")
		}
		for _, th := range table.find("th", "") {
			if scope := th.attr["scope"]; scope != "row" && scope != "col" {
				t.Errorf("heading %q has scope %q", th.text, scope)
			}
		}
		columns := len(table.find("thead", "")[0].find("th", ""))
		for _, tr := range table.find("tbody", "")[0].find("tr", "") {
			if len(tr.children) != columns || tr.children[0].name != "th" {
				t.Errorf("a row of %d cells under %d columns", len(tr.children), columns)
			}
		}
	}
	for _, svg := range html.find("svg", "") {
		checkNumbers(t, "page", svg)
		if svg.title() == "" || len(svg.find("desc", "")) != 1 || svg.attr["role"] != "img" {
			t.Error("a drawing without text alternative")
		}
	}
	return html
}

func TestHTMLAwkward(t *testing.T) {
	for name, values := range awkward() {
		html := checkPage(t, analyzeSets(t, values))
		if len(html.find("svg", "")) != 1 || len(html.find("table", "")) != 1 {
			t.Errorf("%s: want one drawing and one table", name)
		}
	}
}

// cells returns a table's rows as text.
func cells(table *element) (rows []string) {
	for _, tr := range table.find("tr", "") {
		var row []string
		for _, c := range tr.children {
			row = append(row, c.text)
		}
		rows = append(rows, strings.Join(row, " | "))
	}
	return rows
}

// The figures of the man page's example, as in testdata/truth/000.json.
func TestHTMLFigures(t *testing.T) {
	iguana := []float64{50, 200, 150, 400, 750, 400, 150}
	chameleon := []float64{150, 400, 720, 500, 930}
	g := &ministat.Group{Samples: []*ministat.Sample{
		{Name: "iguana", Unit: "sec", Values: iguana}, {Name: "<chameleon>", Unit: "sec", Values: chameleon},
	}}
	tables := checkPage(t, analyzeGroups(t, ministat.Options{Adjust: ministat.Holm}, g)).find("table", "")
	want := [][]string{{
		"Dataset | N | Min | Max | Median | 95% interval | Mean | 95% interval | Std dev",
		"iguana | 7 | 50 | 750 | 200 | 50 to 750 | 300 | 80 to 520 | 238",
		"<chameleon> | 5 | 150 | 930 | 500 | undetermined | 540 | 169 to 911 | 299",
	}, {
		"Dataset | Difference | 95% interval | Relative | 95% interval | p | Finding",
		"<chameleon> | 240 | -105 to 585 | +80% | -24.2% to +624% | 0.152 | no difference proven",
	}}
	for i := range want {
		if got := cells(tables[i]); strings.Join(got, "\n") != strings.Join(want[i], "\n") {
			t.Errorf("table %d:\n%s\nwant\n%s", i, strings.Join(got, "\n"), strings.Join(want[i], "\n"))
		}
	}
}

func TestHTMLGroups(t *testing.T) {
	sample := func(name string, values ...float64) *ministat.Sample {
		return &ministat.Sample{
			Name: name, Unit: "B/s <x>", Better: ministat.HigherIsBetter, Values: values,
			Warnings: []ministat.Warning{{Code: "x", Message: name + " <odd>", Advice: "look & see"}},
		}
	}
	groups := []*ministat.Group{
		{Name: "slow <1>", Samples: []*ministat.Sample{sample("old", 100, 101, 102), sample("new", 50, 51, 52)}},
		{Name: "same", Samples: []*ministat.Sample{sample("old", 100, 101, 102), sample("new", 100, 101, 102)}},
		{Name: "gone", Samples: []*ministat.Sample{sample("old", 100, 101, 102)}, Missing: []string{"new"}},
		{Name: "added", Samples: []*ministat.Sample{sample("new", 100, 101, 102)}, Missing: []string{"old"}, NoBaseline: true},
	}
	a := analyzeGroups(t, ministat.Options{Policy: &ministat.Policy{Limit: 0.05}, Adjust: ministat.Holm, AllowGaps: true}, groups...)
	html := checkPage(t, a)
	links := html.find("nav", "")[0].find("a", "")
	headings := html.find("h2", "")
	if len(links) != 4 || len(headings) != 5 || links[0].text != "slow <1> (B/s <x>)" || headings[0].text != "slow <1> (B/s <x>)" || headings[4].text != "Overall" {
		t.Errorf("%d links and %d headings, want one a benchmark and one for the whole", len(links), len(headings))
	}
	if verdicts := html.find("span", "regressed"); len(verdicts) != 2 {
		t.Errorf("%d times regressed, want the gate's and the benchmark's", len(verdicts))
	}
	tables := html.find("table", "")
	// √((51/101) (101/101)) - 1 = -28.94 %
	overall := cells(tables[len(tables)-1])
	if want := "new | B/s <x> | -28.9% | 2"; overall[1] != want {
		t.Errorf("overall %q, want %q", overall[1], want)
	}
	comparison := cells(tables[1])
	if !strings.HasPrefix(comparison[0], "Dataset | Difference | 95% interval | Relative | 95% interval | p | p, Holm | Finding") ||
		!strings.HasSuffix(comparison[1], " | difference") {
		t.Errorf("comparison %q", comparison)
	}
	text := string(document(t, HTML, a))
	for _, want := range []string{
		"Missing in new.", "Missing in old.", "The baseline has no such benchmark",
		"p values adjusted for 2 comparisons (Holm).",
		`old &lt;odd&gt;; <span class="advice">look &amp; see</span>`,
		"new: regressed: -49.5% is worse than the limit of 5% (95% confidence)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestHTMLOptions(t *testing.T) {
	a := analyzeSets(t, []float64{1, 2, 3}, []float64{2, 3, 4})
	var b strings.Builder
	if err := HTML(&b, a, Options{NoPlot: true, Explain: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<svg") || !strings.Contains(b.String(), "No difference between b and a is proven") {
		t.Error("want no drawing, and the comparison in plain words")
	}
}
