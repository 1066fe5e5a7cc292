#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A program that was not rebuilt is tested at its synchronisation operations, and heddle says so.
. "$(dirname "$0")/../lib.sh"
gcc -O1 -g -o "$T/plain" "$(source_of deadlock_abba)" -pthread
run 1 "$HEDDLE" test -t 5 --json "$T/json" --out "$T/o" -- "$T/plain"
cat "$T/stdout" "$T/stderr" | grep -qi 'invisible\|not built with\|not instrumented' || fail "does not say that accesses are invisible"
[ "$(json "$T/json" failures.0.kind)" = deadlock ] || fail "found $(json "$T/json" failures.0.kind)"
run 1 "$HEDDLE" replay --times 20 "$T/o/bug-1"
