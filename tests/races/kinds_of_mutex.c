/* SPDX-License-Identifier: Apache-2.0
 * A recursive mutex that is still locked once keeps others out, and timed waits lock as well as others do;
 * racy: it was unlocked too often. */
#include <time.h>

#include "race.h"

static pthread_mutex_t lock;
static int inner, outer;

THREAD(twice)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock);
	inner++;
	pthread_mutex_unlock(&lock);
	if (RACY_OR(true, false))
		pthread_mutex_unlock(&lock);
	outer++; /* race */
	if (RACY_OR(false, true))
		pthread_mutex_unlock(&lock);
}

THREAD(timed)
{
	struct timespec soon;

	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_sec += 100;
	if (pthread_mutex_timedlock(&lock, &soon))
		return;
	inner++;
	outer++; /* race */
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&lock, &recursive);
	RUN(twice, timed);
	pthread_mutex_destroy(&lock);
	return 0;
}
