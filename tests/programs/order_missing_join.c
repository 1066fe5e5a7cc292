/* SPDX-License-Identifier: Apache-2.0
 * order_missing_join.c: the result is read before the thread that computes it was joined.
 * EXPECT: assert  EXPLAIN: 13 22 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int result;

static void *compute(void *unused)
{
	(void)unused;
	result = 42;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, compute, NULL);
	int seen = result;
	pthread_join(t, NULL);
	assert(seen == 42);
	return 0;
}
