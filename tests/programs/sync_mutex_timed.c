/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_timed.c: a timed lock gets the mutex or says that time ran out, on either clock.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int held;

static struct timespec soon(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	ts.tv_nsec += 20 * 1000 * 1000;
	ts.tv_sec += ts.tv_nsec / 1000000000;
	ts.tv_nsec %= 1000000000;
	return ts;
}

static void check(int result)
{
	assert(result == 0 || result == ETIMEDOUT);
	if (result)
		return;
	assert(held++ == 0);
	held--;
	pthread_mutex_unlock(&m);
}

static void *other(void *arg)
{
	struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC);
	struct timespec invalid = {0, 1000000000};

	(void)arg;
	check(pthread_mutex_timedlock(&m, &real));
	check(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &monotonic));
	assert(pthread_mutex_timedlock(&m, &invalid) == EINVAL || pthread_mutex_unlock(&m) == 0);
	return NULL;
}

int main(void)
{
	struct timespec real = soon(CLOCK_REALTIME);
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_lock(&m);
	held = 1;
	assert(pthread_mutex_timedlock(&m, &real) == ETIMEDOUT);
	held = 0;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
