/* SPDX-License-Identifier: Apache-2.0
 *
 * After PeriodAxis of JFreeChart (bug 13 of the paper): first and last period are set one after the other,
 * without a lock around both. */
#include "period_axis.h"

#include <pthread.h>
#include <stdlib.h>

struct period_axis {
	pthread_mutex_t lock;
	unsigned first, last;
};

int period_axis_open(period_axis_t **out)
{
	*out = calloc(1, sizeof **out);
	if (!*out)
		return -1;
	pthread_mutex_init(&(*out)->lock, NULL);
	return 0;
}

void period_axis_close(period_axis_t *a)
{
	pthread_mutex_destroy(&a->lock);
	free(a);
}

void period_axis_set_range(period_axis_t *a, unsigned first, unsigned length)
{
	pthread_mutex_lock(&a->lock);
	a->first = first;
#ifndef FIXED
	pthread_mutex_unlock(&a->lock);
	pthread_mutex_lock(&a->lock);
#endif
	a->last = first + length;
	pthread_mutex_unlock(&a->lock);
}

unsigned period_axis_count(period_axis_t *a)
{
	unsigned count;

	pthread_mutex_lock(&a->lock);
	if (a->last < a->first)
		abort();
	count = a->last - a->first;
	pthread_mutex_unlock(&a->lock);
	return count;
}
