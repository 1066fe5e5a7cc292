/* SPDX-License-Identifier: Apache-2.0
 * counter_bad.c: two threads count without a lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int count;

static void *add(void *unused)
{
	count++;
	return unused;
}

int main(void)
{
	pthread_t thread[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	assert(count == 2);
	return 0;
}
