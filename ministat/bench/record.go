package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"ministat/ministat"
	"ministat/ministat/bench/workload"
)

// Mode says what to do with a file that holds something.
type Mode int

const (
	Create    Mode = iota // refuse it
	Append                // go on behind what it holds, when its head fits
	Overwrite             // replace it
)

// Log is a text file with a head, to which each finished run adds one line. A
// line is written at once, or taken back: whatever ends the program, the file
// holds every line that was finished and no part of another.
type Log struct {
	Held   int    // lines that it held before, the head not counted
	Mended string // an unfinished last line that was taken away, "" for none

	path    string
	file    *os.File
	regular bool // else it is a device or a pipe, where nothing can be taken back
	size    int64
}

// format is how the head of a file is told from its lines.
type format struct {
	head string // whole lines
	cut  func(content string) (head, lines string)
	fits func(head string) error // whether lines under that head may be continued
}

// OpenSamples opens a sample file: header lines, then one number a line. The
// file is locked until it is closed; a second runner is refused.
func OpenSamples(path string, header ministat.Header, mode Mode) (*Log, error) {
	return openLog(path, mode, format{
		head: header.String(),
		cut:  cutComments,
		fits: func(head string) error { return fits(head, header) },
	})
}

// OpenDetail opens a detail file: CSV with a line for every run that counts,
// failed ones too.
func OpenDetail(path string, mode Mode) (*Log, error) {
	head := csvLine(detailColumns)
	return openLog(path, mode, format{
		head: head,
		cut: func(content string) (string, string) {
			if strings.HasPrefix(head, content) { // unfinished
				return content, ""
			}
			if rest, ok := strings.CutPrefix(content, head); ok {
				return head, rest
			}
			return "", content
		},
		fits: func(old string) error {
			if old != head {
				return errors.New("its columns are not those of a detail file")
			}
			return nil
		},
	})
}

// NewStream writes the header to a stream, such as standard output, and returns
// a function that adds a sample.
func NewStream(w io.Writer, header ministat.Header) (add func(Run) error, err error) {
	if _, err := io.WriteString(w, header.String()); err != nil {
		return nil, err
	}
	return func(run Run) error {
		if run.Err != nil {
			return nil
		}
		_, err := io.WriteString(w, FormatValue(run.Value)+"\n")
		return err
	}, nil
}

func openLog(path string, mode Mode, f format) (*Log, error) {
	l, err := openFile(path)
	if err != nil {
		return nil, err
	}
	if err := l.begin(mode, f); err != nil {
		l.file.Close()
		return nil, err
	}
	return l, nil
}

func openFile(path string) (*Log, error) {
	l := &Log{path: path, regular: true}
	if info, err := os.Stat(path); err == nil {
		l.regular = info.Mode().IsRegular()
	}
	flags := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if !l.regular {
		flags = os.O_WRONLY
	}
	var err error
	l.file, err = os.OpenFile(path, flags, 0o666)
	return l, err
}

// begin locks the file, judges what it holds, and writes the head if that is missing.
func (l *Log) begin(mode Mode, f format) error {
	if !l.regular {
		return l.write(f.head)
	}
	if err := lock(l.file); err != nil {
		return fmt.Errorf("%s: another runner is writing to it, or it cannot be locked: %w", l.path, err)
	}
	content, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	head, lines := f.cut(string(content))
	if lines == "" || mode == Overwrite {
		if err := l.cutTo(0); err != nil {
			return err
		}
		return l.write(f.head)
	}
	if mode == Create {
		return fmt.Errorf("%s: holds %d bytes of samples, want a new file: --append continues it, --overwrite replaces it", l.path, len(lines))
	}
	if err := f.fits(head); err != nil {
		return fmt.Errorf("%s: cannot be continued: %w", l.path, err)
	}
	whole := strings.LastIndexByte(lines, '\n') + 1
	l.Held, l.Mended = strings.Count(lines, "\n"), lines[whole:]
	return l.cutTo(int64(len(head) + whole))
}

// cutTo takes away what stands behind size.
func (l *Log) cutTo(size int64) error {
	l.size = size
	return l.file.Truncate(size)
}

// write adds text in one piece, or nothing.
func (l *Log) write(text string) error {
	n, err := l.file.Write([]byte(text))
	if err == nil {
		l.size += int64(n)
		return nil
	}
	if l.regular && n > 0 {
		err = errors.Join(err, l.cutTo(l.size))
	}
	return err
}

// AddSample keeps the value of a run; a failed run has none.
func (l *Log) AddSample(run Run) error {
	if run.Err != nil {
		return nil
	}
	return l.write(FormatValue(run.Value) + "\n")
}

// AddDetail keeps all that is known of a run.
func (l *Log) AddDetail(run Run) error { return l.write(csvLine(detailRow(run))) }

// Close makes what was written last, and reports what the system notices only then.
func (l *Log) Close() error {
	var err error
	if l.regular {
		err = l.file.Sync()
	}
	return errors.Join(err, l.file.Close())
}

// FormatValue writes a value with as many digits as it takes to read the same
// value back, without an exponent for all but extreme magnitudes.
func FormatValue(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e21) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// cutComments cuts a sample file behind the comments at its beginning.
func cutComments(content string) (head, lines string) {
	end := 0
	for line := range strings.Lines(content) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		end += len(line)
	}
	return content[:end], content[end:]
}

// Header returns the head of a sample file: what is measured and how, then the
// environment, then what else the caller has to say.
func Header(w workload.Workload, environ ministat.Header, more ...ministat.Field) ministat.Header {
	var h ministat.Header
	for _, s := range w.Settings() {
		h = append(h, ministat.Field{Key: s.Key, Value: oneLine(s.Value)})
	}
	figure := w.Figure()
	if figure.Unit != "" {
		h = append(h, ministat.Field{Key: ministat.KeyUnit, Value: oneLine(figure.Unit)})
	}
	if figure.Better != "" {
		h = append(h, ministat.Field{Key: ministat.KeyBetter, Value: figure.Better})
	}
	return append(append(h, environ...), more...)
}

// oneLine keeps a value from breaking the line that it stands on, and from
// losing blanks at its ends.
func oneLine(s string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(s))
}

// fits reports whether samples under an old head may be continued with samples
// under the header: all must be alike but date and order.
func fits(old string, header ministat.Header) error {
	var was ministat.Header
	for line := range strings.Lines(old) {
		if f, ok := ministat.ParseHeaderLine(line); ok {
			was = append(was, f)
		}
	}
	for _, f := range header {
		if f.Key == ministat.KeyDate || f.Key == ministat.KeyOrder {
			continue
		}
		if value, ok := was.Get(f.Key); !ok {
			return fmt.Errorf("its header lacks %q, want %q", f.Key, f.Key+": "+f.Value)
		} else if value != f.Value {
			return fmt.Errorf("its header says %q, want %q", f.Key+": "+value, f.Key+": "+f.Value)
		}
	}
	for _, f := range was {
		if _, ok := header.Get(f.Key); !ok && f.Key != ministat.KeyOrder {
			return fmt.Errorf("its header says %q, want no %q", f.Key+": "+f.Value, f.Key)
		}
	}
	return nil
}

var detailColumns = []string{
	"variant", "run", "order", "value", "wall", "user", "sys", "share", "voluntary", "involuntary",
	"load", "pressure", "cpus_start", "cpus_end", "status",
}

func detailRow(run Run) []string {
	row := []string{run.Variant, strconv.Itoa(run.Number), strconv.Itoa(run.Order)}
	m := run.Measurement
	numbers := []float64{m.Value, m.Wall, m.User, m.Sys, m.Share(), m.Voluntary, m.Involuntary}
	for _, v := range append(numbers, run.Load, run.Pressure) {
		cell := ""
		if run.Err == nil && !math.IsNaN(v) {
			cell = FormatValue(v)
		}
		row = append(row, cell)
	}
	status := strings.Join(m.Notes, "; ")
	if run.Err != nil {
		status = "failed: " + run.Err.Error()
	}
	return append(row, cpuList(m.CPUStart), cpuList(m.CPUEnd), oneLine(status))
}

// cpuList writes the CPUs of threads in their order: "0 1 1".
func cpuList(cpus []int) string { return strings.Trim(fmt.Sprint(cpus), "[]") }

func csvLine(cells []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(cells) // a Builder takes everything
	w.Flush()
	return b.String()
}
