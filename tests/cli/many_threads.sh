#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What a run costs grows with the threads that it creates, not with their square or cube. Four times as many threads may
# take 24 times the processor time, which is six times more than they should; the square of them with lists of all threads
# took a hundred times as much.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >threads.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_long rounds;
static long count;
static void *work(void *unused)
{
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
		rounds++;
	}
	return unused;
}
int main(int argc, char **argv)
{
	long at_once = atol(argv[argc - 2]), all = atol(argv[argc - 1]);
	pthread_t *t = calloc((size_t)at_once, sizeof *t);
	for (long begun = 0; begun < all; begun += at_once) {
		for (long i = 0; i < at_once; i++)
			pthread_create(&t[i], NULL, work, NULL);
		for (long i = 0; i < at_once; i++)
			pthread_join(t[i], NULL);
	}
	free(t);
	return count != 4 * all;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o threads threads.c -pthread

# cost AT_ONCE ALL: milliseconds of processor time for two runs, and 20 for the rest.
cost()
{
	local TIMEFORMAT=%3U
	{ time timeout 300 "$HEDDLE" test -q -n 2 -t 250 -j 1 --seed 1 --out out --json json -- ./threads "$1" "$2" >stdout 2>stderr; } 2>spent ||
		{ cat stdout stderr && fail "$2 threads, $1 at once"; } >&2
	[ "$(json json runs)" = 2 ] || fail "$2 threads, $1 at once: $(json json runs) runs" >&2
	echo $((10#$(tr -d . <spent) + 20))
}
for at_once in 1 8; do
	few=$(cost $at_once 1000) many=$(cost $at_once 4000)
	say "$at_once at once: 1,000 threads $few ms, 4,000 threads $many ms"
	[ "$many" -le $((24 * few)) ] || fail "$at_once at once: 4,000 threads take $many ms, 1,000 take $few"
done
few=$(cost 125 125) many=$(cost 500 500)
say "all at once: 125 threads $few ms, 500 threads $many ms"
[ "$many" -le $((24 * few)) ] || fail "all at once: 500 threads take $many ms, 125 take $few"
