package bench

import (
	"strings"
	"testing"
	"time"

	"ministat/ministat"
)

// Every fact has a value, on any system, and stands on one line.
func TestEnviron(t *testing.T) {
	h := Environ("ministat-run 1.0", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	for _, key := range []string{
		ministat.KeyKernel, ministat.KeyCPU, ministat.KeyCPUs, ministat.KeyGovernor,
		ministat.KeyClocksource, ministat.KeyLimits, ministat.KeyRunner, ministat.KeyDate,
	} {
		if value, ok := h.Get(key); !ok || value == "" || strings.ContainsAny(value, "\r\n") {
			t.Errorf("%s: %q", key, value)
		}
	}
	if got, _ := h.Get(ministat.KeyDate); got != "2026-01-02T03:04:05Z" {
		t.Errorf("date %s", got)
	}
}

func TestWatchMachine(t *testing.T) {
	watch := WatchMachine()
	before := watch()
	if after := watch(); after.Elapsed < before.Elapsed || after.Busy < before.Busy {
		t.Errorf("time goes back: %+v, then %+v", before, after)
	}
}
