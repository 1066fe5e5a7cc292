/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_disabled.c: a cancellation waits while the thread does not allow it, and comes when it does.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t ready, cancelled;
static int protected_part, after;

static void *worker(void *arg)
{
	int old;

	assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
	assert(old == PTHREAD_CANCEL_ENABLE);
	sem_post(&ready);
	sem_wait(&cancelled);
	usleep(1);
	pthread_testcancel();
	protected_part = 1;
	assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0);
	assert(old == PTHREAD_CANCEL_DISABLE);
	pthread_testcancel();
	after = 1;
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	sem_init(&ready, 0, 0);
	sem_init(&cancelled, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	sem_wait(&ready);
	pthread_cancel(t);
	sem_post(&cancelled);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED && protected_part && !after);
	return 0;
}
