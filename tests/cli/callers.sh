#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A thread that fails after many steps in the functions that tell of it: the report names what another thread wrote and the
# caller of these functions read, too. pct with one change of priority lets main make all its steps in one go.
. "$(dirname "$0")/../lib.sh"
program=$(build "$(source_of order_reset_too_early)" gcc)
line=$(grep -n 'too early \*/' "$(source_of order_reset_too_early)" | cut -d: -f1)
run 1 "$HEDDLE" test -s pct --depth 1 -j 1 -n 200 -t 900 --seed 1 --out "$T/o" -- "$program"
grep -q "^! .*write operation = 0  *$line  " "$T/o/bug-1/report.txt" ||
	fail "the write in line $line is not marked: $(cat "$T/o/bug-1/report.txt")"
