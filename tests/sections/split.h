/* SPDX-License-Identifier: Apache-2.0
 *
 * Each program here is correct, and wrong with -DSPLIT: what is done in one critical section is then done in
 * two. */
#pragma once

#include <pthread.h>
#include <stddef.h>

#ifdef SPLIT
#define SPLIT_HERE(lock)                                                                                     \
	do {                                                                                                 \
		pthread_mutex_unlock(lock);                                                                  \
		pthread_mutex_lock(lock);                                                                    \
	} while (0)
#else
#define SPLIT_HERE(lock) (void)0
#endif

static volatile _Thread_local int used;

/* So that the compiler keeps what computes it. */
static void use(int x)
{
	used = x;
}

static int two_threads(void *(*one)(void *), void *of_one, void *(*other)(void *), void *of_other)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, of_one);
	pthread_create(&b, NULL, other, of_other);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
