//go:build !linux

package main

// These are for Linux, where such systems have to be made up.
func withoutSeqpacket() {}
func limited()          {}
