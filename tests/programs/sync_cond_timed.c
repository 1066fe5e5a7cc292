/* SPDX-License-Identifier: Apache-2.0
 * sync_cond_timed.c: timed waits on either clock time out, and hold the mutex afterwards.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t real = PTHREAD_COND_INITIALIZER, monotonic;

static struct timespec soon(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	ts.tv_nsec += 10 * 1000 * 1000;
	ts.tv_sec += ts.tv_nsec / 1000000000;
	ts.tv_nsec %= 1000000000;
	return ts;
}

static int passed(clockid_t clock, struct timespec limit)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec > limit.tv_sec || (now.tv_sec == limit.tv_sec && now.tv_nsec >= limit.tv_nsec);
}

int main(void)
{
	struct timespec invalid = {0, -1}, limit = soon(CLOCK_REALTIME);
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	assert(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
	assert(pthread_cond_init(&monotonic, &attr) == 0);
	pthread_mutex_lock(&m);
	while (pthread_cond_timedwait(&real, &m, &limit) != ETIMEDOUT)
		;
	assert(passed(CLOCK_REALTIME, limit) && pthread_mutex_lock(&m) == EDEADLK);
	limit = soon(CLOCK_MONOTONIC);
	while (pthread_cond_timedwait(&monotonic, &m, &limit) != ETIMEDOUT)
		;
	assert(passed(CLOCK_MONOTONIC, limit) && pthread_mutex_lock(&m) == EDEADLK);
	limit = soon(CLOCK_MONOTONIC);
	while (pthread_cond_clockwait(&real, &m, CLOCK_MONOTONIC, &limit) != ETIMEDOUT)
		;
	assert(passed(CLOCK_MONOTONIC, limit) && pthread_mutex_lock(&m) == EDEADLK);
	assert(pthread_cond_timedwait(&real, &m, &invalid) == EINVAL);
	assert(pthread_mutex_unlock(&m) == 0 && pthread_cond_wait(&real, &m) == EPERM);
	assert(pthread_cond_destroy(&monotonic) == 0);
	return 0;
}
