/* SPDX-License-Identifier: Apache-2.0
 * time_wait_given_up.c: a wait ends by its timeout, and nobody takes the token that comes then.
 * EXPECT: assert  EXPLAIN: 24|25 [21 23 26 28 29 37 38 39 40 42]
 * DETERMINISM: no */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens;
static int timed_out, taken;

static void *taker(void *u)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 1000;
	pthread_mutex_lock(&m);
	int r = 0;
	if (tokens == 0)
		r = pthread_cond_timedwait(&c, &m, &until);
	if (r == ETIMEDOUT)
		timed_out = 1;
	else
		taken = tokens--;
	pthread_mutex_unlock(&m);
	return u;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, taker, NULL);
	pthread_mutex_lock(&m);
	tokens++;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	assert(tokens == 0);
	(void)taken;
	(void)timed_out;
	return 0;
}
