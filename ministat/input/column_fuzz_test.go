package input

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// FuzzColumns holds the reader against the slow reference: values bit for bit,
// skipped lines, and the line of an error, whatever the options, the size of a
// block, the number of goroutines, and the pieces in which the text arrives.
func FuzzColumns(f *testing.F) {
	for _, text := range []string{
		"1\n2.5\n-3e2\n", "# unit: sec\n\n 7 8 9\r\n#\n5 # note\n", "a,b\n1,\"2\"\n3,\n,,4\n\"5\"\"\",6\n",
		"name time\nx 0x1.8p1\ny 0x10\n", "1 ,2\n1, 2\n1,,2\n1 , ,2\n", "nan\n", "1\n\x002\n", "3,5\n", "1e999\n",
		"0.00012345678901234567\n123456789012345678901234567890\n14714579.912345\n9007199254740993\n", "\v1\f\n\t\n2\r3\n",
	} {
		f.Add([]byte(text), " \t", "", uint8(0), uint64(1))
		f.Add([]byte(text), ",", "2", uint8(1), uint64(2))
		f.Add([]byte(text), ", ", "b", uint8(2), uint64(3))
		f.Add([]byte(text), "\t", "1", uint8(3), uint64(4))
		f.Add([]byte(text), ",;", "2", uint8(4), uint64(5))
	}
	f.Fuzz(func(t *testing.T, text []byte, delimiters, column string, mode uint8, seed uint64) {
		o := Options{Delimiters: delimiters, Column: column, Classic: mode&1 != 0}
		c, err := newColumns(&file{}, o)
		if err != nil || !ascii(delimiters) || strings.Contains(delimiters, "\n") || len(text) > 1000 {
			return // the reference is simple, and slow
		}
		random := rand.New(rand.NewPCG(seed, 0))
		size := []int{1, 3, 16, 100, 4096}[random.IntN(5)]
		workers := []int{1, 2, 7}[random.IntN(3)]
		t.Logf("blocks of %d bytes, %d goroutines", size, workers)

		got := c.read(newBlocks(inPieces(string(text), random), size), workers)
		want := readReference(string(text), o)
		line := 0
		if _, err := c.sample(got); err != nil {
			line = -1
		}
		if got.err != nil {
			line = got.err.Line
		}
		if line != want.errorLine {
			t.Fatalf("error in line %d (%v), want %d", line, got.err, want.errorLine)
		}
		if line > 0 {
			return
		}
		if got.skipped != want.skipped || got.first != want.firstSkipped {
			t.Errorf("%d lines skipped, the first is %d, want %d and %d", got.skipped, got.first, want.skipped, want.firstSkipped)
		}
		if !slices.EqualFunc(got.values, want.values, sameBits) {
			t.Errorf("values %v, want %v", got.values, want.values)
		}
	})
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// inPieces returns a reader that gives the text in pieces of random sizes.
func inPieces(text string, random *rand.Rand) io.Reader {
	switch random.IntN(4) {
	case 0:
		return strings.NewReader(text)
	case 1:
		return iotest.OneByteReader(strings.NewReader(text))
	case 2:
		return iotest.DataErrReader(strings.NewReader(text))
	}
	return readerFunc(func(p []byte) (int, error) {
		n := min(1+random.IntN(9), len(p), len(text))
		if n == 0 {
			return 0, io.EOF
		}
		copy(p, text[:n])
		text = text[n:]
		return n, nil
	})
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
