/* SPDX-License-Identifier: Apache-2.0
 * robust_spins_yielding.c: polls a flag with sched_yield; the setter came and went too early.
 * EXPECT: livelock  EXPLAIN: 23|24 [15 22]
 * DETERMINISM: 3 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *setter(void *unused)
{
	(void)unused;
	atomic_store(&flag, 1);
	return NULL;
}

static void *waiter(void *unused)
{
	(void)unused;
	atomic_store(&flag, 0); /* forgets what was set before */
	while (!atomic_load(&flag))
		sched_yield();
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, setter, NULL);
	pthread_create(&b, NULL, waiter, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
