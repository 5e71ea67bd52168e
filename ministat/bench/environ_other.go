//go:build !(linux || freebsd || darwin)

package bench

import (
	"math"
	"runtime"
)

func machineFacts() facts { return facts{kernel: runtime.GOOS + " " + runtime.GOARCH} }

func readMachine(*Machine) {}

func ownCPU() float64 { return math.NaN() }
