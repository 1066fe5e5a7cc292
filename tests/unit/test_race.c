/* SPDX-License-Identifier: Apache-2.0
 *
 * Happens-before and races against their definition: random traces of a few threads, whose order is computed
 * a second time by brute force (edges between operations, and their transitive closure). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/order.h"
#include "analysis/race.h"
#include "base/rng.h"
#include "test_race_traces.h"

#define TRACES 20000

static bool raced[LOCATIONS]; /* as found */

static void found(void *to, const struct hd_race_access *a, const struct hd_race_access *b, uint64_t addr)
{
	(void)to;
	assert_true(a->write || b->write);
	assert_int_not_equal(a->tid, b->tid);
	raced[(addr - 0x1000) / 8] = true;
}

static int set_up(void **state)
{
	(void)state;
	make_race();
	race.found = found;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free_race();
	return 0;
}

static void analyse(void)
{
	memset(raced, 0, sizeof raced);
	hd_order_begin(&order);
	hd_race_begin(&race);
	for (unsigned i = 0; i < length; i++)
		see(&trace[i]);
	assert_false(arena.full);
}

static bool races(unsigned i, unsigned k)
{
	return trace[i].x == trace[k].x && races_where_both_touch(i, k);
}

/* A location has a race by definition if and only if one is found there. */
static void agrees_with_the_definition(void **state)
{
	unsigned with_race = 0, without = 0;

	(void)state;
	for (uint64_t seed = 0; seed < TRACES; seed++) {
		bool expected[LOCATIONS] = {false};

		make_trace(seed);
		define_order();
		for (unsigned i = 0; i < length; i++)
			for (unsigned k = i + 1; k < length; k++)
				if (races(i, k))
					expected[trace[i].x] = true;
		analyse();
		for (unsigned x = 0; x < LOCATIONS; x++) {
			if (raced[x] != expected[x])
				fail_msg("trace %lu: location %u: found %d, by definition %d",
					 (unsigned long)seed, x, raced[x], expected[x]);
			with_race += expected[x];
			without += !expected[x];
		}
	}
	assert_true(with_race > TRACES / 10); /* or the comparison would say little */
	assert_true(without > TRACES / 10);
}

static unsigned count;

static void count_found(void *to, const struct hd_race_access *a, const struct hd_race_access *b,
			uint64_t addr)
{
	(void)to;
	(void)a;
	(void)b;
	(void)addr;
	count++;
}

static void touch(hd_tid t, uint64_t addr, uint64_t size)
{
	struct hd_race_access a = {.tid = t, .write = true};

	hd_race_see(&race, &a, addr, size);
}

/* Neighbouring bytes are different locations; ranges overlap where they overlap. */
static void bytes_are_locations(void **state)
{
	(void)state;
	race.found = count_found;
	hd_order_begin(&order);
	hd_race_begin(&race);
	count = 0;
	touch(0, 0x2000, 1);
	touch(1, 0x2001, 1);
	touch(2, 0x2002, 6);
	touch(0, 0x3004, 12);
	touch(1, 0x3000, 4);
	touch(1, 0x3010, 8);
	assert_int_equal(count, 0);
	touch(1, 0x300f, 1);
	assert_int_equal(count, 1);
	hd_race_forget(&race, 0x3000, 0x20);
	touch(2, 0x3000, 0x20);
	assert_int_equal(count, 1);
	race.found = found;
}

/* Nothing comes from an object that was in the same memory before. */
static void objects_are_forgotten(void **state)
{
	(void)state;
	for (uint64_t size = 8; size <= 1 << 20; size <<= 17) {
		hd_order_begin(&order);
		hd_order_store(&order, 0, 0x5004, HD_RELEASE);
		hd_order_store(&order, 0, 0x4ffc, HD_RELEASE);
		hd_order_forget(&order, 0x5000, size);
		hd_order_load(&order, 1, 0x5004, HD_ACQUIRE);
		assert_int_equal(hd_vclock_get(hd_order_all(&order, 1), 0), 0);
		hd_order_load(&order, 1, 0x4ffc, HD_ACQUIRE);
		assert_int_equal(hd_vclock_get(hd_order_all(&order, 1), 0), 2);
	}
}

static uint64_t block_at_6000(uint64_t addr)
{
	return addr >= 0x6000 && addr < 0x6100 ? 0x6000 : 0;
}

static void receive(hd_tid from, hd_tid to)
{
	hd_order_send(&order, from, object(0));
	hd_order_receive(&order, to, object(0));
}

/* What is written when a block is handed out is written by who asked for it, until the block ends. */
static void filling_is_a_write(void **state)
{
	struct hd_race_access maker = {.tid = 0, .write = true}, reader = {.tid = 1}, ender = maker;

	(void)state;
	race.found = count_found;
	race.block_of = block_at_6000;
	hd_order_begin(&order);
	hd_race_begin(&race);
	count = 0;
	hd_race_fill(&race, &maker, 0x6000, 0x94);
	hd_race_see(&race, &reader, 0x6094, 4); /* behind what was filled */
	hd_race_see(&race, &reader, 0x7000, 4);
	assert_int_equal(count, 0);
	hd_race_see(&race, &reader, 0x6090, 4);
	assert_int_equal(count, 1);
	receive(0, 1);
	hd_race_see(&race, &reader, 0x6020, 4);
	assert_int_equal(count, 1);
	ender.tid = 2;
	hd_race_end(&race, &ender, 0x6000, 0x94); /* with three granules' filling, and three reads */
	assert_int_equal(count, 7);
	hd_race_forget(&race, 0x6000, 0x94);
	hd_race_see(&race, &reader, 0x6020, 4);
	assert_int_equal(count, 7);
	race.found = found;
	race.block_of = NULL;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(agrees_with_the_definition),
	    cmocka_unit_test(bytes_are_locations),
	    cmocka_unit_test(objects_are_forgotten),
	    cmocka_unit_test(filling_is_a_write),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
