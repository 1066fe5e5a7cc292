/* SPDX-License-Identifier: Apache-2.0
 * producerconsumer.c: producers put items into a buffer; consumers, each of whom has a list of its own, take
 * them.
 * FAILS: assert
 * THREADS: 7
 * PAIRS: 41 44 54 54
 * ANALYSIS: 380 23.97
 * WITHOUT_ESCAPE: 95 44 54 54
 * STATES: 30 121
 * INSTRUCTIONS: 3568 5341
 * SECONDS: 24.11 3.00
 *
 * The bug, in take(): whether there is an item is looked at before the lock is taken; another consumer can
 * have it by then. */
#include "../subject.h"
#include <assert.h>

enum { CAPACITY = 2, ITEMS = 2, CONSUMERS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int buffer[CAPACITY], count;

static void put(int item)
{
	pthread_mutex_lock(&lock);
	while (count == CAPACITY)
		pthread_cond_wait(&changed, &lock);
	buffer[count++] = item;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static int take(void)
{
	int item;

#ifdef FIXED
	pthread_mutex_lock(&lock);
	while (count == 0)
		pthread_cond_wait(&changed, &lock);
#else
	int there = count; /* the bug: the lock is not held */

	pthread_mutex_lock(&lock);
	while (!there && count == 0)
		pthread_cond_wait(&changed, &lock);
#endif
	assert(count > 0);
	item = buffer[--count];
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return item;
}

static void *produce(void *unused)
{
	for (int i = 1; i <= ITEMS; i++)
		put(i);
	return unused;
}

static void *consume(void *unused)
{
	int *list = malloc(ITEMS * sizeof *list); /* no other thread sees it */

	list[0] = take();
	list[1] = list[0] + 1;
	assert(list[1] > 1);
	free(list);
	return unused;
}

int main(void)
{
	pthread_t producer = subject_start(produce, NULL), consumers[CONSUMERS];

	for (int i = 0; i < CONSUMERS; i++)
		consumers[i] = subject_start(consume, NULL);
	pthread_join(producer, NULL);
	for (int i = 0; i < CONSUMERS; i++)
		pthread_join(consumers[i], NULL);
	return 0;
}
