/* SPDX-License-Identifier: Apache-2.0
 * nestedmonitor.c: a buffer has a lock, and so has the semaphore inside of it that counts its items.
 * FAILS: deadlock
 * THREADS: 2
 * PAIRS: 0 2 2 2
 * ANALYSIS: 75 3.97
 * STATES: 19 33
 * INSTRUCTIONS: 677 2690
 * SECONDS: 4.72 1.00
 *
 * The bug, in get(): it waits for an item with the buffer's lock held, so that no item can come. */
#include "../subject.h"

static pthread_mutex_t buffer_lock = PTHREAD_MUTEX_INITIALIZER, count_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t counted = PTHREAD_COND_INITIALIZER;
static int count, item;

static void count_up(void)
{
	pthread_mutex_lock(&count_lock);
	count++;
	pthread_cond_signal(&counted);
	pthread_mutex_unlock(&count_lock);
}

static void count_down(void)
{
	pthread_mutex_lock(&count_lock);
	while (count == 0)
		pthread_cond_wait(&counted, &count_lock);
	count--;
	pthread_mutex_unlock(&count_lock);
}

static void *put(void *unused)
{
	pthread_mutex_lock(&buffer_lock);
	item = 7;
	count_up();
	pthread_mutex_unlock(&buffer_lock);
	return unused;
}

static void *get(void *unused)
{
#ifdef FIXED
	count_down();
	pthread_mutex_lock(&buffer_lock);
#else
	pthread_mutex_lock(&buffer_lock); /* the bug: put() needs this lock */
	count_down();
#endif
	item = 0;
	pthread_mutex_unlock(&buffer_lock);
	return unused;
}

int main(void)
{
	pthread_t putting = subject_start(put, NULL), getting = subject_start(get, NULL);

	pthread_join(putting, NULL);
	pthread_join(getting, NULL);
	return 0;
}
