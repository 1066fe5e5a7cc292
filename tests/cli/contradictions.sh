#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Options of `heddle test` that contradict each other are refused with one sentence that names them, and status 2. What only looks like
# a contradiction is not.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# refuses WORDS OPTION…: WORDS is an extended regular expression for the sentence.
refuses()
{
	local words=$1
	shift
	run 2 "$HEDDLE" test "$@" -n 1 --out o -- /bin/true
	[ "$(grep -c . stderr)" = 1 ] || [ "$(grep -c . stderr)" = 2 ] || fail "$*: more than a sentence: $(cat stderr)"
	grep -qE -- "$words" stderr || fail "$*: $(cat stderr)"
	[ ! -e o ] || fail "$*: refused, but a folder was made"
}
refuses '-q .* -v' -q -v
refuses '--store .*--no-store' --store s --no-store
refuses '--no-store' --no-store --store s
refuses '--hashes .*--store' --store s --hashes h
refuses '--anew .*--no-store' -s dpor --anew --no-store
refuses '--bound .*--depth' -s chess --depth 2 --bound 1
refuses '--compare .*-s' --compare pos,pct -s pos
for option in "--hashes h" --verify --save-schedule "--store s" --anew --until-covered; do
	# shellcheck disable=SC2086
	refuses "--compare .*${option% *}|${option% *} .*--compare" --compare dpor,maple $option
done
refuses '--rounds is for --compare' --rounds 2
refuses '--grace is for servers' --grace 1
for strategy in dpor pos auto; do refuses '--bound is for -s chess' -s $strategy --bound 1; done
refuses '--anew is for auto and systematic' -s pos --anew
refuses '--retry is for -s maple' -s pos --retry
refuses '--until-covered is for -s maple' -s dpor --until-covered
refuses '--attempts is for -s maple and -s auto' -s pos --attempts 2
refuses '--window wants a number from 1 to 1000000, not .0.' --window 0
refuses '--attempts wants a number from 1 to 1000000, not .many.' -s maple --attempts many
refuses '--explain-pairs is for -s value' -s dpor --explain-pairs
refuses '--fail-on .*--timeouts late' --timeouts late --fail-on early-timeout
refuses '--fail-on .*--check' --check none --fail-on race

# A name that is near none is followed by the list, without a guess.
refuses 'no strategy .foo.; there are: auto, .*dpor' -s foo
refuses 'no strategy .dporr., did you mean .dpor.' -s dporr

run 0 "$HEDDLE" test -s chess --bound 1 --backtrack off -n 1 --out o -- /bin/true
run 0 "$HEDDLE" test -q --no-store --timeouts late --fail-on all -n 1 --out o -- /bin/true
run 0 "$HEDDLE" test --window 8 --attempts 2 -n 1 --out o -- /bin/true
run 0 "$HEDDLE" test --compare pos,chess --bound 1 --backtrack off -n 1 --out o -- /bin/true
