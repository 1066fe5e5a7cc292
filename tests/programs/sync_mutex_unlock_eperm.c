/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_unlock_eperm.c: mutexes that know who holds them answer the unlock of another thread, and that
 * of a mutex which is free, with EPERM: error-checking, recursive, robust and priority-inheriting ones.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *unlocks(void *unused)
{
	assert(pthread_mutex_unlock(&m) == EPERM);
	return unused;
}

static void try_kind(int type, int robust, int protocol)
{
	pthread_mutexattr_t attr;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, type);
	pthread_mutexattr_setrobust(&attr, robust);
	pthread_mutexattr_setprotocol(&attr, protocol);
	assert(!pthread_mutex_init(&m, &attr));
	assert(pthread_mutex_unlock(&m) == EPERM);
	assert(!pthread_mutex_lock(&m));
	assert(!pthread_create(&t, NULL, unlocks, NULL));
	assert(!pthread_join(t, NULL));
	assert(!pthread_mutex_unlock(&m));
	assert(!pthread_mutex_destroy(&m));
	pthread_mutexattr_destroy(&attr);
}

int main(void)
{
	try_kind(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_NONE);
	try_kind(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_NONE);
	try_kind(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, PTHREAD_PRIO_NONE);
	try_kind(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_STALLED, PTHREAD_PRIO_INHERIT);
	return 0;
}
