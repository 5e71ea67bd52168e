module ministat

go 1.26.0

require gonum.org/v1/gonum v0.17.0

require (
	github.com/pborman/getopt/v2 v2.2.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/term v0.48.0 // indirect
)
