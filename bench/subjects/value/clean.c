/* SPDX-License-Identifier: Apache-2.0
 * clean.c: two tasks wait for each other's events, of which there are counts.
 * FAILS: lost-wakeup
 * THREADS: 2
 * PAIRS: 7 2 2 2
 * ANALYSIS: 71 4.45
 * STATES: 3 614
 * INSTRUCTIONS: 575 9383
 * SECONDS: 4.90 3.00
 *
 * The bug, in await(): the count is compared before the lock is taken; an event in between is waited for
 * after it has been. */
#include "../subject.h"

struct event {
	pthread_mutex_t lock;
	pthread_cond_t happened;
	int count;
};

static struct event first = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static struct event second = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void await(struct event *e, int seen)
{
#ifdef FIXED
	pthread_mutex_lock(&e->lock);
	while (e->count == seen)
		pthread_cond_wait(&e->happened, &e->lock);
	pthread_mutex_unlock(&e->lock);
#else
	if (e->count == seen) { /* the bug: the lock is not held */
		pthread_mutex_lock(&e->lock);
		pthread_cond_wait(&e->happened, &e->lock);
		pthread_mutex_unlock(&e->lock);
	}
#endif
}

static void signal_event(struct event *e)
{
	pthread_mutex_lock(&e->lock);
	e->count++;
	pthread_cond_broadcast(&e->happened);
	pthread_mutex_unlock(&e->lock);
}

static void *first_task(void *unused)
{
	await(&first, 0);
	signal_event(&second);
	return unused;
}

static void *second_task(void *unused)
{
	signal_event(&first);
	await(&second, 0);
	return unused;
}

int main(void)
{
	pthread_t one = subject_start(first_task, NULL), two = subject_start(second_task, NULL);

	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
