package input

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
)

// blockSize is what is read at once: small enough to stay in a processor's
// cache until it is parsed, large enough to make up for waiting its turn.
const blockSize = 128 << 10

// blocks cuts a text into blocks of whole lines. Several goroutines may ask for
// the next one at the same time.
type blocks struct {
	mu   sync.Mutex
	r    io.Reader
	size int           // of a block; a longer line makes a larger one
	rest []byte        // the line that the last block begins but does not end
	turn chan struct{} // closed when it is the next block's turn
	done bool          // there is no next block
}

// block is a piece of a text. Its memory is used again for the next one.
type block struct {
	lines []byte // whole lines, each with its end
	bytes int    // of these lines
	last  bool   // there is no next block
	bad   error  // what is wrong with the line behind them, if anything
	err   error  // why nothing could be read behind them; nil at the text's end

	// turn is closed when the blocks before this one have been dealt with, and
	// the next block's turn comes when taken is closed.
	turn  <-chan struct{}
	taken chan<- struct{}

	buf []byte
}

func newBlocks(r io.Reader, size int) *blocks {
	turn := make(chan struct{})
	close(turn)
	return &blocks{r: r, size: size, turn: turn}
}

// next reads the next block into b. It returns false when there is none.
func (s *blocks) next(b *block) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		return false
	}
	text, cut, err := s.fill(b)
	s.done = err != nil
	b.bad, b.err = nil, err
	if isEOF(err) {
		b.err = nil
		if cut < len(text) { // the last line lacks its end
			text = append(text, '\n')
			cut = len(text)
		}
	}
	seen := text[:cut]
	if cut == 0 {
		seen = text // of a line that may never end
	}
	if nul := bytes.IndexByte(seen, 0); nul >= 0 {
		s.done = true
		b.bad, b.err = nulError(text[nul:]), nil
		cut = bytes.LastIndexByte(text[:nul], '\n') + 1
	}
	b.lines, b.bytes, b.last = text[:cut], cut, s.done
	s.rest = append(s.rest[:0], text[cut:]...)
	next := make(chan struct{})
	b.turn, b.taken, s.turn = s.turn, next, next
	return true
}

// fill reads into b's memory until it is full and holds a line end, or a NUL
// byte, or until there is an error. The last line end in the text is just
// before cut.
func (s *blocks) fill(b *block) (text []byte, cut int, err error) {
	const spare = 1 // for the end that the last line may lack
	if b.buf == nil {
		b.buf = make([]byte, 0, s.size+spare)
	}
	text = append(b.buf[:0], s.rest...)
	for nul := false; cut == 0 && err == nil && !nul; {
		text = slices.Grow(text, spare+1)
		var n int
		n, err = io.ReadFull(s.r, text[len(text):cap(text)-spare])
		added := text[len(text) : len(text)+n]
		if end := bytes.LastIndexByte(added, '\n'); end >= 0 {
			cut = len(text) + end + 1
		}
		nul = bytes.IndexByte(added, 0) >= 0
		text = text[:len(text)+n]
	}
	b.buf = text
	return text, cut, err
}

// stop makes the blocks that have been read the last ones.
func (s *blocks) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = true
}

// nulError says what is wrong with a text that begins with a NUL byte.
func nulError(text []byte) error {
	if looksLikeUTF16(text[:min(len(text), 9)]) {
		return errors.New("NUL byte: looks like UTF-16 without a byte order mark; want UTF-8, or UTF-16 with one")
	}
	return errors.New("NUL byte: want text")
}

// looksLikeUTF16 tells whether every other byte, the first one included, is NUL.
func looksLikeUTF16(text []byte) bool {
	for i, c := range text {
		if (c == 0) != (i%2 == 0) {
			return false
		}
	}
	return len(text) >= 3
}
