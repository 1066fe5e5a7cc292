/* SPDX-License-Identifier: Apache-2.0
 * All who wait for the broadcast may read; racy: and count without the lock. */
#include "race.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begin = PTHREAD_COND_INITIALIZER;
static bool begun;
static int settings, done;

THREAD(worker)
{
	pthread_mutex_lock(&lock);
	while (!begun)
		pthread_cond_wait(&begin, &lock);
	if (RACY_OR(false, true))
		done++;
	pthread_mutex_unlock(&lock);
	use(settings);
	if (RACY_OR(true, false))
		done++; /* race */
}

THREAD(starter)
{
	settings = 7;
	pthread_mutex_lock(&lock);
	begun = true;
	pthread_cond_broadcast(&begin);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	RUN(worker, worker, starter);
	return 0;
}
