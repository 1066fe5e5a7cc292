/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_cond_two_mutexes.c: two threads wait on one condition variable, each with a mutex of its own.
 * EXPECT: lock-misuse  EXPLAIN: 16 [14 15 28 29 30] */
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready[2];

static void *waiter(void *arg)
{
	int i = arg != NULL;

	pthread_mutex_lock(&m[i]);
	while (!ready[i])
		pthread_cond_wait(&c, &m[i]);
	pthread_mutex_unlock(&m[i]);
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, waiter, i ? &c : NULL);
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m[i]);
		ready[i] = 1;
		pthread_cond_broadcast(&c);
		pthread_mutex_unlock(&m[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
