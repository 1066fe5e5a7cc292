/* SPDX-License-Identifier: Apache-2.0
 *
 * After TimeSeries of JFreeChart (bug 10 of the paper): whether there are values is asked in one critical
 * section, and the last one is taken in another. */
#include "time_series.h"

#include <pthread.h>
#include <stdlib.h>

#define MOST 8

struct item {
	unsigned period;
	double value;
};

struct time_series {
	pthread_mutex_t lock;
	struct item *items[MOST];
	unsigned n;
};

struct time_series *time_series_new(void)
{
	struct time_series *s = calloc(1, sizeof *s);

	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void time_series_add(struct time_series *s, unsigned period, double value)
{
	pthread_mutex_lock(&s->lock);
	if (s->n < MOST) {
		struct item *item = malloc(sizeof *item);

		*item = (struct item){.period = period, .value = value};
		s->items[s->n++] = item;
	}
	pthread_mutex_unlock(&s->lock);
}

void time_series_set_maximum(struct time_series *s, unsigned count)
{
	pthread_mutex_lock(&s->lock);
	while (s->n > count) {
		free(s->items[--s->n]);
		s->items[s->n] = NULL;
	}
	pthread_mutex_unlock(&s->lock);
}

double time_series_last(struct time_series *s)
{
	unsigned n;
	double value = 0;

	pthread_mutex_lock(&s->lock);
	n = s->n;
#ifndef FIXED
	pthread_mutex_unlock(&s->lock);
	if (!n)
		return 0;
	pthread_mutex_lock(&s->lock);
#endif
	if (n)
		value = s->items[n - 1]->value;
	pthread_mutex_unlock(&s->lock);
	return value;
}

void time_series_free(struct time_series *s)
{
	time_series_set_maximum(s, 0);
	pthread_mutex_destroy(&s->lock);
	free(s);
}
