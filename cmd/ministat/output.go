package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeOutput has write produce a whole file, or nothing: what it writes goes to
// a temporary file beside the target, which then takes the target's name and
// mode. A symbolic link is followed. A target that exists and is no regular
// file, such as a pipe or /dev/null, is opened and written. "" and "-" stand
// for standard output.
func writeOutput(path string, stdout io.Writer, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return named("standard output", write(stdout))
	}
	target, err := followLinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replaceFile(target, nil, write)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s: is a directory, want a file to write", path)
	case info.Mode().IsRegular():
		return replaceFile(target, info, write)
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return named(path, errors.Join(write(f), f.Close()))
}

// replaceFile gives target new content by renaming a finished file. old is the
// file that stands there now, nil for none.
func replaceFile(target string, old fs.FileInfo, write func(io.Writer) error) error {
	dir, base := filepath.Split(target)
	temporary := filepath.Join(dir, fmt.Sprintf(".%s.%08x", base, rand.Uint32()))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = write(f)
	if old != nil && err == nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temporary, target)
	}
	if err != nil {
		return errors.Join(named(target, err), os.Remove(temporary))
	}
	return nil
}

// followLinks returns the file that a chain of symbolic links leads to,
// whether or not it exists.
func followLinks(path string) (string, error) {
	const most = 40 // as many as Linux follows
	for range most {
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link, or nothing there
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
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
