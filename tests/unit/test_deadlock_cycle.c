/* SPDX-License-Identifier: Apache-2.0
 *
 * Deadlocks are the same when their threads wait for each other at the same places, whoever they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "heddle/learnt/deadlock_cycle.h"

static struct hd_wire_failure f;

static void start(void)
{
	f = (struct hd_wire_failure){.outcome = HD_OUT_DEADLOCK};
}

/* Thread `tid` waits at `site`, called from `caller`, for what `owner` holds. */
static struct hd_wire_thread *add(unsigned tid, uint32_t site, uint32_t caller, unsigned owner)
{
	struct hd_wire_thread *t = &f.threads[f.nthreads++];

	t->tid = (uint16_t)tid;
	t->owner = (uint16_t)owner;
	t->state = HD_THREAD_BLOCKED;
	t->op = (struct hd_op){.kind = HD_LOCK, .site = site};
	t->stack[t->nstack++] = caller;
	return t;
}

static uint64_t circle_of_two(unsigned one, unsigned two, uint32_t caller)
{
	start();
	add(one, 5, caller, two);
	add(two, 6, 8, one);
	return hd_deadlock_cycle_of(&f);
}

static void the_threads_do_not_matter_but_the_places_do(void **unused)
{
	uint64_t circle = circle_of_two(1, 2, 7);

	(void)unused;
	assert_int_not_equal(circle, 0);
	assert_int_equal(circle_of_two(2, 1, 7), circle);
	assert_int_equal(circle_of_two(3, 9, 7), circle);
	assert_int_not_equal(circle_of_two(1, 2, 70), circle);
	start();
	add(0, 99, 98, 1); /* who only waits for one of them changes nothing */
	add(1, 5, 7, 2);
	add(2, 6, 8, 1);
	assert_int_equal(hd_deadlock_cycle_of(&f), circle);
}

static void not_all_who_wait_are_in_a_circle(void **unused)
{
	(void)unused;
	start();
	assert_int_equal(hd_deadlock_cycle_of(&f), 0);
	add(1, 5, 7, HD_NO_TID);
	add(2, 6, 8, 1);
	assert_int_equal(hd_deadlock_cycle_of(&f), 0);
	start(); /* a join is no lock, and ends with its thread */
	add(1, 5, 7, 2)->op.kind = HD_JOIN;
	add(2, 6, 8, 1);
	assert_int_equal(hd_deadlock_cycle_of(&f), 0);
	start(); /* who runs holds nobody up for ever */
	add(1, 5, 7, 2)->state = HD_THREAD_READY;
	add(2, 6, 8, 1);
	assert_int_equal(hd_deadlock_cycle_of(&f), 0);
	start(); /* for itself */
	add(1, 5, 7, 1);
	assert_int_not_equal(hd_deadlock_cycle_of(&f), 0);
}

/* The program may have written anything there. */
static void a_stack_that_is_none_does_no_harm(void **unused)
{
	(void)unused;
	start();
	add(1, 5, 7, 2)->nstack = UINT16_MAX;
	add(2, 6, 8, 1)->nstack = HD_THREAD_STACK_MAX + 1;
	assert_int_not_equal(hd_deadlock_cycle_of(&f), 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_threads_do_not_matter_but_the_places_do),
	    cmocka_unit_test(not_all_who_wait_are_in_a_circle),
	    cmocka_unit_test(a_stack_that_is_none_does_no_harm),
	};

	return cmocka_run_group_tests_name("circles", tests, NULL, NULL);
}
