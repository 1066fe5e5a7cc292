/* SPDX-License-Identifier: Apache-2.0
 * sync_rwlock_timed.c: timed read and write locks end by the lock or by the time.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static struct timespec soon(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	ts.tv_nsec += 5 * 1000 * 1000;
	ts.tv_sec += ts.tv_nsec / 1000000000;
	ts.tv_nsec %= 1000000000;
	return ts;
}

static void *other(void *written)
{
	struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC), invalid = {0, -1};

	assert(pthread_rwlock_timedwrlock(&rw, &real) == ETIMEDOUT);
	assert(pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &monotonic) == ETIMEDOUT);
	real = soon(CLOCK_REALTIME);
	monotonic = soon(CLOCK_MONOTONIC);
	assert(pthread_rwlock_timedrdlock(&rw, &real) == (written ? ETIMEDOUT : 0));
	assert(pthread_rwlock_clockrdlock(&rw, CLOCK_MONOTONIC, &monotonic) == (written ? ETIMEDOUT : 0));
	assert(pthread_rwlock_timedrdlock(&rw, &invalid) == EINVAL);
	for (int i = 0; !written && i < 2; i++)
		assert(pthread_rwlock_unlock(&rw) == 0);
	return NULL;
}

static void run(void *written)
{
	pthread_t t;

	pthread_create(&t, NULL, other, written);
	pthread_join(t, NULL);
	assert(pthread_rwlock_unlock(&rw) == 0);
}

int main(void)
{
	pthread_rwlock_rdlock(&rw);
	run(NULL);
	pthread_rwlock_wrlock(&rw);
	run(&rw);
	return 0;
}
