/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_polled.c: a thread that only tests whether it is cancelled lets the others go on.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>

static void *poll_for_ever(void *arg)
{
	for (;;)
		pthread_testcancel();
	return arg;
}

static void *cancel_myself(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_cancel(pthread_self());
	return arg; /* not reached: the type is asynchronous */
}

int main(void)
{
	pthread_t poller, impatient;
	void *result;

	pthread_create(&poller, NULL, poll_for_ever, NULL);
	pthread_create(&impatient, NULL, cancel_myself, NULL);
	pthread_join(impatient, &result);
	assert(result == PTHREAD_CANCELED);
	pthread_cancel(poller);
	pthread_join(poller, &result);
	assert(result == PTHREAD_CANCELED);
	return 0;
}
