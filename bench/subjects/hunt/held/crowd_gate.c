/* SPDX-License-Identifier: Apache-2.0
 * crowd_gate.c: sixty-three threads go through a gate that counts them, and one closes it.
 * FAILS: assert
 * THREADS: 64
 *
 * The bug, in enter(): whether the gate is open is asked before the thread is counted. The closing thread has
 * to come between these two of one thread and to see no guest inside while all others are before or behind
 * the gate. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define GUESTS 63

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_open = 1, inside, is_dark;

static int enter(void)
{
	int open;

	pthread_mutex_lock(&lock);
	open = is_open;
#ifdef FIXED
	inside += open;
#endif
	pthread_mutex_unlock(&lock);
#ifndef FIXED
	pthread_mutex_lock(&lock); /* the bug: the gate may have been closed */
	inside += open;
	pthread_mutex_unlock(&lock);
#endif
	return open;
}

static void *guest(void *unused)
{
	if (enter()) {
		assert(!atomic_load(&is_dark));
		pthread_mutex_lock(&lock);
		inside--;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *porter(void *unused)
{
	pthread_mutex_lock(&lock);
	is_open = 0;
	if (!inside)
		atomic_store(&is_dark, 1);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t threads[GUESTS + 1];

	threads[0] = subject_start(porter, NULL);
	for (int i = 1; i <= GUESTS; i++)
		threads[i] = subject_start(guest, NULL);
	for (int i = 0; i <= GUESTS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
