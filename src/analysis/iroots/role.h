/* SPDX-License-Identifier: Apache-2.0
 *
 * What an operation does to its location, as far as interleaving idioms (idiom.h) are concerned. */
#pragma once

#include "model/event.h"

enum hd_role { HD_READS, HD_WRITES, HD_TAKES, HD_GIVES, HD_NO_ROLE };

static inline enum hd_role hd_role_of(unsigned kind)
{
	switch (kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_WRLOCK:
	case HD_RDLOCK:
	case HD_SPINLOCK:
		return HD_TAKES;
	case HD_UNLOCK:
		return HD_GIVES;
	default:
		break;
	}
	if (!(hd_event_flags[kind] & HD_F_ACCESS))
		return HD_NO_ROLE;
	return hd_event_flags[kind] & HD_F_WRITE ? HD_WRITES : HD_READS;
}

/* It begins something new on the location: nothing before it can be depended on any more. */
static inline bool hd_role_sets(enum hd_role r)
{
	return r == HD_WRITES || r == HD_GIVES;
}

/* An operation of one role can depend on one of another thread before it. */
static inline bool hd_roles_depend(enum hd_role from, enum hd_role to)
{
	if (from == HD_GIVES)
		return to == HD_TAKES;
	return (from == HD_WRITES && to <= HD_WRITES) || (from == HD_READS && to == HD_WRITES);
}
