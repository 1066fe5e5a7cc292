/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_barrier.c: a thread that finds nothing to do leaves without coming to the barrier.
 * EXPECT: deadlock  EXPLAIN: 12|13 [14 16] */
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int work = 3;

static void *worker(void *arg)
{
	while (work > 0)
		work--;
	if (work < 0)
		return arg;
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
