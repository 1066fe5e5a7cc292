/* SPDX-License-Identifier: Apache-2.0
 * rw_global.c: two threads and the thread that created them use one variable.
 * PAIR: RW must read:22 write:14
 * PAIR: RW must write:14 write:14
 * PAIR: RW must read:14 write:14
 */
#include <pthread.h>

int shared;

static void *worker(void *unused)
{
	(void)unused;
	shared++;
	return NULL;
}

static int peek(void)
{
	/* While both are alive. */

	return shared;
}

int main(void)
{
	pthread_t a, b;
	int seen;

	shared = 1;
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	seen = peek();
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return shared + seen == 0;
}
