/* SPDX-License-Identifier: Apache-2.0
 * retry_limit.c: a sum is changed by compare and exchange, which is tried again at most twenty times.
 * FAILS: assert
 * THREADS: 2
 *
 * The bug, in add(): it gives up when another thread changed the sum in each of twenty tries: the two threads
 * have to go by turns, strictly, twenty times. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

#define TRIES 20

static atomic_int sum;

static bool add(int amount)
{
#ifdef FIXED
	return atomic_fetch_add(&sum, amount) >= 0;
#else
	int before = atomic_load(&sum);

	for (int tries = 0; tries < TRIES; tries++)
		if (atomic_compare_exchange_strong(&sum, &before, before + amount))
			return true;
	return false; /* the bug: the amount is lost */
#endif
}

static void *once(void *unused)
{
	assert(add(5));
	return unused;
}

static void *often(void *unused)
{
	for (int i = 0; i < 2 * TRIES; i++)
		atomic_fetch_add(&sum, 1);
	return unused;
}

int main(void)
{
	pthread_t a = subject_start(once, NULL), b = subject_start(often, NULL);

	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
