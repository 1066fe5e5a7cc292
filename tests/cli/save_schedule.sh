#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The schedule of a run that passed can be kept and replayed, however the process is made new after it.
. "$(dirname "$0")/../lib.sh"

program=$(build "$(source_of clean_mutex_counter)" gcc)
for reset in place fork exec; do
	run 0 "$HEDDLE" test -j 1 -n 1 -s random --seed 3 --reset $reset --save-schedule --out "$T/o" -- "$program"
	grep -q 'lock' "$T/o/run/schedule" || fail "the schedule of a run that was reset by $reset has no steps"
	run 0 "$HEDDLE" replay --times 5 "$T/o/run"
	grep -q '5 of 5 replays passed identically' "$T/stdout" || fail "the replay of a run that was reset by $reset"
done
