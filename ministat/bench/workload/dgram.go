package workload

// dgram measures how fast a server reads what many clients write to its one
// SOCK_DGRAM socket.
type dgram struct {
	clients, messages, size, total int64
	place                          Placement
}

func newDgram() *dgram { return withDefaults(&dgram{}) }

func (*dgram) Name() string { return "dgram" }

func (*dgram) Summary() string { return "many clients write messages to one bound SOCK_DGRAM server" }

// Params bounds the clients by the threads that a Go program may have.
func (w *dgram) Params() []Param {
	return []Param{
		{Name: "clients", Kind: Count, Default: 100, Min: 1, Max: 5000, Help: "clients of the server", value: &w.clients},
		messagesParam(&w.messages, 1000),
		sizeParam(&w.size),
		{Name: "total", Kind: Switch, Min: 0, Max: 1, Help: "the rate of all clients together, not the mean of one", value: &w.total},
	}
}

func (w *dgram) Place(p Placement) { w.place = p }

func (w *dgram) Figure() Figure {
	f := Figure{Unit: "B/s", Better: "higher", Meaning: "mean bytes per second of ONE client: size * messages / seconds"}
	if w.total != 0 {
		f.Meaning = "bytes per second of all clients: size * messages * clients / seconds"
	}
	return f
}

func (w *dgram) Settings() []Setting { return settings(w, w.place) }
