/* SPDX-License-Identifier: Apache-2.0
 * buffer_signal.c: two producers and two consumers share a buffer of one place.
 * FAILS: deadlock | lost-wakeup
 * THREADS: 4
 *
 * The bug, in put() and get(): one condition variable serves both sides and each signal wakes one thread,
 * which may be of the wrong side; it goes to sleep again, and the signal is lost. */
#include "../../subject.h"

#define ITEMS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void tell(void)
{
#ifdef FIXED
	pthread_cond_broadcast(&changed);
#else
	pthread_cond_signal(&changed); /* the bug: it may wake a thread that cannot go on */
#endif
}

static void change(int from)
{
	pthread_mutex_lock(&lock);
	while (full != from)
		pthread_cond_wait(&changed, &lock);
	full = !from;
	tell();
	pthread_mutex_unlock(&lock);
}

static void *produce(void *unused)
{
	for (int i = 0; i < ITEMS; i++)
		change(0);
	return unused;
}

static void *consume(void *unused)
{
	for (int i = 0; i < ITEMS; i++)
		change(1);
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		threads[i] = subject_start(i % 2 ? consume : produce, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
