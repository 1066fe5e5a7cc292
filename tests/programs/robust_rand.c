/* SPDX-License-Identifier: Apache-2.0
 * robust_rand.c: the random numbers of libc start from the same state in each run.
 * EXPECT: passed */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
	(void)unused;
	(void)rand();
	(void)random();
	return NULL;
}

int main(void)
{
	pthread_t t;

	/* What glibc documents for the default seed of 1: the same first number whoever asks. */
	if (rand() != 1804289383)
		return 1;
	pthread_create(&t, NULL, worker, NULL);
	(void)rand();
	pthread_join(t, NULL);
	return 0;
}
