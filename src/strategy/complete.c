/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/complete.h"

#define FIRST_RUNS  16		 /* before they tell how large the tree is                */
#define FIRST_EVERY 4		 /* … one run in so many                                  */
#define SMALL_TREE  (1ULL << 17) /* runs */
#define SMALL_EVERY 2
#define LARGE_TREE  (1ULL << 20)
#define LARGE_EVERY 16
#define HUGE_EVERY  64

static uint64_t every(const struct hd_complete *c, double explored)
{
	double all = (double)c->runs / (explored > 1e-12 ? explored : 1e-12);

	if (c->runs < FIRST_RUNS)
		return FIRST_EVERY;
	if (all <= (double)SMALL_TREE)
		return SMALL_EVERY;
	return all <= (double)LARGE_TREE ? LARGE_EVERY : HUGE_EVERY;
}

bool hd_complete_is_due(struct hd_complete *c, double explored)
{
	if (++c->passed < every(c, explored))
		return false;
	c->passed = 0;
	return true;
}
