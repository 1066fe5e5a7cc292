/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_spinner.c: asynchronous cancellation ends a loop that has no cancellation point.
 * EXPECT: passed
 * FINDS: race */
#include <assert.h>
#include <pthread.h>

static volatile unsigned long counter;
static volatile int started;

static void *spin(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	started = 1;
	for (;;)
		counter++;
	return arg;
}

int main(void)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, spin, NULL);
	while (!started)
		;
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
