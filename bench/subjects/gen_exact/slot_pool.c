/* SPDX-License-Identifier: Apache-2.0
 *
 * A list of free slots whose head comes back (ABA): a thread that takes one has to be interrupted by one that
 * takes two and gives the first of them back, with nothing else in between. */
#include "slot_pool.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SLOTS 4
#define NONE  SLOTS

struct slot_pool {
	atomic_uint head; /* the first free slot, and what was done to the list so far */
	unsigned next[SLOTS];
	atomic_int taken[SLOTS], first;
};

struct slot_pool *slot_pool_new(void)
{
	struct slot_pool *p = calloc(1, sizeof *p);

	for (unsigned i = 0; i < SLOTS; i++)
		p->next[i] = i + 1;
	p->first = -1;
	return p;
}

void slot_pool_free(struct slot_pool *p)
{
	free(p);
}

/* The head after a change: the fixed one never comes back. */
static unsigned changed(unsigned head, unsigned slot)
{
#ifdef FIXED
	return ((head >> 8) + 1) << 8 | slot;
#else
	(void)head;
	return slot;
#endif
}

int slot_pool_take(struct slot_pool *p)
{
	unsigned head = atomic_load(&p->head), slot, next;

	do {
		slot = head & 0xff;
		if (slot == NONE)
			return -1;
		next = __atomic_load_n(&p->next[slot], __ATOMIC_SEQ_CST);
	} while (!atomic_compare_exchange_strong(&p->head, &head, changed(head, next)));
	assert(!atomic_exchange(&p->taken[slot], 1));
	if (atomic_load(&p->first) < 0)
		atomic_store(&p->first, (int)slot);
	return (int)slot;
}

void slot_pool_give(struct slot_pool *p)
{
	int slot = atomic_exchange(&p->first, -1);
	unsigned head = atomic_load(&p->head);

	if (slot < 0)
		return;
	atomic_store(&p->taken[slot], 0);
	do
		__atomic_store_n(&p->next[slot], head & 0xff, __ATOMIC_SEQ_CST);
	while (!atomic_compare_exchange_strong(&p->head, &head, changed(head, (unsigned)slot)));
}
