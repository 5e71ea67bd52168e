package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// writeOutput has write produce a whole file, or nothing: what it writes is kept
// until it is complete, and then put in a temporary file beside the target, which
// takes the target's name and mode. A symbolic link is followed. A target that
// exists and is no regular file, such as a pipe, is opened and written, as is
// anything below /dev. "", "-" and /dev/stdout stand for standard output.
func writeOutput(path string, stdout io.Writer, write func(io.Writer) error) error {
	if path == "" || path == "-" || path == "/dev/stdout" {
		return named("standard output", write(stdout))
	}
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return named(path, err)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: is a directory, want a file to write", path)
	case err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/")):
		return named(path, appendTo(path, content.Bytes()))
	}
	target, err := followLinks(path)
	if err != nil {
		return err
	}
	return named(path, replaceFile(target, info, content.Bytes()))
}

// checkOutputs fails when two outputs are one file, or an output is an input:
// one of them would be lost.
func (o *options) checkOutputs() error {
	if o.svg != "" && (o.svg == o.output || sameFile(o.svg, o.output) || o.output == "" && toStdout(o.svg) || toStdout(o.output) && toStdout(o.svg)) {
		return usagef("the drawing and the report would both go to %s: want two files", o.svg)
	}
	for _, out := range []string{o.output, o.svg} {
		for _, in := range o.files {
			if _, path, ok := strings.Cut(in, "="); sameFile(in, out) || ok && sameFile(path, out) {
				return usagef("%s is read and would be overwritten: want another file for the output", out)
			}
		}
	}
	return nil
}

func toStdout(path string) bool { return path == "-" || path == "/dev/stdout" }

// sameFile tells whether both paths lead to one regular file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil || !first.Mode().IsRegular() {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// appendTo writes to what there is, a pipe or an open file, and takes nothing away.
func appendTo(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// replaceFile gives target new content by renaming a finished file. old is the
// file that stands there now, nil for none.
func replaceFile(target string, old fs.FileInfo, content []byte) error {
	temporary := filepath.Join(filepath.Dir(target), fmt.Sprintf(".ministat.%08x", rand.Uint32()))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if old != nil && err == nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temporary, target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// followLinks returns the file that a chain of symbolic links leads to,
// whether or not it exists. Folders on the way are resolved by the system: a
// link to ".." means what its own folder is in.
func followLinks(path string) (string, error) {
	const most = 40 // as many as Linux follows
	for range most {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, filepath.Base(path))
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link, or nothing there
		}
		if !filepath.IsAbs(link) {
			link = dir + string(filepath.Separator) + link // not joined, which would take ".." for text
		}
		path = link
	}
	return "", fmt.Errorf("%s: too many levels of symbolic links", path)
}

// named says what could not be written, where the error does not.
func named(what string, err error) error {
	var path *fs.PathError
	if err == nil {
		return nil
	}
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", what, err)
}
