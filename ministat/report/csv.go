package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"ministat/ministat"
)

// csvHeader names the columns of the CSV form.
var csvHeader = []string{
	"kind", "group", "unit", "better", "name", // of every row

	"n", "min", "max", "median", "mean", "stddev", // of a dataset

	"base", "test", "confidence", // of a comparison
	"delta", "delta_lo", "delta_hi", "relative", "relative_lo", "relative_hi",
	"pooled_stddev", "statistic", "dof", "p", "p_adjusted", "exact",
	"cohen_d", "hedges_g", "cliffs_delta", "equivalence_p", "gate_p", "gate_p_adjusted",
	"detectable", "runs_needed_0.01", "runs_needed_0.02", "runs_needed_0.05",
	"significant", "verdict",

	"warnings", // codes, with blanks between
}

// csvRow holds cells by their column. A cell that is not there is empty.
type csvRow map[string]string

// CSV writes the figures of the JSON document as one flat table (RFC 4180, with
// bare line feeds): a row of kind "sample" for each dataset and one of kind
// "comparison" for each comparison, where name is the dataset that is compared
// with base. A row of kind "overall" has the geometric mean change of a dataset
// over n benchmarks, and one of kind "missing" names a dataset that has no such
// benchmark. An empty cell is unknown, or does not belong to the kind.
func CSV(w io.Writer, a *ministat.Analysis, _ Options) error {
	doc := newJSONDocument(a)
	out := csv.NewWriter(w)
	out.Write(csvHeader) // the writer keeps its first error
	for _, row := range csvRows(&doc) {
		cells := make([]string, len(csvHeader))
		for i, column := range csvHeader {
			cells[i] = row[column]
		}
		out.Write(cells)
	}
	out.Flush()
	return out.Error()
}

func csvRows(doc *jsonDocument) []csvRow {
	var rows []csvRow
	for _, g := range doc.Groups {
		var ofGroup []csvRow
		for _, s := range g.Samples {
			ofGroup = append(ofGroup, csvSample(&s))
		}
		for _, c := range g.Comparisons {
			ofGroup = append(ofGroup, csvComparison(&c, doc.Confidence))
		}
		for _, name := range g.Missing {
			ofGroup = append(ofGroup, csvRow{"kind": "missing", "name": name})
		}
		for _, row := range ofGroup {
			row["group"], row["unit"], row["better"] = g.Name, g.Unit, g.Better
		}
		rows = append(rows, ofGroup...)
	}
	for _, o := range doc.Overall {
		rows = append(rows, csvRow{
			"kind": "overall", "unit": o.Unit, "name": o.Name,
			"n": strconv.Itoa(o.Benchmarks), "relative": o.Relative.String(),
		})
	}
	return rows
}

func csvSample(s *jsonSample) csvRow {
	return csvRow{
		"kind": "sample", "name": s.Name, "n": strconv.Itoa(s.N),
		"min": s.Min.String(), "max": s.Max.String(), "median": s.Median.String(),
		"mean": s.Mean.String(), "stddev": s.StdDev.String(),
		"warnings": csvWarnings(s.Warnings),
	}
}

func csvComparison(c *jsonComparison, confidence number) csvRow {
	row := csvRow{
		"kind": "comparison", "name": c.New, "base": c.Base, "test": c.Test, "confidence": confidence.String(),
		"delta": c.Delta.Value.String(), "delta_lo": c.Delta.Lo.String(), "delta_hi": c.Delta.Hi.String(),
		"relative": c.Relative.Value.String(), "relative_lo": c.Relative.Lo.String(), "relative_hi": c.Relative.Hi.String(),
		"pooled_stddev": c.PooledStdDev.String(), "statistic": c.Statistic.String(), "dof": c.DoF.String(),
		"p": c.P.String(), "p_adjusted": c.AdjustedP.String(),
		"cohen_d": c.Effect.CohenD.String(), "hedges_g": c.Effect.HedgesG.String(), "cliffs_delta": c.Effect.CliffsDelta.String(),
		"equivalence_p": c.Equivalence.String(), "gate_p": c.GateP.String(), "gate_p_adjusted": c.GateAdjustedP.String(),
		"detectable": c.Detectable.String(), "significant": strconv.FormatBool(c.Significant), "verdict": c.Verdict,
		"warnings": csvWarnings(c.Warnings),
	}
	if c.Exact != nil {
		row["exact"] = strconv.FormatBool(*c.Exact)
	}
	for difference, runs := range c.RunsNeeded {
		row["runs_needed_"+difference] = runs.String()
	}
	return row
}

func csvWarnings(ws []jsonWarning) string {
	codes := make([]string, len(ws))
	for i, w := range ws {
		codes[i] = w.Code
	}
	return strings.Join(codes, " ")
}

// String returns the shortest decimal that reads back as the same number, and
// nothing for what is unknown.
func (n number) String() string {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return ""
}
