/* SPDX-License-Identifier: Apache-2.0
 * turns.c: a lock counts how often it went from one thread to another one without a break, to adapt itself.
 * FAILS: assert
 * THREADS: 4
 *
 * The bug, in pass(): the count has a table of twenty-four entries and no limit. Two threads have to go by
 * turns, strictly, twenty-four times in a row, while two other threads do something else. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define ROUNDS	16
#define ENTRIES 24

static atomic_int last, passed, bystanders;

static void pass(int me)
{
	int count = atomic_exchange(&last, me) == me ? 0 : passed + 1;

#ifdef FIXED
	if (count == ENTRIES)
		count = 0;
#endif
	assert(count < ENTRIES); /* the bug: there is nothing that keeps it below */
	passed = count;
}

static void *user(void *number)
{
	for (int i = 0; i < ROUNDS; i++)
		pass((int)(long)number);
	return NULL;
}

static void *bystander(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		atomic_fetch_add(&bystanders, 1);
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	for (long i = 0; i < 4; i++)
		threads[i] = subject_start(i % 2 ? bystander : user, (void *)(i + 1));
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return bystanders == 2 * ROUNDS ? 0 : 1;
}
