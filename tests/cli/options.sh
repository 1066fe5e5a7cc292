#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Each strategy, each choice of scheduling points and each way to reset finds a simple bug; a seed repeats a search.
. "$(dirname "$0")/../lib.sh"
program=$(build "$(source_of lost_update)" gcc)
for strategy in auto random pct pct-large pos surw delay round-robin; do
	run 1 "$HEDDLE" test -t 900 -s $strategy --out "$T/o" -- "$program"
	run 1 "$HEDDLE" replay "$T/o/bug-1"
	rm -rf "$T/o"
done
for points in all shared; do
	run 1 "$HEDDLE" test -t 900 --points $points --out "$T/o" -- "$program"
	rm -rf "$T/o"
done
run 0 "$HEDDLE" test -n 500 --points sync --out "$T/o" -- "$(build "$(source_of clean_mutex_counter)" gcc)"
run 1 "$HEDDLE" test -t 900 --points sync --out "$T/o" -- "$(build "$(source_of two_fields)" gcc)"
rm -rf "$T/o"

# The same seed finds the same failure in the same run.
for i in 1 2; do
	run 1 "$HEDDLE" test -j 1 --seed 5 --json "$T/$i" --out "$T/o" -- "$program"
	rm -rf "$T/o"
done
[ "$(json "$T/1" failures.0.run)" = "$(json "$T/2" failures.0.run)" ] || fail "seed 5: another run"

# A seed may be any number of 64 bits. The report names the seed of the search: with it the search is repeated.
big=18446744073709551615
run 1 "$HEDDLE" test -j 1 --seed $big --json "$T/1" --out "$T/o" -- "$program"
[ "$(json "$T/1" seed)" = $big ] || fail "seed: $(json "$T/1" seed)"
[ "$(json "$T/o/bug-1/report.json" seed)" = $big ] || fail "seed in the report: $(json "$T/o/bug-1/report.json" seed)"
grep -q "with seed $big in run $(json "$T/1" failures.0.run)" "$T/stdout" || fail "$(cat "$T/stdout")"
rm -rf "$T/o"
run 1 "$HEDDLE" test -j 1 --json "$T/1" --out "$T/o" -- "$program"
seed=$(sed -n 's/^Found.* with seed \([0-9]*\) in run .*/\1/p' "$T/stdout")
rm -rf "$T/o"
run 1 "$HEDDLE" test -j 1 --seed "$seed" --json "$T/2" --out "$T/o" -- "$program"
[ "$(json "$T/1" failures.0.run)" = "$(json "$T/2" failures.0.run)" ] || fail "seed $seed: another run"
rm -rf "$T/o"
run 2 "$HEDDLE" test --seed 18446744073709551616 --out "$T/o" -- "$program"

# --keep-going collects the different failures of one program, each with its own folder.
run 1 "$HEDDLE" test -k -n 3000 --json "$T/json" --out "$T/o" -- "$(build "$(source_of refcount_uaf)" gcc)"
[ "$(json "$T/json" failures.#)" -ge 1 ] || fail "no failures"
[ "$(json "$T/json" runs)" = 3000 ] || fail "$(json "$T/json" runs) runs instead of 3000"
[ -d "$T/o/bug-$(json "$T/json" failures.#)" ] || fail "no folder for each failure"

# A second search into the same folder keeps what was found before.
run 1 "$HEDDLE" test -t 900 --out "$T/o" -- "$program"
[ "$(find "$T/o" -maxdepth 1 -name 'bug-*' | wc -l)" -ge 2 ] || fail "a bug folder was overwritten"
run 1 "$HEDDLE" test -t 900 --timeout 1 --expect-exit 3 --out "$T/o" -- "$(build "$(source_of clean_mutex_counter)" gcc)"
