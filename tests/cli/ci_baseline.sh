#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# One bug stays one bug: it keeps its folder over searches and rebuilds, and --baseline, which may be SARIF, JSON, a folder of
# bugs or one bug, tells what is known in a line and finds what is new.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
cd "$T" || exit
is() { [ "$(json "$1" "$2")" = "$3" ] || fail "$1: $2 is $(json "$1" "$2"), not $3"; }
compile() { "$B/bin/heddle-cc" -g -O1 -o program program.c -pthread; }
folders() { find "$1" -maxdepth 1 -name 'bug-*' -printf '%f ' | tr ' ' '\n' | sort | xargs; }

# Two bugs: an update is lost, and with an argument two locks are taken in both orders.
cat >program.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused)
{
	total++;
	return unused;
}
static void *both(void *backwards)
{
	pthread_mutex_lock(backwards ? &b : &a);
	pthread_mutex_lock(backwards ? &a : &b);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return 0;
}
int main(int argc, char **argv)
{
	pthread_t one, two;
	pthread_create(&one, 0, argc > 1 ? both : add, 0);
	pthread_create(&two, 0, argc > 1 ? both : add, argv);
	pthread_join(one, 0);
	pthread_join(two, 0);
	assert(argc > 1 || total == 2);
	return 0;
}
END
compile
for seed in 1 2 3; do run 1 "$HEDDLE" test -t 900 -q --seed $seed --out o ./program; done
grep -q 'an earlier search has found this failure, too' "$T/stdout" || fail "it is not told that the folder was there"
run 1 "$HEDDLE" test -t 900 -q --seed 4 --out o --json first.json --sarif first.sarif ./program
[ "$(folders o)" = bug-1 ] || fail "one bug has the folders $(folders o)"
run 1 "$HEDDLE" test -t 900 -q --seed 4 --out o ./program deadlock
[ "$(folders o)" = "bug-1 bug-2" ] || fail "two bugs have the folders $(folders o)"

# The code moves, other flags are used, and a line of the failing function is new: the bug is the same, and its folder replays
# with the program as it is now.
sed -i -e '1i #include <stdio.h>\n/* moved down */' -e 's/^\tpthread_join(one, 0);/\tputs("new");\n&/' program.c
"$B/bin/heddle-cc" -g -O0 -o program program.c -pthread
run 1 "$HEDDLE" test -t 900 -q --seed 5 --out o --json second.json ./program
[ "$(folders o)" = "bug-1 bug-2" ] || fail "after a rebuild the bugs have the folders $(folders o)"
is second.json failures.0.fingerprint "$(json first.json failures.0.fingerprint)"
is second.json failures.0.id 1
run 1 "$HEDDLE" replay o/bug-1
for seed in 6 7; do run 1 "$HEDDLE" test -t 900 -q --seed $seed --out o ./program deadlock; done
[ "$(folders o)" = "bug-1 bug-2" ] || fail "the deadlock has the folders $(folders o)"
[ -z "$(find o -name '.bug*')" ] || fail "half a folder is left"

# Folders of versions that wrote no fingerprint are known by their reports.
[ "$(cat o/bug-1/fingerprint)" = "heddleBug/v1 $(json first.json failures.0.fingerprint)" ] || fail "fingerprint: $(cat o/bug-1/fingerprint)"
rm o/bug-1/fingerprint
run 1 "$HEDDLE" test -t 900 -q --seed 2 --out o ./program
[ "$(folders o)" = "bug-1 bug-2" ] || fail "without its fingerprint the bug has the folders $(folders o)"
[ -f o/bug-1/fingerprint ] || fail "the fingerprint was not written again"
rm o/bug-1/fingerprint

# What is known is told in a line and counts for nothing.
for baseline in first.json first.sarif o o/bug-1; do
	run 0 "$HEDDLE" test -t 900 -n 400 -q --seed 8 --out new --baseline $baseline --json known.json --sarif known.sarif ./program
	[ "$(grep -c '^heddle: known: assert: ' "$T/stdout")" = 1 ] || fail "with $baseline the known failure is not told in one line"
	grep -q 'no new failure' "$T/stdout" || fail "with $baseline the summary does not say that nothing is new"
	is known.json failures.0.known true
	is known.json verdict passed
	is known.sarif runs.0.results.0.baselineState unchanged
	is known.sarif runs.0.invocations.0.exitCode 0
done
run 1 "$HEDDLE" test -t 900 -q --seed 8 --out new --baseline first.sarif --sarif new.sarif ./program deadlock
is new.sarif runs.0.results.0.baselineState new
grep -q '1 new failure' "$T/stdout" || fail "the summary does not say that the failure is new"
# A finding that is known is none for --fail-on.
run 1 "$HEDDLE" test -t 900 -n 400 -q -k --seed 8 --out race --fail-on race --json race.json ./program
run 0 "$HEDDLE" test -t 900 -n 400 -q -k --seed 9 --out race --fail-on race --baseline race.json ./program

# A bug that was repaired: the next search says so, and keeps its folder.
sed -i 's/^\ttotal++;/\t__atomic_fetch_add(\&total, 1, __ATOMIC_SEQ_CST);/' program.c
compile
run 0 "$HEDDLE" test -t 900 -n 30 --seed 1 --out o ./program
[ "$(grep -c '^heddle: o/bug-1 (assert: .*): seems to be fixed' "$T/stdout")" = 1 ] ||
	fail "nothing is told of the bug of an earlier build"
grep -q 'o/bug-2' "$T/stdout" && fail "the bug belongs to other arguments"
[ "$(folders o)" = "bug-1 bug-2" ] || fail "a folder is gone: $(folders o)"

refuses "cannot read the baseline" "$HEDDLE" test --baseline nowhere ./program
echo '{"a": 1}' >other.json
refuses "neither SARIF nor a summary" "$HEDDLE" test --baseline other.json ./program
head -c 100 first.sarif >cut.sarif
refuses "cannot use the baseline" "$HEDDLE" test --baseline cut.sarif ./program
