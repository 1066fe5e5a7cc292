/* SPDX-License-Identifier: Apache-2.0
 * The argument is filled in before the thread is created; racy: after. */
#include "race.h"

static int argument;

static void *worker(void *unused)
{
	use(argument); /* race */
	return unused;
}

int main(void)
{
	pthread_t t;

	if (RACY_OR(false, true))
		argument = 1;
	pthread_create(&t, NULL, worker, NULL);
	if (RACY_OR(true, false))
		argument = 1; /* race */
	pthread_join(t, NULL);
	return 0;
}
