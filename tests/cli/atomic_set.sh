#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle test -s atomic-set: the account of the papers is foreseen and made to happen within 100 runs, and no search for races
# finds it; transfers and counter stay clean.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

for name in account transfer; do
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -I"$ROOT/include" -o "$name" "$ROOT/tests/sets/$name.c" -lpthread
done
for seed in 1 2 3 4 5; do
	run 0 "$HEDDLE" test -q -j 1 -s atomic-set --seed $seed -n 100 --json json --out out -- ./account
	[ "$(json json findings.0.kind)" = atomic-set ] || fail "seed $seed: not found in 100 runs"
	[ "$(json json atomic_sets.created)" -ge 1 ] || fail "seed $seed: not created: $(json json atomic_sets)"
done
run 1 "$HEDDLE" test -q -j 1 -s atomic-set --seed 1 -n 100 --fail-on atomic-set --out out -- ./account
run 0 "$HEDDLE" test -q -j 1 -s race --check race --seed 1 -n 1000 --json json --out out -- ./account
[ "$(json json findings.#)" = 0 ] || fail "there is no race: $(json json findings)"
run 0 "$HEDDLE" test -q -j 1 -s atomic-set --seed 1 -n 600 --json json --out out -- ./transfer
[ "$(json json findings.#)" = 0 ] || fail "transfer: $(json json findings)"
[ "$(json json atomic_sets.created)" = 0 ] || fail "transfer: $(json json atomic_sets)"

# Of a loop over forty elements the one that another thread changes is the thirty-ninth: an attempt at the first one cannot get anywhere.
for seed in 1 2 3; do
	for whole in '' -DWHOLE; do
		HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -O1 $whole -o slots "$ROOT/tests/sections/slots.c" -lpthread
		run 0 "$HEDDLE" test -q -j 1 -s atomic-set --seed $seed -n 40 --no-store --json json --out out -- ./slots
		[ "$(json json atomic_sets.created)" = "$([ "$whole" ] && echo 0 || echo 1)" ] || fail "slots $whole: $(json json atomic_sets)"
	done
done
