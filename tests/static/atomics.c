/* SPDX-License-Identifier: Apache-2.0
 * atomics.c: atomic operations are pairs as well, whatever locks they use inside.
 * PAIR: RW must atomic-rmw:14 atomic-rmw:14
 * PAIR: RW must atomic-rmw:14 atomic-load:21
 * PAIR: RW must atomic-store:15 atomic-load:21
 * PAIR: RW must atomic-store:15 atomic-store:15
 */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count, done;
static void *worker(void *arg)
{

	atomic_fetch_add(&count, 1);
	atomic_store(&done, 1);
	return arg;
}

static int peek(void)
{
	return atomic_load(&count) + atomic_load(&done);
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	peek();
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
