/* SPDX-License-Identifier: Apache-2.0
 *
 * Shutdown race: a worker goes to sleep just after it was told to stop, and the program never ends.
 * EXPECT: lost-wakeup | deadlock  EXPLAIN: 24 31|32 [23]
 *
 * The bug: stop_worker() sets the flag and signals without holding the mutex. The worker may have looked at
 * the flag already and not yet be waiting: the signal finds nobody, and then the worker waits for ever.
 * Making the flag atomic changes nothing; what counts is that looking and going to sleep are one step.
 *
 * The fix: set the flag while holding the mutex. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wakeup = PTHREAD_COND_INITIALIZER;
static atomic_int stopping;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	while (!atomic_load(&stopping))
		pthread_cond_wait(&wakeup, &lock);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void stop_worker(pthread_t thread)
{
	atomic_store(&stopping, 1);
	pthread_cond_signal(&wakeup);
	pthread_join(thread, NULL);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	stop_worker(thread);
	return 0;
}
