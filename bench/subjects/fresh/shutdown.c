/* SPDX-License-Identifier: Apache-2.0
 * shutdown.c: a worker sleeps until there is a job or the pool is shut down.
 * FAILS: lost-wakeup
 * THREADS: 1
 *
 * The bug, in shut_down(): the flag is set and the worker woken without the lock, so that the wakeup may come
 * after the worker has looked at the flag and before it sleeps. */
#include "../subject.h"
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int jobs, over;
static int done;

static void *worker(void *unused)
{
	pthread_mutex_lock(&lock);
	while (atomic_load(&jobs) || !atomic_load(&over)) {
		if (atomic_load(&jobs)) {
			atomic_fetch_sub(&jobs, 1);
			done++;
		} else {
			pthread_cond_wait(&changed, &lock);
		}
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

static void shut_down(void)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	atomic_store(&over, 1);
	pthread_cond_signal(&changed);
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	atomic_fetch_add(&jobs, 2);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	shut_down();
	pthread_join(thread, NULL);
	return done != 2;
}
