#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# iRoots as the paper means them: on small programs -s maple exposes exactly the iRoots that a search of all schedules exposes, and has
# predicted all of them.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
"$B/bin/heddle-cc" -O1 -g -Wno-unused -o programs "$ROOT/tests/cli/iroots.c" -pthread || fail "iroots.c"

# search STRATEGY PROGRAM OPTIONS…: of the program, to the end; the store is in the folder STRATEGY. Some programs deadlock.
search()
{
	local strategy=$1 program=$2 status=0
	shift 2
	rm -rf "$strategy"
	timeout 300 "$HEDDLE" test -s "$strategy" "$@" -k -q -j 1 --seed 1 -t 900 --heap reuse --timeouts late --spurious=no --minimize 0 \
		--json j --out "$strategy" -- ./programs "$program" >stdout 2>stderr || status=$?
	[ $status -le 1 ] || fail "$program, $strategy: $(cat stderr)"
}

# iroots STRATEGY WHICH: the iRoots of a store, by their sites' names that are the same in each store.
iroots()
{
	local name="(SELECT function || ':' || below || ':' || col || ':' || ordinal FROM site WHERE id = "
	sqlite3 "$1/heddle.db" "SELECT idiom, kinds, $name a), ifnull($name b), ''), ifnull($name c), ''), ifnull($name d), '') FROM iroot WHERE $2" |
		sort
}

n=0 total=0 none=''
for program in $(./programs); do
	search dfs "$program" --check pair # which has every run watched
	case $(json j verdict) in exhausted | failed) ;; *) fail "$program: $(json j verdict)" ;; esac
	search maple "$program" --until-covered
	iroots dfs "exposed > 0" >all
	iroots maple "exposed > 0" >exposed
	iroots maple "predicted > 0" >predicted
	cmp all exposed >/dev/null || fail "$program: exposed: $(diff all exposed)"
	[ -z "$(comm -23 all predicted)" ] || fail "$program: not predicted: $(comm -23 all predicted)"
	# An empty store would agree with another one.
	[ -s all ] || none+=" $program"
	n=$((n + 1)) total=$((total + $(wc -l <all)))
	cat all >>kinds
done
[ "$none" = " halves_apart" ] || fail "programs without any iRoot:$none"
[ $n -ge 40 ] || fail "$n programs"

# What only the definitions of the paper give: each of these is the only reason for one of the programs.
has() { grep -q "$1" kinds || fail "no $2"; }
has '1|write read|whole_and_upper_half' "dependency of accesses that overlap in part"
has '|cond-wait lock|' "condition variable that gives a mutex back"
has '|unlock trylock|' "attempt that takes a lock"
has '1|sem-post sem-wait|semaphore_locks' "semaphore that is a lock"
has '5|lock lock lock lock|other_way_round' "deadlock of two locks"
has '1|atomic-store atomic-load|exchanged' "compare-exchange that fails and is a read"
! grep -q '|lock lock lock lock|same_way_round' kinds || fail "locks in one order are no deadlock"
! grep -q 'semaphore_signals.*sem-' kinds || fail "a semaphore that signals is no lock"
! grep -qE '\|free write\|(each_its_own|handed_out_again)' kinds || fail "a block that is handed out again has a history"
! grep -q 'halves_apart' kinds || fail "halves of one word overlap"
echo "$n programs, $total iRoots"
