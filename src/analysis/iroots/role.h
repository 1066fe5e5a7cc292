/* SPDX-License-Identifier: Apache-2.0
 *
 * What an operation does to its location, as far as interleaving idioms (idiom.h) are concerned. */
#pragma once

#include "model/event.h"

enum hd_role { HD_READS, HD_WRITES, HD_TAKES, HD_GIVES, HD_NO_ROLE };

/* Of a step as such. What takes a lock and what gives one back are not known by their kind alone: an attempt
 * may fail, a wait may time out. */
static inline enum hd_role hd_role_of_access(unsigned kind)
{
	if (!(hd_event_flags[kind] & HD_F_ACCESS))
		return HD_NO_ROLE;
	return hd_event_flags[kind] & HD_F_WRITE ? HD_WRITES : HD_READS;
}

/* Locks are not in the same space as data: to lock a mutex is no access to the bytes that it consists of. */
#define HD_SPACE_OF_LOCKS (1ULL << 63)

static inline uint64_t hd_role_address(const struct hd_op *op, enum hd_role r)
{
	return r == HD_TAKES || r == HD_GIVES ? op->addr | HD_SPACE_OF_LOCKS : op->addr;
}

static inline uint64_t hd_role_size(const struct hd_op *op, enum hd_role r)
{
	return r == HD_TAKES || r == HD_GIVES || !op->size ? 1 : op->size;
}

/* It begins something new on the location: nothing before it can be depended on any more. */
static inline bool hd_role_sets(enum hd_role r)
{
	return r == HD_WRITES || r == HD_GIVES;
}

/* An operation of one role can depend on one of another thread before it. */
static inline bool hd_roles_depend(enum hd_role from, enum hd_role to)
{
	if (from == HD_GIVES || to == HD_TAKES)
		return from == HD_GIVES && to == HD_TAKES;
	return (from == HD_WRITES && to <= HD_WRITES) || (from == HD_READS && to == HD_WRITES);
}
