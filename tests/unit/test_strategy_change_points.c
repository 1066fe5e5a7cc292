/* SPDX-License-Identifier: Apache-2.0
 *
 * Moments come at the decisions that were drawn, and the learnt length follows the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "strategy/random/change_points.h"

static struct hd_rng rng;

/* A run with this many decisions; returns how many points came, and where each of the ranks did. */
static unsigned run_of(struct hd_change_points *m, unsigned points, unsigned decisions,
		       enum hd_outcome outcome, unsigned where[HD_CHANGE_POINTS_MAX + 1])
{
	struct hd_run_info run = {.outcome = outcome, .rng = &rng};
	unsigned came = 0;

	hd_change_points_draw(m, points, &run);
	for (unsigned i = 0; i < decisions; i++) {
		uint32_t rank = hd_change_points_tick(m);

		assert_true(rank <= points);
		if (rank)
			where[rank] = i;
		came += rank != 0;
	}
	hd_change_points_learn(m, &run);
	return came;
}

static void learns_the_length_at_once(void **unused)
{
	struct hd_change_points m = {0};
	unsigned where[HD_CHANGE_POINTS_MAX + 1];

	(void)unused;
	assert_true(hd_change_points_length(&m) > 0);
	run_of(&m, 0, 1000, HD_OUT_PASSED, where);
	assert_int_equal(hd_change_points_length(&m), 1000);
}

static void length_follows_the_program(void **unused)
{
	struct hd_change_points m = {0};
	unsigned where[HD_CHANGE_POINTS_MAX + 1];

	(void)unused;
	run_of(&m, 0, 10, HD_OUT_PASSED, where);
	run_of(&m, 0, 110, HD_OUT_PASSED, where); /* half of the way up */
	assert_int_equal(hd_change_points_length(&m), 60);
	run_of(&m, 0, 28, HD_OUT_PASSED, where); /* a sixteenth down */
	assert_int_equal(hd_change_points_length(&m), 58);
	for (unsigned i = 0; i < 100; i++)
		run_of(&m, 0, 28, HD_OUT_PASSED, where);
	assert_int_equal(hd_change_points_length(&m), 28);
}

static void odd_runs_teach_nothing(void **unused)
{
	static const enum hd_outcome odd[] = {HD_OUT_HANG, HD_OUT_LIVELOCK, HD_OUT_GROW, HD_OUT_STOPPED};
	struct hd_change_points m = {0};
	unsigned where[HD_CHANGE_POINTS_MAX + 1];

	(void)unused;
	run_of(&m, 0, 10, HD_OUT_PASSED, where);
	for (unsigned i = 0; i < 4; i++)
		run_of(&m, 0, 100000, odd[i], where);
	run_of(&m, 0, 0, HD_OUT_PASSED, where);
	assert_int_equal(hd_change_points_length(&m), 10);
}

/* Two points in runs of 10: one that falls on the last decision together with another one comes too late,
 * which happens in 1 of 100 runs; all else comes. In half of the others the first rank comes first. */
static void all_moments_come_in_any_order(void **unused)
{
	struct hd_change_points m = {0};
	unsigned where[HD_CHANGE_POINTS_MAX + 1], both = 0, in_order = 0;

	(void)unused;
	hd_rng_seed(&rng, 3);
	run_of(&m, 0, 10, HD_OUT_PASSED, where);
	for (unsigned i = 0; i < 10000; i++) {
		if (run_of(&m, 2, 10, HD_OUT_PASSED, where) < 2)
			continue;
		both++;
		in_order += where[1] < where[2];
	}
	assert_in_range(both, 9900 - 50, 9900 + 50); /* five sigma */
	/* Equal ones, 9 of the remaining 99, keep their order: (90/2 + 9) / 99. */
	assert_in_range(in_order, 5400 - 250, 5400 + 250);
}

static void too_many_moments_are_cut(void **unused)
{
	struct hd_change_points m = {0};
	unsigned where[HD_CHANGE_POINTS_MAX + 1];

	(void)unused;
	run_of(&m, 0, 1000, HD_OUT_PASSED, where);
	hd_change_points_draw(&m, UINT32_MAX, &(struct hd_run_info){.rng = &rng});
	assert_int_equal(m.n, HD_CHANGE_POINTS_MAX);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(learns_the_length_at_once), cmocka_unit_test(length_follows_the_program),
	    cmocka_unit_test(odd_runs_teach_nothing),	 cmocka_unit_test(all_moments_come_in_any_order),
	    cmocka_unit_test(too_many_moments_are_cut),
	};

	hd_rng_seed(&rng, 1);
	return cmocka_run_group_tests_name("points", tests, NULL, NULL);
}
