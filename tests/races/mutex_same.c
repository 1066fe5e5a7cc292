/* SPDX-License-Identifier: Apache-2.0
 * Two threads count under one mutex; racy: each under its own. */
#include "race.h"

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counter;

THREAD(one)
{
	pthread_mutex_lock(&locks[0]);
	counter++; /* race */
	pthread_mutex_unlock(&locks[0]);
}

THREAD(two)
{
	pthread_mutex_t *mine = &locks[RACY_OR(1, 0)];

	pthread_mutex_lock(mine);
	counter++; /* race */
	pthread_mutex_unlock(mine);
}

int main(void)
{
	RUN(one, two);
	return 0;
}
