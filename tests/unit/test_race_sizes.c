/* SPDX-License-Identifier: Apache-2.0
 *
 * Races of accesses of all sizes against their definition, on random traces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "test_race_traces.h"

#define TRACES 1000
#define BYTES  2048 /* that the accesses touch */

static bool raced_granules[BYTES / 8], expected_granules[BYTES / 8];

static void found_granule(void *to, const struct hd_race_access *a, const struct hd_race_access *b,
			  uint64_t addr)
{
	(void)to;
	(void)a;
	(void)b;
	raced_granules[(addr - 0x1000) / 8] = true;
}

static int set_up(void **state)
{
	(void)state;
	make_race();
	race.found = found_granule;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free_race();
	return 0;
}

/* Some accesses are as large as whole chunks of the shadow, or larger, and begin where chunks do. */
static void vary_sizes(struct hd_rng *rng)
{
	static const unsigned sizes[] = {1, 2, 4, 8, 12, 64, 512, 520, 1000, 1024};

	for (unsigned i = 0; i < length; i++) {
		unsigned align = hd_rng_below(rng, 2) ? 512 : 4;

		trace[i].size = sizes[hd_rng_below(rng, sizeof sizes / sizeof *sizes)];
		trace[i].addr = 0x1000 + hd_rng_below(rng, (BYTES - trace[i].size) / align + 1) * align;
	}
}

/* Before the operation `when`, the memory becomes new. */
struct new_memory {
	unsigned when;
	uint64_t addr, size;
};

static struct new_memory random_new_memory(struct hd_rng *rng)
{
	uint64_t size = 8 * (1 + (uint64_t)hd_rng_below(rng, BYTES / 16));

	return (struct new_memory){(unsigned)hd_rng_below(rng, LENGTH),
				   0x1000 + 8 * (uint64_t)hd_rng_below(rng, (BYTES - size) / 8), size};
}

static bool touches(const struct op *o, uint64_t byte)
{
	return byte - o->addr < o->size;
}

static void define_granules(unsigned i, unsigned k, const struct new_memory *m)
{
	if (!races_where_both_touch(i, k))
		return;
	for (uint64_t byte = 0x1000; byte < 0x1000 + BYTES; byte++)
		if (touches(&trace[i], byte) && touches(&trace[k], byte) &&
		    !(i < m->when && m->when <= k && byte - m->addr < m->size))
			expected_granules[(byte - 0x1000) / 8] = true;
}

static void analyse_granules(const struct new_memory *m)
{
	memset(raced_granules, 0, sizeof raced_granules);
	hd_order_begin(&order);
	hd_race_begin(&race);
	for (unsigned i = 0; i < length; i++) {
		if (i == m->when)
			hd_race_forget(&race, m->addr, m->size);
		see(&trace[i]);
	}
	assert_false(arena.full);
}

/* Each granule of 8 bytes with a race by definition is found, and no other one. */
static void sizes_agree_with_the_definition(void **state)
{
	struct hd_rng rng;

	(void)state;
	for (uint64_t seed = 0; seed < TRACES; seed++) {
		struct new_memory m;

		hd_rng_seed(&rng, ~seed);
		make_trace(seed);
		define_order();
		vary_sizes(&rng);
		m = random_new_memory(&rng);
		memset(expected_granules, 0, sizeof expected_granules);
		for (unsigned i = 0; i < length; i++)
			for (unsigned k = i + 1; k < length; k++)
				define_granules(i, k, &m);
		analyse_granules(&m);
		assert_memory_equal(raced_granules, expected_granules, sizeof expected_granules);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sizes_agree_with_the_definition),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
