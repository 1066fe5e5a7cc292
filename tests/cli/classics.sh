#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The classics of tests/classics: with -s dpor all schedules of the correct ones are tried, none fails, and nothing keeps that from
# being a proof; in the broken ones a failure is found, and it replays. With default options the same is proved and found, without a
# strategy that anybody chose.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# Two at a time.
for source in "$ROOT"/tests/classics/*.c; do
	name=$(basename "$source" .c)
	"$B/bin/heddle-cc" -O1 -g -o "$name" "$source" -pthread &
	"$B/bin/heddle-cc" -O1 -g -DBROKEN -o "$name.broken" "$source" -pthread || fail "$name"
	wait $! || fail "$name"
done

# try NAME ARGUMENTS…: the correct one and the broken one.
try()
{
	local name=$1
	shift
	run 0 "$HEDDLE" test -s dpor -t 900 --check none --no-store --json j --out o -- "./$name" "$@"
	[ "$(json j verdict)" = exhausted ] || fail "$name $*: $(json j verdict): $(json j proof.sentence)"
	[ "$(json j proof.all)" = true ] || fail "$name $*: not all"
	say "$name $*: $(json j runs) runs, $(json j proof.redundant_runs) of them redundant"
	rm -rf found
	run 1 "$HEDDLE" test -s dpor -t 900 --check none --no-store --json j --out found -- "./$name.broken" "$@"
	say "$name $*, broken: $(json j failures.0.kind) in run $(json j failures.0.run)"
	run 1 "$HEDDLE" replay found/bug-1
	default "$name" "$@"
}

# default NAME ARGUMENTS…: the same by `auto`. A proof needs about twice the runs of the systematic search, which takes every other one
# of them; the two that yield or wait for a condition are proved with that said, and searched to the end of the budget.
default()
{
	local name=$1
	shift
	run 0 "$HEDDLE" test -j 1 --seed 1 -n 5000 -t 900 --no-store --json j --out o -- "./$name" "$@"
	[ "$name" = rwlock ] || [ "$(json j verdict)" = exhausted ] || fail "$name $*: $(json j verdict) by auto"
	[ "$(json j runs)" -lt 5000 ] || [ "$(json j verdict)" = passed ] || json j proof.sentence | grep 'in which' >/dev/null ||
		fail "$name $*: it went on after $(json j proof.sentence)"
	run 1 "$HEDDLE" test -j 1 --seed 1 -n 5000 -t 900 --minimize 0 --no-store --json j --out found -- "./$name.broken" "$@"
}

n=0
for source in "$ROOT"/tests/classics/*.c; do
	name=$(basename "$source" .c)
	[ "$name" = philosophers ] || try "$name"
	n=$((n + 1))
done
[ $n -ge 13 ] || fail "$n classics"
for n in 2 3 4 5 6; do try philosophers $n; done
