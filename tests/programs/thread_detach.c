/* SPDX-License-Identifier: Apache-2.0
 * thread_detach.c: detached threads run, cannot be joined, and many may follow each other.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t begin, done;

static void *wait_and_work(void *arg)
{
	sem_wait(&begin);
	sem_post(&done);
	return arg;
}

static void *work(void *arg)
{
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_attr_t attr;
	pthread_t t;

	sem_init(&begin, 0, 0);
	sem_init(&done, 0, 0);
	pthread_create(&t, NULL, wait_and_work, NULL);
	assert(pthread_detach(t) == 0);
	assert(pthread_detach(t) == EINVAL);
	assert(pthread_join(t, NULL) == EINVAL);
	sem_post(&begin);
	sem_wait(&done);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	for (int i = 0; i < 5; i++) {
		assert(pthread_create(&t, &attr, work, NULL) == 0);
		sem_wait(&done);
	}
	pthread_attr_destroy(&attr);
	return 0;
}
