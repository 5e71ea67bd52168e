package report

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema returns the published schema, narrowed so that a field it does not
// describe is an error here, though for readers it is none.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", "schema", "ministat-1.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	eachObject(doc, func(object map[string]any) {
		if _, ok := object["properties"].(map[string]any); ok {
			object["additionalProperties"] = false
		}
	})
	c := jsonschema.NewCompiler()
	if err := c.AddResource("ministat-1.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("ministat-1.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// eachObject calls visit for every object of a document, the inner ones last.
func eachObject(doc any, visit func(map[string]any)) {
	switch v := doc.(type) {
	case map[string]any:
		visit(v)
		for _, inner := range v {
			eachObject(inner, visit)
		}
	case []any:
		for _, inner := range v {
			eachObject(inner, visit)
		}
	}
}

func decodeJSON(t *testing.T, text string) any {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestJSONSchema(t *testing.T) {
	s := schema(t)
	for name, a := range fixtures(t) {
		if err := s.Validate(decodeJSON(t, renderAs(t, "json", a, Options{}))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The schema notices each field that goes, and one that it does not describe.
// The keys of runs_needed are differences, none of which is required.
func TestJSONSchemaIsStrict(t *testing.T) {
	s := schema(t)
	doc := decodeJSON(t, renderAs(t, "json", fixtures(t)["many"], Options{})).(map[string]any)
	fields := 0
	eachObject(doc, func(object map[string]any) {
		for _, key := range slices.Collect(maps.Keys(object)) {
			if strings.HasPrefix(key, "0.") {
				continue
			}
			value := object[key]
			delete(object, key)
			if s.Validate(doc) == nil {
				t.Errorf("a document without its field %q is valid", key)
			}
			object[key] = value
			fields++
		}
	})
	if fields < 200 {
		t.Errorf("%d fields, want those of 9 samples, 5 comparisons and 4 groups", fields)
	}
	doc["extra"] = json.Number("1")
	if s.Validate(doc) == nil {
		t.Error("a field that is not described is valid")
	}
}
