/* SPDX-License-Identifier: Apache-2.0
 * three_locks.c: goods move from each of three stores to the next one.
 * FAILS: deadlock
 * THREADS: 3
 *
 * The bug, in move(): the locks are taken in the order of the move, which goes round in a circle. */
#include "../subject.h"

#define STORES 3

static pthread_mutex_t locks[STORES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
					PTHREAD_MUTEX_INITIALIZER};
static int goods[STORES] = {5, 5, 5};

static void move(int from, int to)
{
	int first = from, second = to;

#ifdef FIXED
	if (first > second) {
		first = to;
		second = from;
	}
#endif
	pthread_mutex_lock(&locks[first]);
	pthread_mutex_lock(&locks[second]);
	goods[from]--;
	goods[to]++;
	pthread_mutex_unlock(&locks[second]);
	pthread_mutex_unlock(&locks[first]);
}

static void *mover(void *store)
{
	int from = (int)(long)store;

	move(from, (from + 1) % STORES);
	return NULL;
}

int main(void)
{
	pthread_t movers[STORES];

	for (long i = 0; i < STORES; i++)
		pthread_create(&movers[i], NULL, mover, (void *)i);
	for (int i = 0; i < STORES; i++)
		pthread_join(movers[i], NULL);
	return goods[0] + goods[1] + goods[2] != 15;
}
