/* SPDX-License-Identifier: Apache-2.0
 * robust_spins_backing_off.c: two threads spin for a lock that its owner has left behind, with a back-off
 * that grows and starts over: they get to other states, but to no new ones.
 * EXPECT: livelock  EXPLAIN: 16
 * DETERMINISM: 2
 * REPLAYS: 3
 * NATIVE: no */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock = 1;

static void *worker(void *unused)
{
	for (int silence = 1; atomic_exchange(&lock, 1); silence = silence < 64 ? silence * 2 : 1)
		for (int i = 0; i < silence; i++)
			__asm__ volatile("pause");
	atomic_store(&lock, 0);
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
