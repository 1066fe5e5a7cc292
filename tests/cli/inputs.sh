#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle test --inputs runs a program with each file of a folder or line of a list, as @@ or as its standard input, with one store;
# it names the inputs that add nothing, and goes on where it stopped. The searches of the small program end when all is tried.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
cd "$T" || exit
"$B/bin/heddle-cc" -g -o depot "$ROOT/tests/cli/inputs/depot.c" -pthread
mkdir -p corpus/zone corpus/.state
printf a >corpus/one
printf g >corpus/two
printf ag >corpus/three
printf n >corpus/none
printf ag >corpus/zone/again
printf x >corpus/.state/hidden

# what NAME KEY: of the input with this name in x.json.
what()
{
	local i
	for ((i = 0; i < $(json x.json tests.#); i++)); do
		[ "$(json x.json tests.$i.name)" != "$1" ] || { json x.json "tests.$i.$2" && return; }
	done
	fail "there is no input $1"
}
names() { for ((i = 0; i < $(json x.json tests.#); i++)); do json x.json tests.$i.name; done | sort | xargs; }

for how in ./depot\ @@ ./depot; do
	rm -rf o
	# shellcheck disable=SC2086
	run 0 "$HEDDLE" test --inputs corpus -n 1000 --out o --json x.json -- $how
	[ "$(names)" = "none one three two" ] || fail "$how: the inputs are $(names)"
	[ "$(what three verdict)" = exhausted ] || fail "$how: $(cat "$T/stdout")"
	# What both do is what each does: the one with both comes first, and the others add nothing.
	[[ $(what three adds) = "$(what three covered)" && $(what three adds) -gt 0 ]] || fail "$how: three adds $(what three adds)"
	[ "$(what one adds)/$(what two adds)/$(what none covered)" = 0/0/0 ] || fail "$how: one adds $(what one adds), two $(what two adds)"
	[[ $(what one covered) -gt 0 && $(what two covered) -gt 0 ]] || fail "$how: one or two covers nothing"
	[ "$(what one covered)" -lt "$(what three covered)" ] || fail "$how: one covers $(what one covered)"
	grep -qx 'heddle: 3 of 4 inputs add no interleaving to those of the others: none, one, two' "$T/stdout" || fail "$(cat "$T/stdout")"
	grep -qx 'heddle: 1 file equal to others was left out' "$T/stdout" || fail "$(cat "$T/stdout")"
done
[ "$(what three input)" = corpus/three ] || fail "the standard input is $(what three input)"

# A failure ends it, unless -k is given, and replays with its input.
printf xg >corpus/bad
run 1 "$HEDDLE" test --inputs corpus -j 1 -n 200 --out o --json x.json ./depot
grep -q '^heddle: failed: input bad: assert: ' "$T/stdout" || fail "$(cat "$T/stdout")"
[ "$(what none verdict)" = "not run" ] || fail "it went on after the failure: $(cat "$T/stdout")"
rm -rf o
run 1 "$HEDDLE" test -k --inputs corpus -j 1 -n 200 --out o --json x.json --junit x.xml --sarif x.sarif ./depot
[ "$(what bad verdict)/$(what none verdict)" = failed/exhausted ] || fail "-k does not go on: $(cat "$T/stdout")"
grep -q '<testsuites name="heddle" tests="5" failures="1"' x.xml || fail "$(head -3 x.xml)"
run 1 "$HEDDLE" replay --times 3 o/bug-1
grep -q '3 of 3 replays failed' "$T/stdout" || fail "$(cat "$T/stdout")"
rm corpus/bad

# A systematic search goes on with each standard input where it stopped: none of them forgets another one. Both inputs make the
# same threads, so neither learns more about what is shared than the other one.
rm -rf o
mkdir same
printf a >same/one
printf an >same/two
run 0 "$HEDDLE" test --inputs same -s dpor -n 2 -j 1 --out o --json x.json ./depot
[ "$(what one verdict)/$(what two verdict)" = passed/passed ] || fail "$(cat "$T/stdout")"
for input in one two; do
	"$HEDDLE" test -s dpor -n 100000 --out o --json y.json ./depot <same/$input >"$T/stdout" 2>"$T/stderr" || fail "status $?"
	[ "$(json y.json proof.earlier_runs)/$(json y.json verdict)" = 2/exhausted ] || fail "$input began anew: $(cat "$T/stdout" "$T/stderr")"
done

# What AFL++ leaves: queues count, crashes and what else is there do not.
mkdir -p afl/main/queue/.state afl/main/crashes afl/second/queue
touch afl/main/fuzzer_stats afl/second/fuzzer_stats afl/main/plot_data afl/main/queue/.state/x
printf a >afl/main/queue/id:000000,orig:a
printf x >afl/main/crashes/id:000000
printf a >afl/second/queue/id:000000,orig:a
printf g >afl/second/queue/id:000001,src:000000
run 0 "$HEDDLE" test --inputs afl -n 20 --out o --json x.json ./depot @@
[ "$(names)" = "main/queue/id:000000,orig:a second/queue/id:000001,src:000000" ] || fail "the inputs of AFL++ are $(names)"

# A list: arguments, and standard input.
cat >list <<'LIST'
# two ways to name a file

corpus/one
'corpus/two'
< corpus/three
LIST
run 0 "$HEDDLE" test --inputs list -n 20 --out o --json x.json ./depot
[ "$(what "< corpus/three" threads)/$(what corpus/one threads)" = 5/3 ] || fail "$(cat "$T/stdout")"
run 0 "$HEDDLE" test --inputs list -t 2 --out o -- ./depot

refuses 'cannot read the inputs .*nowhere' "$HEDDLE" test --inputs nowhere ./depot
mkdir empty
refuses 'there are no inputs in empty' "$HEDDLE" test --inputs empty ./depot
printf 'corpus/one\n<missing\n' >bad_list
refuses 'bad_list:2: cannot read missing' "$HEDDLE" test --inputs bad_list ./depot
printf 'a b\n' >two_words
refuses 'line 1 of the inputs has 2 words' "$HEDDLE" test --inputs two_words ./depot --from=@@
refuses '--no-store uses none: give one of them' "$HEDDLE" test --inputs corpus --no-store ./depot
head -c 300 /dev/zero >zeros
refuses 'zeros:1: not a list of inputs' "$HEDDLE" test --inputs zeros ./depot
