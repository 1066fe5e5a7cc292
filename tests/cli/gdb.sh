#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Replays in a real debugger: the program's threads by their names, all stacks without Heddle's frames, breakpoints that
# are set before the program starts, a stop just before the failure, and the way back from there.
. "$(dirname "$0")/../lib.sh"
command -v gdb >/dev/null || skip "there is no gdb"

# What gdb need not read takes no time.
export HOME=$T
echo 'set debug-file-directory /nonexistent' >"$T/.gdbinit"

# record NAME: finds the failure of a test program; its folder is $T/NAME/bug-1.
record() { run 1 "$HEDDLE" test -q --seed 1 -t 900 --out "$T/$1" "$(build "$(source_of "$1")" gcc)"; }

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

# A failed assertion: stopped before it happens, with the variables as they are then. Backwards from there: the last
# write to the wrong value, which is in another thread and writes less than was there; forwards again; and once more from
# the beginning.
record lost_update
session lost_update continue backtrace 'print balance < 60' continue 'watch balance' 'reverse-continue' 'print balance > 0' 'delete' \
	'reverse-stepi' 'stepi' 'echo forwards\n' continue 'break deposit' 'reverse-continue' 'delete' 'reverse-continue' 'tbreak cashier' 'run' \
	'backtrace' 'set $here = $pc' 'stepi' 'stepi' 'reverse-stepi' 'reverse-stepi' 'print $pc == $here'
in_order 'the failure is about to happen: assert' 'received signal SIGABRT' '#0 .*main \(\) at .*lost_update\.c:[0-9]+' '\$1 = 1$' \
	'No more reverse-execution history' 'Thread . "cashier" hit Hardware watchpoint 1: balance' 'Old value = [0-9]+' 'New value = [0-9]+' \
	'lost_update.c:2[01]' '\$2 = 1$' '^\(gdb\) forwards' 'the failure is about to happen' 'received signal SIGABRT' \
	'Thread . "cashier" hit Breakpoint 2, deposit' 'No more reverse-execution history' 'main \(\) at .*lost_update.c' \
	'Starting program' 'hit Temporary breakpoint 3, cashier' '#0  cashier' '\$3 = 1$'

# Each thread has its own copy of a thread-local variable.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -O1 -w -pthread -o "$T/locals" "$ROOT/tests/cli/names/locals.c"
run 1 "$HEDDLE" test -q --seed 1 -t 900 --out "$T/locals_out" -- "$T/locals" thread_local
session locals_out continue 'print own_queue.items[3].weight' 'thread 1' 'print own_queue.items[3].weight'
in_order 'the failure is about to happen: assert' '\$1 = 1$' '\$2 = 0$'

# The schedule: where it is, and to another step, in both directions.
session lost_update 'monitor schedule' 'monitor switch' 'info threads' 'monitor step 4' 'monitor step 1' 'monitor step 99999' 'monitor step' \
	'monitor dance' 'monitor help' continue
in_order '=> +0  T0 \(main\)  create' 'at the end: assert' 'before step [0-9]+: T[12]' 'deposit|cashier' 'T0: ' 'before step 4: T[0-9]' \
	'before step 1: T0 \(main\)' '^#0 .*main \(\)' 'has no step 99999' 'which step' 'no command .dance' 'monitor switch +' 'received signal SIGABRT'

# A deadlock: who waits for what, and where. A breakpoint that is set before the program starts is hit by both threads.
record deadlock_abba
session deadlock_abba 'info threads' 'break transfer' continue 'thread apply all backtrace' continue delete continue 'info threads' 'thread apply all backtrace'
shows '1 +Thread 1 "main" .*main \(\) at .*deadlock_abba.c' "the session does not begin at main"
shows 'Thread [0-9] "save" hit Breakpoint 1, transfer \(.*amount=.*30' "the breakpoint is not hit by save"
shows 'Thread [0-9] "spend" hit Breakpoint 1, transfer \(.*amount=.*50' "the breakpoint is not hit by spend"
shows '"save" \(T1: waits to lock `savings.lock`, held by T2 \(spend\), at .*deadlock_abba.c:24' "does not say what save waits for"
shows '"spend" \(T2: waits to lock `checking.lock`, held by T1 \(save\)' "does not say what spend waits for"
shows '"main" \(T0: waits for the end of T1 \(save\)' "does not say what main waits for"
[ "$(grep -cE '^#0 .*transfer .*deadlock_abba.c:24$' "$T/log")" -ge 2 ] || { cat "$T/log" && fail "not both stacks are shown"; }
shows '^#1 .*save .*deadlock_abba.c:34$' "the caller in save is not shown"
if grep -E '^#[0-9]+.*(hd_|fiber_entry|src/runtime|\?\?)' "$T/log"; then fail "frames of Heddle are shown"; fi

# C++: the same, and back past the switch to the other thread.
record cxx_deadlock
session cxx_deadlock 'break nested' continue continue delete continue 'info threads' 'thread apply all backtrace' 'break nested' \
	'reverse-continue' 'reverse-continue' 'echo forwards\n' continue delete continue
in_order 'hit Breakpoint 1, nested' 'hit Breakpoint 1, nested' 'the failure is about to happen: deadlock' 'T0: waits to lock' 'T1: waits to lock' \
	'main(\(\))? \(\) at .*cxx_deadlock.cpp' 'hit Breakpoint 2, nested' 'Switching to Thread' 'hit Breakpoint 2, nested' '^\(gdb\) forwards' \
	'hit Breakpoint 2, nested' 'the failure is about to happen: deadlock'

# Another debugger, which connects by itself.
: >"$T/told"
"$HEDDLE" replay --gdb=0 "$T/lost_update/bug-1" >"$T/told" 2>&1 &
heddle=$!
for _ in $(seq 600); do
	port=$(sed -nE 's/.*at port ([0-9]+):.*/\1/p' "$T/told")
	[ -z "$port" ] || break
	sleep 0.1
done
[ -n "$port" ] || { cat "$T/told" && fail "heddle does not tell its port"; }
timeout 100 gdb -q -batch -ex 'set sysroot /' -ex "target extended-remote localhost:$port" -ex 'break cashier' -ex continue -ex 'info threads' -ex kill \
	"$(build "$(source_of lost_update)" gcc)" >"$T/log" 2>&1 || { cat "$T/log" && fail "gdb cannot connect"; }
in_order 'hit Breakpoint 1, cashier' '"cashier" \(T[12]: running\)'
wait "$heddle" || [ $? = 1 ] || fail "heddle does not end with its debugger"

# What cannot be.
refuses 'cannot start gdb' env PATH="$T" "$HEDDLE" replay --gdb "$T/lost_update/bug-1"
refuses 'gdb.*99999' "$HEDDLE" replay --gdb=99999 "$T/lost_update/bug-1"
for option in '--times 3' '--reset fork' '--timeout 3'; do
	# shellcheck disable=SC2086 # an option and its value
	refuses "${option%% *} has no meaning in a debugger" "$HEDDLE" replay --gdb $option "$T/lost_update/bug-1"
done
