#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle test --record and heddle analyze: what is found afterwards is what would have been found at once; logs that are
# none, or damaged, are refused with a sentence.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# same PROGRAM: the findings of both ways, word for word.
same()
{
	run 0 "$HEDDLE" test -q -j 1 -s random --seed 5 -n 300 --check atomic-set --out online -- "$1"
	run 0 "$HEDDLE" test -q -j 1 -s random --seed 5 -n 300 --record log --out recorded -- "$1"
	[ ! -e recorded/findings.txt ] || fail "$1: it was looked at while it was recorded"
	run 0 "$HEDDLE" analyze log
	sed '$d' stdout >later
	if [ -e online/findings.txt ]; then
		diff -u online/findings.txt later || fail "$1: not the same as at once"
	else
		[ ! -s later ] || fail "$1: nothing was found at once"
	fi
}

for name in account transfer; do
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -I"$ROOT/include" -o "$name" "$ROOT/tests/sets/$name.c" -lpthread
done
same ./transfer
grep -q '^heddle: 0 violations of atomic sets in [0-9]* recorded runs$' stdout || fail "transfer: $(tail -1 stdout)"
same ./account
grep -q '^heddle: 1 violation of atomic sets in [0-9]* recorded runs$' stdout || fail "account: $(tail -1 stdout)"
grep -q 'account_copy().*account_credit()' <(unfolded stdout) || fail "account: what was found is not named"
run 0 "$HEDDLE" analyze -q log
[ "$(wc -l <stdout)" = 1 ] || fail "-q is not quiet"

# Several workers write to one file.
run 0 "$HEDDLE" test -q -j 2 -s random --seed 5 -n 600 --record both --out recorded -- ./account
run 0 "$HEDDLE" analyze -q both
grep -q '^heddle: 1 violation' stdout || fail "two workers: $(cat stdout)"

# ---- what is no log ----
refuses "cannot read missing" "$HEDDLE" analyze missing
: >empty
refuses "cannot analyze empty: it was not written by heddle test --record" "$HEDDLE" analyze empty
refuses "cannot analyze account.c: it was not written by heddle test --record" \
	bash -c 'cp "$1/tests/sets/account.c" . && "$2" analyze account.c' _ "$ROOT" "$HEDDLE"
refuses "cannot analyze ." "$HEDDLE" analyze .
size=$(stat -c %s log)
head -c $((size / 2)) log >half
refuses "cannot analyze half: it is damaged, or the search that wrote it was killed" "$HEDDLE" analyze half
cp log flipped
byte=$(od -An -tu1 -j $((size / 3)) -N 1 log)
printf '%b' "\\0$(printf '%o' $((byte ^ 255)))" | dd of=flipped bs=1 seek=$((size / 3)) conv=notrunc status=none
cmp -s log flipped && fail "nothing was flipped"
refuses "cannot analyze flipped: it is damaged" "$HEDDLE" analyze flipped
refuses "which log" "$HEDDLE" analyze
refuses "cannot write" "$HEDDLE" test --record missing/log -- ./account
