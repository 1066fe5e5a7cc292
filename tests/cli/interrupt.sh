#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Ctrl-C ends a search cleanly: a summary, the JSON file, and the exit status of what was found so far.
. "$(dirname "$0")/../lib.sh"
cp "$(build "$(source_of clean_mutex_counter)" gcc)" "$T/clean"

# In the background a shell script's children ignore SIGINT, hence `env` with its default action.
interrupt()
{
	local status=0
	env --default-signal=INT "$HEDDLE" test -t 50 --json "$T/json" --out "$T/o" "$@" >"$T/stdout" 2>"$T/stderr" &
	local pid=$!
	sleep 2
	kill -INT $pid
	wait $pid || status=$?
	echo $status
}
status=$(interrupt -- "$T/clean")
[ "$status" = 0 ] || { cat "$T/stdout" "$T/stderr" && fail "exit status $status instead of 0"; }
[ "$(json "$T/json" verdict)" = passed ] || fail "verdict $(json "$T/json" verdict)"
[ "$(json "$T/json" runs)" -gt 100 ] || fail "only $(json "$T/json" runs) runs"
cat "$T/stdout" "$T/stderr" | grep -qE '[0-9]+ runs' || fail "no summary"
for exe in /proc/[0-9]*/exe; do
	[ "$(readlink "$exe" 2>/dev/null)" = "$T/clean" ] && fail "a worker is still there: $exe"
done

status=$(interrupt -k -- "$(build "$(source_of lost_update)" gcc)")
[ "$status" = 1 ] || fail "with failures found: exit status $status instead of 1"
run 1 "$HEDDLE" replay "$T/o/bug-1"
