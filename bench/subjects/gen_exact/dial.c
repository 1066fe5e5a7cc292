/* SPDX-License-Identifier: Apache-2.0
 *
 * The safe opens, and what is in it is lost, if the dial is at the right digit at each of eight looks in a
 * row: the digits come by once in each turn, in the right order, with others in between. */
#include "dial.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define DIGITS 8

static const int combination[DIGITS] = {3, 1, 4, 1, 5, 9, 2, 6};

struct dial {
	pthread_mutex_t lock;
	atomic_int digit;
};

struct dial *dial_new(void)
{
	struct dial *d = calloc(1, sizeof *d);

	pthread_mutex_init(&d->lock, NULL);
	return d;
}

void dial_free(struct dial *d)
{
	free(d);
}

void dial_turn(struct dial *d)
{
#ifdef FIXED
	pthread_mutex_lock(&d->lock);
#endif
	for (int i = 0; i < DIGITS; i++) {
		atomic_store(&d->digit, combination[i]);
		atomic_store(&d->digit, 0);
	}
#ifdef FIXED
	pthread_mutex_unlock(&d->lock);
#endif
}

int dial_try(struct dial *d)
{
	int right = 0;

#ifdef FIXED
	pthread_mutex_lock(&d->lock);
#endif
	while (right < DIGITS && atomic_load(&d->digit) == combination[right])
		right++;
#ifdef FIXED
	pthread_mutex_unlock(&d->lock);
#endif
	assert(right < DIGITS);
	return right;
}
