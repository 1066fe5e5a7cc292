/* SPDX-License-Identifier: Apache-2.0
 * A detached thread says by a semaphore that it is done; racy: it says so too early. */
#include <semaphore.h>

#include "race.h"

static sem_t done;
static int result;

static void *worker(void *unused)
{
	if (RACY_OR(true, false))
		sem_post(&done);
	result = 1; /* race */
	if (RACY_OR(false, true))
		sem_post(&done);
	return unused;
}

int main(void)
{
	pthread_attr_t detached;
	pthread_t t;

	sem_init(&done, 0, 0);
	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	pthread_create(&t, &detached, worker, NULL);
	pthread_attr_destroy(&detached);
	sem_wait(&done);
	use(result); /* race */
	return 0;
}
