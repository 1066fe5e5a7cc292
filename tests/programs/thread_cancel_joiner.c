/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_joiner.c: when a joining thread is cancelled, the other one can still be joined.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t end;
static pthread_t target;

static void *wait_for_end(void *arg)
{
	while (sem_wait(&end))
		;
	return arg;
}

static void *joiner(void *arg)
{
	pthread_join(target, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	sem_init(&end, 0, 0);
	pthread_create(&target, NULL, wait_for_end, &end);
	pthread_create(&t, NULL, joiner, NULL);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
	sem_post(&end);
	assert(pthread_join(target, &result) == 0);
	assert(result == &end);
	return 0;
}
