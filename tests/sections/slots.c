/* SPDX-License-Identifier: Apache-2.0
 *
 * A loop over an array of structures: one thread looks at all of them, each in two critical sections, the
 * other one changes only the last but one. Nothing can go wrong with the first one. With -DWHOLE it is one
 * critical section. */
#include <pthread.h>

#define SLOTS 40

struct slot {
	pthread_mutex_t lock;
	int used, free;
};

static struct slot slots[SLOTS];

int slot_sum(struct slot *s)
{
	int n;

	pthread_mutex_lock(&s->lock);
	n = s->used;
#ifndef WHOLE
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_lock(&s->lock);
#endif
	n += s->free;
	pthread_mutex_unlock(&s->lock);
	return n;
}

void slot_take(struct slot *s)
{
	pthread_mutex_lock(&s->lock);
	s->used++;
	s->free--;
	pthread_mutex_unlock(&s->lock);
}

static void *looker(void *sum)
{
	for (int i = 0; i < SLOTS; i++)
		*(volatile int *)sum += slot_sum(&slots[i]);
	return NULL;
}

static void *taker(void *unused)
{
	slot_take(&slots[SLOTS - 2]);
	return unused;
}

int main(void)
{
	pthread_t a, b;
	int sum = 0;

	for (int i = 0; i < SLOTS; i++)
		pthread_mutex_init(&slots[i].lock, NULL);
	pthread_create(&a, NULL, looker, &sum);
	pthread_create(&b, NULL, taker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
