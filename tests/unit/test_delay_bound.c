/* SPDX-License-Identifier: Apache-2.0
 *
 * delay-bound claims to have tried every schedule with so many delays: here it is compared with brute force
 * and with what combinatorics says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "test_chess_brute.h"

static struct sim_run run;
static struct set schedules;
static uint64_t runs;

static void explore(const struct small_program *p, uint32_t depth)
{
	struct hd_plan plan = {
	    .strategy = HD_STRATEGY_delay_bound, .depth = depth, .heap = HD_HEAP_QUARANTINE};
	void *state = sim_state_new(HD_STRATEGY_delay_bound);
	hd_tid steps[STEPS_MAX] = {0};

	set_clear(&schedules);
	for (runs = 0;; runs++) {
		sim_go(&p->program, state, &plan, NULL, &run);
		if (run.exhausted)
			break;
		for (unsigned i = 0; i < run.n; i++)
			steps[i] = run.steps[i].tid;
		set_add(&schedules, key_of(steps, run.n));
	}
	free(state);
	assert_int_equal(run.proof.gaps, 0);
}

/* Two threads with m steps each: a schedule of b blocks has b - 2 preemptions, a delay each, and one delay
 * more if the second thread begins. */
static void brute_force_counts_as_combinatorics_does(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (unsigned m = 1; m <= 5; m++)
		for (unsigned bound = 0; bound <= 4; bound++) {
			uint64_t expected = 0;

			for (unsigned blocks = 2; blocks <= bound + 2; blocks++)
				expected += (1 + (blocks <= bound + 1)) *
					    choose(m - 1, (blocks + 1) / 2 - 1) *
					    choose(m - 1, blocks / 2 - 1);
			same_writes(&p, 2, m);
			assert_int_equal(brute_force_delays(&p, bound), expected);
		}
}

static void assert_shows_all(const struct small_program *p, unsigned bound)
{
	uint64_t all = 0;

	explore(p, bound + 1);
	assert_int_equal(schedules.n, brute_force_delays(p, bound));
	assert_true(run.proof.all || run.proof.tried == bound + 1);
	assert_int_equal(run.proof.all, brute_force(p, STEPS_MAX, NULL) == schedules.n);
	for (unsigned b = 0; b < run.proof.tried; b++)
		all += brute_force_delays(p, b);
	assert_int_equal(runs, all); /* each once in a pass */
}

static void shows_every_schedule_within_the_bound(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 60; seed++)
		for (unsigned bound = 0; bound <= 3; bound++) {
			any_program(&p, seed);
			assert_shows_all(&p, bound);
			lock_program(&p, seed);
			assert_shows_all(&p, bound);
			ending_program(&p, seed);
			assert_shows_all(&p, bound);
		}
}

/* Without a bound there is one pass, and sleep sets leave out what makes no difference. */
static void without_a_bound_everything_is_shown(void **unused)
{
	static struct small_program p;

	(void)unused;
	same_writes(&p, 2, 4);
	explore(&p, HD_DEPTH_ALL);
	assert_true(run.proof.all);
	assert_int_equal(schedules.n, choose(8, 4));
	assert_int_equal(runs, choose(8, 4));
	explore(&p, 101);
	assert_true(run.proof.all);
	assert_int_equal(schedules.n, choose(8, 4));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(brute_force_counts_as_combinatorics_does),
	    cmocka_unit_test(shows_every_schedule_within_the_bound),
	    cmocka_unit_test(without_a_bound_everything_is_shown),
	};

	return cmocka_run_group_tests_name("delay-bound", tests, NULL, NULL);
}
