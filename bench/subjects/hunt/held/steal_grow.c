/* SPDX-License-Identifier: Apache-2.0
 * steal_grow.c: the owner of a queue of jobs moves it to a larger array when it is full, while a thief
 * steals.
 * FAILS: use-after-free
 * THREADS: 2
 *
 * The bug, in grow(): the old array is freed at once. A thief that has read its address before, and reads a
 * job from it after that, reads freed memory; the queue grows only once, after some jobs were put into it. */
#include "../../subject.h"
#include <stdatomic.h>

#define FIRST_SIZE 4
#define JOBS	   6

static _Atomic(int *) jobs;
static int *old_jobs;
static atomic_int head, tail, size = FIRST_SIZE;

static void grow(void)
{
	int *before = atomic_load(&jobs);
	int *after = calloc(2 * FIRST_SIZE, sizeof(int));

	for (int i = 0; i < FIRST_SIZE; i++)
		after[i] = before[i];
	atomic_store(&jobs, after);
	atomic_store(&size, 2 * FIRST_SIZE);
#ifdef FIXED
	old_jobs = before;
#else
	free(before); /* the bug: a thief may still read it */
#endif
}

static void *owner(void *unused)
{
	for (int job = 1; job <= JOBS; job++) {
		int end = atomic_load(&tail);

		if (end == atomic_load(&size))
			grow();
		atomic_load(&jobs)[end] = job;
		atomic_store(&tail, end + 1);
	}
	return unused;
}

static void *thief(void *unused)
{
	for (int i = 0; i < 2; i++) {
		int first = atomic_load(&head);

		if (first < atomic_load(&tail)) {
			int job = atomic_load(&jobs)[first];

			if (job)
				atomic_store(&head, first + 1);
		}
	}
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	jobs = calloc(FIRST_SIZE, sizeof(int));
	threads[0] = subject_start(owner, NULL);
	threads[1] = subject_start(thief, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	free(jobs);
	free(old_jobs);
	return 0;
}
