/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of strategies, and where the state of each lies. */
#include "strategy/strategy.h"

#define ALIGNMENT 64 /* a cache line: neighbours' state is not to share one */

#define HD_STRATEGY(id) extern const struct hd_strategy_ops hd_strategy_##id;
#include "strategy/strategies.def"
#undef HD_STRATEGY

const struct hd_strategy_ops *const hd_strategies[HD_STRATEGY_COUNT] = {
#define HD_STRATEGY(id) [HD_STRATEGY_##id] = &hd_strategy_##id,
#include "strategy/strategies.def"
#undef HD_STRATEGY
};

static bool strategy_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

int hd_strategy_named(const char *name)
{
	for (int i = 0; i < HD_STRATEGY_COUNT; i++)
		if (strategy_same(hd_strategies[i]->name, name) ||
		    (hd_strategies[i]->other_name && strategy_same(hd_strategies[i]->other_name, name)))
			return i;
	return -1;
}

const struct hd_strategy_ops *hd_strategy_at(int index)
{
	static const struct hd_strategy_ops none = {.name = "auto"};

	return index >= 0 && index < HD_STRATEGY_COUNT ? hd_strategies[index] : &none;
}

int hd_strategy_for_aim(unsigned kind)
{
	for (int i = 0; i < HD_STRATEGY_COUNT; i++)
		if (kind < HD_AIM_KINDS && hd_strategies[i]->aims & HD_AIM_BIT(kind))
			return i;
	return -1;
}

uint32_t hd_depth_mostly_small(uint64_t random, uint32_t least, uint32_t most)
{
	return least + (uint32_t)__builtin_ctzll(random | 1ULL << (most - least));
}

size_t hd_strategy_state_offset(unsigned index)
{
	size_t offset = 0;

	for (unsigned i = 0; i < index && i < HD_STRATEGY_COUNT; i++)
		offset += (hd_strategies[i]->size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	return offset;
}

size_t hd_strategy_state_size(void)
{
	return hd_strategy_state_offset(HD_STRATEGY_COUNT);
}

uint64_t hd_value_uniform(void *state, struct hd_rng *rng, uint64_t bound)
{
	(void)state;
	if (bound <= 1)
		return 0;
	return bound <= UINT32_MAX ? hd_rng_below(rng, (uint32_t)bound) : hd_rng_next(rng) % bound;
}
