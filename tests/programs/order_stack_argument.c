/* SPDX-License-Identifier: Apache-2.0
 * order_stack_argument.c: all threads get the address of one loop variable, so two may see one number.
 * EXPECT: assert  EXPLAIN: 12 23 [14 24] */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int claimed[4];

static void *worker(void *arg)
{
	int me = *(int *)arg;

	claimed[me]++;
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	int i;

	for (i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, &i);
	for (int k = 0; k < 3; k++)
		pthread_join(t[k], NULL);
	assert(claimed[0] == 1 && claimed[1] == 1 && claimed[2] == 1);
	return 0;
}
