/* SPDX-License-Identifier: Apache-2.0
 * robust_exit_in_thread.c: a thread calls exit(5) while main waits for it.
 * EXPECT: exit  EXPLAIN: 11 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static void *worker(void *unused)
{
	(void)unused;
	exit(5);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
