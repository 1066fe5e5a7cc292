#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Replays in a real debugger: the program's threads by their names, all stacks without Heddle's frames, breakpoints that
# are set before the program starts, and a stop just before the failure.
. "$(dirname "$0")/../lib.sh"
command -v gdb >/dev/null || skip "there is no gdb"

# What gdb need not read takes no time.
export HOME=$T
echo 'set debug-file-directory /nonexistent' >"$T/.gdbinit"

# record NAME: finds the failure of a test program; its folder is $T/NAME/bug-1.
record() { run 1 "$HEDDLE" test -q --seed 1 -t 20 --out "$T/$1" "$(build "$(source_of "$1")" gcc)"; }

# session NAME COMMAND…: replays it in gdb with these commands; what gdb prints is in $T/log.
session()
{
	local name=$1
	shift
	printf '%s\n' 'set width 0' "$@" | timeout 100 "$HEDDLE" replay --gdb "$T/$name/bug-1" >"$T/log" 2>&1 ||
		[ $? = 1 ] || { cat "$T/log" && fail "heddle replay --gdb does not work with $name"; }
}

# shows PATTERN WHAT…: the log has such a line.
shows()
{
	grep -qE -- "$1" "$T/log" || { cat "$T/log" && fail "${@:2}"; }
}

# A failed assertion: stopped before it happens, with the variables as they are then.
record lost_update
session lost_update continue 'backtrace' 'print balance < 60' continue
shows 'the failure is about to happen: assert' "does not say which failure it is"
shows 'received signal SIGABRT' "gdb does not stop before the failure"
shows '#0 .*main \(\) at .*lost_update\.c:[0-9]+' "the innermost frame is not the program's"
shows '^(\(gdb\) )*\$1 = 1$' "the lost update does not show in balance"
shows 'No more reverse-execution history' "the program goes on after the failure"

# A deadlock: who waits for what, and where. A breakpoint that is set before the program starts is hit by both threads.
record deadlock_abba
session deadlock_abba 'info threads' 'break transfer' continue 'backtrace' 'print amount' continue delete continue 'info threads' 'thread apply all backtrace'
shows '1 +Thread 1 "main" .*main \(\) at .*deadlock_abba.c' "the session does not begin at main"
shows 'Thread [0-9] "save" hit Breakpoint 1, transfer \(.*amount=.*30' "the breakpoint is not hit by save"
shows 'Thread [0-9] "spend" hit Breakpoint 1, transfer \(.*amount=.*50' "the breakpoint is not hit by spend"
shows '"save" \(T1: waits to lock `savings.lock`, held by T2 \(spend\), at .*deadlock_abba.c:24' "does not say what save waits for"
shows '"spend" \(T2: waits to lock `checking.lock`, held by T1 \(save\)' "does not say what spend waits for"
shows '"main" \(T0: waits for the end of T1 \(save\)' "does not say what main waits for"
[ "$(grep -cE '^#0 .*transfer .*deadlock_abba.c:24$' "$T/log")" = 2 ] || { cat "$T/log" && fail "not both stacks are shown"; }
shows '^#1 .*save .*deadlock_abba.c:34$' "the caller in save is not shown"
if grep -E '^#[0-9]+.*(hd_|fiber_entry|src/runtime)' "$T/log"; then fail "frames of Heddle are shown"; fi

# C++.
record cxx_deadlock
session cxx_deadlock continue 'info threads' 'thread apply all backtrace'
shows 'the failure is about to happen: deadlock' "does not reach the deadlock of a C++ program"
[ "$(grep -cE 'T[0-9]: waits to lock' "$T/log")" -ge 2 ] || { cat "$T/log" && fail "does not say what the C++ threads wait for"; }
shows '^#[0-9]+ .*main(\(\))? \(\) at .*cxx_deadlock.cpp' "no stack of the C++ program's main"

# What cannot be.
refuses 'gdb.*99999' "$HEDDLE" replay --gdb=99999 "$T/lost_update/bug-1"
