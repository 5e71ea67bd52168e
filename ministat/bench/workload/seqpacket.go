package workload

// seqpacket measures how fast one process reads what another one writes to a
// SOCK_SEQPACKET socket.
type seqpacket struct {
	messages, size int64
	place          Placement
}

func newSeqpacket() *seqpacket { return withDefaults(&seqpacket{}) }

func (*seqpacket) Name() string { return "seqpacket" }

func (*seqpacket) Summary() string {
	return "one process writes messages to a SOCK_SEQPACKET socket, another reads to the end"
}

func (w *seqpacket) Params() []Param {
	return []Param{messagesParam(&w.messages, 1_000_000), sizeParam(&w.size)}
}

func (w *seqpacket) Place(p Placement) { w.place = p }

func (*seqpacket) Figure() Figure {
	return Figure{Unit: "B/s", Better: "higher", Meaning: "bytes per second: size * messages / seconds"}
}

func (w *seqpacket) Settings() []Setting { return settings(w, w.place) }
