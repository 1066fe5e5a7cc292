/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the thread is cancelled whose clean-up reads it; racy: after that.
 * TSAN: no */
#include <unistd.h>

#include "race.h"

static int value;

static void clean_up(void *unused)
{
	(void)unused;
	use(value); /* race */
}

static void *sleeps(void *arg)
{
	pthread_cleanup_push(clean_up, NULL);
	for (;;)
		pause();
	pthread_cleanup_pop(0);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sleeps, NULL);
	if (RACY_OR(false, true))
		value = 1;
	pthread_cancel(t);
	if (RACY_OR(true, false))
		value = 1; /* race */
	pthread_join(t, NULL);
	return 0;
}
