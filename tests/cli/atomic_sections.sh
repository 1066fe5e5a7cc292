#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Atomic sets by critical sections: what some critical section uses as a whole, and a function in several. Each program of
# tests/sections is clean as it is and wrong with -DSPLIT; quiet.c has correct programs that only look wrong.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
P=$ROOT/tests/sections

# violations OPTION… -- PROGRAM [ARGUMENT]: how many there are.
violations()
{
	run 0 "$HEDDLE" test -q -j 1 -n 300 -t 900 --seed 1 --json json --out out "$@"
	grep -c '"kind": *"atomic-set"' json || true
}

# clean PROGRAM [ARGUMENT], finds PROGRAM: by all rules, and by default.
clean()
{
	[ "$(violations --check atomic-set -- "$@")" = 0 ] || fail "$* is correct: $(cat out/findings.txt)"
	[ "$(violations -- "$@")" = 0 ] || fail "$* is correct, by default: $(cat out/findings.txt)"
}

finds()
{
	[ "$(violations --check atomic-set -- "$@")" -ge 1 ] || fail "not found"
	[ "$(violations -- "$@")" -ge 1 ] || fail "not found by default"
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
	say "$*"
	build "$@"
	clean ./program
	build "$@" -DSPLIT
	finds ./program
}

for source in account.c getters.c range.c ring.c entry.c globals.c structs.c statement.c recent.c log.c helpers.c table.c account.cpp guards.cpp locals.cpp history.cpp; do
	twins $source -O2
done
for source in guards.cpp locals.cpp; do
	twins $source -O0
done
twins account.c -O0
twins getters.c -O0

# A unit of work on two objects is one on both together: by declaration, or because another one writes both in one critical section. That takes the
# rules by operations; predicted, made to happen, and found in a log, too.
several() # 0 or 1, OPTION…: how many findings there are.
{
	local n=$1
	say "several $*"
	build several.c -O2 -I"$ROOT/include" "${@:2}"
	[ "$(violations --check atomic-set -- ./program)" = "$n" ] || fail "not $n: $(cat out/findings.txt)"
	[ "$(violations -s atomic-set -- ./program)" = "$n" ] || fail "predicted, not $n: $(cat out/findings.txt)"
	run 0 "$HEDDLE" test -q -j 1 -s pos -n 300 -t 900 --seed 1 --record log --out out ./program
	run 0 "$HEDDLE" analyze log
	grep -q "^heddle: $n violation" stdout || fail "in the log, not $n: $(cat stdout)"
}
several 0
several 1 -DSPLIT
several 0 -DSPLIT -DALONE
several 0 -DDECLARED
several 0 -DAPART
several 1 -DAPART -DDECLARED

# By default it is told as what may be wrong: at a lower level, after what is certain, and it is no failure unless it is named.
build getters.c -O2 -DSPLIT -DRACE
run 0 "$HEDDLE" test -j 1 -n 300 -t 900 --seed 1 --fail-on none --json json --sarif sarif --out out ./program
grep -q '^  this may be wrong, please judge: ' out/findings.txt || fail "findings.txt: $(cat out/findings.txt)"
[ "$(json json findings.0.kind) $(json json findings.0.level)" = "race warning" ] || fail "$(json json findings.0)"
[ "$(json json findings.1.kind) $(json json findings.1.level)" = "atomic-set note" ] || fail "$(json json findings.1)"
[ "$(json sarif runs.0.results.1.ruleId) $(json sarif runs.0.results.1.level)" = "atomic-set note" ] || fail sarif
build getters.c -O2 -DSPLIT
run 0 "$HEDDLE" test -q -j 1 -n 300 -t 900 --seed 1 --fail-on default --out out ./program
run 1 "$HEDDLE" test -q -j 1 -n 300 -t 900 --seed 1 --fail-on atomic-set --out out ./program
run 0 "$HEDDLE" test -q -j 1 -n 300 -t 900 --seed 1 --check race,lock-order --json json --out out ./program
[ "$(json json findings.#)" = 0 ] || fail "it was not asked for: $(json json findings)"

# Correct programs that use several critical sections, also by the rules for operations.
build quiet.c -O2
for program in polling retry insert pool locks; do
	clean ./program $program
done
# A queue and a flag that says that it is closed are tested together, and each has a life of its own.
P=$ROOT/tests/programs
build clean_thread_pool.c -O2
clean ./program
build cxx_mutex_kinds.cpp
clean ./program
