package report

import (
	"encoding/json"
	"io"
	"math"
	"strconv"

	"ministat/ministat"
)

// schemaVersion changes when a field of the JSON document goes or changes its
// meaning; new fields do not change it.
const schemaVersion = 1

type jsonDocument struct {
	Version    int         `json:"version"`
	Confidence number      `json:"confidence"` // fraction: 0.95
	Test       string      `json:"test"`
	Adjust     string      `json:"adjust"`
	Family     int         `json:"comparisons_in_family"`
	Verdict    string      `json:"verdict"`
	Groups     []jsonGroup `json:"groups"`

	// Overall is the change of each dataset over all benchmarks of a unit.
	Overall []jsonOverall `json:"overall"`
}

type jsonGroup struct {
	Name        string           `json:"name"`
	Unit        string           `json:"unit"`
	Better      string           `json:"better"`
	Samples     []jsonSample     `json:"samples"`
	Comparisons []jsonComparison `json:"comparisons"`
	Missing     []string         `json:"missing"` // datasets without this benchmark
}

type jsonSample struct {
	Name     string        `json:"name"`
	N        int           `json:"n"`
	Min      number        `json:"min"`
	Max      number        `json:"max"`
	Median   number        `json:"median"`
	Mean     number        `json:"mean"`
	StdDev   number        `json:"stddev"`
	Warnings []jsonWarning `json:"warnings"`
}

type jsonComparison struct {
	Base          string            `json:"base"`
	New           string            `json:"new"`
	Test          string            `json:"test"`
	Delta         jsonEstimate      `json:"delta"`
	Relative      jsonEstimate      `json:"relative"`
	PooledStdDev  number            `json:"pooled_stddev"`
	Statistic     number            `json:"statistic"`
	DoF           number            `json:"dof"`
	P             number            `json:"p"`
	AdjustedP     number            `json:"p_adjusted"`
	Exact         *bool             `json:"exact"`
	Effect        jsonEffect        `json:"effect"`
	Equivalence   number            `json:"equivalence_p"`
	GateP         number            `json:"gate_p"`
	GateAdjustedP number            `json:"gate_p_adjusted"`
	Detectable    number            `json:"detectable"`
	RunsNeeded    map[string]number `json:"runs_needed"`
	Significant   bool              `json:"significant"`
	Verdict       string            `json:"verdict"`
	Warnings      []jsonWarning     `json:"warnings"`
}

type jsonEstimate struct {
	Value number `json:"value"`
	Lo    number `json:"lo"`
	Hi    number `json:"hi"`
}

type jsonEffect struct {
	CohenD      number `json:"cohen_d"`
	HedgesG     number `json:"hedges_g"`
	CliffsDelta number `json:"cliffs_delta"`
}

type jsonOverall struct {
	Unit       string `json:"unit"`
	Name       string `json:"name"`
	Relative   number `json:"relative"`   // geometric mean of new/baseline, less 1
	Benchmarks int    `json:"benchmarks"` // that it is taken over
}

type jsonWarning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Advice  string `json:"advice"`
}

// number is a float64 in full precision; what is unknown or infinite is null.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// JSON writes one document that holds every number of the analysis. Every
// field is there always; what is not known, or was not computed, is null.
func JSON(w io.Writer, a *ministat.Analysis, _ Options) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(newJSONDocument(a))
}

func newJSONDocument(a *ministat.Analysis) jsonDocument {
	doc := jsonDocument{
		Version:    schemaVersion,
		Confidence: number(1 - a.Alpha),
		Test:       a.Method.Name(),
		Adjust:     a.Adjust.String(),
		Family:     a.Family,
		Verdict:    a.Verdict.String(),
		Groups:     []jsonGroup{},
		Overall:    []jsonOverall{},
	}
	for _, g := range a.Groups {
		doc.Groups = append(doc.Groups, newJSONGroup(a.Method, g))
	}
	for _, o := range a.Overall {
		doc.Overall = append(doc.Overall, jsonOverall{o.Unit, o.Name, number(o.Change), o.N})
	}
	return doc
}

func newJSONGroup(method ministat.Method, g ministat.GroupAnalysis) jsonGroup {
	jg := jsonGroup{
		Name: g.Group.Name, Unit: g.Group.Unit(), Better: g.Group.Better().String(),
		Samples: []jsonSample{}, Comparisons: []jsonComparison{},
		Missing: append([]string{}, g.Group.Missing...),
	}
	for _, s := range g.Summaries {
		jg.Samples = append(jg.Samples, jsonSample{
			Name: s.Sample.Name, N: s.N,
			Min: number(s.Min), Max: number(s.Max), Median: number(s.Median),
			Mean: number(s.Mean), StdDev: number(s.StdDev),
			Warnings: newJSONWarnings(s.Warnings),
		})
	}
	for _, c := range g.Comparisons {
		jg.Comparisons = append(jg.Comparisons, newJSONComparison(method, c))
	}
	return jg
}

func newJSONComparison(method ministat.Method, c *ministat.Comparison) jsonComparison {
	return jsonComparison{
		Base: c.Base.Sample.Name, New: c.New.Sample.Name, Test: method.Name(),
		Delta: newJSONEstimate(c.Delta), Relative: newJSONEstimate(c.Relative),
		PooledStdDev: number(c.PooledStdDev),
		Statistic:    number(c.Test.Statistic), DoF: number(c.Test.DoF),
		P: number(c.Test.P), AdjustedP: number(c.AdjustedP), Exact: c.Test.Exact,
		Effect:      jsonEffect{number(c.Effect.CohenD), number(c.Effect.HedgesG), number(c.Effect.CliffsDelta)},
		Equivalence: number(c.Equivalence), GateP: number(c.Gate.P), GateAdjustedP: number(c.Gate.AdjustedP),
		Detectable: number(c.Power.Detectable), RunsNeeded: newJSONRuns(c.Power.RunsNeeded),
		Significant: c.Significant, Verdict: c.Verdict.String(), Warnings: newJSONWarnings(c.Warnings),
	}
}

func newJSONEstimate(e ministat.Estimate) jsonEstimate {
	return jsonEstimate{number(e.Value), number(e.Lo), number(e.Hi)}
}

// newJSONRuns keys the runs by the difference that they would find.
func newJSONRuns(runs []ministat.Runs) map[string]number {
	if runs == nil {
		return nil
	}
	m := map[string]number{}
	for _, r := range runs {
		m[strconv.FormatFloat(r.Difference, 'g', -1, 64)] = number(r.N)
	}
	return m
}

func newJSONWarnings(ws []ministat.Warning) []jsonWarning {
	out := []jsonWarning{}
	for _, w := range ws {
		out = append(out, jsonWarning(w))
	}
	return out
}
