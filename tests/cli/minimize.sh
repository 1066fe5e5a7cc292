#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The schedule of a failure is made smaller, and the one that was found is kept beside it: both replay.
. "$(dirname "$0")/../lib.sh"

# search NAME OPTION…: finds the failure of a test program; its folder is $bug, and its program $program.
search()
{
	local name=$1
	shift
	program=$(build "$(source_of "$name")" gcc) bug=$T/out/bug-1
	rm -rf "$T/out"
	run 1 "$HEDDLE" test -q -j 1 -n 3000 -t 500 --minimize 500 --seed 1 --no-store --out "$T/out" "$@" -- "$program"
}

# size KEY MEMBER: of the report, such as `size switches`; 0 if it is not there.
size() { json "$bug/report.json" "$1.$2" 2>/dev/null || echo 0; }

at_most()
{
	local got
	got=$(size size "$1")
	[ "$got" -gt 0 ] || fail "the report does not tell how many $1 there are"
	[ "$got" -le "$2" ] || fail "$got $1 instead of $2"
}

replay_both()
{
	run 1 "$HEDDLE" replay --times 100 "$bug"
	grep -q '100 of 100 replays failed identically' "$T/stdout" || fail "replay: $(cat "$T/stdout")"
	run 1 "$HEDDLE" replay --times 100 "$bug/schedule.original"
	grep -q '100 of 100 replays failed identically' "$T/stdout" || fail "replay of the original: $(cat "$T/stdout")"
}

# Three threads that lock in a circle: the creator has to be left once, and two threads with one lock held each.
search lock_philosophers -s random
at_most switches 3
at_most threads 4
[ "$(size size_before switches)" -gt 3 ] || fail "the schedule that was found is as small: the test shows nothing"
grep -q '^Shown is a smaller run that fails in the same way' "$T/stdout" || fail "the report does not say that it shows a smaller run"
replay_both

# The same seed gives the same smaller schedule.
cp "$bug/schedule" "$T/before"
search lock_philosophers -s random
cmp "$T/before" "$bug/schedule" || fail "another search with the same seed gives another smaller schedule"

# A lost update: one thread is interrupted between its read and its write, and nothing else is special.
search atomicity_account -s atomicity
at_most preemptions 1
at_most switches 4
replay_both

# In this run the program does not end before all other threads have gone as far as they can; none of what they do then matters.
search race_two_tables -s maple
at_most preemptions 1
at_most switches 2
replay_both

# However a run is reset.
for reset in fork exec; do
	search thread_c11_lost_update -s random --reset $reset
	at_most preemptions 1
done

# As it was found, if the user asks for that.
search lock_philosophers -s random --minimize 0
[ ! -e "$bug/schedule.original" ] || fail "--minimize 0 has made the schedule smaller"
[ "$(size size switches)" = 0 ] || fail "--minimize 0 has made experiments"

# heddle minimize goes on where that ended: the folder is written anew, and keeps the schedule that was found.
search lock_philosophers -s random --minimize 0
cp "$bug/schedule" "$T/found"
run 0 "$HEDDLE" minimize -n 2000 -t 500 "$bug"
at_most switches 3
[ "$(size size_before switches)" -gt 3 ] || fail "heddle minimize does not tell how large the run was"
grep -q '^before: 9 steps, ' "$T/stdout" || fail "heddle minimize does not say what it was before"
grep -q '^now:    9 steps, 3 context switches and 1 preemption$' "$T/stdout" || fail "heddle minimize does not say what it is now"
cmp "$T/found" "$bug/schedule.original" || fail "the schedule that was found is not kept"
replay_both
grep -q 'lock_philosophers.c:16' <<<"$(json "$bug/report.json" cause)" || fail "heddle minimize does not say what makes it fail"

# Once more: nothing is smaller, and the schedule that was found is still the same.
cp "$bug/schedule" "$T/smaller"
run 0 "$HEDDLE" minimize "$bug"
cmp "$T/smaller" "$bug/schedule" || fail "a second heddle minimize has changed the schedule"
cmp "$T/found" "$bug/schedule.original" || fail "a second heddle minimize has changed what was found"
[ "$(size size_before switches)" -gt 3 ] || fail "a second heddle minimize has forgotten how large the run was"

refuses 'is no folder of a failure' "$HEDDLE" minimize "$bug/schedule"
refuses 'which failure' "$HEDDLE" minimize
rm "$bug/report.json"
refuses 'report.json' "$HEDDLE" minimize "$bug"
