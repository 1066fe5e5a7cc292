#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Signals from outside: they are recorded where they came, and a replay has them there although nobody sends them.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -Wall -Wextra -o signalled "$ROOT/tests/programs/servers/signalled.c" -pthread ||
	fail "cannot build the server"

# One signal, and the polite end, which a thread waits for.
run 0 "$HEDDLE" test -n 3 -t 900 --out o1 --ready waiting --client 'kill -USR1 $(cat pid)' -- ./signalled pid
grep -q '3 runs' stdout || fail "not the 3 runs that were asked for"

# Two: the server ends with another status, each time.
run 1 "$HEDDLE" test -n 3 -t 900 --out o2 --json json --ready waiting \
	--client 'kill -USR1 $(cat pid); sleep 0.2; kill -USR1 $(cat pid); sleep 0.2' -- ./signalled pid
[ "$(json json failures.0.kind)" = exit ] || fail "found $(json json failures.0.kind)"
grep -Eq '=10i .*=10i .*=15i' <(tr '\n' ' ' <o2/bug-1/schedule) || fail "the schedule does not have the three signals"
run 1 "$HEDDLE" replay --times 3 o2/bug-1
grep -q '3 of 3' stdout || fail "not every replay was the same"

# A replay has them from the schedule: nobody sends any.
sed 's/^client .*/client "true"/' o2/bug-1/schedule >quiet
cmp -s quiet o2/bug-1/schedule && fail "the schedule does not say what the client was"
run 1 "$HEDDLE" replay quiet
