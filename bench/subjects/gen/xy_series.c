/* SPDX-License-Identifier: Apache-2.0
 *
 * After XYSeries of JFreeChart (bug 11 of the paper): all pairs are gone through without the lock. What is
 * changed meanwhile is noticed, and ends the program. */
#include "xy_series.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 8

struct xy_series {
	pthread_mutex_t lock;
	int x[MOST], y[MOST];
	unsigned n, changes;
};

struct xy_series *xy_series_create(void)
{
	struct xy_series *s = calloc(1, sizeof *s);

	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void xy_series_destroy(struct xy_series *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}

void xy_series_add(struct xy_series *s, int x, int y)
{
	pthread_mutex_lock(&s->lock);
	if (s->n < MOST) {
		s->x[s->n] = x;
		s->y[s->n++] = y;
		s->changes++;
	}
	pthread_mutex_unlock(&s->lock);
}

void xy_series_remove(struct xy_series *s, unsigned index)
{
	pthread_mutex_lock(&s->lock);
	if (index < s->n) {
		s->n--;
		s->changes++;
	}
	pthread_mutex_unlock(&s->lock);
}

int xy_series_sum(struct xy_series *s)
{
	unsigned changes;
	int sum = 0;

#ifdef FIXED
	pthread_mutex_lock(&s->lock);
#endif
	changes = s->changes;
	for (unsigned i = 0; i < s->n; i++) {
		if (s->changes != changes)
			abort();
		sum += s->y[i];
	}
#ifdef FIXED
	pthread_mutex_unlock(&s->lock);
#endif
	return sum;
}
