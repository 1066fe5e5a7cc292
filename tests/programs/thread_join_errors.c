/* SPDX-License-Identifier: Apache-2.0
 * thread_join_errors.c: joining oneself and joining too early are told by error numbers.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;
static pthread_t main_thread;

static void *worker(void *arg)
{
	assert(pthread_join(pthread_self(), NULL) == EDEADLK);
	assert(pthread_tryjoin_np(main_thread, NULL) == EBUSY);
	sem_wait(&go);
	return arg;
}

int main(void)
{
	struct timespec past = {0};
	pthread_t t;
	void *result;

	main_thread = pthread_self();
	sem_init(&go, 0, 0);
	pthread_create(&t, NULL, worker, &go);
	assert(pthread_tryjoin_np(t, NULL) == EBUSY);
	assert(pthread_timedjoin_np(t, NULL, &past) == ETIMEDOUT);
	assert(pthread_clockjoin_np(t, NULL, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
	sem_post(&go);
	while (pthread_tryjoin_np(t, &result) == EBUSY)
		;
	assert(result == &go);
	return 0;
}
