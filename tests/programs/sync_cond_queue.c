/* SPDX-License-Identifier: Apache-2.0
 * sync_cond_queue.c: a bounded queue with two condition variables hands over every item.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>

enum { ROOM = 2, ITEMS = 4 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int queue[ROOM], used, taken_sum;

static void *producer(void *arg)
{
	for (int i = 1; i <= ITEMS; i++) {
		pthread_mutex_lock(&m);
		while (used == ROOM)
			pthread_cond_wait(&not_full, &m);
		queue[used++] = i;
		pthread_cond_signal(&not_empty);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < ITEMS; i++) {
		pthread_mutex_lock(&m);
		while (used == 0)
			pthread_cond_wait(&not_empty, &m);
		taken_sum += queue[--used];
		pthread_cond_signal(&not_full);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i % 2 ? producer : consumer, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	assert(used == 0 && taken_sum == ITEMS * (ITEMS + 1));
	assert(pthread_cond_destroy(&not_empty) == 0 && pthread_cond_destroy(&not_full) == 0);
	return 0;
}
