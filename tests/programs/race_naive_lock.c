/* SPDX-License-Identifier: Apache-2.0
 * race_naive_lock.c: a lock made of "look at the flag, then set it" lets two threads in.
 * EXPECT: assert  EXPLAIN: 15 17 [18 19 20] */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken, inside;

static void *worker(void *unused)
{
	(void)unused;
	while (atomic_load(&taken))
		sched_yield();
	atomic_store(&taken, 1);
	assert(atomic_fetch_add(&inside, 1) == 0);
	atomic_fetch_sub(&inside, 1);
	atomic_store(&taken, 0);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
