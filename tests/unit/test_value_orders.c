/* SPDX-License-Identifier: Apache-2.0
 *
 * The orders that -s value remembers: accesses that overlap are compared wherever they begin, and what does
 * not fit is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "strategy/systematic/value_orders.h"

static struct hd_orders orders;

static int begin(void **state)
{
	(void)state;
	memset(&orders, 0, sizeof orders);
	hd_orders_run_begin(&orders);
	return 0;
}

static bool access(hd_tid tid, enum hd_event_kind kind, uint64_t addr, uint32_t size, uint32_t site)
{
	struct hd_op op = {.addr = addr, .size = size, .kind = (uint8_t)kind, .site = site};

	return hd_orders_step(&orders, tid, &op);
}

static void an_order_is_new_once(void **state)
{
	(void)state;
	assert_false(access(0, HD_WRITE, 0x1000, 4, 1));
	assert_true(access(1, HD_READ, 0x1000, 4, 2));
	assert_false(access(1, HD_READ, 0x1000, 4, 2));
	assert_true(hd_orders_have(&orders, 1, 2));
	assert_false(hd_orders_have(&orders, 2, 1));
	assert_false(orders.lossy);
}

static void accesses_that_begin_elsewhere_overlap(void **state)
{
	(void)state;
	access(0, HD_WRITE, 0x1004, 8, 1); /* the second half of one granule, the first of the next */
	assert_true(access(1, HD_READ, 0x1008, 4, 2));
	assert_true(access(1, HD_READ, 0x1000, 8, 3));
	assert_false(access(1, HD_READ, 0x100c, 4, 4)); /* beside it */
	assert_false(orders.lossy);
}

/* Objects whose slots are the same, many operations on one object, and many orders are all kept. */
static void many_objects_and_orders_fit(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 8000; i++)
		assert_false(access(0, HD_WRITE, 0x1000 + 8 * i, 4, 1));
	for (uint64_t i = 0; i < 8000; i++)
		access(1, HD_READ, 0x1000 + 8 * i, 4, 2 + (uint32_t)i);
	assert_false(orders.lossy);
	for (uint32_t i = 0; i < 8000; i++)
		assert_true(hd_orders_have(&orders, 1, 2 + i));
	hd_orders_run_begin(&orders);
	for (uint32_t i = 0; i < 100; i++)
		access((hd_tid)(i % 4), HD_WRITE, 0x1000, 4, 10000 + i);
	assert_true(hd_orders_have(&orders, 10000, 10099));
	assert_true(hd_orders_have(&orders, 10097, 10099));
	assert_false(hd_orders_have(&orders, 10099, 10097));
	assert_false(orders.lossy);
}

static void what_does_not_fit_is_told(void **state)
{
	(void)state;
	for (uint64_t i = 0; i <= HD_ORDERS_OBJECTS; i++)
		access(0, HD_WRITE, 0x1000 + 8 * i, 4, 1);
	assert_true(orders.lossy);
}

/* What an earlier run did to an object is no part of the next run. */
static void runs_are_apart(void **state)
{
	(void)state;
	access(0, HD_WRITE, 0x1000, 4, 1);
	hd_orders_run_begin(&orders);
	assert_false(access(1, HD_READ, 0x1000, 4, 2));
	assert_false(hd_orders_have(&orders, 1, 2));
}

static void an_access_that_is_too_long_is_told(void **state)
{
	(void)state;
	access(0, HD_WRITE, 0x1000, 8 * HD_ORDERS_SPAN + 1, 1);
	assert_true(orders.lossy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(an_order_is_new_once, begin),
	    cmocka_unit_test_setup(accesses_that_begin_elsewhere_overlap, begin),
	    cmocka_unit_test_setup(many_objects_and_orders_fit, begin),
	    cmocka_unit_test_setup(what_does_not_fit_is_told, begin),
	    cmocka_unit_test_setup(runs_are_apart, begin),
	    cmocka_unit_test_setup(an_access_that_is_too_long_is_told, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
