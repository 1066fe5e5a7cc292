#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Where address space randomisation cannot be switched off, and where there is no ptrace, all works as well:
# a schedule does not depend on absolute addresses.
. "$(dirname "$0")/../lib.sh"
for compiler in gcc clang; do
	for name in lost_update refcount_uaf deadlock_abba; do
		program=$(build "$(source_of $name)" $compiler)
		for call in personality ptrace perf_event_open userfaultfd; do
			run 1 "$B/tests/bin/deny" $call "$HEDDLE" test -t 900 --out "$T/o" -- "$program"
			# Found with the call denied: replays with it denied or not, and the other way round.
			run 1 "$B/tests/bin/deny" $call "$HEDDLE" replay --times 20 "$T/o/bug-1"
			run 1 "$HEDDLE" replay --times 5 "$T/o/bug-1"
			rm -rf "$T/o"
			[ $call = personality ] || continue
			run 1 "$HEDDLE" test -t 900 --out "$T/o" -- "$program"
			run 1 "$B/tests/bin/deny" $call "$HEDDLE" replay --times 20 "$T/o/bug-1"
			rm -rf "$T/o"
		done
	done
done
program=$(build "$(source_of clean_thread_pool)" gcc)
for reset in place fork exec; do
	run 0 "$B/tests/bin/deny" personality "$HEDDLE" test -n 200 --reset $reset --out "$T/o" -- "$program"
done
run 0 "$HEDDLE" test -n 200 -j 1 --seed 3 --hashes "$T/with" --out "$T/o" -- "$program"
run 0 "$B/tests/bin/deny" personality "$HEDDLE" test -n 200 -j 1 --seed 3 --hashes "$T/without" --out "$T/o" -- "$program"
cmp "$T/with" "$T/without" || fail "event hashes depend on addresses"
