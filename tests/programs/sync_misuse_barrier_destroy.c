/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_barrier_destroy.c: a barrier is destroyed while a thread may already wait at it.
 * EXPECT: lock-misuse  EXPLAIN: 10 20 */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg)
{
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, worker, NULL);
	pthread_barrier_destroy(&barrier);
	pthread_join(t, NULL);
	return 0;
}
