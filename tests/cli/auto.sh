#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# `auto`: the same seed and number of runs give the same search; aims are tried at once; one line tells what was done.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >rounds.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, hints;
static void *work(void *amount)
{
	for (int i = 0; i < 3; i++) {
		hints++;
		pthread_mutex_lock(&lock);
		balance += *(int *)amount;
		pthread_mutex_unlock(&lock);
	}
	return amount;
}
int main(void)
{
	int amounts[] = {1, 2, 4};
	pthread_t t[3];
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], 0, work, &amounts[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return balance != 21;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o rounds rounds.c -pthread

# search NAME OPTION…: 1,500 runs by one worker; their hashes are in NAME.hashes, the line in NAME.line.
search()
{
	local name=$1
	shift
	run 0 "$HEDDLE" test -j 1 -n 1500 -t 900 --no-store --out "out-$name" --hashes "$name.hashes" "$@" -- ./rounds
	cat stdout stderr | unfolded | grep '^heddle: auto: ' >"$name.line" || fail "no line tells what auto did"
}
search one --seed 7
search two --seed 7
search fork --seed 7 --reset fork
search other --seed 8
cmp one.hashes two.hashes || fail "the same seed gave another search"
cmp one.hashes fork.hashes || fail "runs in forks gave another search"
cmp one.line two.line || fail "the same seed was divided in another way"
cmp one.line fork.line || fail "runs in forks were divided in another way"
! cmp one.hashes other.hashes >/dev/null || fail "another seed gave the same search"
grep -E '^heddle: auto: 1,500 runs: [0-9]+ % aimed at [0-9]+ races? and [0-9]+ iRoots?, [0-9]+ % [a-z-]+, ' one.line >/dev/null ||
	fail "the line is not as it should be: $(cat one.line)"
for strategy in surw pos random pct maple delay; do
	grep -E " % $strategy(,|$)" one.line >/dev/null || fail "$strategy got no share: $(cat one.line)"
done

# A user's own choice of strategy has no such line, and neither has a quiet search.
run 0 "$HEDDLE" test -j 1 -n 50 -t 900 --no-store --out out-pct -s pct -- ./rounds
! grep '^heddle: auto:' stdout stderr || fail "-s pct tells what auto did"
run 0 "$HEDDLE" test -q -j 1 -n 50 -t 900 --no-store --out out-quiet -- ./rounds
! grep '^heddle: auto:' stdout stderr || fail "-q tells what auto did"

# The first run shows the lock order, and the second is driven to the deadlock.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o circle "$ROOT/tests/programs/lock_rare_circle.c" -pthread
for seed in 1 2 3 4 5; do
	run 1 "$HEDDLE" test -q -j 1 -n 100 -t 900 --no-store --minimize 0 --seed $seed --out out-circle --json json -- ./circle
	[ "$(json json failures.0.run)" -le 3 ] || fail "seed $seed: the deadlock was found in run $(json json failures.0.run)"
done
