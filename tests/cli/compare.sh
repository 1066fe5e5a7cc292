#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle test --compare: a table for people, the same as JSON, each search with its own folder and the budget that it was
# given; medians over rounds; and sentences for what makes no sense.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
bug=$(build "$(source_of race_check_then_act)" gcc)
clean=$(build "$(source_of clean_mutex_counter)" gcc)

# Runs are the budget: each strategy has them all, although the program fails.
run 1 "$HEDDLE" test --compare random,pct,chess -n 60 -t 900 --seed 5 --json j --out o -- "$bug"
[ "$(awk 'NR > 1 { print $1 }' stdout | xargs)" = "random pct chess" ] || fail "rows: $(cat stdout)"
[ "$(json j compare.#)" = 3 ] || fail "strategies: $(json j compare.#)"
for i in 0 1 2; do
	[ "$(json j compare.$i.rounds.0.runs)" = 60 ] || fail "runs: $(json j compare.$i.rounds.0.runs)"
	[ "$(json j compare.$i.rounds.0.verdict)" = failed ] || fail "verdict"
	[ "$(json j compare.$i.rounds.0.seed)" = 5 ] || fail "seed"
	first=$(json j compare.$i.rounds.0.first_failure.run)
	[ "$first" -ge 1 ] && [ "$first" -le 60 ] || fail "first failure in run $first"
	sum=0
	for k in 1 2 3 4 5 6; do sum=$((sum + $(json j compare.$i.rounds.0.coverage.idiom$k))); done
	[ "$sum" -gt 0 ] && [ "$sum" = "$(json j compare.$i.rounds.0.coverage.all)" ] || fail "coverage: $sum"
done
for s in random pct chess; do
	[ -f o/$s/bug-1/schedule ] || fail "no failure in o/$s"
	grep -q "^heddle: 1 failure" o/$s/report.txt || fail "no report in o/$s"
	run 1 "$HEDDLE" replay o/$s/bug-1
done

# Rounds: other seeds, folders of their own, medians; nothing fails, and a systematic search may end before its time.
run 0 "$HEDDLE" test --compare chess,pos --bound 0 --rounds 3 -n 40 -t 900 --seed 7 --json - --out o2 -- "$clean"
cp stdout j
[ "$(json j rounds)" = 3 ] || fail "rounds: $(json j rounds)"
for r in 0 1 2; do
	[ "$(json j compare.1.rounds.$r.seed)" = $((7 + r)) ] || fail "seed of round $r"
	[ -f o2/pos/$((r + 1))/report.txt ] || fail "no folder for round $r"
done
[ "$(json j compare.0.rounds.1.verdict)" = exhausted ] || fail "chess: $(json j compare.0.rounds.1.verdict)"
[ "$(json j compare.0.found_in)" = 0 ] || fail "found in $(json j compare.0.found_in)"
[ "$(json j compare.0.median.first_failure_run)" = null ] || fail "median of nothing"
[ "$(json j compare.1.median.runs)" = 40.0 ] || fail "median: $(json j compare.1.median.runs)"
grep -q '^pos .* 0/3 ' stderr || fail "the table is not beside the JSON: $(cat stderr)"

refuses 'there is no strategy `mapel`, did you mean `maple`' "$HEDDLE" test --compare pct,mapel -- "$clean"
refuses 'there is no strategy `pcd`, did you mean `pct`' "$HEDDLE" test -s pcd -- "$clean"
refuses 'there is no strategy `replay`' "$HEDDLE" test --compare replay -- "$clean"
refuses 'there is no strategy ``' "$HEDDLE" test --compare pct,, -- "$clean"
refuses 'names `pct` twice' "$HEDDLE" test --compare pct,pos,pct -- "$clean"
refuses 'leave -s out' "$HEDDLE" test -s pct --compare pct,pos -- "$clean"
refuses '--compare makes several' "$HEDDLE" test --compare pct,pos --hashes h -- "$clean"
refuses 'leave --store out' "$HEDDLE" test --compare pct,pos --store s.db -- "$clean"
[ -z "$(find o o2 -name '*.db*')" ] || fail "a search kept something for others"
refuses '.--rounds is for --compare' "$HEDDLE" test --rounds 2 -- "$clean"
refuses '.--rounds wants a number' "$HEDDLE" test --compare pct --rounds 0 -- "$clean"
refuses 'cannot' "$HEDDLE" test --compare pct,pos -n 5 --out /proc/nowhere -- "$clean"

# Two strategies had other names: users may still say them, and Heddle says the new ones.
run 0 "$HEDDLE" test --compare assets,atom -n 2 --json j --out o3 -- "$clean"
[ "$(awk 'NR > 1 { print $1 }' stdout | xargs)" = "atomic-set atomicity" ] || fail "rows: $(cat stdout)"
[ "$(json j compare.0.strategy)" = atomic-set ] || fail "JSON: $(json j compare.0.strategy)"
run 0 "$HEDDLE" test -s atom -n 2 --json j --out o4 -- "$clean"
[ "$(json j strategy)" = atomicity ] || fail "JSON: $(json j strategy)"
refuses 'names `assets` twice' "$HEDDLE" test --compare atomic-set,assets -- "$clean"
refuses 'atomic-set, chess, delay-bound, dfs, dpor, value, atomicity$' "$HEDDLE" test -s nothing-like-that -- "$clean"
run 0 "$HEDDLE" test --help
! grep -qwE 'assets|atom' stdout || fail "--help has an old name"
