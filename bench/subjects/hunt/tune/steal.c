/* SPDX-License-Identifier: Apache-2.0
 * steal.c: the owner of a queue of jobs takes them from one end, and two thieves steal from the other.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in take(): when one job is left, the owner takes it without competing with the thieves for it. A
 * thief that has read both ends before the owner lowered its own does the same job. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define JOBS 6

static atomic_int head, tail = JOBS; /* thieves steal at the head, the owner takes at the tail */
static atomic_int done[JOBS];

static int take(void)
{
	int last = atomic_fetch_sub(&tail, 1) - 1;
	int first = atomic_load(&head);

	if (first > last) {
		atomic_store(&tail, first);
		return -1;
	}
#ifdef FIXED
	if (first == last) {
		int won = atomic_compare_exchange_strong(&head, &first, last + 1);

		atomic_store(&tail, last + 1);
		return won ? last : -1;
	}
#endif
	return last; /* the bug: a thief may be about to take the last one, too */
}

static int steal(void)
{
	int first = atomic_load(&head);
	int end = atomic_load(&tail);

	if (first >= end || !atomic_compare_exchange_strong(&head, &first, first + 1))
		return -1;
	return first;
}

static void *owner(void *unused)
{
	int job;

	while ((job = take()) >= 0)
		assert(atomic_fetch_add(&done[job], 1) == 0);
	return unused;
}

static void *thief(void *unused)
{
	for (int i = 0; i < 3; i++) {
		int job = steal();

		if (job >= 0)
			assert(atomic_fetch_add(&done[job], 1) == 0);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[3] = {subject_start(owner, NULL), subject_start(thief, NULL),
				subject_start(thief, NULL)};

	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
