/* SPDX-License-Identifier: Apache-2.0
 *
 * Sites at which threads have come back to an operation: there it is worth while to look at registers and
 * stack from the first time on (spin_rounds.h), which takes some microseconds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HD_SUSPECTS_MAX 64

struct hd_suspects {
	uint32_t sites[HD_SUSPECTS_MAX];
	uint32_t n;
	bool all; /* every site is one: those of an earlier process had other numbers */
};

static inline bool hd_suspects_have(const struct hd_suspects *s, uint32_t site)
{
	for (uint32_t i = 0; i < s->n && i < HD_SUSPECTS_MAX; i++)
		if (s->sites[i] == site)
			return true;
	return s->all;
}

/* When the table is full, loops at further sites are found later. */
static inline void hd_suspects_add(struct hd_suspects *s, uint32_t site)
{
	if (s->n < HD_SUSPECTS_MAX && !hd_suspects_have(s, site))
		s->sites[s->n++] = site;
}

static inline void hd_suspects_merge(struct hd_suspects *to, const struct hd_suspects *from)
{
	to->all |= from->all;
	for (uint32_t i = 0; i < from->n && i < HD_SUSPECTS_MAX; i++)
		hd_suspects_add(to, from->sites[i]);
}

/* All of `some` are among `all`, or those are as many as fit. */
static inline bool hd_suspects_include(const struct hd_suspects *all, const struct hd_suspects *some)
{
	for (uint32_t i = 0; all->n < HD_SUSPECTS_MAX && i < some->n; i++)
		if (!hd_suspects_have(all, some->sites[i]))
			return false;
	return true;
}
