/* SPDX-License-Identifier: Apache-2.0
 *
 * The limits (model/limit.def) that a search has to name: what it does not let happen, where the program does
 * something for which it would make a difference. */
#pragma once

#include "strategy/strategy.h"

struct hd_search_limits {
	bool reuses;   /* freed memory is handed out again in this search */
	bool spurious; /* wakeups may be spurious in this search           */
	uint32_t met;  /* HD_LIMIT_BIT                                    */
};

static inline void hd_limits_begin(struct hd_search_limits *l, const struct hd_plan *plan)
{
	l->reuses = plan->heap == HD_HEAP_REUSE;
	l->spurious = plan->spurious;
}

static inline void hd_limits_see(struct hd_search_limits *l, const struct hd_op *op)
{
	if (op->kind == HD_FREE && !l->reuses)
		l->met |= HD_LIMIT_BIT(REUSE);
	if (op->kind == HD_COND_WAIT || op->kind == HD_FUTEX_SLEEP)
		l->met |= l->spurious ? HD_LIMIT_BIT(SPURIOUS) : HD_LIMIT_BIT(NO_SPURIOUS);
}
