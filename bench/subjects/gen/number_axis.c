/* SPDX-License-Identifier: Apache-2.0
 *
 * After NumberAxis of JFreeChart (bug 12 of the paper): the bounds are compared and set in two critical
 * sections, so that both may move past each other. */
#include "number_axis.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void number_axis_init(struct number_axis *a)
{
	a->lower = -1000;
	a->upper = 1000;
	a->lock = malloc(sizeof(pthread_mutex_t));
	pthread_mutex_init(a->lock, NULL);
}

void number_axis_fini(struct number_axis *a)
{
	pthread_mutex_destroy(a->lock);
	free(a->lock);
}

static void move(struct number_axis *a, int *bound, int value, int is_lower)
{
	int fits;

	pthread_mutex_lock(a->lock);
	fits = is_lower ? value <= a->upper : value >= a->lower;
#ifndef FIXED
	pthread_mutex_unlock(a->lock);
	pthread_mutex_lock(a->lock);
#endif
	if (fits)
		*bound = value;
	pthread_mutex_unlock(a->lock);
}

void number_axis_set_lower(struct number_axis *a, int lower)
{
	move(a, &a->lower, lower, 1);
}

void number_axis_set_upper(struct number_axis *a, int upper)
{
	move(a, &a->upper, upper, 0);
}

int number_axis_draw(struct number_axis *a)
{
	int length;

	pthread_mutex_lock(a->lock);
	length = a->upper - a->lower;
	pthread_mutex_unlock(a->lock);
	assert(length >= 0);
	return length;
}
