/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_barrier_destroyed.c: two of three threads have met, twice, and main destroys the barrier before
 * the third has come.
 * EXPECT: lock-misuse  EXPLAIN: 11 24 [23] */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg)
{
	pthread_barrier_wait(&barrier);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_create(&c, NULL, worker, NULL);
	pthread_barrier_wait(&barrier);
	pthread_barrier_destroy(&barrier);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
