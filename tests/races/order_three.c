/* SPDX-License-Identifier: Apache-2.0
 * Three threads, three locks, each takes two of them, the one with the lower number first; racy: the last one
 * does not, and closes the circle. */
#include "race.h"

static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				   PTHREAD_MUTEX_INITIALIZER};

static void take(int first, int second)
{
	pthread_mutex_lock(&locks[first]);
	pthread_mutex_lock(&locks[second]); /* cycle */
	pthread_mutex_unlock(&locks[second]);
	pthread_mutex_unlock(&locks[first]);
}

THREAD(one)
{
	take(0, 1);
}

THREAD(two)
{
	take(1, 2);
}

THREAD(three)
{
	take(RACY_OR(2, 0), RACY_OR(0, 2));
}

int main(void)
{
	RUN(one, two, three);
	return 0;
}
