/* SPDX-License-Identifier: Apache-2.0
 * tickets.c: three desks sell the last tickets of a flight and count what they have sold.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in sell(): whether there is a ticket is asked under one lock and taken under it again, but not in
 * one go, so that more may be sold than there are. */
#include "../subject.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 2, sold[3];

static int is_available(void)
{
	int available;

	pthread_mutex_lock(&lock);
	available = left > 0;
	pthread_mutex_unlock(&lock);
	return available;
}

static int sell(int desk)
{
#ifndef FIXED
	if (!is_available())
		return 0;
	pthread_mutex_lock(&lock);
#else
	(void)is_available;
	pthread_mutex_lock(&lock);
	if (left <= 0) {
		pthread_mutex_unlock(&lock);
		return 0;
	}
#endif
	left--;
	sold[desk]++;
	pthread_mutex_unlock(&lock);
	return 1;
}

static void *desk(void *number)
{
	sell((int)(long)number);
	return NULL;
}

int main(void)
{
	pthread_t desks[3];

	for (long i = 0; i < 3; i++)
		pthread_create(&desks[i], NULL, desk, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(desks[i], NULL);
	assert(left >= 0 && sold[0] + sold[1] + sold[2] + left == 2);
	return 0;
}
