/* SPDX-License-Identifier: Apache-2.0
 *
 * The weak order: what critical sections tell when one of them must begin first, and what is forgotten of
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analysis/order.h"

enum { A = 0x100, B = 0x200, NEWS = 0x300, THREADS = 2000 };

static _Alignas(16) char room[1 << 20];
static struct hd_arena arena = {.base = room, .size = sizeof room};
static struct hd_order_thread threads[THREADS];
static uint32_t thread_run[THREADS];
static struct hd_order order = {.arena = &arena, .threads = threads, .thread_run = thread_run};

static uint32_t present(hd_tid t)
{
	return hd_vclock_get(hd_order_weak(&order, t), t);
}

static bool knows(hd_tid t, hd_tid other, uint32_t time)
{
	return hd_vclock_get(hd_order_weak(&order, t), other) >= time;
}

static int setup(void **state)
{
	(void)state;
	hd_order_begin(&order);
	return 0;
}

/* Thread 1 hears of thread 0 inside of its section: that had to begin first, so it had to end first. */
static void test_follows_a_section_that_it_knows(void **state)
{
	uint32_t end;

	(void)state;
	hd_order_locked(&order, 0, A, false);
	hd_order_send(&order, 0, NEWS);
	end = present(0);
	hd_order_unlocked(&order, 0, A, false);
	hd_order_receive(&order, 1, NEWS);
	assert_false(knows(1, 0, end));
	hd_order_locked(&order, 1, A, false);
	assert_true(knows(1, 0, end));
}

static void test_follows_no_other(void **state)
{
	uint32_t end;

	(void)state;
	hd_order_send(&order, 0, NEWS);
	hd_order_locked(&order, 0, A, false);
	end = present(0);
	hd_order_unlocked(&order, 0, A, false);
	hd_order_receive(&order, 1, NEWS);
	hd_order_locked(&order, 1, A, false);
	assert_false(knows(1, 0, end));
}

/* Hand over hand: who follows the section of A is then inside of that of B, in which nothing was told. */
static void test_follows_from_one_section_into_the_next(void **state)
{
	uint32_t end;

	(void)state;
	hd_order_locked(&order, 0, A, false);
	hd_order_send(&order, 0, NEWS);
	hd_order_locked(&order, 0, B, false);
	hd_order_unlocked(&order, 0, A, false);
	end = present(0);
	hd_order_unlocked(&order, 0, B, false);
	hd_order_receive(&order, 1, NEWS);
	hd_order_locked(&order, 1, A, false);
	assert_false(knows(1, 0, end));
	hd_order_locked(&order, 1, B, false);
	assert_true(knows(1, 0, end));
}

/* Sections that nobody can have to follow take no room: 2,000 rounds of each of ten threads. */
static void test_sections_are_forgotten(void **state)
{
	size_t used = 0;

	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		for (hd_tid t = 0; t < 10; t++) {
			hd_order_locked(&order, t, A, false);
			hd_order_unlocked(&order, t, A, false);
		}
		if (round == 10)
			used = arena.used;
	}
	assert_int_equal(arena.used, used);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(test_follows_a_section_that_it_knows, setup),
	    cmocka_unit_test_setup(test_follows_no_other, setup),
	    cmocka_unit_test_setup(test_follows_from_one_section_into_the_next, setup),
	    cmocka_unit_test_setup(test_sections_are_forgotten, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
