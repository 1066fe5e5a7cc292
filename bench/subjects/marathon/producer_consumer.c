/* SPDX-License-Identifier: Apache-2.0
 * producer_consumer.c: a producer fills a store, consumers take from it if there is something.
 * SETS: struct store
 * VIOLATES: store_take/store_take store_take/store_fill
 * FAILS: assert
 * PAPER: cycles 6, wrong 0
 *
 * The bug: that there is something is asked in one critical section, and it is taken in another one. */
#include "../monitor.h"

enum { ROOM = 32 };

struct store {
	pthread_mutex_t lock;
	int count, item[ROOM];
};

static struct store *store;
static int items;

int store_count(struct store *s)
{
	int count;

	pthread_mutex_lock(&s->lock);
	count = s->count;
	pthread_mutex_unlock(&s->lock);
	return count;
}

void store_fill(struct store *s, int item)
{
	pthread_mutex_lock(&s->lock);
	if (s->count < ROOM)
		s->item[s->count++] = item;
	pthread_mutex_unlock(&s->lock);
}

int store_take(struct store *s)
{
	int item = -1;

	ought_lock(&s->lock);
	if (store_count(s) > 0) {
		pthread_mutex_lock(&s->lock);
		OUGHT(s->count > 0);
		if (s->count > 0)
			item = s->item[--s->count];
		pthread_mutex_unlock(&s->lock);
	}
	ought_unlock(&s->lock);
	return item;
}

static void *produces(void *unused)
{
	for (int i = 0; i < items; i++)
		store_fill(store, i);
	return unused;
}

static void *consumes(void *unused)
{
	for (int i = 0; i < items; i++)
		store_take(store);
	return unused;
}

int main(int argc, char **argv)
{
	items = subject_input(argc, argv, 2);
	store = calloc(1, sizeof *store);
	monitor_init(&store->lock);
	store_fill(store, 0);
	RUN(NULL, produces, consumes, consumes);
	free(store);
	return 0;
}
