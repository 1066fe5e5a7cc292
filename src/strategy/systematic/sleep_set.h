/* SPDX-License-Identifier: Apache-2.0
 *
 * Which operations may change places without any difference, for sleep sets (P. Godefroid) under a bound on
 * preemptions. The objects that they touch tell (dependence.h); which locks a thread holds is not followed
 * here, so a wait on a condition variable touches everything. */
#pragma once

#include "strategy/systematic/dependence.h"

static inline struct hd_footprint hd_footprint_alone(const struct hd_op *op)
{
	static const struct hd_held_locks none;
	struct hd_footprint f;

	hd_footprint_of(op, &none, 0, &f);
	return f;
}

/* The operation touches its objects and nothing else. */
static inline bool hd_is_local(const struct hd_op *op)
{
	return !hd_footprint_alone(op).everything;
}

/* The operation is local, and no thread can become able to run by it, whatever threads wait for. */
static inline bool hd_is_quiet(const struct hd_op *op)
{
	switch ((enum hd_event_kind)op->kind) {
	case HD_UNLOCK:
	case HD_SEM_POST:
	case HD_CREATE:
	case HD_SIGNAL:
	case HD_BROADCAST:
	case HD_BARRIER:
	case HD_INIT:
	case HD_ONCE:
		return false;
	default:
		return hd_is_local(op);
	}
}

static inline bool hd_are_independent(const struct hd_op *a, const struct hd_op *b)
{
	struct hd_footprint of_a = hd_footprint_alone(a), of_b = hd_footprint_alone(b);

	return !hd_are_dependent(&of_a, &of_b);
}
