/* SPDX-License-Identifier: Apache-2.0
 *
 * Plans depend on options and run number alone, pass on what the user fixed, and vary the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "strategy/portfolio.h"
#include "strategy/strategy.h"

static const struct hd_campaign_options vary_all = {
    .seed = 42, .strategy = -1, .points = HD_POINTS_SHARED, .heap = -1, .timeouts = -1, .spurious = -1};

static struct hd_plan plan_of(const struct hd_campaign_options *o, uint64_t run)
{
	struct hd_plan plan;

	memset(&plan, 0xee, sizeof(plan));
	hd_plan_make(o, o->strategy < 0 ? HD_STRATEGY_random : (uint32_t)o->strategy, run, &plan);
	return plan;
}

static bool same(struct hd_plan a, struct hd_plan b)
{
	return !memcmp(&a, &b, sizeof(a));
}

static void plans_are_a_pure_function(void **unused)
{
	(void)unused;
	for (uint64_t run = 5000; run-- > 0;) {
		struct hd_plan plan = plan_of(&vary_all, run);

		plan_of(&vary_all, run * 31 + 7);
		assert_true(same(plan, plan_of(&vary_all, run)));
	}
	assert_true(same(plan_of(&vary_all, UINT64_MAX), plan_of(&vary_all, UINT64_MAX)));
}

static void seeds_differ_between_runs_and_campaigns(void **unused)
{
	struct hd_campaign_options other = vary_all;

	(void)unused;
	other.seed++;
	for (uint64_t run = 0; run < 1000; run++) {
		assert_true(plan_of(&vary_all, run).seed != plan_of(&vary_all, run + 1).seed);
		assert_true(plan_of(&vary_all, run + 1).seed != plan_of(&other, run).seed);
		assert_true(plan_of(&vary_all, run).seed != plan_of(&other, run).seed);
	}
}

/* Those that follow need a schedule, maple predictions, others findings; and a systematic
 * search goes its own way. */
static bool stands_alone(unsigned strategy)
{
	const struct hd_strategy_ops *ops = hd_strategies[strategy];

	return !ops->follows && strategy != HD_STRATEGY_maple && !ops->reached && !ops->proof;
}

/* Smallest and largest depth over many runs of one strategy. */
static void depths_of(int strategy, uint32_t *least, uint32_t *most)
{
	struct hd_campaign_options o = vary_all;

	o.strategy = strategy;
	*least = UINT32_MAX;
	*most = 0;
	for (uint64_t run = 0; run < 2000; run++) {
		struct hd_plan plan = plan_of(&o, run);

		assert_int_equal(plan.strategy, strategy);
		*least = plan.depth < *least ? plan.depth : *least;
		*most = plan.depth > *most ? plan.depth : *most;
	}
}

static void parameters_vary_within_their_ranges(void **unused)
{
	static const struct {
		int strategy;
		uint32_t least, most;
	} expected[] = {
	    {HD_STRATEGY_random, 0, 0}, {HD_STRATEGY_pos, 0, 0},	 {HD_STRATEGY_replay, 0, 0},
	    {HD_STRATEGY_pct, 2, 6},	{HD_STRATEGY_pct_large, 2, 6},	 {HD_STRATEGY_delay, 1, 5},
	    {HD_STRATEGY_surw, 1, 5},	{HD_STRATEGY_round_robin, 1, 8},
	};

	(void)unused;
	for (unsigned i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		uint32_t least, most;

		depths_of(expected[i].strategy, &least, &most);
		assert_int_equal(least, expected[i].least);
		assert_int_equal(most, expected[i].most);
	}
}

/* Only its choices differ from run to run. */
static void a_systematic_search_has_one_plan(void **unused)
{
	struct hd_campaign_options o = vary_all;
	struct hd_plan first, plan;

	(void)unused;
	o.strategy = HD_STRATEGY_chess;
	first = plan_of(&o, 0);
	assert_int_equal(first.heap, HD_HEAP_QUARANTINE);
	assert_int_equal(first.timeouts, HD_TIMEOUTS_EAGER);
	assert_int_equal(first.spurious, 0);
	for (uint64_t run = 1; run < 5000; run++) {
		plan = plan_of(&o, run);
		assert_memory_equal(&plan, &first, sizeof(plan));
	}
}

/* Runs to learn from: each of the strategies that need nothing comes about as often as another. */
static void profiles_go_by_all_strategies_alike(void **unused)
{
	enum { RUNS = 6000, STRATEGIES = 6 };
	struct hd_campaign_options o = vary_all;
	unsigned runs[HD_STRATEGY_COUNT] = {0}, met = 0;

	(void)unused;
	o.strategy = HD_STRATEGY_maple;
	for (uint64_t run = 0; run < RUNS; run++) {
		struct hd_plan plan = plan_of(&o, run), again = plan;

		hd_plan_profile(&plan, HD_STRATEGY_COUNT);
		hd_plan_profile(&again, HD_STRATEGY_COUNT);
		assert_memory_equal(&plan, &again, sizeof(plan));
		runs[plan.strategy]++;
	}
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		met += runs[i] > 0;
		assert_true(!runs[i] || (stands_alone(i) && i != HD_STRATEGY_round_robin));
		/* Five standard deviations of a draw with p = 1/6. */
		assert_true(!runs[i] || labs((long)runs[i] - RUNS / STRATEGIES) < 145);
	}
	assert_int_equal(met, STRATEGIES);
}

/* Half of the runs, and one in six of the others: 7/12, within five standard deviations. */
static void luck_is_followed_every_other_time(void **unused)
{
	enum { RUNS = 6000 };
	struct hd_campaign_options o = vary_all;
	unsigned lucky = 0;

	(void)unused;
	o.strategy = HD_STRATEGY_maple;
	for (uint64_t run = 0; run < RUNS; run++) {
		struct hd_plan plan = plan_of(&o, run);

		hd_plan_profile(&plan, HD_STRATEGY_pos);
		lucky += plan.strategy == HD_STRATEGY_pos;
		hd_plan_profile(&plan, HD_STRATEGY_replay); /* nonsense: somebody wrote over it */
		assert_true(stands_alone(plan.strategy));
	}
	assert_true(labs((long)lucky - RUNS * 7 / 12) < 191);
}

static void what_the_user_fixed_is_passed_on(void **unused)
{
	struct hd_campaign_options o = {.seed = 1,
					.strategy = HD_STRATEGY_pct,
					.depth = 9,
					.points = HD_POINTS_SYNC,
					.heap = HD_HEAP_REUSE,
					.timeouts = HD_TIMEOUTS_EAGER,
					.spurious = 1};

	(void)unused;
	for (uint64_t run = 0; run < 3000; run++) {
		struct hd_plan plan = plan_of(&o, run);

		assert_int_equal(plan.strategy, HD_STRATEGY_pct);
		assert_int_equal(plan.depth, 9);
		assert_int_equal(plan.points, HD_POINTS_SYNC);
		assert_int_equal(plan.heap, HD_HEAP_REUSE);
		assert_int_equal(plan.timeouts, HD_TIMEOUTS_EAGER);
		assert_int_equal(plan.spurious, 1);
	}
}

/* Each of 16,000 runs has p = 1/4 for reuse and nearly 1/4 for eager timeouts: +- 300 are over five sigma.
 * The same within every fourth run (4,000: +- 150), which shows that they do not go together with what a
 * search does by turns. */
static void heap_and_timeouts_vary_on_their_own(void **unused)
{
	int reuse = 0, eager = 0, fourth_reuse = 0, fourth_eager = 0;

	(void)unused;
	for (uint64_t run = 0; run < 16000; run++) {
		struct hd_plan plan = plan_of(&vary_all, run);
		bool is_fourth = run % 4 == 0;

		reuse += plan.heap == HD_HEAP_REUSE;
		eager += plan.timeouts == HD_TIMEOUTS_EAGER;
		fourth_reuse += is_fourth && plan.heap == HD_HEAP_REUSE;
		fourth_eager += is_fourth && plan.timeouts == HD_TIMEOUTS_EAGER;
	}
	assert_in_range(reuse, 4000 - 300, 4000 + 300);
	assert_in_range(eager, 3950 - 300, 3950 + 300);
	assert_in_range(fourth_reuse, 1000 - 150, 1000 + 150);
	assert_in_range(fourth_eager, 990 - 150, 990 + 150);
}

/* In the first 200 runs time-outs end late, or early by a little; then, in one run in four, at any time. */
static void early_timeouts_come_later(void **unused)
{
	int near = 0, late = 0;

	(void)unused;
	for (uint64_t run = 0; run < 200; run++) {
		struct hd_plan plan = plan_of(&vary_all, run);

		assert_int_not_equal(plan.timeouts, HD_TIMEOUTS_EAGER);
		near += plan.timeouts == HD_TIMEOUTS_NEAR;
		late += plan.timeouts == HD_TIMEOUTS_LATE;
	}
	assert_in_range(near, 100 - 36, 100 + 36);
	assert_in_range(late, 100 - 36, 100 + 36);
}

/* From run 2000 on one in 16: of 16,000 some 1,000 +- 155 (five sigma). */
static void spurious_wakeups_come_late_and_rarely(void **unused)
{
	unsigned n = 0;

	(void)unused;
	for (uint64_t run = 0; run < 2000; run++)
		assert_int_equal(plan_of(&vary_all, run).spurious, 0);
	for (uint64_t run = 2000; run < 18000; run++)
		n += plan_of(&vary_all, run).spurious;
	assert_in_range(n, 1000 - 155, 1000 + 155);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(plans_are_a_pure_function),
	    cmocka_unit_test(seeds_differ_between_runs_and_campaigns),
	    cmocka_unit_test(parameters_vary_within_their_ranges),
	    cmocka_unit_test(a_systematic_search_has_one_plan),
	    cmocka_unit_test(luck_is_followed_every_other_time),
	    cmocka_unit_test(profiles_go_by_all_strategies_alike),
	    cmocka_unit_test(what_the_user_fixed_is_passed_on),
	    cmocka_unit_test(heap_and_timeouts_vary_on_their_own),
	    cmocka_unit_test(early_timeouts_come_later),
	    cmocka_unit_test(spurious_wakeups_come_late_and_rarely),
	};

	return cmocka_run_group_tests_name("portfolio", tests, NULL, NULL);
}
