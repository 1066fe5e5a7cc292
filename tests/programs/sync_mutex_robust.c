/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_robust.c: a robust mutex outlives its owner, once if it is made consistent, else not at all.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *dies_holding(void *arg)
{
	int error = pthread_mutex_lock(&m);

	(void)arg;
	assert(error == 0 || error == EOWNERDEAD);
	if (error)
		assert(pthread_mutex_consistent(&m) == 0);
	return NULL;
}

static void run_two(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, dies_holding, NULL);
	pthread_create(&b, NULL, dies_holding, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

int main(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&m, &attr);
	assert(pthread_mutex_consistent(&m) == EINVAL);

	run_two();
	assert(pthread_mutex_lock(&m) == EOWNERDEAD);
	assert(pthread_mutex_consistent(&m) == 0);
	assert(pthread_mutex_consistent(&m) == EINVAL);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == EPERM);

	run_two();
	assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
	assert(pthread_cond_signal(&c) == 0);
	assert(pthread_mutex_unlock(&m) == 0);
	assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
	assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
	assert(pthread_mutex_destroy(&m) == 0);
	return 0;
}
