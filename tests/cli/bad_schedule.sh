#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A schedule that is missing, cut short, garbled or of another build is refused with a sentence and exit status 2.
. "$(dirname "$0")/../lib.sh"
cp "$(build "$(source_of lost_update)" gcc)" "$T/program"
run 1 "$HEDDLE" test -t 900 --out "$T/o" -- "$T/program"
schedule=$T/o/bug-1/schedule
[ -f "$schedule" ] || fail "no $schedule"
run 1 "$HEDDLE" replay "$T/o/bug-1"
run 1 "$HEDDLE" replay "$schedule"

refuses 'no such|does not exist|cannot' "$HEDDLE" replay "$T/o/bug-99"
try() { refuses "${2:-schedule}" "$HEDDLE" replay "$1"; }
: >"$T/empty" && try "$T/empty"
size=$(stat -c %s "$schedule")
for part in 10 30 50 70 90 99; do
	head -c $((size * part / 100)) "$schedule" >"$T/cut" && try "$T/cut"
done
head -c 4000 /dev/urandom >"$T/noise" && try "$T/noise"
{ cat "$schedule" && echo 'and a line that does not belong here'; } >"$T/more" && try "$T/more"
sed '1s/[0-9][0-9]*/999/' "$schedule" >"$T/version" && try "$T/version" 'version|schedule'
tr 0-9 9 <"$schedule" >"$T/nines" && try "$T/nines"

# Another build of the program.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O2 -g -o "$T/program" "$(source_of two_fields)" -pthread
refuses 'build' "$HEDDLE" replay "$T/o/bug-1"
rm "$T/program"
refuses 'no such|does not exist|missing|not found' "$HEDDLE" replay "$T/o/bug-1"
