/* SPDX-License-Identifier: Apache-2.0
 *
 * Strict priorities: the highest thread that may go. */
#pragma once

#include "strategy/strategy.h"

/* Priority and thread in one word make the search for the maximum free of branches, which would be as random
 * as the priorities are. Of equal ones the higher id wins. */
static inline hd_tid hd_highest(const uint32_t *priority, const struct hd_choice *c)
{
	uint64_t top = 0;

	for (unsigned i = 0; i < c->nready; i++) {
		uint64_t key = (uint64_t)priority[c->ready[i]] << 16 | c->ready[i];

		top = key > top ? key : top;
	}
	return (hd_tid)top;
}
