package input

import (
	"bytes"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// unpacked is a text with what is to be called when no more of it is wanted.
type unpacked struct {
	io.Reader
	packed bool // it was compressed
	close  func()
}

// unpack returns the text that r holds, compressed by gzip (RFC 1952, also
// several members one after another), by zstd (RFC 8878), or as it is. It goes
// by the first bytes. A compressed text is unpacked while what has been unpacked
// is parsed.
func unpack(r io.Reader) (unpacked, error) {
	head, rest, err := peek(r, 4)
	switch {
	case err != nil:
		return unpacked{}, err
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(rest)
		if err != nil {
			return unpacked{}, packedError("gzip", err)
		}
		ahead := newReadAhead(packedReader{z, "gzip"})
		return unpacked{ahead, true, ahead.stop}, nil
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		// The largest window is that of the program's own default limit.
		z, err := zstd.NewReader(rest, zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return unpacked{}, packedError("zstd", err)
		}
		return unpacked{packedReader{z, "zstd"}, true, z.Close}, nil
	}
	return unpacked{rest, false, func() {}}, nil
}

// peek returns the first bytes of r, fewer than n only where the text is
// shorter, and a reader of the whole text.
func peek(r io.Reader, n int) (head []byte, whole io.Reader, err error) {
	head = make([]byte, n)
	n, err = io.ReadFull(r, head)
	head = head[:n]
	switch {
	case isEOF(err): // a terminal's end must not be asked for twice
		return head, bytes.NewReader(head), nil
	case err != nil && n == 0:
		return nil, nil, err
	case err != nil:
		return head, io.MultiReader(bytes.NewReader(head), failing{err}), nil
	}
	return head, io.MultiReader(bytes.NewReader(head), r), nil
}

// failing is the rest of a text that could not be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// packedReader tells an end within the packed data from the end of the text.
type packedReader struct {
	io.Reader
	method string
}

func (p packedReader) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if err != nil && err != io.EOF {
		err = packedError(p.method, err)
	}
	return n, err
}

func packedError(method string, err error) error {
	if isEOF(err) {
		return fmt.Errorf("the file ends in the middle of its %s data", method)
	}
	return fmt.Errorf("bad %s data: %w", method, err)
}

// readAhead reads from another reader before it is asked to.
type readAhead struct {
	full  chan piece  // in the order of the text
	empty chan []byte // memory to be filled
	done  chan struct{}

	now  piece // what is being read
	left []byte
}

// piece is a part of a text, and the error behind it.
type piece struct {
	text []byte
	err  error
}

func newReadAhead(r io.Reader) *readAhead {
	const pieces = 3 // one being filled, one waiting, one being read
	a := &readAhead{
		full: make(chan piece, pieces), empty: make(chan []byte, pieces), done: make(chan struct{}),
	}
	for range pieces {
		a.empty <- make([]byte, blockSize)
	}
	go a.run(r)
	return a
}

func (a *readAhead) run(r io.Reader) {
	for {
		select {
		case <-a.done:
			return
		case buf := <-a.empty:
			n, err := io.ReadFull(r, buf)
			if isEOF(err) {
				err = io.EOF
			}
			a.full <- piece{buf[:n], err} // never waits: it has room for all pieces
			if err != nil {
				return
			}
		}
	}
}

func (a *readAhead) Read(p []byte) (int, error) {
	for len(a.left) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.text != nil {
			a.empty <- a.now.text[:cap(a.now.text)]
		}
		a.now = <-a.full
		a.left = a.now.text
	}
	n := copy(p, a.left)
	a.left = a.left[n:]
	return n, nil
}

// stop ends the reading ahead. It does not wait for a read that has begun.
func (a *readAhead) stop() { close(a.done) }
