#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Debuggers that come by themselves: gdb as IDEs drive it (gdb/MI), its screen mode, and lldb. They see the program's threads with
# their names, stacks without Heddle's frames, breakpoints, the failure, and the vector registers that the processor has.
. "$(dirname "$0")/../lib.sh"
command -v gdb >/dev/null || skip "there is no gdb"
export HOME=$T
echo 'set debug-file-directory /nonexistent' >"$T/.gdbinit"

record() { run 1 "$HEDDLE" test -q -j 1 --minimize 500 --seed 1 -t 900 --out "$T/$1" "$(build "$(source_of "$1")" gcc)"; }

# serve NAME: waits for a debugger of this failure at $port; $heddle is its process.
serve()
{
	: >"$T/told"
	"$HEDDLE" replay --gdb=0 "$T/$1/bug-1" >"$T/told" 2>&1 &
	heddle=$!
	for _ in $(seq 600); do
		port=$(sed -nE 's/.*at port ([0-9]+):.*/\1/p' "$T/told")
		[ -z "$port" ] || return 0
		sleep 0.1
	done
	cat "$T/told" && fail "heddle does not tell its port"
}

served() { wait "$heddle" || [ $? = 1 ] || fail "heddle does not end with its debugger"; }

no_runtime() { if grep -E 'func="(hd_|fiber_entry|main_entry)|frame #.*libheddle-rt' "$T/log"; then fail "frames of Heddle are shown"; fi; }

record deadlock_abba
program=$(build "$(source_of deadlock_abba)" gcc)

# An IDE: breakpoint, continue, threads and stacks, another thread's frames, the failure, back, from the beginning again.
serve deadlock_abba
printf '%s\n' '-gdb-set sysroot /' "-file-exec-and-symbols $program" "-target-select extended-remote localhost:$port" '-break-insert transfer' \
	'-exec-continue' '-thread-info' '-stack-list-frames --thread 1' '-stack-list-frames' '-break-delete 1' '-exec-continue' '-thread-info' \
	'-exec-continue --reverse' '-exec-run' '-gdb-exit' | {
	# Each command waits until the program has stopped again, as an IDE does.
	stopped=0
	while read -r command; do
		echo "$command"
		case $command in
		-target-select* | -exec-*) stopped=$((stopped + 1)) ;;
		esac
		for _ in $(seq 300); do
			[ "$(grep -c '^\*stopped' "$T/log" 2>/dev/null)" -lt $stopped ] || break
			sleep 0.1
		done
	done
} | timeout 200 gdb -q -i=mi >"$T/log" 2>&1 || { cat "$T/log" && fail "gdb -i=mi does not work"; }
served
in_order '^\*stopped.*func="main"' '^\*stopped,reason="breakpoint-hit".*func="transfer"' \
	'^\^done,threads=.*T0: waits for the end of T1,[^}]*name="main"' '^\^done,stack=\[frame=\{level="0",.*func="main".*\}\]$' \
	'^\^done,stack=\[frame=\{level="0",.*func="transfer",.*frame=\{level="1",.*func="(save|spend)"[^{]*\}(,frame=\{level="2",addr="0x0+"[^{]*\})?\]$' \
	'the failure is about to happen: deadlock' '^\*stopped.*func="transfer"' \
	'^\^done,threads=.*T1: waits to lock `savings.lock`, held by T2 \(spend\)' 'No more reverse-execution history|reason="no-history"' \
	'^\*stopped.*func="main"' 'Running|\*running' 'the failure is about to happen: deadlock'
no_runtime

# The screen mode needs a terminal. A frame of the program's source is what it draws.
if command -v script >/dev/null; then
	serve deadlock_abba
	TERM=xterm timeout 60 script -qec "stty rows 40 cols 120; gdb -q -tui -iex 'set pagination off' -iex 'set confirm off' -ex 'set sysroot /' -ex 'target extended-remote localhost:$port' -ex 'break transfer' \
		-ex continue -ex 'thread apply all backtrace' -ex kill -ex quit $program" "$T/log" >/dev/null </dev/null || { cat "$T/log" && fail "gdb -tui does not work"; }
	served
	sed -i 's/\x1b[[(][0-9;?]*[a-zA-Z0]//g' "$T/log"
	grep -q 'pthread_mutex_lock(&from->lock)' "$T/log" && grep -q 'Thread 2 "spend" hit' "$T/log" || { cat -v "$T/log" && fail "gdb -tui shows no source"; }
fi

# The vector registers, where the processor has them: ymm0 is known where the program stands, and its lower half is xmm0.
if grep -qw avx /proc/cpuinfo; then
	cat >"$T/vector.c" <<'END'
#include <assert.h>
#include <immintrin.h>
__attribute__((target("avx"), noinline)) static void fill(void)
{
	__m256i v = _mm256_set_epi64x(4, 3, 2, 1);
	__asm__ volatile("vmovdqu %0, %%ymm7\n.globl filled\nfilled: nop" : : "m"(v) : "xmm7");
}
int main(void)
{
	fill();
	assert(0);
}
END
	"$B/bin/heddle-cc" -g -O1 -o "$T/vector" "$T/vector.c" -pthread
	run 1 "$HEDDLE" test -q --seed 1 -n 1 -t 900 --out "$T/vector_out" "$T/vector"
	printf '%s\n' 'break *(char *)&filled' continue 'print $ymm7.v4_int64' | timeout 100 "$HEDDLE" replay --gdb "$T/vector_out/bug-1" >"$T/log" 2>&1 || [ $? = 1 ] ||
		{ cat "$T/log" && fail "heddle replay --gdb does not work"; }
	in_order '\$1 = \{1, 2, 3, 4\}'
fi

# A long answer comes in pieces.
run 1 "$HEDDLE" test -q -s random --seed 1 -n 500 -t 900 --minimize 0 --no-store --out "$T/long" -- "$(build "$ROOT/tests/browser/long_run.c" gcc)"
printf '%s\n' 'monitor schedule all' | timeout 100 "$HEDDLE" replay --gdb "$T/long/bug-1" >"$T/log" 2>&1 || [ $? = 1 ] || { cat "$T/log" && fail "heddle replay --gdb does not work"; }
[ "$(grep -cE '^(\(gdb\) )?(=>)? +[0-9]+  T[0-9]' "$T/log")" -gt 100000 ] || { head -20 "$T/log" && fail "monitor schedule all lists $(grep -cE '^(=>)? +[0-9]+  T[0-9]' "$T/log") steps"; }

# lldb: the same.
lldb=$(command -v lldb || command -v lldb-14 || true)
[ -n "$lldb" ] || skip "the rest works; there is no lldb"
lldb_session() # NAME COMMAND…
{
	local arguments=() command
	for command in "${@:2}"; do arguments+=(-o "$command"); done
	serve "$1"
	timeout 200 "$lldb" -b -o "target create $(build "$(source_of "$1")" gcc)" -o "gdb-remote localhost:$port" "${arguments[@]}" -o kill -o quit >"$T/log" 2>&1 ||
		{ cat "$T/log" && fail "$lldb does not work"; }
	served
	if grep -E 'failed to send|error:' "$T/log"; then cat "$T/log" && fail "lldb complains"; fi
	no_runtime
}
lldb_session deadlock_abba 'thread list' 'breakpoint set -n transfer' continue 'bt all' 'breakpoint delete -f' continue 'thread list' 'bt all' \
	'process plugin packet monitor schedule'
in_order "thread #1: .*\`main at deadlock_abba.c.*name = 'main " 'Breakpoint 1: where = .*transfer' "thread #[23], name = '(save|spend) .*breakpoint 1.1" \
	'the failure is about to happen: deadlock' "name = 'main \\(T0: waits for the end of T1 \\(save\\)" \
	"name = 'save \\(T1: waits to lock .savings.lock., held by T2 \\(spend\\)" "name = 'spend \\(T2: waits to lock" 'frame #1: .*save.*:34' 'frame #1: .*spend.*:41' \
	'at the end: deadlock'

# Without the breakpoint, at which another thread would interrupt the steps.
record lost_update
lldb_session lost_update 'breakpoint set -n deposit' continue 'breakpoint delete -f' 'thread step-over' 'thread step-out' 'watchpoint set variable balance' continue 'expression balance > 0' \
	'watchpoint delete -f' continue
in_order "name = 'cashier .*breakpoint 1.1" 'stop reason = step over|stop reason = step out' 'stop reason = watchpoint 1' '= true' 'the failure is about to happen: assert' 'signal SIGABRT'
