/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_sleep.c: a thread that would sleep for ever is cancelled, and its cleanup handler runs.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int cleaned;

static void cleanup(void *arg)
{
	(void)arg;
	cleaned++;
}

static void *sleeper(void *arg)
{
	pthread_cleanup_push(cleanup, NULL);
	for (;;)
		sleep(3600);
	pthread_cleanup_pop(0);
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, sleeper, NULL);
	assert(pthread_cancel(t) == 0);
	assert(pthread_join(t, &result) == 0);
	assert(result == PTHREAD_CANCELED);
	assert(cleaned == 1); /* it can only be cancelled when it sleeps */
	return 0;
}
