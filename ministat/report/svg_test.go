package report

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ministat/ministat"
)

// analyzeSets analyzes one group of samples a, b, … with all that a document shows.
func analyzeSets(t testing.TB, sets ...[]float64) *ministat.Analysis {
	t.Helper()
	g := &ministat.Group{}
	for i, values := range sets {
		g.Samples = append(g.Samples, &ministat.Sample{Name: string(rune('a' + i)), Unit: "sec", Values: values})
	}
	return analyzeGroups(t, ministat.Options{}, g)
}

func analyzeGroups(t testing.TB, o ministat.Options, groups ...*ministat.Group) *ministat.Analysis {
	t.Helper()
	o.Need = ministat.NeedDistribution | ministat.NeedDiagnostics | ministat.NeedPower
	for _, g := range groups {
		for _, s := range g.Samples {
			o.SummaryOnly = o.SummaryOnly || len(s.Values) < 2
		}
	}
	a, err := ministat.Analyze(groups, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func document(t testing.TB, r Renderer, a *ministat.Analysis) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r(&b, a, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// element is one of a document, with the text that it holds itself.
type element struct {
	name     string
	attr     map[string]string
	text     string
	children []*element
}

// parse reads a document as XML, which the HTML here is too.
func parse(t testing.TB, written []byte) *element {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(written))
	open := []*element{{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return open[0]
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		top := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
}

// find returns the elements of a name and, unless "", a class, in their order.
func (e *element) find(name, class string) (found []*element) {
	for _, c := range e.children {
		if c.name == name && (class == "" || strings.Contains(" "+c.attr["class"]+" ", " "+class+" ")) {
			found = append(found, c)
		}
		found = append(found, c.find(name, class)...)
	}
	return found
}

// title returns the text of an element's own title.
func (e *element) title() string {
	for _, c := range e.children {
		if c.name == "title" {
			return c.text
		}
	}
	return ""
}

func normals(seed uint64, n int, mean, dev float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	values := make([]float64, n)
	for i := range values {
		values[i] = mean + dev*rng.NormFloat64()
	}
	return values
}

// awkward samples: each is drawn, alone and beside others.
func awkward() map[string][]float64 {
	outlier := normals(1, 1000, 1e-6, 1e-8)
	outlier[17], outlier[500] = 3e-2, -1e3
	var tenths []float64 // on the bounds of bins
	for i := range 100 {
		tenths = append(tenths, float64(i)/10)
	}
	return map[string][]float64{
		"one":         {3},
		"zero":        {0},
		"zeros":       {0, 0},
		"equal":       {0.1, 0.1, 0.1, 0.1},
		"two":         {1, 2},
		"negative":    {-3, -2, -7, -4},
		"around 0":    {-3, 2, -7, 4},
		"huge":        {1e300, 2e300, 3e300},
		"largest":     {-math.MaxFloat64 / 2, 0, math.MaxFloat64 / 2},
		"top":         {math.MaxFloat64, math.MaxFloat64},
		"tiny":        {1e-300, 2e-300, 3e-300},
		"subnormal":   {0, 5e-324},
		"all sizes":   {1e-300, 1e300},
		"neighbours":  {1, math.Nextafter(1, 2)},
		"tenths":      tenths,
		"offset":      {1e15 + 1, 1e15 + 2, 1e15 + 3},
		"normal":      normals(1, 100, 14.7e6, 1e5),
		"most dots":   normals(2, mostDots, 5, 1),
		"histogram":   normals(3, mostDots+1, -5, 1),
		"outliers":    outlier,
		"almost flat": append(make([]float64, 5000), 1),
	}
}

// checkDrawing holds a drawing of one group against the laws of drawings.
func checkDrawing(t testing.TB, name string, a *ministat.Analysis) {
	t.Helper()
	written := document(t, SVG, a)
	if !bytes.Equal(written, document(t, SVG, a)) {
		t.Errorf("%s: a second drawing differs", name)
	}
	svg := parse(t, written)
	checkNumbers(t, name, svg)
	checkIDs(t, name, svg)
	f := newFigure(a, &a.Groups[0])
	dots, lines := svg.find("path", "dots"), ecdfs(svg)
	if len(lines) != len(f.rows) {
		t.Fatalf("%s: %d distribution functions, want %d", name, len(lines), len(f.rows))
	}
	groups := svg.find("g", "")[1:] // the first is the figure
	for i, r := range f.rows {
		if share := float64(r.beyond()) / float64(r.N); share > 0.02 {
			t.Errorf("%s: %.3f of the samples are beyond the axis", name, share)
		}
		drawn := 0
		if r.N <= mostDots {
			drawn = strings.Count(dots[0].attr["d"], "M")
			dots = dots[1:]
		} else {
			for _, bar := range groups[i].find("rect", "bar") {
				count, err := strconv.Atoi(bar.title()[strings.LastIndex(bar.title(), " ")+1:])
				if err != nil || count < 1 {
					t.Errorf("%s: bar %q has no count", name, bar.title())
				}
				drawn += count
			}
		}
		if drawn+r.beyond() != r.N {
			t.Errorf("%s: %d samples drawn and %d beyond, want %d", name, drawn, r.beyond(), r.N)
		}
		checkECDF(t, name, r, lines[i].attr["d"], f.height()-noteHeight-ticksHeight)
	}
}

// ecdfs returns the lines of the distribution functions: those that name a
// dataset.
func ecdfs(svg *element) (lines []*element) {
	for _, path := range svg.find("path", "line") {
		if len(path.children) > 0 {
			lines = append(lines, path)
		}
	}
	return lines
}

// checkECDF: the steps go up, from the samples below the axis to all but those
// above it.
func checkECDF(t testing.TB, name string, r *row, path string, bottom float64) {
	t.Helper()
	heights := numbersAfter(path, `V`)
	first := numbersAfter(path, `M\S+ `)[0]
	heights = append([]float64{first}, heights...)
	for i := range heights[1:] {
		if heights[i+1] >= heights[i] {
			t.Errorf("%s: the distribution function falls: %q", name, path)
			return
		}
	}
	from, to := bottom-first, bottom-heights[len(heights)-1]
	below, through := float64(r.below)/float64(r.N), 1-float64(r.above)/float64(r.N)
	if math.Abs(from-ecdfHeight*below) > 0.06 || math.Abs(to-ecdfHeight*through) > 0.06 {
		t.Errorf("%s: the distribution function goes from %g to %g, want %g to %g", name, from, to, ecdfHeight*below, ecdfHeight*through)
	}
	xs := numbersAfter(path, `H`)
	for i := range xs[1:] {
		if xs[i+1] < xs[i] {
			t.Errorf("%s: the distribution function goes back: %q", name, path)
			return
		}
	}
	if xs[len(xs)-1] != marginLeft+plotWidth {
		t.Errorf("%s: the distribution function ends at %g, want the end of the axis", name, xs[len(xs)-1])
	}
}

func numbersAfter(text, command string) (numbers []float64) {
	for _, m := range regexp.MustCompile(command+`(-?[0-9.]+)`).FindAllStringSubmatch(text, -1) {
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			panic(err)
		}
		numbers = append(numbers, v)
	}
	return numbers
}

// checkNumbers: no attribute has a number that is none, and nothing lies outside
// the drawing.
func checkNumbers(t testing.TB, name string, e *element) {
	t.Helper()
	for _, c := range e.children {
		for key, value := range c.attr {
			if key != "id" && (strings.Contains(value, "NaN") || strings.Contains(value, "Inf")) {
				t.Errorf("%s: <%s %s=%q>", name, c.name, key, value)
			}
			switch key {
			case "x", "cx", "width":
				if v, err := strconv.ParseFloat(value, 64); value != "100%" && (err != nil || v < 0 || v > drawingWidth) {
					t.Errorf("%s: <%s %s=%q>, want 0 to %d", name, c.name, key, value, drawingWidth)
				}
			case "d":
				for _, v := range numbersAfter(value, `[MH]`) {
					if v < 0 || v > drawingWidth {
						t.Errorf("%s: <%s d=%q>, want 0 to %d across", name, c.name, value, drawingWidth)
						break
					}
				}
			}
		}
		checkNumbers(t, name, c)
	}
}

// checkIDs: ids are unique, and what refers to one finds it.
func checkIDs(t testing.TB, name string, root *element) {
	t.Helper()
	ids := map[string]bool{}
	var refs []string
	var walk func(e *element)
	walk = func(e *element) {
		if id, ok := e.attr["id"]; ok {
			if ids[id] {
				t.Errorf("%s: two elements of id %s", name, id)
			}
			ids[id] = true
		}
		refs = append(refs, strings.Fields(e.attr["aria-labelledby"])...)
		if href, ok := e.attr["href"]; ok {
			target, inside := strings.CutPrefix(href, "#")
			if !inside {
				t.Errorf("%s: link to %q, want one inside the document", name, href)
			}
			refs = append(refs, target)
		}
		for _, c := range e.children {
			walk(c)
		}
	}
	walk(root)
	for _, ref := range refs {
		if !ids[ref] {
			t.Errorf("%s: nothing has the id %s", name, ref)
		}
	}
}

func TestSVGLaws(t *testing.T) {
	for name, values := range awkward() {
		checkDrawing(t, name, analyzeSets(t, values))
		for other, more := range awkward() {
			if len(values) > 1 && len(more) > 1 && len(more) < 100 && name != "top" && other != "top" && name != "largest" && other != "largest" {
				checkDrawing(t, name+" and "+other, analyzeSets(t, values, more))
			}
		}
	}
}

// 300 of 400 values around 10 and 100 around 15, five deviations apart: between
// the modes the strip, the histogram and the distribution function are empty,
// also when single values lie far outside.
func TestSVGShowsModes(t *testing.T) {
	for _, n := range []int{400, 4000} {
		for _, far := range []float64{10, 10_000} {
			values := append(normals(1, n*3/4, 10, 0.5), normals(2, n/4, 15, 0.5)...)
			values[0] = far
			a := analyzeSets(t, values)
			f := newFigure(a, &a.Groups[0])
			low, _ := f.axis.at(11.9)
			high, _ := f.axis.at(13.1)
			if high-low < plotWidth/20 {
				t.Errorf("n = %d, one at %g: the valley is %.0f units wide, want a twentieth of %d", n, far, high-low, plotWidth)
			}
			inside := 0
			for _, count := range f.steps(f.rows[0])[int(low*coordinates):int(high*coordinates)] {
				inside += count
			}
			if inside > n/100 {
				t.Errorf("n = %d: %d values drawn in the valley", n, inside)
			}
			if want := map[float64]int{10: 0, 10_000: 1}[far]; f.rows[0].above != want {
				t.Errorf("n = %d, one at %g: %d beyond the axis, want %d", n, far, f.rows[0].above, want)
			}
		}
	}
}

// A million samples give a drawing no larger than thousands do.
func TestSVGSize(t *testing.T) {
	sizes := map[int]int{}
	for _, n := range []int{1_000_000, 10_000} {
		sizes[n] = len(document(t, SVG, analyzeSets(t, normals(1, n, 1, 0.1), normals(2, n, 1, 0.1))))
	}
	if sizes[1_000_000] > 100_000 || sizes[1_000_000] > 2*sizes[10_000] {
		t.Errorf("%v bytes by number of samples, want less than 100 kB, and no more than twice as much for a hundredfold", sizes)
	}
}

func TestSVGText(t *testing.T) {
	names := []string{"<script>&\"'", "\x1b[31m\x00\xff\u202e\uFFFE]]>", strings.Repeat("long/", 50) + "name"}
	g := &ministat.Group{Name: "a <b> & c"}
	for _, name := range names {
		g.Samples = append(g.Samples, &ministat.Sample{Name: name, Unit: "<&>", Values: []float64{1, 2, 4, 5, 6, 7, 9}})
	}
	written := document(t, SVG, analyzeGroups(t, ministat.Options{}, g))
	svg := parse(t, written).children[0]
	if svg.attr["role"] != "img" || svg.title() != "a <b> & c" {
		t.Errorf("role %q, title %q", svg.attr["role"], svg.title())
	}
	description := svg.find("desc", "")[0].text
	shown := []string{names[0], `\x1b[31m\x00` + "\uFFFD" + `\u202e\ufffe]]>`, names[2]}
	for i, name := range shown {
		want := name + ": 7 samples from 1.0 to 9.0 <&>; mean 4.9 (2.3 to 7.4), median 5.0 (1.0 to 9.0) <&>.\n"
		if !strings.Contains(description+"\n", want) {
			t.Errorf("description %q, want %q", description, want)
		}
		label := svg.find("text", "name")[i]
		whole := label.text
		if i == 2 {
			whole = label.title()
		}
		if whole != name || len([]rune(label.text)) > nameWidth+10 {
			t.Errorf("label %q, want a short form of %q", label.text, name)
		}
	}
	if strings.Contains(string(written), "<script") || len(svg.find("script", "")) > 0 {
		t.Error("a name makes an element")
	}
}

func TestSVGGroups(t *testing.T) {
	var groups []*ministat.Group
	for i := range 3 {
		groups = append(groups, &ministat.Group{
			Name:    fmt.Sprintf("bench %d", i),
			Samples: []*ministat.Sample{{Name: "a", Values: []float64{1, 2, 3}}, {Name: "b", Values: []float64{2, 3, 4}}},
		})
	}
	svg := parse(t, document(t, SVG, analyzeGroups(t, ministat.Options{}, groups...)))
	checkIDs(t, "groups", svg)
	if got := svg.find("text", "title"); len(got) != 3 || got[2].text != "bench 2" {
		t.Errorf("%d titles, want one a group", len(got))
	}
	if got := svg.children[0].title(); got != "Samples of 3 benchmarks" {
		t.Errorf("title %q", got)
	}
	if got := parse(t, document(t, SVG, &ministat.Analysis{})).children[0].title(); got != "No samples" {
		t.Errorf("title of nothing %q", got)
	}
}

// The man page's example, but for the style sheet.
func TestSVGGolden(t *testing.T) {
	a := analyzeSets(t, []float64{50, 200, 150, 400, 750, 400, 150}, []float64{150, 400, 720, 500, 930})
	got := bytes.Replace(document(t, SVG, a), []byte(drawingStyle), nil, 1)
	const golden = "testdata/iguana.svg"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the drawing changed; look at it, then run the test with -update:\n%s", got)
	}
}

func TestWriteError(t *testing.T) {
	a := analyzeSets(t, []float64{1, 2}, []float64{2, 3})
	for name, r := range map[string]Renderer{"svg": SVG, "html": HTML} {
		if err := r(fullWriter{}, a, Options{}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("%s: %v, want the writer's error", name, err)
		}
	}
}

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// FuzzSVG draws any finite values under any names: the drawing is well-formed and
// keeps the laws, and so is the page.
func FuzzSVG(f *testing.F) {
	f.Add([]byte("aaaaaaa?bbbbbbb?ccccccc@ddddddd@"), uint8(2), uint16(1), "a.txt", "B/s")
	f.Add([]byte("aaaaaaa?bbbbbbb?"), uint8(0), uint16(4000), "]]><a\x00\xff", "sec/op")
	f.Fuzz(func(t *testing.T, raw []byte, split uint8, repeat uint16, name, unit string) {
		var values []float64
		for ; len(raw) >= 8; raw = raw[8:] {
			if v := math.Float64frombits(binary.LittleEndian.Uint64(raw)); !math.IsNaN(v) && !math.IsInf(v, 0) {
				values = append(values, v)
			}
		}
		few := len(values)
		if few == 0 {
			return
		}
		for i := range int(repeat) % (2 * mostDots) {
			values = append(values, values[i%few])
		}
		n := min(int(split), few)
		g := &ministat.Group{Name: name}
		for _, part := range [][]float64{values[:n], values[n:]} {
			if len(part) > 0 {
				g.Samples = append(g.Samples, &ministat.Sample{Name: name, Unit: unit, Values: part})
			}
		}
		a, err := ministat.Analyze([]*ministat.Group{g}, ministat.Options{Need: ministat.NeedDistribution, SummaryOnly: min(n, len(values)-n) < 2})
		if err != nil { // a deviation or an interval beyond the largest float64
			return
		}
		checkDrawing(t, name, a)
		checkPage(t, a)
	})
}
