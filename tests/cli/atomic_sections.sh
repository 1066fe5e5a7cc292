#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Atomic sets by critical sections: what some critical section uses as a whole, and a function in several. Each program of
# tests/sections is clean as it is and wrong with -DSPLIT; quiet.c has correct programs that only look wrong.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
P=$ROOT/tests/sections

# look PROGRAM [ARGUMENT]: how many violations there are.
look()
{
	run 0 "$HEDDLE" test -q -j 1 -n 300 -t 900 --seed 1 --check atomic-set --json json --out out -- "$@"
	grep -c '"kind": *"atomic-set"' json || true
}

build()
{
	local source=$P/$1
	shift
	case $source in
	*.cpp) "$B/bin/heddle-c++" -g -std=c++17 "$@" -o program "$source" -lpthread ;;
	*) "$B/bin/heddle-cc" -g "$@" -o program "$source" -lpthread ;;
	esac
}

# twins SOURCE OPTION…: the correct one is clean, the other one is not.
twins()
{
	build "$@"
	[ "$(look ./program)" = 0 ] || fail "$* is correct: $(cat out/findings.txt)"
	build "$@" -DSPLIT
	[ "$(look ./program)" -ge 1 ] || fail "$* -DSPLIT: not found"
}

for source in account.c getters.c range.c ring.c entry.c globals.c account.cpp; do
	twins $source -O2
done
twins account.c -O0
twins getters.c -O0

# Correct programs that use several critical sections, also by the rules for operations.
build quiet.c -O2
for program in polling retry insert pool locks; do
	[ "$(look ./program $program)" = 0 ] || fail "$program is correct: $(cat out/findings.txt)"
done
# A queue and a flag that says that it is closed are tested together, and each has a life of its own.
P=$ROOT/tests/programs
build clean_thread_pool.c -O2
[ "$(look ./program)" = 0 ] || fail "clean_thread_pool is correct: $(cat out/findings.txt)"
build cxx_mutex_kinds.cpp
[ "$(look ./program)" = 0 ] || fail "cxx_mutex_kinds is correct: $(cat out/findings.txt)"
