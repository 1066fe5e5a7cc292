/* SPDX-License-Identifier: Apache-2.0
 * Each writes its own cell, and reads the other's after the barrier; racy: before it. */
#include "race.h"

static pthread_barrier_t barrier;
static int left, right;

THREAD(one)
{
	left = 1; /* race */
	pthread_barrier_wait(&barrier);
	use(right);
}

THREAD(two)
{
	right = 1;
	if (RACY_OR(true, false))
		use(left); /* race */
	pthread_barrier_wait(&barrier);
	use(left);
}

int main(void)
{
	pthread_barrier_init(&barrier, NULL, 2);
	RUN(one, two);
	pthread_barrier_destroy(&barrier);
	return 0;
}
