#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Lock orders that could end in a deadlock are told in runs that went well, and no others: each order_* program of
# tests/races is two (see race.h there), of which one can deadlock, where its lines say "cycle", and the other cannot.
. "$(dirname "$0")/../lib.sh"
cd "$ROOT/tests/races" || exit
RUNS=200 # of the one that cannot deadlock
SEEDS=6 # single runs of the other: most of them go well, but some miss a lock that is only tried, or a wait
programs=0 told=0

# build_pair SOURCE gcc|clang
build_pair()
{
	local source=$1 tool=heddle-cc standard=gnu17
	case $source in *.cpp) tool=heddle-c++ standard=gnu++17 ;; esac
	HEDDLE_CC=gcc HEDDLE_CXX=g++
	[ "$2" = clang ] && HEDDLE_CC=clang HEDDLE_CXX=clang++
	export HEDDLE_CC HEDDLE_CXX
	"$B/bin/$tool" -std=$standard -O1 -g -Wall -Wextra -pthread -o "$T/clean" "$source"
	"$B/bin/$tool" -std=$standard -O1 -g -Wall -Wextra -pthread -DRACY -o "$T/racy" "$source"
}

# Every place that is told is a marked line of the source.
in_marked_lines()
{
	local source=$1 site
	for site in $(json "$T/json" findings | grep -oE '[^" ]+:[0-9]+:[0-9]+"' | sed -E 's/:[0-9]+"$//' | sort -u); do
		[ "${site%:*}" = "$PWD/$source" ] && sed -n "${site##*:}p" "$source" | grep '/[*/] cycle' >/dev/null ||
			fail "$source: $site is told but not marked: $(json "$T/json" findings)"
	done
}

cannot_deadlock()
{
	run 0 "$HEDDLE" test -q -n $RUNS -t 900 --check lock-order --json "$T/json" --out "$T/out" -- "$T/clean"
	[ "$(json "$T/json" findings.#)" = 0 ] || fail "$1 cannot deadlock, but: $(json "$T/json" findings)"
}

# One run at a time, so that what is told comes from a run that went well.
can_deadlock()
{
	local source=$1 seed status passed=0 found=0
	for seed in $(seq $SEEDS); do
		status=0
		rm -rf "$T/out" # known failures would be tried first
		timeout 1000 "$HEDDLE" test -q -n 1 -j 1 -t 900 --seed "$seed" --check lock-order --json "$T/json" \
			--out "$T/out" -- "$T/racy" >"$T/log" 2>&1 </dev/null || status=$?
		[ $status -le 1 ] || { cat "$T/log" && fail "$source: exit status $status"; }
		[ $status = 0 ] || continue
		passed=$((passed + 1))
		[ "$(json "$T/json" findings.#)" = 0 ] && continue
		[ "$(json "$T/json" findings.0.kind)" = lock-order ] || fail "$source: found something else"
		found=$((found + 1))
		in_marked_lines "$source"
	done
	say "$source: told in $found of $passed runs that went well"
	[ $found -gt 0 ] || fail "$source: the lock order of -DRACY is not found"
	case $(header "$source" ALWAYS yes) in yes) [ $found = $passed ] || fail "$source: not told in each run" ;; esac
	told=$((told + found))
}

for source in order_*.c order_*.cpp; do
	build_pair "$source" gcc
	cannot_deadlock "$source"
	can_deadlock "$source"
	if [ $((programs % 3)) = 0 ]; then
		build_pair "$source" clang
		cannot_deadlock "$source"
		can_deadlock "$source"
	fi
	programs=$((programs + 1))
done
say "$programs pairs of programs: $told runs that went well show the deadlock that others could have, and none invents one"
