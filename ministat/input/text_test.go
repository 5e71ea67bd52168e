package input

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// encoded returns the text in UTF-16 with a byte order mark.
func encoded(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

func TestUTF8Text(t *testing.T) {
	const text = "# µs, 🐢\r\n1.5\r\n"
	long := strings.Repeat("🐢\n", 5000)
	for _, test := range []struct{ name, encoded, want string }{
		{"empty", "", ""},
		{"one byte", "1", "1"},
		{"UTF-8", text, text},
		{"UTF-8 with a mark", "\xEF\xBB\xBF" + text, text},
		{"a mark alone", "\xEF\xBB\xBF", ""},
		{"half a mark", "\xEF\xBB", "\xEF\xBB"},
		{"little endian", encoded(binary.LittleEndian, text), text},
		{"big endian", encoded(binary.BigEndian, text), text},
		{"a mark of UTF-16 alone", "\xFF\xFE", ""},
		{"long", encoded(binary.LittleEndian, long), long},
		{"long, shifted", encoded(binary.BigEndian, "x"+long), "x" + long},
		{"high surrogate alone", "\xFE\xFF\xD8\x3D\x00\n", "\uFFFD\n"},
		{"low surrogate alone", "\xFE\xFF\xDC\x22\x00\n", "\uFFFD\n"},
		{"high surrogate at the end", "\xFE\xFF\x00x\xD8\x3D", "x\uFFFD"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.encoded), iotest.OneByteReader(strings.NewReader(test.encoded))} {
			decoded, err := utf8Text(r)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			got, err := io.ReadAll(decoded)
			if string(got) != test.want || err != nil {
				t.Errorf("%s: got %.40q, %v, want %.40q", test.name, got, err, test.want)
			}
		}
	}
}

func TestUTF8TextErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", "1", "1\n2\n", "\xFF\xFE1\x00"} {
		r, err := utf8Text(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err != broken {
			t.Errorf("%q: got error %v, want that of the reader", text, err)
		}
	}
	_, err := Load(nil, strings.NewReader("\xFF\xFE1\x00\n\x002"), Options{})
	if want := "<stdin>: UTF-16 text ends in the middle of a character"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %q", err, want)
	}
}

// A terminal's end of file must not be asked for twice.
func TestOneEndOfFile(t *testing.T) {
	for _, text := range []string{"", "1", "1\n", "12345\n"} {
		ended := false
		rest := text
		r := readerFunc(func(p []byte) (int, error) {
			if ended {
				t.Errorf("%q: read again after its end", text)
			}
			n := copy(p, rest)
			rest = rest[n:]
			if n == 0 {
				ended = true
				return 0, io.EOF
			}
			return n, nil
		})
		if _, err := Load(nil, r, Options{}); (err == nil) != (text != "") {
			t.Errorf("%q: got error %v", text, err)
		}
	}
}
