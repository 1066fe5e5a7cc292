/* SPDX-License-Identifier: Apache-2.0
 *
 * The program under test may write anywhere: what is read is checked before it is used. */
#include "model/guide.h"

#include <stddef.h>

#include "model/event.h"

/* The range that the byte before the return address is in; NULL: none. */
static const struct hd_guide_range *range_at(const struct hd_guide *g, uint64_t pc)
{
	uint32_t low = 0, high = g->nranges < HD_GUIDE_RANGES ? g->nranges : HD_GUIDE_RANGES;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (pc < g->ranges[middle].from)
			high = middle;
		else if (pc >= g->ranges[middle].to)
			low = middle + 1;
		else
			return &g->ranges[middle];
	}
	return NULL;
}

uint16_t hd_guide_place_at(const struct hd_guide *g, uint64_t offset, unsigned what)
{
	const struct hd_guide_range *r = offset ? range_at(g, offset - 1) : NULL;

	/* A woken waiter takes its mutex again at the place of its wait. */
	if (what == HD_RELOCK)
		what = HD_COND_WAIT;
	for (unsigned i = 0; r && i < r->n && r->first + i < HD_GUIDE_PLACES; i++)
		if (g->places[r->first + i].what == what)
			return (uint16_t)(r->first + i);
	return HD_GUIDE_NOWHERE;
}

bool hd_guide_can_reach(const struct hd_guide *g, uint16_t from, uint16_t to)
{
	if (from >= HD_GUIDE_PLACES || to >= HD_GUIDE_PLACES)
		return true;
	return g->places[to].from[from / 64] >> (from % 64) & 1;
}

uint64_t hd_guide_threads_of(const struct hd_guide *g, uint16_t create)
{
	uint64_t threads = 0;

	for (unsigned i = 0; i < g->nthreads && i < HD_GUIDE_THREADS; i++)
		if (create != HD_GUIDE_NOWHERE && g->created_at[i] == create)
			threads |= 1ULL << i;
	return threads;
}
