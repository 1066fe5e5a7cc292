/* SPDX-License-Identifier: Apache-2.0
 * robust_divide_by_zero.c: an integer division by zero in a thread.
 * EXPECT: crash  EXPLAIN: 12 */
#include <pthread.h>
#include <stddef.h>

static volatile int divisor, quotient;

static void *worker(void *unused)
{
	(void)unused;
	quotient = 7 / divisor;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
