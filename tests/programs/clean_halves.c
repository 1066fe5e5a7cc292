/* SPDX-License-Identifier: Apache-2.0
 * clean_halves.c: threads work on halves of one array that no other touches.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { HALF = 64 };

static int numbers[2 * HALF];
static long sums[2];

static void *add(void *arg)
{
	long *sum = arg;
	const int *from = numbers + (sum - sums) * HALF;

	for (int i = 0; i < HALF; i++)
		*sum += from[i];
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2 * HALF; i++)
		numbers[i] = i;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, &sums[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(sums[0] + sums[1] == 2 * HALF * (2 * HALF - 1) / 2);
	return 0;
}
