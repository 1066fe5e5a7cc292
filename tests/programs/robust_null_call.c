/* SPDX-License-Identifier: Apache-2.0
 * robust_null_call.c: a jump through a null function pointer.
 * EXPECT: crash  EXPLAIN: 12 */
#include <pthread.h>
#include <stddef.h>

static void (*volatile callback)(void);

static void *worker(void *unused)
{
	(void)unused;
	callback();
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
