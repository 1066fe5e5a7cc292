/* SPDX-License-Identifier: Apache-2.0
 * boundedbuffer.c: a producer puts items into a buffer of one place, consumers take them.
 * FAILS: lost-wakeup, deadlock
 * THREADS: 8
 * PAIRS: 0 28 56 56
 * ANALYSIS: 349 38.51
 * STATES: 71876 344720
 * INSTRUCTIONS: 3130349 24847425
 * SECONDS: 243.665 166.82
 *
 * The bug, in put() and take(): one condition stands for "not full" and for "not empty", and only one waiter
 * is signalled; it may be one that cannot use it. -DPRODUCERS=4 -DCONSUMERS=4 -DITEMS=1 makes the threads as
 * many as in the thesis. */
#include "../subject.h"

#ifndef PRODUCERS
#define PRODUCERS 1
#define CONSUMERS 2
#define ITEMS	  2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, place;

static void tell(void)
{
#ifdef FIXED
	pthread_cond_broadcast(&changed);
#else
	pthread_cond_signal(&changed); /* the bug */
#endif
}

static void *put(void *unused)
{
	for (int i = 0; i < ITEMS; i++) {
		pthread_mutex_lock(&lock);
		while (full)
			pthread_cond_wait(&changed, &lock);
		place = i;
		full = 1;
		tell();
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *take(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!full)
		pthread_cond_wait(&changed, &lock);
	full = 0;
	tell();
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t producers[PRODUCERS], consumers[CONSUMERS];

	for (int i = 0; i < PRODUCERS; i++)
		producers[i] = subject_start(put, NULL);
	for (int i = 0; i < CONSUMERS; i++)
		consumers[i] = subject_start(take, NULL);
	for (int i = 0; i < PRODUCERS; i++)
		pthread_join(producers[i], NULL);
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(consumers[i], NULL);
	return 0;
}
