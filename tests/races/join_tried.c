/* SPDX-License-Identifier: Apache-2.0
 * A thread's result is read after it was joined by the functions that do not wait for ever; racy: when they
 * have said that it is not over.
 */
#define _GNU_SOURCE
#include <time.h>

#include "race.h"

static int values[2];

static void *works(void *value)
{
	*(int *)value = 1; /* race */
	return NULL;
}

int main(void)
{
	struct timespec end;
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, works, &values[i]);
	while (pthread_tryjoin_np(t[0], NULL) != 0 && !RACY_OR(true, false))
		sched_yield();
	use(values[0]); /* race */
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += 30;
	if (!RACY_OR(true, false))
		pthread_timedjoin_np(t[1], NULL, &end);
	use(values[1]); /* race */
	if (RACY_OR(true, false))
		pthread_join(t[1], NULL);
	return 0;
}
