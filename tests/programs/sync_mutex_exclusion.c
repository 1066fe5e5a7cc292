/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_exclusion.c: a counter behind a mutex loses no update, whoever is let in next.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 3 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside, total;

static void *worker(void *arg)
{
	(void)arg;
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&m);
		assert(inside++ == 0);
		total++;
		assert(--inside == 0);
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	assert(total == THREADS * ROUNDS);
	assert(pthread_mutex_destroy(&m) == 0);
	return 0;
}
