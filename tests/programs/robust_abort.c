/* SPDX-License-Identifier: Apache-2.0
 * robust_abort.c: abort() in a thread.
 * EXPECT: abort  EXPLAIN: 10 */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
	(void)unused;
	abort();
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
