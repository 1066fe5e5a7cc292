/* SPDX-License-Identifier: Apache-2.0
 * losenotify.c: one thread waits for the other's signal.
 * FAILS: lost-wakeup
 * THREADS: 2
 * PAIRS: 0 1 1 1
 * ANALYSIS: 77 3.53
 * STATES: 7 13
 * INSTRUCTIONS: 556 2519
 * SECONDS: 4.40 1.00
 *
 * The bug, in waiter(): it waits without having looked whether the signal was there already. */
#include "../subject.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t happened = PTHREAD_COND_INITIALIZER;
static int events;

static void *waiter(void *unused)
{
	pthread_mutex_lock(&lock);
#ifdef FIXED
	while (events == 0)
#endif
		pthread_cond_wait(&happened, &lock); /* the bug: the signal can have been */
	events--;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *notifier(void *unused)
{
	pthread_mutex_lock(&lock);
	events++;
	pthread_cond_signal(&happened);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t waiting = subject_start(waiter, NULL), notifying = subject_start(notifier, NULL);

	pthread_join(waiting, NULL);
	pthread_join(notifying, NULL);
	return 0;
}
