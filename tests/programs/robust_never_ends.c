/* SPDX-License-Identifier: Apache-2.0
 * robust_never_ends.c: a thread computes for ever without touching anything that is shared.
 * EXPECT: hang | livelock  EXPLAIN: 14
 * ARGS: --timeout 1 -n 1
 * REPLAYS: 2
 * DETERMINISM: no
 * NATIVE: no */
#include <pthread.h>
#include <stddef.h>

static void *worker(void *unused)
{
	(void)unused;
	for (volatile unsigned long i = 1; i != 0; i += 2)
		;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
