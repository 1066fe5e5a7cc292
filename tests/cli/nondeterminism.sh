#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A program that decides by what nobody controls: its failures are not counted, and heddle names the call, its source
# line and what can be done about it. Each of these programs fails in half of its runs, whatever the schedule: 100 runs
# without a failure, or 16 replays of one that all do the same, come once in 30,000 times at most.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
for source in "$ROOT"/tests/programs/uncontrolled/*.c; do
	name=$(basename "$source" .c)
	mkdir "$name"
	cd "$name" || exit
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -Wall -Wextra -o "$name" "$source" -pthread || fail "cannot build $name"
	line=$(grep -n 'HERE' "$source" | cut -d: -f1)
	call=$(header "$source" NAMES)
	run 2 "$HEDDLE" test -n 100 -t 10 -j 1 --json json "./$name"
	cp "$T/stderr" said
	grep -q 'uncontrolled nondeterminism, so this is not counted as a failure' said || fail "$name: does not say what it is"
	grep -qF "$call" said || { cat said && fail "$name: does not name $call"; }
	grep -qF "at $name.c:$line " said || { cat said && fail "$name: does not name line $line"; }
	[ "$(json json verdict)" = uncontrolled ] || fail "$name: verdict $(json json verdict)"
	[ "$(json json findings.0.kind)" = uncontrolled-nondeterminism ] || fail "$name: no finding"
	cd ..
done
