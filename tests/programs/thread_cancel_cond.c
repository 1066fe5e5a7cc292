/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_cond.c: a thread cancelled in pthread_cond_wait holds the mutex again when its handler runs.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int waiting, unlocked;

static void unlock(void *arg)
{
	assert(pthread_mutex_unlock(arg) == 0); /* checks errors: fails unless this thread holds it */
	unlocked = 1;
}

static void *waiter(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(unlock, &lock);
	waiting = 1;
	for (;;)
		pthread_cond_wait(&never, &lock);
	pthread_cleanup_pop(1);
	return arg;
}

int main(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;
	void *result;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&lock, &attr);
	pthread_create(&t, NULL, waiter, NULL);
	pthread_mutex_lock(&lock);
	if (waiting)
		assert(pthread_mutex_trylock(&lock) != 0);
	pthread_mutex_unlock(&lock);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED && waiting && unlocked);
	assert(pthread_mutex_lock(&lock) == 0);
	pthread_mutex_unlock(&lock);
	pthread_mutex_destroy(&lock);
	return 0;
}
