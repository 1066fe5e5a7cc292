#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What the standards allow and a systematic search leaves out is part of what it says to have proved: waits for a condition variable or a futex
# that end for no reason, and weak compare-exchanges that fail for none. The default search goes on and finds what only happens then; but for weak
# compare-exchanges, which do not fail for no reason on this kind of processor: they take --spurious.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
for bug in looks_once futex_once; do
	cp "$ROOT/tests/cli/explained_spurious.c" $bug.c
	"$B/bin/heddle-cc" -O1 -g -o $bug $bug.c -pthread
	run 0 "$HEDDLE" test -s dpor -t 900 --no-store --json j ./$bug $bug
	[ "$(json j verdict)" = exhausted ] || fail "$bug: $(json j verdict)"
	[ "$(json j proof.sentence)" = 'every schedule in which no wakeup is spurious was tried' ] || fail "$bug: $(json j proof.sentence)"
	run 1 "$HEDDLE" test -q -n 5000 -t 900 --no-store ./$bug $bug
	for strategy in dpor dfs value; do
		run 1 "$HEDDLE" test -q -s $strategy --spurious -t 900 --no-store --json j ./$bug $bug
	done
done

cat >weak.c <<'CODE'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int owner;
static int taken;
static void *take(void *unused)
{
	int nobody = 0;

	if (atomic_compare_exchange_weak(&owner, &nobody, 1))
		taken++;
	return unused;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, take, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(taken == 1);
	return 0;
}
CODE
"$B/bin/heddle-cc" -O1 -g -o weak weak.c -pthread
for strategy in auto dpor; do
	run 0 "$HEDDLE" test -s $strategy -t 900 --no-store --json j ./weak
	[ "$(json j verdict)" = exhausted ] || fail "$strategy: $(json j verdict)"
	[ "$(json j runs)" -lt 1000 ] || fail "$strategy: it went on after the proof for $(json j runs) runs"
	[ "$(json j proof.sentence)" = 'every schedule in which no weak compare-exchange fails for no reason was tried' ] || fail "$strategy: $(json j proof.sentence)"
done
run 1 "$HEDDLE" test -q --spurious -t 900 -n 5000 --no-store ./weak

# Strong ones are not meant.
sed 's/exchange_weak/exchange_strong/' weak.c >strong.c
"$B/bin/heddle-cc" -O1 -g -o strong strong.c -pthread
run 0 "$HEDDLE" test -t 900 --no-store --json j ./strong
[ "$(json j proof.sentence)" = 'every schedule was tried' ] || fail "strong: $(json j proof.sentence)"
