#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A heap block that one thread works on by itself stays private, although in runs of another order a block that threads share lies across its
# addresses: the order in which two threads allocate decides where both blocks are. Its thousand writes are no scheduling points.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

cat >blocks.c <<'END_'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SHARED	500
#define PRIVATE 1000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *shared;
static int sum;
static _Thread_local void *volatile kept; /* so that the compiler leaves what is done to it */

/* Something that lets another thread go first. */
static void turn(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
}

static void *small(void *unused)
{
	turn();
	kept = malloc(300);
	free(kept);
	return unused;
}

/* The main thread reads all of what this one writes. */
static void *giver(void *unused)
{
	turn();
	shared = malloc(SHARED);
	for (int i = 0; i < SHARED; i++)
		shared[i] = 1;
	return unused;
}

static void *worker(void *unused)
{
	int *p;

	turn();
	p = malloc(PRIVATE * sizeof *p);
	for (int i = 0; i < PRIVATE; i++)
		p[i] = i;
	for (int i = 0; i < PRIVATE; i++)
		p[i] += p[PRIVATE - 1 - i];
	kept = p;
	free(kept);
	return unused;
}

int main(void)
{
	void *(*const bodies[])(void *) = {small, giver, worker, worker};
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, bodies[i], NULL);
	pthread_join(threads[1], NULL);
	for (int i = 0; i < SHARED; i++)
		sum += shared[i];
	for (int i = 0; i < 4; i++)
		if (i != 1)
			pthread_join(threads[i], NULL);
	free(shared);
	return 0;
}
END_
"$B/bin/heddle-cc" -g -O1 -o blocks blocks.c -lpthread
for seed in 1 2 3; do
	run 0 "$HEDDLE" test -q -j 1 -s random --seed $seed -n 1000 -t 900 --no-store --json json --out out ./blocks
	# The 500 bytes are written and read once each; what else is a step are locks and threads.
	[ "$(json json steps)" -le $((1000 * 1100)) ] || fail "seed $seed: $(json json steps) steps in a thousand runs"
	[ "$(json json coverage.shared_sites)" -le 6 ] || fail "seed $seed: $(json json coverage.shared_sites) sites are taken for shared"
done
