/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but one of them gives up after a while; racy: it waits for ever. */
#include <time.h>

#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

THREAD(one)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); /* cycle */
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

THREAD(two)
{
	struct timespec soon;

	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_nsec = soon.tv_nsec / 2 + 400000000;
	pthread_mutex_lock(&b);
	if (RACY_OR(pthread_mutex_lock(&a), pthread_mutex_timedlock(&a, &soon)) == 0) /* cycle */
		pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
