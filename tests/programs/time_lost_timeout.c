/* SPDX-License-Identifier: Apache-2.0
 * time_lost_timeout.c: after a timeout the result that came just before it is taken for missing.
 * It needs an early time-out: the sender stands still for a second.
 * EXPECT: assert  EXPLAIN: 34|35 17|18 [36 39]
 * ARGS: --fail-on early-timeout */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int sent, received;

static void *sender(void *arg)
{
	pthread_mutex_lock(&lock);
	sent = 1;
	pthread_cond_signal(&arrived);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	struct timespec until;
	pthread_t t;
	int error = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 1;
	pthread_create(&t, NULL, sender, NULL);
	pthread_mutex_lock(&lock);
	while (!sent && !error)
		error = pthread_cond_timedwait(&arrived, &lock, &until);
	received = error != ETIMEDOUT; /* wrong: `sent` is what counts */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	assert(sent == received);
	return 0;
}
