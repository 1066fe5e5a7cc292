#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What the program itself tells about its end is in the report: type and text of an exception that no handler caught, the
# line that threw it, and the last lines that were printed.
. "$(dirname "$0")/../lib.sh"
source=$ROOT/tests/cli/told.cpp program=$T/told

# ends HOW MESSAGE: the report has this message, and its cause names the line that is marked with @HOW and no other.
ends()
{
	local line got
	rm -rf "$T/out"
	run 1 "$HEDDLE" test -q -j 1 -n 10 -t 500 --minimize 100 --seed 1 --no-store --out "$T/out" -- "$program" "$1"
	report=$T/out/bug-1/report.json
	[ "$(json "$report" message)" = "$2" ] || fail "$1: the message is: $(json "$report" message)"
	line=$(grep -n "@$1\$" "$source" | cut -d: -f1)
	got=$(json "$report" cause | grep -oE 'told\.cpp:[0-9]+' | paste -sd' ')
	[ "$got" = "told.cpp:$line" ] || fail "$1: not line $line is named, but: $(json "$report" cause)"
}

"$B/bin/heddle-c++" -std=gnu++17 -O1 -g -Wall -Wextra -pthread -o "$program" "$source"
run 0 "$HEDDLE" test -q -j 1 -n 20 --no-store --out "$T/out" -- "$program"
ends thrown "terminate called: closed: queue is closed"
ends inside "terminate called: std::out_of_range: basic_string::at: __n (which is 3) >= this->size() (which is 0)"
ends rethrown "terminate called: closed: queue is closed"
ends caught "thread 1 called abort() while it handled an exception: closed"
ends returned "the program ended with exit status 4"
ends spoken "the program ended with exit status 3"
long=$(printf 'x%.0s' {1..300})
last="a bell\\x07 and $long"
want=$(printf '%s\n' one two 'three\tfour' "${last:0:197}" | sort)
got=$(for i in 0 1 2 3; do json "$report" output.$i; done | sed 's/\.\.\.$//' | sort)
[ "$(json "$report" output.#)" = 4 ] || fail "not four last lines: $(json "$report" output)"
[ "$(cut -c1-150 <<<"$got")" = "$(cut -c1-150 <<<"$want")" ] || fail "the last lines are: $got"
grep -q '\.\.\."' <<<"$(json "$report" output)" || fail "the long line is not cut"
grep -q 'the program.s last output:' "$T/out/bug-1/report.txt" || fail "report.txt does not have the last output"
