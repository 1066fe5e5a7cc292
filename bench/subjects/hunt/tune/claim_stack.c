/* SPDX-License-Identifier: Apache-2.0
 * claim_stack.c: a lock-free stack of three slots, from which three threads take and give back.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in pop(): a thread claims the top by taking its link away, and gives the link back when another
 * was faster. In between the slot may have been taken, used and pushed again, so that the link is an old one
 * (ABA). Then two threads own one slot. It takes five switches at exact places. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define SLOTS	3
#define CLAIMED (-1)

static atomic_int link_of[SLOTS] = {1, 2, CLAIMED};
static atomic_int top, available = SLOTS;
static atomic_int owner[SLOTS];
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static int pop(void)
{
	int slot = CLAIMED;

#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	while (atomic_load(&available) > 1) {
		int first = atomic_load(&top);
		int below = atomic_exchange(&link_of[first], CLAIMED);

		if (below < 0)
			continue;
		if (atomic_compare_exchange_strong(&top, &(int){first}, below)) {
			atomic_fetch_sub(&available, 1);
			slot = first;
			break;
		}
		atomic_exchange(&link_of[first], below); /* the bug: it may be another link by now */
	}
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return slot;
}

static void push(int slot)
{
	int first = atomic_load(&top);

#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	do
		atomic_store(&link_of[slot], first);
	while (!atomic_compare_exchange_strong(&top, &first, slot));
	atomic_fetch_add(&available, 1);
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

static void *user(void *number)
{
	int me = (int)(long)number;

	for (int round = 0; round < 2; round++) {
		int slot;

		while ((slot = pop()) < 0)
			;
		atomic_store(&owner[slot], me);
		assert(atomic_load(&owner[slot]) == me);
		push(slot);
	}
	return NULL;
}

int main(void)
{
	pthread_t users[3];

	for (long i = 0; i < 3; i++)
		users[i] = subject_start(user, (void *)(i + 1));
	for (int i = 0; i < 3; i++)
		pthread_join(users[i], NULL);
	return 0;
}
