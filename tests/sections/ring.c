/* SPDX-License-Identifier: Apache-2.0
 *
 * A rotating buffer: head, tail and the number of entries. What is put in and counted in two critical
 * sections
 * (-DSPLIT) can be taken out in between, and the number is wrong. */
#include "split.h"

#include <stdlib.h>

#define SIZE 4

struct ring {
	pthread_mutex_t lock;
	unsigned head, tail, count;
	int entries[SIZE];
};

static void put(struct ring *r, int x)
{
	pthread_mutex_lock(&r->lock);
	r->entries[r->tail % SIZE] = x;
	r->tail++;
	SPLIT_HERE(&r->lock);
	r->count++;
	pthread_mutex_unlock(&r->lock);
}

static int take(struct ring *r)
{
	int x = 0;

	pthread_mutex_lock(&r->lock);
	if (r->head != r->tail) {
		x = r->entries[r->head % SIZE];
		r->head++;
		r->count--;
	}
	pthread_mutex_unlock(&r->lock);
	return x;
}

static void *producer(void *ring)
{
	put(ring, 1);
	put(ring, 2);
	return NULL;
}

static void *consumer(void *ring)
{
	use(take(ring));
	use(take(ring));
	return NULL;
}

int main(void)
{
	struct ring *r = calloc(1, sizeof *r);

	pthread_mutex_init(&r->lock, NULL);
	two_threads(producer, r, consumer, r);
	free(r);
	return 0;
}
