/* SPDX-License-Identifier: Apache-2.0
 *
 * What an observed run of any strategy teaches is known to a strategy that makes its first run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "strategy/random/change_points.h"
#include "strategy/taught.h"
#include "test_strategy_sim.h"

#define MANY 9
#define X    0x1000

static const struct hd_op one[] = {{.kind = HD_WRITE, .addr = X}};
static struct hd_op many[MANY];
static const struct hd_op main_ops[] = {{.kind = HD_CREATE, .other = 2}, {.kind = HD_CREATE, .other = 3}};

/* Main creates a thread that writes x once, and one that writes x nine times. */
static struct sim_program program;

static void make_program(void)
{
	for (unsigned i = 0; i < MANY; i++)
		many[i] = one[0];
	program = (struct sim_program){.n = 3,
				       .threads = {{.ops = main_ops, .n = 2},
						   {.ops = one, .n = 1, .created = true},
						   {.ops = many, .n = MANY, .created = true}}};
}

/* A run by chance that is observed. */
static void teach(struct hd_taught *t, uint64_t points)
{
	static struct sim_run out;
	void *state = sim_state_new(HD_STRATEGY_random);
	const struct hd_plan plan = {.seed = 5, .strategy = HD_STRATEGY_random};

	make_program();
	hd_taught_begin(t, points);
	sim_taught = t;
	sim_go(&program, state, &plan, NULL, &out);
	sim_taught = NULL;
	free(state);
}

static void a_run_teaches_threads_and_counts(void **unused)
{
	static struct hd_taught t;

	(void)unused;
	assert_false(hd_taught_is_current(&t, 7));
	teach(&t, 7);
	assert_true(hd_taught_is_current(&t, 7));
	assert_false(hd_taught_is_current(&t, 8));
	assert_int_equal(t.threads, 3);
	assert_int_equal(t.parent[1], 0);
	assert_int_equal(t.parent[2], 0);
	assert_int_equal(t.counts.nshared, 1);
	assert_int_equal(t.counts.nlog, MANY + 1);
	assert_in_range(t.decisions, 1, MANY + 3);
	hd_taught_begin(&t, 7);
	assert_false(hd_taught_is_current(&t, 7));
	hd_taught_end(&t, HD_OUT_GROW); /* it was cut off */
	assert_false(hd_taught_is_current(&t, 7));
}

/* How often the single write is the last one, in first runs of surw. */
static unsigned last_of_first_runs(const struct hd_taught *taught, unsigned n)
{
	static struct sim_run out;
	unsigned last = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct hd_plan plan = {.seed = i, .strategy = HD_STRATEGY_surw, .depth = 1};
		void *state = sim_state_new(HD_STRATEGY_surw);

		sim_go_to(&program, state, &plan, NULL, &(struct hd_run_info){.taught = taught, .points = 7},
			  &out);
		last += SIM_ORDERED(&out, sim_site(2, MANY - 1), sim_site(1, 0));
		free(state);
	}
	return last;
}

/* All ten places of the one write among the nine are equally likely: 1/10 of 2,000 runs, within five standard
 * deviations (67). Without knowledge threads have priorities, and nearly one run in four is like that. */
static void surw_is_not_blind_in_its_first_run(void **unused)
{
	static struct hd_taught t;

	(void)unused;
	teach(&t, 7);
	assert_in_range(last_of_first_runs(&t, 2000), 200 - 67, 200 + 67);
	assert_true(last_of_first_runs(NULL, 2000) > 400);
}

static void lengths_are_known_to_all(void **unused)
{
	static struct hd_taught t = {.complete = 1, .decisions = 1000, .points = 7};
	struct hd_rng rng = {0};
	struct hd_change_points m = {0};
	struct hd_run_info run = {.rng = &rng, .taught = &t, .points = 7, .outcome = HD_OUT_PASSED};

	(void)unused;
	hd_change_points_draw(&m, 1, &run);
	assert_int_equal(hd_change_points_length(&m), 1000);
	for (unsigned i = 0; i < 1200; i++)
		hd_change_points_tick(&m);
	hd_change_points_learn(&m, &run); /* half of the way: what was seen itself counts more */
	hd_change_points_draw(&m, 1, &run);
	assert_int_equal(hd_change_points_length(&m), 1100);
	run.points = t.points =
	    9; /* there are more scheduling points, and a run of another strategy had them */
	t.decisions = 3000;
	hd_change_points_draw(&m, 1, &run);
	assert_int_equal(hd_change_points_length(&m), 3000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_run_teaches_threads_and_counts),
	    cmocka_unit_test(surw_is_not_blind_in_its_first_run),
	    cmocka_unit_test(lengths_are_known_to_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
