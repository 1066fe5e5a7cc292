/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of threads as bits of a word: the first 64 threads of a run can be in one. */
#pragma once

#include <stdint.h>

#include "strategy/strategy.h"

#define HD_SET_THREADS 64

static inline uint64_t hd_thread_bit(unsigned tid)
{
	return tid < HD_SET_THREADS ? 1ULL << tid : 0;
}

/* The lowest thread of a set that is not empty. */
static inline hd_tid hd_lowest_thread(uint64_t set)
{
	return (hd_tid)__builtin_ctzll(set);
}

/* The ready thread whose turn it is when threads take turns: the next one after the current one. */
static inline hd_tid hd_next_in_turn(const struct hd_choice *c)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->current == HD_NO_TID || c->ready[i] > c->current)
			return c->ready[i];
	return c->ready[0];
}

static inline uint64_t hd_set_of_ready(const struct hd_choice *c)
{
	uint64_t ready = 0;

	for (unsigned i = 0; i < c->nready; i++)
		ready |= hd_thread_bit(c->ready[i]);
	return ready;
}
