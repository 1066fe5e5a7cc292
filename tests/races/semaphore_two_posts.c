/* SPDX-License-Identifier: Apache-2.0
 * A semaphore as a lock has the value 1; racy: 2. */
#include <semaphore.h>

#include "race.h"

static sem_t free_places;
static int place;

THREAD(visit)
{
	sem_wait(&free_places);
	place++; /* race */
	sem_post(&free_places);
}

int main(void)
{
	sem_init(&free_places, 0, RACY_OR(2, 1));
	RUN(visit, visit, visit);
	sem_destroy(&free_places);
	return 0;
}
