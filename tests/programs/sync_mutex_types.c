/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_types.c: each type of mutex answers its owner and others as POSIX says.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t errorcheck = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *other(void *arg)
{
	(void)arg;
	assert(pthread_mutex_trylock(&normal) == EBUSY);
	assert(pthread_mutex_trylock(&adaptive) == EBUSY);
	assert(pthread_mutex_trylock(&recursive) == EBUSY);
	assert(pthread_mutex_unlock(&recursive) == EPERM);
	assert(pthread_mutex_trylock(&errorcheck) == EBUSY);
	assert(pthread_mutex_unlock(&errorcheck) == EPERM);
	return NULL;
}

int main(void)
{
	pthread_mutex_t made;
	pthread_mutexattr_t attr;
	pthread_t t;

	assert(pthread_mutex_lock(&normal) == 0 && pthread_mutex_lock(&adaptive) == 0);
	assert(pthread_mutex_trylock(&normal) == EBUSY);
	assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
	assert(pthread_mutex_trylock(&recursive) == 0);
	assert(pthread_mutex_lock(&errorcheck) == 0 && pthread_mutex_lock(&errorcheck) == EDEADLK);
	assert(pthread_mutex_trylock(&errorcheck) == EBUSY);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	for (int i = 0; i < 3; i++)
		assert(pthread_mutex_unlock(&recursive) == 0);
	assert(pthread_mutex_unlock(&recursive) == EPERM);
	assert(pthread_mutex_unlock(&errorcheck) == 0 && pthread_mutex_unlock(&errorcheck) == EPERM);
	assert(pthread_mutex_unlock(&normal) == 0 && pthread_mutex_unlock(&adaptive) == 0);

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	assert(pthread_mutex_init(&made, &attr) == 0);
	assert(pthread_mutex_lock(&made) == 0 && pthread_mutex_lock(&made) == 0);
	assert(pthread_mutex_unlock(&made) == 0 && pthread_mutex_unlock(&made) == 0);
	assert(pthread_mutex_destroy(&made) == 0);
	return 0;
}
