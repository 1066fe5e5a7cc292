/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/deadlock_cycle.h"

#include <stddef.h>

#include "base/rng.h"

#define FRAMES                                                                                               \
	4 /* of a call stack that tell places apart: locks are often taken by functions for all locks */

static const struct hd_wire_thread *thread_of(const struct hd_wire_failure *f, unsigned tid)
{
	for (uint32_t i = 0; i < f->nthreads; i++)
		if (f->threads[i].tid == tid)
			return &f->threads[i];
	return NULL;
}

static const struct hd_wire_thread *next_of(const struct hd_wire_failure *f, const struct hd_wire_thread *t)
{
	return t->state == HD_THREAD_BLOCKED && t->op.kind != HD_JOIN ? thread_of(f, t->owner) : NULL;
}

static uint64_t place_of_thread(const struct hd_wire_thread *t)
{
	uint64_t place = hd_mix64(t->op.site);

	for (unsigned i = 0; i < FRAMES && i < t->nstack && i < HD_THREAD_STACK_MAX; i++)
		place = hd_mix64(place ^ t->stack[i]);
	return place;
}

/* The sum of the places where the threads of the cycle through `start` wait; 0: it is in no cycle. */
static uint64_t cycle_from(const struct hd_wire_failure *f, const struct hd_wire_thread *start)
{
	const struct hd_wire_thread *t = start;
	uint64_t sum = 0;

	for (uint32_t n = 0; n <= f->nthreads && t; n++) {
		sum += place_of_thread(t);
		t = next_of(f, t);
		if (t == start)
			return sum ? sum : 1;
	}
	return 0;
}

uint64_t hd_deadlock_cycle_of(const struct hd_wire_failure *f)
{
	uint64_t cycle = 0;

	for (uint32_t i = 0; i < f->nthreads && !cycle; i++)
		cycle = cycle_from(f, &f->threads[i]);
	return cycle;
}
