/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the post; racy: after it. */
#include <semaphore.h>

#include "race.h"

static sem_t ready;
static int value;

THREAD(producer)
{
	if (RACY_OR(false, true))
		value = 1;
	sem_post(&ready);
	if (RACY_OR(true, false))
		value = 1; /* race */
}

THREAD(consumer)
{
	sem_wait(&ready);
	use(value); /* race */
}

int main(void)
{
	sem_init(&ready, 0, 0);
	RUN(consumer, producer);
	sem_destroy(&ready);
	return 0;
}
