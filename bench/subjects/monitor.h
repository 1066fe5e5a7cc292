/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subjects about atomic sets share. Every access in them is locked: what is wrong is that two
 * critical sections should have been one. Locks may be taken again by their owner, as those of Java objects,
 * after which the subjects are modelled.
 *
 * Functions with external linkage are units of work, static ones belong to their callers. The first lines of
 * a subject have: SETS      the objects whose fields belong together VIOLATES  pairs "u/v": unit u is not
 * atomic, and v can come between; without it, there is nothing to be found FAILS     the kind of failure that
 * it can lead to, or nothing */
#ifndef MONITOR_H
#define MONITOR_H
#define _GNU_SOURCE

#include "subject.h"
#include <assert.h>
#include <stdatomic.h>

#define MONITOR PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP

static inline void monitor_init(pthread_mutex_t *m)
{
	*m = (pthread_mutex_t)MONITOR;
}

/* Around what ought to be atomic, and is so in the correct twin only. */
static inline void ought_lock(pthread_mutex_t *m)
{
#ifdef FIXED
	pthread_mutex_lock(m);
#else
	(void)m;
#endif
}

static inline void ought_unlock(pthread_mutex_t *m)
{
#ifdef FIXED
	pthread_mutex_unlock(m);
#else
	(void)m;
#endif
}

/* What ought to be true; that it was not makes the program fail when its threads have ended, so that the
 * violation can complete. */
static atomic_int ill;
#define OUGHT(condition)                                                                                     \
	do {                                                                                                 \
		if (!(condition))                                                                            \
			atomic_store(&ill, 1);                                                               \
	} while (0)

/* Runs the bodies in a thread each, with the same argument, and waits for them; fails if something was not as
 * it ought to be. */
static inline void run_threads(int count, void *(*const bodies[])(void *), void *argument)
{
	pthread_t threads[8];

	for (int i = 0; i < count; i++)
		threads[i] = subject_start(bodies[i], argument);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	assert(!atomic_load(&ill));
}

#define RUN(argument, ...)                                                                                   \
	run_threads(sizeof((void *(*[])(void *)){__VA_ARGS__}) / sizeof(void *),                             \
		    (void *(*[])(void *)){__VA_ARGS__}, argument)

#endif
