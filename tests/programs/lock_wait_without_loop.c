/* SPDX-License-Identifier: Apache-2.0
 * lock_wait_without_loop.c: after the wait the condition is not checked again, and another took the item.
 * EXPECT: assert  EXPLAIN: 18 16|17 [19 29 30] */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	if (items == 0)
		pthread_cond_wait(&filled, &lock);
	items--;
	assert(items >= 0);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *producer(void *unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		items++;
		pthread_cond_broadcast(&filled);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, consumer, NULL);
	pthread_create(&t[1], NULL, consumer, NULL);
	pthread_create(&t[2], NULL, producer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
