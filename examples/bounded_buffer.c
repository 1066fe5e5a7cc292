/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounded buffer: producers and consumers sleep on one condition variable, and in the end all of them sleep.
 * EXPECT: deadlock | lost-wakeup  EXPLAIN: 26|37 24|34
 *
 * The bug: pthread_cond_signal() wakes any one waiter. Producers and consumers wait on the same condition
 * variable, so the wakeup that says "there is room" may go to a consumer. It finds the buffer empty, goes
 * back to sleep, and the producer for whom it was meant is never woken.
 *
 * The fix: two condition variables, `not_full` and `not_empty`; or pthread_cond_broadcast(). */
#include <pthread.h>
#include <stdio.h>

enum { ITEMS = 2, CONSUMERS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int slot; /* a buffer for one item; 0 means empty */

static void put(int item)
{
	pthread_mutex_lock(&lock);
	while (slot != 0)
		pthread_cond_wait(&changed, &lock);
	slot = item;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

static int take(void)
{
	pthread_mutex_lock(&lock);
	while (slot == 0)
		pthread_cond_wait(&changed, &lock);
	int item = slot;
	slot = 0;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	return item;
}

static void *produce(void *unused)
{
	(void)unused;
	for (int i = 1; i <= ITEMS; i++)
		put(i);
	return NULL;
}

static void *consume(void *sum)
{
	*(int *)sum += take();
	return NULL;
}

int main(void)
{
	pthread_t producer, consumers[CONSUMERS];
	int sums[CONSUMERS] = {0};

	for (int i = 0; i < CONSUMERS; i++)
		pthread_create(&consumers[i], NULL, consume, &sums[i]);
	pthread_create(&producer, NULL, produce, NULL);
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(consumers[i], NULL);
	pthread_join(producer, NULL);
	printf("consumed %d\n", sums[0] + sums[1]);
	return 0;
}
