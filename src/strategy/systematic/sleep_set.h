/* SPDX-License-Identifier: Apache-2.0
 *
 * Which operations may change places without any difference, for sleep sets (P. Godefroid) under a bound on
 * preemptions. Everything is dependent on everything unless it is known to be not: what is known here touches
 * its object and nothing else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"

/* The operation touches what is at its address and nothing else; others may become able to run by it only
 * if they wait for that. */
static inline bool hd_is_local(const struct hd_op *op)
{
	switch (op->kind) {
	case HD_START:
	case HD_FENCE:
	case HD_READ:
	case HD_WRITE:
	case HD_ATOMIC_LOAD:
	case HD_ATOMIC_STORE:
	case HD_ATOMIC_RMW:
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_SPINLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_SEM_WAIT:
	case HD_LEAVE: /* a lock that is never given back */
	case HD_UNLOCK:
	case HD_SEM_POST:
		return !op->timed;
	default:
		return false;
	}
}

/* The operation is local, and no thread can become able to run by it, whatever threads wait for. */
static inline bool hd_is_quiet(const struct hd_op *op)
{
	return hd_is_local(op) && op->kind != HD_UNLOCK && op->kind != HD_SEM_POST;
}

static inline bool hd_are_independent(const struct hd_op *a, const struct hd_op *b)
{
	unsigned flags = hd_event_flags[a->kind] | hd_event_flags[b->kind];

	if (!hd_is_local(a) || !hd_is_local(b))
		return false;
	if (!a->addr || !b->addr || !(flags & (HD_F_WRITE | HD_F_SYNC)))
		return true;
	return a->addr >= b->addr + (b->size ? b->size : 1) || b->addr >= a->addr + (a->size ? a->size : 1);
}
