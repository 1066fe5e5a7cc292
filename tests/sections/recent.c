/* SPDX-License-Identifier: Apache-2.0
 *
 * A rotating buffer that keeps what is most recent: when it is full, its second critical section (with
 * -DSPLIT) writes nothing. */
#include "split.h"

#include <stdlib.h>

#define SIZE 4

struct recent {
	pthread_mutex_t lock;
	int *slots;
	unsigned head, count;
};

static void put(struct recent *r, int x)
{
	pthread_mutex_lock(&r->lock);
	r->slots[r->head] = x;
	r->head = (r->head + 1) % SIZE;
	SPLIT_HERE(&r->lock);
	if (r->count < SIZE)
		r->count++;
	pthread_mutex_unlock(&r->lock);
}

static int oldest(struct recent *r)
{
	int x = 0;

	pthread_mutex_lock(&r->lock);
	if (r->count)
		x = r->slots[(r->head + SIZE - r->count) % SIZE];
	pthread_mutex_unlock(&r->lock);
	return x;
}

static void *writer(void *recent)
{
	for (int i = 0; i < SIZE + 2; i++)
		put(recent, i);
	return NULL;
}

static void *reader(void *recent)
{
	for (int i = 0; i < SIZE; i++)
		use(oldest(recent));
	return NULL;
}

int main(void)
{
	struct recent *r = calloc(1, sizeof *r);

	r->slots = calloc(SIZE, sizeof *r->slots);
	pthread_mutex_init(&r->lock, NULL);
	two_threads(writer, r, reader, r);
	free(r->slots);
	free(r);
	return 0;
}
