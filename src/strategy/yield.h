/* SPDX-License-Identifier: Apache-2.0
 *
 * Which thread yields, that is, wants others to go first. Strategies with strict priorities must lower its
 * priority, or two threads that yield by turns while they wait for a third one keep it from ever running. */
#pragma once

#include "strategy/strategy.h"

/* Such an operation is always possible: a thread at it that may not go was found to spin. */
static inline bool hd_never_blocks(const struct hd_op *op)
{
	return (hd_event_flags[op->kind] & (HD_F_ACCESS | HD_F_YIELD)) || op->kind == HD_TRYLOCK;
}

/* A switch away from a thread at this operation is no preemption, though the thread may go on. At the end of
 * the program all other threads that can run go first, so that the first runs show what all threads do. */
static inline bool hd_gives_way(const struct hd_op *op)
{
	return op->timed || op->kind == HD_END || (hd_event_flags[op->kind] & HD_F_YIELD);
}

/* The thread could go, whether it is offered or not. */
static inline bool hd_is_able(const struct hd_choice *c, hd_tid t)
{
	unsigned low = 0, high = c->nable;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (c->able[middle] < t)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->nable && c->able[low] == t;
}

/* To be asked in saw(): the thread that asks for a yield by this step, or that was found to spin by the one
 * before; HD_NO_TID if there is none. */
static inline hd_tid hd_yielding(hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	if (hd_event_flags[op->kind] & HD_F_YIELD)
		return tid;
	if (!c->current_ready && c->current < HD_MAX_THREADS && hd_is_able(c, c->current))
		return c->current;
	return HD_NO_TID;
}
