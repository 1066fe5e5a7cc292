#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A failure that needs an early time-out is a class of its own: it is told last, with its condition, does not end the
# search, and counts only with --fail-on early-timeout or where the user asks for early time-outs.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
program=$(build_copy "$(source_of time_lost_timeout)")
condition='seen only when the time-out at .*time_lost_timeout.c:35 ends before .*: thread 1 .* could run and gets no processor for 1 s'

# One run in four of those after the first 200 has early time-outs.
run 0 "$HEDDLE" test -n 1000 -t 900 --seed 1 --json json --out o1 -- "$program"
tr -s ' \n' ' ' <stdout | grep "$condition" >/dev/null || fail "the report does not say what the failure needs: $(cat stdout)"
tr -s ' \n' ' ' <stdout | grep '1 failure was seen only when a time-out ended early' >/dev/null || fail "the summary does not tell the failure"
[ "$(json json verdict)" = passed ] || fail "verdict $(json json verdict)"
[ "$(json json runs)" = 1000 ] || fail "the search ended after $(json json runs) runs"
[ "$(json json failures.0.needs.0)" = early-timeout ] || fail "JSON: needs $(json json failures.0.needs)"
[ "$(json json failures.0.counts)" = false ] || fail "JSON: it counts"
json json failures.0.condition | grep "$condition" >/dev/null || fail "JSON: $(json json failures.0.condition)"
run 1 "$HEDDLE" replay --times 5 o1/bug-1
grep -q '5 of 5' stdout || fail "not every replay was the same"
run 0 "$HEDDLE" show -w 300 o1/bug-1
tr -s ' \n' ' ' <stdout | grep "$condition" >/dev/null || fail "show does not say what the failure needs"

for options in '--fail-on early-timeout' '--timeouts eager'; do
	# shellcheck disable=SC2086 # two words
	run 1 "$HEDDLE" test -n 3000 -t 900 --seed 1 $options --json json --out o2 -- "$program"
	[ "$(json json failures.0.needs.0)" = early-timeout ] || fail "$options: needs $(json json failures.0.needs)"
	[ "$(json json failures.0.counts)" = true ] || fail "$options: it does not count"
done

# What a sleep of some milliseconds hides may happen on any machine.
run 1 "$HEDDLE" test -n 1000 -t 900 --seed 1 --json json --out o3 -- "$(build "$(source_of time_sleep_is_no_order)" gcc)"
[ "$(json json failures.0.needs.#)" = 0 ] || fail "a short sleep needs $(json json failures.0.needs)"
