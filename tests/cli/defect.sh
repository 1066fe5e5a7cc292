#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A defect of Heddle's own is never reported as the program's failure: with a runtime that misbehaves, the controller
# says what is wrong, ends with status 2, and survives whatever stands in the shared memory.
. "$(dirname "$0")/../lib.sh"
mkdir -p "$T/bin" "$T/lib/heddle"
cp "$HEDDLE" "$T/bin/heddle"
"${CC:-gcc}" -std=gnu17 -D_GNU_SOURCE -I"$ROOT/src" -shared -fPIC -o "$T/lib/heddle/libheddle-rt.so" "$ROOT/tests/fake/runtime.c"
program=$(command -v true)
misbehave()
{
	FAKE_RUNTIME=$1 "$T/bin/heddle" test -t 5 -j 1 --out "$T/o" "$program"
}
export -f misbehave
export program

refuses 'internal error: sched.c:12: .*please send .*/o/internal-error.txt' bash -c 'misbehave broken'
grep -q 'sched.c:12' "$T/o/internal-error.txt" || fail "internal-error.txt does not hold the message"
grep -q '^heddle schedule 2' "$T/o/internal-error.txt" || fail "internal-error.txt does not hold the schedule"
refuses 'the address range that Heddle needs is taken' bash -c 'misbehave refused'
refuses 'internal error: a worker was killed by signal 11 \(SIGSEGV\) between two runs' bash -c 'misbehave between-runs'
refuses 'the runtime was not started' bash -c 'misbehave silent'
refuses 'internal error: .*again and again' bash -c 'misbehave again'
run 2 bash -c 'misbehave scribble'
says 'overwritten the record' 4
run 2 bash -c 'misbehave stray-notes'
says 'no run ended'
[ ! -e "$T/o/bug-1" ] || fail "a defect of ours was written down as a failure of the program"
