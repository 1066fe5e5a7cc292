/* SPDX-License-Identifier: Apache-2.0
 * race_double_free.c: two threads both find the block present and both free it.
 * EXPECT: double-free | use-after-free  EXPLAIN: 13 [12 14] */
#include <pthread.h>
#include <stdlib.h>

static void *block;

static void *cleanup(void *unused)
{
	(void)unused;
	if (block) {
		free(block);
		block = NULL;
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	block = malloc(16);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, cleanup, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
