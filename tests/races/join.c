/* SPDX-License-Identifier: Apache-2.0
 * The result is read after the join; racy: before it. */
#include "race.h"

static int result;

static void *worker(void *unused)
{
	result = 1; /* race */
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	if (RACY_OR(true, false))
		use(result); /* race */
	pthread_join(t, NULL);
	use(result);
	return 0;
}
