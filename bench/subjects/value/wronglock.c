/* SPDX-License-Identifier: Apache-2.0
 * wronglock.c: two threads count, each with a lock held.
 * FAILS: assert
 * THREADS: 2
 * PAIRS: 5 0 0 0
 * ANALYSIS: 79 3.72
 * STATES: 5 42
 * INSTRUCTIONS: 682 2545
 * SECONDS: 5.01 1.00
 *
 * The bug, in the call of count() by second(): it is another lock than the first thread's. */
#include "../subject.h"
#include <assert.h>

static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;
#ifndef FIXED
static pthread_mutex_t class_lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static int counted;

static void count(pthread_mutex_t *lock)
{
	pthread_mutex_lock(lock);
	counted++;
	pthread_mutex_unlock(lock);
}

static void *first(void *unused)
{
	count(&data_lock);
	return unused;
}

static void *second(void *unused)
{
#ifdef FIXED
	count(&data_lock);
#else
	count(&class_lock); /* the bug */
#endif
	return unused;
}

int main(void)
{
	pthread_t one = subject_start(first, NULL), two = subject_start(second, NULL);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	assert(counted == 2);
	return 0;
}
