/* SPDX-License-Identifier: Apache-2.0
 * race_append.c: two threads append to an array and pick the same index.
 * EXPECT: assert  EXPLAIN: 13 [12] */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int list[4], length;

static void append(int item)
{
	list[length] = item;
	length++;
}

static void *worker(void *arg)
{
	append((int)(intptr_t)arg);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int sum = 0;

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, (void *)(intptr_t)(i + 1));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 4; i++)
		sum += list[i];
	assert(length == 2 && sum == 3);
	return 0;
}
