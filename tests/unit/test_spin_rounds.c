/* SPDX-License-Identifier: Apache-2.0
 *
 * When a thread counts as one that only goes round a loop, and what ends that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "strategy/systematic/spin_rounds.h"

#define X 0x1000
#define Y 0x2000

static uint64_t state_now;
static unsigned looks;

static uint64_t look_at_state(hd_tid t)
{
	(void)t;
	looks++;
	return state_now;
}

static const struct hd_facts facts = {.state = look_at_state};
static const struct hd_op read_x = {.kind = HD_ATOMIC_LOAD, .addr = X, .size = 4, .site = 1};
static const struct hd_op read_y = {.kind = HD_ATOMIC_LOAD, .addr = Y, .size = 4, .site = 2};
static const struct hd_op yield = {.kind = HD_YIELD, .site = 3};
static const struct hd_op compare_x = {.kind = HD_ATOMIC_RMW, .addr = X, .size = 4, .site = 4};
static const struct hd_op write_x = {.kind = HD_ATOMIC_STORE, .addr = X, .size = 4, .site = 5};

static struct hd_rounds rounds;
static struct hd_suspects suspects;

static void begin(void)
{
	rounds = (struct hd_rounds){0};
	suspects = (struct hd_suspects){.sites = {1}, .n = 1}; /* x is known to be read in a loop */
	state_now = 7;
	looks = 0;
}

static void next(const struct hd_op *op)
{
	hd_rounds_next(&rounds, 0, op, &facts, &suspects);
}

/* The thread is about to make this step, and makes it. */
static void make(const struct hd_op *op)
{
	next(op);
	assert_false(rounds.waits);
	hd_rounds_made(&rounds, op, false);
}

static void others_write(uint64_t addr)
{
	static const struct hd_held_locks none;
	struct hd_op op = {.kind = HD_WRITE, .addr = addr, .size = 4};
	struct hd_footprint f;

	hd_footprint_of(&op, &none, 0, &f);
	hd_rounds_overwritten(&rounds, &f);
}

static void waits_after_one_round(void **unused)
{
	(void)unused;
	begin();
	make(&read_x);
	make(&yield);
	make(&read_y);
	next(&read_x);
	assert_true(rounds.waits);
	assert_int_equal(rounds.awaited.n, 2);
	assert_int_equal(looks, 2); /* at x only: no thread has come back to the others */
}

static void goes_on_after_a_write_to_what_it_read(void **unused)
{
	(void)unused;
	begin();
	make(&read_x);
	make(&read_y);
	next(&read_x);
	others_write(X + 64);
	assert_true(rounds.waits);
	others_write(Y);
	assert_false(rounds.waits);
	assert_int_equal(rounds.awaited.n, 2); /* its next step depends on both */
	hd_rounds_made(&rounds, &read_x, false);
	assert_int_equal(rounds.awaited.n, 0);
	make(&read_y);
	next(&read_x);
	assert_true(rounds.waits); /* it was the wrong value */
}

/* What was written while it went round, it has perhaps not seen. */
static void does_not_wait_if_something_was_written_meanwhile(void **unused)
{
	(void)unused;
	begin();
	make(&read_x);
	make(&read_y);
	others_write(X);
	make(&read_x);
	make(&read_y);
	next(&read_x);
	assert_true(rounds.waits);
}

static void does_not_wait_if_it_is_in_another_state(void **unused)
{
	(void)unused;
	begin();
	for (unsigned i = 0; i < 40; i++) {
		state_now++;
		make(&read_x);
	}
	state_now = 0; /* it cannot be read */
	make(&read_x);
	make(&read_x);
}

static void does_not_wait_if_it_changed_something(void **unused)
{
	(void)unused;
	begin();
	make(&read_x);
	hd_rounds_made(&rounds, &read_y, true);
	make(&read_x);
	hd_rounds_made(&rounds, &write_x, false); /* what was there already, but others could wait for it */
	make(&read_x);
	next(&read_x);
	assert_true(rounds.waits);
}

/* At a site that is no suspect the states are looked at from the second visit on, and it becomes one. */
static void learns_where_threads_come_back(void **unused)
{
	(void)unused;
	begin();
	make(&compare_x);
	assert_int_equal(looks, 0);
	make(&compare_x);
	assert_int_equal(suspects.n, 2);
	next(&compare_x);
	assert_int_equal(suspects.n, 2);
	assert_true(rounds.waits);
	assert_int_equal(looks, 2);
}

/* Longer rounds than are remembered: the thread never waits. */
static void forgets_what_was_long_ago(void **unused)
{
	(void)unused;
	begin();
	for (unsigned i = 0; i < 5; i++) {
		make(&read_x);
		for (unsigned k = 0; k < HD_ROUND_MAX; k++)
			make(&(struct hd_op){
			    .kind = HD_ATOMIC_LOAD, .addr = Y + 8 * k, .size = 4, .site = 100 + k});
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(waits_after_one_round),
	    cmocka_unit_test(goes_on_after_a_write_to_what_it_read),
	    cmocka_unit_test(does_not_wait_if_something_was_written_meanwhile),
	    cmocka_unit_test(does_not_wait_if_it_is_in_another_state),
	    cmocka_unit_test(does_not_wait_if_it_changed_something),
	    cmocka_unit_test(learns_where_threads_come_back),
	    cmocka_unit_test(forgets_what_was_long_ago),
	};

	return cmocka_run_group_tests_name("spin rounds", tests, NULL, NULL);
}
