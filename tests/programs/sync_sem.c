/* SPDX-License-Identifier: Apache-2.0
 * sync_sem.c: a semaphore lets in as many as its value says; its limits are answered with errors.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

static sem_t two, items;
static atomic_int inside;

static void *worker(void *arg)
{
	assert(sem_wait(&two) == 0);
	assert(++inside <= 2);
	inside--;
	assert(sem_post(&two) == 0);
	assert(sem_post(&items) == 0);
	return arg;
}

static void check_errors(void)
{
	struct timespec past = {1, 0}, invalid = {0, 1000000000};
	sem_t s;

	assert(sem_init(&s, 0, 0) == 0);
	assert(sem_trywait(&s) == -1 && errno == EAGAIN);
	assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
	assert(sem_clockwait(&s, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
	assert(sem_timedwait(&s, &invalid) == -1 && errno == EINVAL);
	assert(sem_destroy(&s) == 0);
	assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
	assert(sem_post(&s) == -1 && errno == EOVERFLOW);
	assert(sem_trywait(&s) == 0 && sem_destroy(&s) == 0);
}

int main(void)
{
	pthread_t t[3];
	int value;

	sem_init(&two, 0, 2);
	sem_init(&items, 0, 0);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		assert(sem_wait(&items) == 0);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(sem_getvalue(&two, &value) == 0 && value == 2);
	assert(sem_getvalue(&items, &value) == 0 && value == 0);
	check_errors();
	return 0;
}
