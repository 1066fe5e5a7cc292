/* SPDX-License-Identifier: Apache-2.0
 * robust_spins_for_ever.c: a thread spins on a flag that nobody sets.
 * EXPECT: livelock  EXPLAIN: 15
 * DETERMINISM: 3
 * NATIVE: no */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int flag; /* not static, or a compiler may see that nobody sets it */

static void *worker(void *unused)
{
	(void)unused;
	while (!atomic_load(&flag))
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
