#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# --json writes one object with the documented keys, for a failure and for none; `-` is standard output.
. "$(dirname "$0")/../lib.sh"
is() { local got; got=$(json -t "$1" "$2") || fail "$1: no $2"; case " $3 " in *" $got "*) ;; *) fail "$2 is $got, not $3" ;; esac; }
check()
{
	local key
	is "$1" . object
	for key in program strategy verdict; do is "$1" $key string; done
	is "$1" version "string integer"
	for key in seed runs steps accesses threads; do is "$1" $key integer; done
	for key in seconds runs_per_second; do is "$1" $key "real integer"; done
	for key in args failures findings not_rebuilt; do is "$1" $key array; done
	is "$1" coverage object
	is "$1" coverage.sites integer
	for key in 1 2 3 4 5 6; do is "$1" coverage.idiom$key integer; done
}
program=$(build "$(source_of lost_update)" gcc)
run 1 "$HEDDLE" test -t 900 --seed 7 --json "$T/failed" --out "$T/o" -- "$program" one "two words" 'quo"te'
check "$T/failed"
[ "$(json "$T/failed" verdict)" = failed ] || fail "verdict"
[ "$(json "$T/failed" args)" = '["one","two words","quo\"te"]' ] || fail "args: $(json "$T/failed" args)"
[ "$(json "$T/failed" seed)" = 7 ] || fail "seed"
for key in kind message schedule; do is "$T/failed" failures.0.$key string; done
is "$T/failed" failures.0.id "integer string"
is "$T/failed" failures.0.run integer
is "$T/failed" failures.0.confirmed boolean
is "$T/failed" failures.0.seconds "real integer"
is "$T/failed" failures.0.sites array
[ -f "$(json "$T/failed" failures.0.schedule)" ] || fail "no schedule file $(json "$T/failed" failures.0.schedule)"

run 0 "$HEDDLE" test -n 100 --json - -q --out "$T/o2" -- "$(build "$(source_of clean_mutex_counter)" gcc)"
cp "$T/stdout" "$T/passed"
check "$T/passed"
[ "$(json "$T/passed" verdict)" = passed ] || fail "verdict"
[ "$(json "$T/passed" runs)" = 100 ] || fail "runs: $(json "$T/passed" runs)"
[ "$(json "$T/passed" failures.#)" = 0 ] || fail "failures"
