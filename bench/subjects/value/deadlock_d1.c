/* SPDX-License-Identifier: Apache-2.0
 * deadlock_d1.c: two threads add to two sums, each of which has a lock.
 * FAILS: deadlock
 * THREADS: 2
 * PAIRS: 0 2 0 0
 * ANALYSIS: 63 4.09
 * STATES: 4 70
 * INSTRUCTIONS: 532 3172
 * SECONDS: 4.95 1.00
 *
 * The bug, in second(): it takes the locks in the other order. */
#include "../subject.h"

static pthread_mutex_t red = PTHREAD_MUTEX_INITIALIZER, blue = PTHREAD_MUTEX_INITIALIZER;
static int reds, blues;

static void *first(void *unused)
{
	pthread_mutex_lock(&red);
	reds++;
	pthread_mutex_lock(&blue);
	blues++;
	pthread_mutex_unlock(&blue);
	pthread_mutex_unlock(&red);
	return unused;
}

static void *second(void *unused)
{
#ifdef FIXED
	pthread_mutex_lock(&red);
	pthread_mutex_lock(&blue);
#else
	pthread_mutex_lock(&blue); /* the bug */
	pthread_mutex_lock(&red);
#endif
	reds++;
	blues++;
	pthread_mutex_unlock(&red);
	pthread_mutex_unlock(&blue);
	return unused;
}

int main(void)
{
	pthread_t one = subject_start(first, NULL), two = subject_start(second, NULL);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
