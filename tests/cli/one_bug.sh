#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -k: two bugs that die in one helper function are two failures; one bug is one failure, whichever thread it hits and however deep a
# function has called itself.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >helper.c <<'END'
#include <assert.h>
#include <pthread.h>
static int a, b, x, y;
static void check(int ok)
{
	assert(ok);
}
static void deeper(int n)
{
	if (n)
		deeper(n - 1);
	else
		check(!x);
}
static void *first(void *unused)
{
	a = 1;
	if (!b)
		x = 1;
	check(!y);
	return unused;
}
static void *second(void *unused)
{
	b = 1;
	if (!a)
		y = 1;
	deeper(a);
	return unused;
}
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, i % 2 ? first : second, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O0 -g -o helper helper.c -pthread
for seed in 1 2 3; do
	run 1 "$HEDDLE" test -q -k -j 1 -n 600 -t 900 --seed $seed --minimize 0 --no-store --out "out-$seed" --json json -- ./helper
	[ "$(json json failures.0.fingerprint)" != "$(json json failures.1.fingerprint)" ] || fail "seed $seed: one bug was told twice"
	! json json failures.2.kind >/dev/null 2>&1 || fail "seed $seed: more than the two bugs were told"
	for i in 0 1; do
		[ "$(json json failures.$i.kind)" = assert ] || fail "seed $seed: $(json json failures.$i.kind)"
		[ "$(json json failures.$i.count)" -gt 10 ] || fail "seed $seed: the bug was counted $(json json failures.$i.count) times"
	done
done
