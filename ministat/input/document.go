package input

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// document reads a JSON text (RFC 8259) as it streams by: what is not asked for
// is passed over, and nothing is kept. Its methods each read the next value. null
// stands for an object or a list without content.
//
// encoding/json does not do: its Decoder takes ten times as long for each of the
// millions of numbers that a file may have, knows no line numbers, and refuses
// NaN and Infinity, which several tools write bare.
type document struct {
	file  *file
	r     *bufio.Reader
	line  int    // of the byte that was read last
	depth int    // of the lists and objects that are open
	word  []byte // memory for the current word or text
}

// maxDepth bounds how deep lists and objects may be nested. Every tool's files
// stay far below it.
const maxDepth = 1000

func newDocument(f *file) *document {
	return &document{file: f, r: bufio.NewReaderSize(f.text, 64<<10), line: 1}
}

// read calls value, which reads the document's one value. Its error is a
// *ParseError.
func (d *document) read(value func() error) error {
	err := value()
	if err == nil {
		var c byte
		if c, err = d.next(); err == io.EOF {
			return nil
		} else if err == nil {
			err = d.fail(fmt.Errorf("%q behind the end of the JSON document", c))
		}
	}
	e, ok := errors.AsType[*jsonError](err)
	if !ok {
		return d.file.error(err)
	}
	what := e.err
	if path := strings.TrimPrefix(e.path, "."); path != "" {
		what = fmt.Errorf("%s: %w", path, e.err)
	}
	return &ParseError{File: d.file.path, Line: e.line, Err: what}
}

// jsonError is an error with its place in the document: the line, and the keys
// and numbers that lead there.
type jsonError struct {
	line int
	path string // "benchmarks[3].stats"
	err  error
}

func (e *jsonError) Error() string { return e.err.Error() }

// fail places an error where the document has been read to. The end of the text
// is an error of the document; others are not.
func (d *document) fail(err error) error {
	if err == io.EOF {
		err = errors.New("the JSON document ends too early")
	}
	return &jsonError{line: d.line, err: err}
}

// within adds the step that leads to the value in which an error occurred.
func within(err error, step string) error {
	if e, ok := err.(*jsonError); ok {
		e.path = step + e.path
	}
	return err
}

// byte reads a byte within a value.
func (d *document) byte() (byte, error) {
	c, err := d.r.ReadByte()
	if err == io.EOF {
		return 0, d.fail(err)
	}
	return c, err
}

// next returns the next byte that is no white space, without taking it.
func (d *document) next() (byte, error) {
	for {
		c, err := d.r.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case c == '\n':
			d.line++
		case c != ' ' && c != '\t' && c != '\r':
			return c, d.r.UnreadByte()
		}
	}
}

// kind returns the first byte of the next value.
func (d *document) kind() (byte, error) {
	c, err := d.next()
	if err == io.EOF {
		err = d.fail(err)
	}
	return c, err
}

// take takes the next byte that is no white space when it is c.
func (d *document) take(c byte) (bool, error) {
	found, err := d.kind()
	if err != nil || found != c {
		return false, err
	}
	_, err = d.r.Discard(1)
	return true, err
}

// want takes the next byte that is no white space, which must be c.
func (d *document) want(c byte) error {
	ok, err := d.take(c)
	if err != nil || ok {
		return err
	}
	found, _ := d.next()
	return d.fail(fmt.Errorf("not JSON: found %q, want %q", found, c))
}

// object calls member for every key of an object. It must read the value.
func (d *document) object(member func(key string) error) error {
	return d.members('{', '}', "an object", func(int) error {
		if c, err := d.kind(); err != nil {
			return err
		} else if c != '"' {
			return d.fail(fmt.Errorf("not JSON: found %q, want a key in quotes", c))
		}
		key, err := d.quoted()
		if err == nil {
			err = d.want(':')
		}
		if err != nil {
			return err
		}
		return within(member(key), "."+printableKey(key))
	})
}

// list calls element for every element of a list. It must read the element.
func (d *document) list(element func() error) error {
	return d.members('[', ']', "a list", func(i int) error {
		err := element()
		if err != nil { // the number is rarely needed, and takes time
			err = within(err, "["+strconv.Itoa(i)+"]")
		}
		return err
	})
}

// members calls member for whatever stands between commas.
func (d *document) members(first, last byte, what string, member func(i int) error) error {
	if some, err := d.open(first, what); err != nil || !some {
		return err
	}
	defer func() { d.depth-- }()
	if empty, err := d.take(last); err != nil || empty {
		return err
	}
	for i := 0; ; i++ {
		if err := member(i); err != nil {
			return err
		}
		if end, err := d.take(last); err != nil || end {
			return err
		}
		if err := d.want(','); err != nil {
			return err
		}
	}
}

// open reads the beginning of an object or a list. null has none.
func (d *document) open(first byte, what string) (some bool, err error) {
	if some, err = d.take(first); err != nil {
		return false, err
	}
	if !some {
		t, err := d.scalar()
		if err == nil && t != nil {
			err = d.fail(fmt.Errorf("want %s, not %s", what, named(t)))
		}
		return false, err
	}
	if d.depth++; d.depth > maxDepth {
		return false, d.fail(fmt.Errorf("nested more than %d deep", maxDepth))
	}
	return true, nil
}

// nested stands for a list or an object in place of a scalar.
type nested struct{ what string }

// scalar reads a string, a float64, a bool or nil. A float64 is NaN for what
// stands for no finite number. A list or an object is passed over.
func (d *document) scalar() (any, error) {
	c, err := d.kind()
	if err != nil {
		return nil, err
	}
	switch c {
	case '{':
		return nested{"an object"}, d.object(func(string) error { return d.skip() })
	case '[':
		return nested{"a list"}, d.list(d.skip)
	case '"':
		return d.quoted()
	}
	if err := d.bareWord(); err != nil {
		return nil, err
	}
	switch string(d.word) {
	case "null":
		return nil, nil
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return d.bareNumber()
}

// skip passes over a value.
func (d *document) skip() error {
	_, err := d.scalar()
	return err
}

// written reads a scalar as it is written, a text without its quotes. It is ""
// for null, and for a list or an object.
func (d *document) written() (string, error) {
	t, err := d.scalar()
	switch t := t.(type) {
	case string:
		return t, err
	case float64, bool:
		return string(d.word), err
	}
	return "", err
}

// string reads a text. null is "".
func (d *document) string() (string, error) {
	t, err := d.scalar()
	if err != nil || t == nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", d.fail(fmt.Errorf("want a text, not %s", named(t)))
	}
	return s, nil
}

// number reads a number. It is NaN for what stands for no finite one: NaN or an
// infinity, bare or in quotes.
func (d *document) number() (float64, error) {
	c, err := d.kind()
	if err != nil {
		return 0, err
	}
	if c == '-' || c >= '0' && c <= '9' { // nearly always: saves the memory that an any takes
		if err := d.bareWord(); err != nil {
			return 0, err
		}
		return d.bareNumber()
	}
	t, err := d.scalar()
	if err != nil {
		return 0, err
	}
	switch t := t.(type) {
	case float64: // NaN or Infinity
		return t, nil
	case string:
		if isNotFinite(t) {
			return math.NaN(), nil
		}
	}
	return 0, d.fail(fmt.Errorf("want a number, not %s", named(t)))
}

// finite reads a number that must be finite.
func (d *document) finite() (float64, error) {
	v, err := d.number()
	if err == nil && math.IsNaN(v) {
		err = d.fail(fmt.Errorf("%s is not a finite number", d.word))
	}
	return v, err
}

// numbers reads a list of finite numbers.
func (d *document) numbers() ([]float64, error) {
	var all values
	err := d.list(func() error {
		v, err := d.finite()
		all.add(v)
		return err
	})
	return all.all(), err
}

// quoted reads the text that begins with the next byte, a quote.
func (d *document) quoted() (string, error) {
	const quote = '"'
	d.word = d.word[:0]
	plain := true
	for escaped := false; ; {
		c, err := d.byte()
		switch {
		case err != nil:
			return "", err
		case c < ' ':
			return "", d.fail(fmt.Errorf("not JSON: %q within a text", c))
		}
		d.word = append(d.word, c)
		if c == quote && !escaped && len(d.word) > 1 {
			break
		}
		escaped = c == '\\' && !escaped
		plain = plain && c != '\\' && c < 0x80
	}
	if plain {
		d.word = d.word[1 : len(d.word)-1]
		return string(d.word), nil
	}
	var text string
	if err := json.Unmarshal(d.word, &text); err != nil {
		return "", d.fail(fmt.Errorf("not JSON: %w", err))
	}
	return text, nil
}

// bareWord reads a number, or a word that stands without quotes.
func (d *document) bareWord() error {
	d.word = d.word[:0]
	for {
		c, err := d.r.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' {
			if err := d.r.UnreadByte(); err != nil {
				return err
			}
			break
		}
		d.word = append(d.word, c)
	}
	if len(d.word) == 0 {
		c, _ := d.next()
		return d.fail(fmt.Errorf("not JSON: found %q, want a value", c))
	}
	return nil
}

// bareNumber returns the number that the current word is.
func (d *document) bareNumber() (float64, error) {
	switch string(d.word) {
	case "NaN", "-NaN", "Infinity", "-Infinity":
		return math.NaN(), nil
	}
	if !isJSONNumber(d.word) {
		return 0, d.fail(fmt.Errorf("not JSON: found %s, want a value", quoted(d.word)))
	}
	text := append(d.word, '\n')
	if v, next, ok := plainNumber(text, 0); ok && next == len(d.word) {
		return v, nil
	}
	v, err := parseNumber(d.word)
	if err != nil {
		return 0, d.fail(err)
	}
	return v, nil
}

// isJSONNumber tells whether a word is a number by the grammar of JSON.
func isJSONNumber(word []byte) bool {
	digits := func() (some bool) {
		for len(word) > 0 && word[0] >= '0' && word[0] <= '9' {
			word, some = word[1:], true
		}
		return some
	}
	optional := func(chars string) bool {
		if len(word) == 0 || strings.IndexByte(chars, word[0]) < 0 {
			return false
		}
		word = word[1:]
		return true
	}
	optional("-")
	if !optional("0") && !digits() || optional(".") && !digits() {
		return false
	}
	if optional("eE") {
		optional("+-")
		if !digits() {
			return false
		}
	}
	return len(word) == 0
}

// named says what a value is, for a message.
func named(t any) string {
	switch t := t.(type) {
	case nil:
		return "null"
	case nested:
		return t.what
	case string:
		return "the text " + quoted([]byte(t))
	case float64:
		return fmt.Sprintf("the number %v", t)
	}
	return fmt.Sprint(t)
}

// printableKey returns a key as it may stand in a message.
func printableKey(key string) string {
	if q := quoted([]byte(key)); q != `"`+key+`"` {
		return q
	}
	return key
}
