#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle test --explain-sets on the programs in tests/sets: which atomic sets and units of work are inferred, and why.
# The expected output is in tests/cli/golden/sets_NAME.txt.
. "$(dirname "$0")/../lib.sh"

golden()
{
	local file=$ROOT/tests/cli/golden/$1
	[ -z "${UPDATE:-}" ] || cp "$2" "$file"
	diff -u "$file" "$2" || fail "other sets than in $file"
}

# explain SOURCE COMPILER OPTION…: what is said of it, without the summary.
explain()
{
	local source=$1 compiler=$2
	shift 2
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -g -I"$ROOT/include" -o "$T/program" "$source" -lpthread
	run 0 "$HEDDLE" test --explain-sets -q -n 300 -t 20 --seed 1 --out "$T/out" "$@" -- "$T/program"
	grep -v '^heddle:' "$T/stdout" >"$T/sets"
}

for source in "$ROOT"/tests/sets/*.c; do
	name=$(basename "$source" .c)
	for compiler in gcc clang; do
		explain "$source" "$compiler"
		golden "sets_$name.txt" "$T/sets"
	done
done

# The account of both papers is found, Marathon's transfers and counter are clean.
explain "$ROOT/tests/sets/account.c" gcc -n 2000
run 0 "$HEDDLE" test --check atomic-sets -n 2000 -t 20 -q --seed 1 --out "$T/out" -- "$T/program"
grep -q 'account_copy.*account A.checking.*account_credit' "$T/out/findings.txt" || fail "the account's violation is not found"
explain "$ROOT/tests/sets/transfer.c" gcc
run 0 "$HEDDLE" test --check atomic-sets -n 2000 -t 20 -q --seed 1 --out "$T/out" -- "$T/program"
! grep -q finding "$T/stdout" || fail "transfers and counter are no violation"
