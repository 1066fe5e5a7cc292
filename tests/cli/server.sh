#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A server is tested with a client: setup, start, ready, client, a polite end and teardown in every run, and
# again in every replay. What goes wrong with each of them is said in a sentence.
. "$(dirname "$0")/../lib.sh"
S=$ROOT/tests/programs/servers
cd "$T" || exit
for name in moody echo counter; do
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -Wall -Wextra -o $name "$S/$name.c" -pthread || fail "cannot build $name"
done
gcc -O1 -Wall -Wextra -o client "$S/client.c"
cat >one.sh <<'END'
exec 3<>/dev/tcp/127.0.0.1/$1
echo hello >&3
read -r answer <&3
echo "heard $answer"
[ "$answer" = "${2:-hello}" ]
END

# A port that nobody has: others may run this test at the same time.
port()
{
	local p
	for p in $(shuf -i 20000-32000 -n 50); do
		grep -q "$(printf ':%04X ' "$p")" /proc/net/tcp || break
	done
	echo "$p"
}
P=$(port)

# All commands are run in order, once a run, with the number of the worker.
run 0 "$HEDDLE" test -n 4 -t 900 --out o1 --setup 'echo setup >>log; test ! -e up && : >up' --ready "$P" \
	--client "echo client \$HEDDLE_WORKER >>log; bash one.sh $P" --teardown 'echo teardown >>log; rm up' -- ./moody "$P"
for _ in 1 2 3 4; do printf 'setup\nclient 0\nteardown\n'; done | diff - log || fail "the commands did not come in order"
grep -q '4 runs' stdout || fail "not the 4 runs that were asked for"

# A client that finds fault is a failure of its own kind, which says what it printed and is replayed with all around it.
rm log
run 1 "$HEDDLE" test -n 4 -t 900 --out o2 --json json --setup 'echo setup >>log' --ready 'moody is ready' \
	--client "bash one.sh $P goodbye" --teardown 'echo teardown >>log' -- ./moody "$P"
[ "$(json json failures.0.kind)" = client ] || fail "the failure is of kind $(json json failures.0.kind)"
tr -s ' \n' ' ' <stdout | grep "bash one.sh $P goodbye.*exit status 1.*heard hello" >/dev/null || fail "does not say what the client did"
grep -q 'heard hello' o2/bug-1/client.txt || fail "the client's output was not kept"
rm log
run 1 "$HEDDLE" replay --times 3 o2/bug-1
for _ in 1 2 3; do printf 'setup\nteardown\n'; done | diff - log || fail "the replays were not surrounded"
grep -q '3 of 3' stdout || fail "not every replay was the same"
run 1 "$HEDDLE" replay o2/bug-1
grep -q 'heard hello' stdout || fail "a replay does not show what the client printed"

# Threads: a right server stays right under every strategy; a lost update, which only the client can see, is found and
# replays every time. Half of all orders of its two updates lose one, and auto tries seven strategies by turns.
run 0 "$HEDDLE" test -n 21 -t 900 --out o12 --fail-on race --ready 'echo is ready' --client "./client $P" -- ./echo "$P"
grep -q '21 runs' stdout || fail "not all runs were done"
run 1 "$HEDDLE" test -n 100 -t 900 --out o12 --json json --ready "$P" --client "./client $P '+'" -- ./counter "$P"
[ "$(json json failures.0.kind)" = client ] || fail "the lost update was found as $(json json failures.0.kind)"
tr -s ' \n' ' ' <stdout | grep 'sum: 1 | but 2 was expected' >/dev/null || fail "does not say what the client saw"
run 1 "$HEDDLE" replay --times 20 o12/bug-1
grep -q '20 of 20' stdout || fail "not every replay was the same"
run 0 "$HEDDLE" show o12/bug-1
grep -q 'counter.c:1[0-9]' stdout || fail "show does not point at the lines"
if command -v gdb >/dev/null; then
	printf '%s\n' 'set width 0' 'break count_one' continue 'info threads' delete continue 'watch counter' reverse-continue |
		timeout 100 "$HEDDLE" replay --gdb o12/bug-1 >log 2>&1 || true
	grep -q '"talk" hit Breakpoint 1, count_one' log || { cat log && fail "no breakpoint is hit in the server"; }
	# Whether the next connection is there already is the client's doing.
	grep -qE '"main" \(T0: (waits|ready).*serve\.h' log || { cat log && fail "main is not seen to take connections"; }
	grep -q '^New value = 0' log || { cat log && fail "the lost update is not found backwards"; }
fi

# A server that fails by itself.
run 1 "$HEDDLE" test -n 4 -t 900 --out o3 --json json --ready "$P" --client "bash one.sh $P" -- ./moody "$P" crashes
[ "$(json json failures.0.kind)" = crash ] || fail "a crash was found as $(json json failures.0.kind)"
run 1 "$HEDDLE" replay --times 2 o3/bug-1
run 0 "$HEDDLE" show o3/bug-1
tr -s ' \n' ' ' <stdout | grep "The client was: bash one.sh $P" >/dev/null || fail "show does not say what the client was"

# In the debugger it is surrounded, too.
printf 'continue\n' | timeout 60 "$HEDDLE" replay --gdb o3/bug-1 >log 2>&1 || true
grep -q 'in talk (.*fd=' log || { cat log && fail "gdb does not stop where the server crashes"; }
grep -q -- '--client printed' log || { cat log && fail "there was no client in the debugger"; }
run 1 "$HEDDLE" test -n 2 -t 900 --out o4 --json json --ready "$P" --client "bash one.sh $P" -- ./moody "$P" forgetful
[ "$(json json failures.0.kind)" = exit ] || fail "a status was found as $(json json failures.0.kind)"
run 0 "$HEDDLE" test -n 2 -t 900 --out o4 --expect-exit 7 --ready "$P" --client "bash one.sh $P" -- ./moody "$P" forgetful

# One that leaves SIGTERM to the kernel is no failure, nor is one that ignores it: that one is killed, which is said.
run 0 "$HEDDLE" test -n 3 -t 900 --out o5 --ready "$P" --client "bash one.sh $P" -- ./moody "$P" plain
grep -q '3 runs' stdout || fail "runs that SIGTERM ended are not counted"
run 0 "$HEDDLE" test -n 2 -t 900 --grace 0.3 --out o6 --ready "$P" --client "bash one.sh $P" -- ./moody "$P" stubborn
says 'did not end within 0.3 s after SIGTERM and was killed'

# A server that never answers hangs, and so does its client; one that is not ready in a later run hangs, too.
run 1 "$HEDDLE" test -n 4 -t 900 --timeout 1 --out o13 --json json --ready "$P" --client "bash one.sh $P" -- ./moody "$P" mute
[ "$(json json failures.0.kind)" = hang ] || fail "a server that does not answer was found as $(json json failures.0.kind)"
run 1 "$HEDDLE" replay o13/bug-1
run 1 "$HEDDLE" test -n 4 -t 900 --timeout 1 --out o13 --json json --ready "$P" --client "bash one.sh $P" -- ./moody "$P" tired
[ "$(json json failures.0.kind)" = hang ] || fail "a server that is not ready was found as $(json json failures.0.kind)"

# With --keep-going the same failure is counted, and the search goes on.
run 1 "$HEDDLE" test -k -n 4 -t 900 --out o14 --json json --ready "$P" --client "bash one.sh $P no" -- ./moody "$P"
[ "$(json json failures.0.count)" = 4 ] || fail "$(json json failures.0.count) failures instead of 4"
[ "$(json json runs)" = 4 ] || fail "$(json json runs) runs instead of 4"

# Never ready.
refuses "the server did not listen on port $P within 1 s.*in a silent mood" "$HEDDLE" test -n 2 --timeout 1 --out o7 --ready "$P" --client true -- ./moody "$P" silent
refuses 'nothing that matches .I am up. within 1 s.*moody is ready' "$HEDDLE" test -n 2 --timeout 1 --out o7 --ready 'I am up' --client true -- ./moody "$P"
refuses 'ended before it was ready.*in a short mood' "$HEDDLE" test -n 2 --out o7 --ready "$P" --client true -- ./moody "$P" short

# Commands that fail.
refuses 'setup.*exit 4.*exit status 4.*last words: no room' "$HEDDLE" test -n 2 --out o8 --setup 'echo no room; exit 4' --teardown ': >torn' -- ./moody "$P"
[ -e torn ] || fail "not torn down after a setup that failed"
run 0 "$HEDDLE" test -n 2 --out o8 --ready "$P" --client true --teardown 'exit 5' -- ./moody "$P"
says 'teardown.*exit status 5'

# Two at a time on one port, each in a network of its own, in which nobody else is.
if unshare -n true 2>/dev/null || unshare -Un true 2>/dev/null; then
	rm -f log
	run 0 "$HEDDLE" test -n 4 -j 2 -t 900 --grace 0.3 --out o9 --network private --ready "$P" \
		--client "bash one.sh $P && wc -l </proc/net/dev >>log; echo worker \$HEDDLE_WORKER >>log" -- ./moody "$P"
	grep -q 'worker 1' log || fail "there was no second worker"
	[ "$(grep -c '^3$' log)" = 4 ] || fail "not all runs had a network of their own"
	run 1 "$HEDDLE" test -n 4 -t 900 --grace 0.3 --out o9 --network private --ready "$P" --client "bash one.sh $P no" -- ./moody "$P"
	grep -q '^network private$' o9/bug-1/schedule || fail "the schedule does not say where it ran"
	run 1 "$HEDDLE" replay o9/bug-1
fi

# Ctrl-C ends the server and the client, and tears down.
"$HEDDLE" test -t 60 --timeout 60 --out o10 --ready "$P" --client 'echo $$ >client.pid; sleep 100' --teardown ': >torn-down' -- ./moody "$P" >log 2>&1 &
for _ in $(seq 100); do
	[ -s client.pid ] && break
	sleep 0.05
done
kill -INT $!
wait $! || true
[ -e torn-down ] || fail "not torn down after Ctrl-C"
! kill -0 "$(cat client.pid)" 2>/dev/null || fail "the client outlives Ctrl-C"
! grep -q "$(printf ':%04X 00000000:0000 0A' "$P")" /proc/net/tcp || fail "the server outlives Ctrl-C"

# A port that somebody else has.
./moody "$P" plain 2>/dev/null &
server=$!
for _ in $(seq 100); do
	grep -q "$(printf ':%04X 00000000:0000 0A' "$P")" /proc/net/tcp && break
	sleep 0.05
done
refuses "another process listens on port $P already" "$HEDDLE" test -n 2 --out o11 --ready "$P" --client true -- ./moody "$P"
kill $server

# Misuse.
refuses 'reset must be exec' "$HEDDLE" test --reset fork --client true -- ./moody "$P"
refuses 'verify' "$HEDDLE" test --verify --client true -- ./moody "$P"
refuses 'a port is a number from 1 to 65535' "$HEDDLE" test --ready 70000 --client true -- ./moody "$P"
refuses 'no regular expression' "$HEDDLE" test --ready '(' --client true -- ./moody "$P"
