package workload

import "syscall"

// dieWithParent makes the kernel kill a child when its parent ends.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// rssUnit is the unit of a Rusage's Maxrss in bytes.
const rssUnit = 1024
