/* SPDX-License-Identifier: Apache-2.0
 * sync_cond_stolen.c: between the signal and the waiter's return another consumer takes the item.
 * EXPECT: assert  EXPLAIN: 17 14|15|16 [26 27] */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	if (items == 0) /* should be a loop */
		pthread_cond_wait(&c, &m);
	assert(items > 0);
	items--;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *producer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		items++;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return arg;
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
