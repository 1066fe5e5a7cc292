/* SPDX-License-Identifier: Apache-2.0
 * sync_cond_cancel.c: a thread cancelled in a wait on a condition variable cleans up with the mutex held.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void cleanup(void *arg)
{
	(void)arg;
	assert(pthread_mutex_lock(&m) == EDEADLK);
	cleaned = 1;
	assert(pthread_mutex_unlock(&m) == 0);
}

static void *waits_forever(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(cleanup, NULL);
	for (;;)
		pthread_cond_wait(&c, &m);
	pthread_cleanup_pop(0);
	return arg;
}

int main(void)
{
	void *result;
	pthread_t t;

	pthread_create(&t, NULL, waits_forever, NULL);
	assert(pthread_cancel(t) == 0);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED && cleaned);
	assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
	return 0;
}
