package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// utf8Text returns the text of r as UTF-8 without a byte order mark. UTF-16 is
// recognized by its mark.
func utf8Text(r io.Reader) (io.Reader, error) {
	head := make([]byte, 3)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	switch {
	case isEOF(err):
		r = bytes.NewReader(nil) // a terminal's end must not be asked for twice
	case err != nil:
		return nil, err
	}
	rest := func(mark int) io.Reader { return io.MultiReader(bytes.NewReader(head[mark:]), r) }
	switch {
	case bytes.Equal(head, []byte("\xEF\xBB\xBF")):
		return r, nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return &utf16Reader{r: rest(2), order: binary.LittleEndian}, nil
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return &utf16Reader{r: rest(2), order: binary.BigEndian}, nil
	}
	return rest(0), nil
}

// utf16Reader turns UTF-16 into UTF-8. A surrogate without its other half
// becomes U+FFFD.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	raw   [4096]byte
	kept  int    // bytes at the start of raw that wait for the next ones
	text  []byte // what has been decoded and not been read yet
	err   error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.text) == 0 && u.err == nil {
		u.decode()
	}
	n := copy(p, u.text)
	u.text = u.text[n:]
	if n == 0 {
		return 0, u.err
	}
	return n, nil
}

// decode reads and decodes the next bytes.
func (u *utf16Reader) decode() {
	n, err := io.ReadFull(u.r, u.raw[u.kept:])
	raw := u.raw[:u.kept+n]
	u.text = u.text[:0]
	for len(raw) >= 2 {
		r, size := rune(u.order.Uint16(raw)), 2
		if utf16.IsSurrogate(r) {
			if len(raw) < 4 && err == nil {
				break
			}
			r, size = u.surrogates(raw)
		}
		u.text = utf8.AppendRune(u.text, r)
		raw = raw[size:]
	}
	u.kept = copy(u.raw[:], raw)
	if isEOF(err) {
		err = io.EOF
		if u.kept > 0 {
			err = errors.New("UTF-16 text ends in the middle of a character")
		}
	}
	u.err = err
}

// surrogates decodes the pair that raw begins with, or what there is of one.
func (u *utf16Reader) surrogates(raw []byte) (r rune, size int) {
	if len(raw) >= 4 {
		r = utf16.DecodeRune(rune(u.order.Uint16(raw)), rune(u.order.Uint16(raw[2:])))
		if r != utf8.RuneError {
			return r, 4
		}
	}
	return utf8.RuneError, 2
}

// isEOF tells whether io.ReadFull came to the end.
func isEOF(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }
