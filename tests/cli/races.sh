#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# No race is missed and none is invented: each program of tests/races is two (see race.h there), of which one has a
# race, in the lines that say so, and the other has none. ThreadSanitizer judges the programs themselves: it must be
# silent about the one, and where it reports the other, so must Heddle. Not all can be judged by it: TSAN in a header.
# What it says is about the programs and not about Heddle, so it is asked again only when one changes: tests/races/judged has the sum
# of each program and the verdict. Each 20th is judged all the same, and with JUDGE=1 all are, and the list is written anew.
. "$(dirname "$0")/../lib.sh"
cd "$ROOT/tests/races" || exit
RUNS=200 # what orders two accesses shows in any run: nearly all races are told in the first
NATIVE=2 # runs of ThreadSanitizer, which has to see the one order that shows it
programs=0 agreed=0 only_heddle=0 not_judged=0

# compile OUT SOURCE DRIVER OPTION…
compile()
{
	local out=$1 source=$2 driver=$3 standard=gnu17
	shift 3
	case $source in *.cpp) standard=gnu++17 ;; esac
	"$driver" -std=$standard -O1 -g -Wall -Wextra -pthread "$@" -o "$out" "$source" ||
		fail "$driver $* does not compile $source"
}

# heddle_build OUT SOURCE gcc|clang OPTION…
heddle_build()
{
	local out=$1 source=$2 tool=heddle-cc cxx=g++
	export HEDDLE_CC=$3 HEDDLE_CXX
	case $3 in clang) cxx=clang++ ;; esac
	HEDDLE_CXX=$cxx
	case $source in *.cpp) tool=heddle-c++ ;; esac
	shift 3
	compile "$out" "$source" "$B/bin/$tool" "$@"
}

# heddle_sites PROGRAM: one line "PATH:LINE" in $T/sites for each site of each race that is told.
heddle_sites()
{
	run 0 "$HEDDLE" test -q -n $RUNS -t 900 --check race --json "$T/json" --out "$T/out" -- "$1"
	[ "$(json "$T/json" runs)" -ge 50 ] || [ "$(json "$T/json" verdict)" = exhausted ] || fail "$1: only $(json "$T/json" runs) runs"
	json "$T/json" findings >"$T/findings"
	if grep -qE '"kind":"' "$T/findings" && grep -oE '"kind":"[^"]*"' "$T/findings" | grep -v '"race"' >/dev/null; then
		fail "$1: --check race finds something else: $(cat "$T/findings")"
	fi
	grep -oE '[^" ]+:[0-9]+:[0-9]+"' "$T/findings" | sed -E 's/:[0-9]+"$//' | sort -u >"$T/sites" || true
}

# Every place that is told is a marked line of the source.
in_marked_lines()
{
	local source=$1 site
	while read -r site; do
		[ "${site%:*}" = "$PWD/$source" ] || fail "$source: $site is told: $(cat "$T/findings")"
		sed -n "${site##*:}p" "$source" | grep '/[*/] race' >/dev/null ||
			fail "$source: $site is told but not marked: $(cat "$T/findings")"
	done <"$T/sites"
}

heddle_tells()
{
	local source=$1 compiler=$2
	heddle_build "$T/clean" "$source" "$compiler"
	heddle_sites "$T/clean"
	[ ! -s "$T/sites" ] && [ "$(json "$T/json" findings.#)" = 0 ] ||
		fail "$source ($compiler) has no race, but: $(cat "$T/findings")"
	heddle_build "$T/racy" "$source" "$compiler" -DRACY
	heddle_sites "$T/racy"
	[ -s "$T/sites" ] || fail "$source ($compiler): the race of -DRACY is not found"
	in_marked_lines "$source"
}

# tsan_tells PROGRAM: ThreadSanitizer reports a race in one of a few runs.
tsan_tells()
{
	local status
	for _ in $(seq $NATIVE); do
		status=0
		TSAN_OPTIONS="exitcode=66 halt_on_error=1" timeout 60 setarch -R "$1" >"$T/tsan" 2>&1 </dev/null || status=$?
		[ $status = 66 ] && return 0
		[ $status = 0 ] || { cat "$T/tsan" && fail "$1 with ThreadSanitizer: exit status $status"; }
	done
	return 1
}

sum_of() { cat race.h "$1" | sha256sum | cut -d' ' -f1; }

# The verdict on this very program is known: agreed or unseen.
known_verdict()
{
	[ -z "${JUDGE:-}" ] && [ $((programs % 20)) != 0 ] || return 1
	sed -n "s/^$(sum_of "$1") \(agreed\|unseen\) .*/\1/p" judged | grep .
}

# Heddle has told the race by now, so all that is left to disagree about is the program without one.
judge()
{
	local source=$1 driver=gcc verdict
	case $source in *.cpp) driver=g++ ;; esac
	if [ "$(header "$source" TSAN yes)" != yes ]; then
		not_judged=$((not_judged + 1))
		return
	fi
	if ! verdict=$(known_verdict "$source"); then
		compile "$T/tsan_clean" "$source" $driver -fsanitize=thread
		tsan_tells "$T/tsan_clean" && cat "$T/tsan" && fail "$source without -DRACY: ThreadSanitizer reports a race"
		compile "$T/tsan_racy" "$source" $driver -fsanitize=thread -DRACY
		verdict=unseen
		! tsan_tells "$T/tsan_racy" || verdict=agreed
	fi
	printf '%s %s %s\n' "$(sum_of "$source")" $verdict "$source" >>"$T/judged"
	if [ $verdict = agreed ]; then
		agreed=$((agreed + 1))
	else
		only_heddle=$((only_heddle + 1))
		say "$source: ThreadSanitizer does not see the race"
	fi
}

for source in *.c *.cpp; do
	case $source in order_* | '*'*) continue ;; esac
	heddle_tells "$source" gcc
	[ $((programs % 3)) = 0 ] && heddle_tells "$source" clang
	judge "$source"
	programs=$((programs + 1))
done
[ -z "${JUDGE:-}" ] || cp "$T/judged" judged
say "$programs pairs of programs: Heddle finds every race and invents none; ThreadSanitizer agrees about $agreed," \
	"does not see the race in $only_heddle, and cannot judge $not_judged"
