/* SPDX-License-Identifier: Apache-2.0
 *
 * `auto` divides cost among strategies by their shares and yields: the same way each time, and so that none
 * starves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "strategy/division.h"
#include "strategy/strategy.h"

#define COST_OF_A_RUN 32 /* besides its steps: see division.c */

static const struct {
	uint32_t strategy, share, later, most;
} shares[] = {
#define HD_AUTO(id, share, later, most) {HD_STRATEGY_##id, share, later, most},
#include "strategy/auto.def"
#undef HD_AUTO
};
#define SHARES (sizeof shares / sizeof *shares)

/* What the runs of a strategy are like; the same for all if it is not set. */
static uint64_t steps[HD_STRATEGY_COUNT], news[HD_STRATEGY_COUNT];
static uint64_t runs[HD_STRATEGY_COUNT], cost[HD_STRATEGY_COUNT];

static void begin(struct hd_division *d)
{
	memset(d, 0, sizeof *d);
	memset(news, 0, sizeof news);
	memset(runs, 0, sizeof runs);
	memset(cost, 0, sizeof cost);
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++)
		steps[i] = 96;
}

static uint32_t one_run(struct hd_division *d)
{
	uint32_t s = hd_division_next(d);

	assert_true(s < HD_STRATEGY_COUNT);
	runs[s]++;
	cost[s] += steps[s] + COST_OF_A_RUN;
	hd_division_ran(
	    d, &(struct hd_division_run){.strategy = s, .steps = steps[s], .news = news[s], .watched = 1});
	return s;
}

static unsigned all_shares(void)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < SHARES; i++)
		sum += shares[i].most ? 0 : shares[i].share;
	return sum;
}

static uint32_t share_of(unsigned i, bool later)
{
	return later ? shares[i].later : shares[i].share;
}

static void expect_costs(bool later)
{
	uint64_t all = 0, sum = 0;

	for (unsigned i = 0; i < SHARES; i++) {
		all += shares[i].most ? 0 : cost[shares[i].strategy];
		sum += shares[i].most ? 0 : share_of(i, later);
	}
	for (unsigned i = 0; i < SHARES; i++) {
		double expected = (double)all * share_of(i, later) / (double)sum;

		if (!shares[i].most)
			assert_true(cost[shares[i].strategy] > 0.99 * expected &&
				    cost[shares[i].strategy] < 1.01 * expected);
		else
			assert_int_equal(runs[shares[i].strategy], shares[i].most);
	}
}

/* All bring the same: a part with twice the share has twice the cost. What a part that ends early has used is
 * the same for all, so it does not count. */
static void shares_are_shares_of_cost(void **unused)
{
	struct hd_division d;

	(void)unused;
	begin(&d);
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++)
		news[i] = 1;
	steps[HD_STRATEGY_surw] = 992; /* eight times the cost of another one's run */
	news[HD_STRATEGY_surw] = 8;
	for (unsigned i = 0; i < 200000; i++)
		one_run(&d);
	expect_costs(false);
}

/* Hardly anything comes for long: then others have the time, and as soon as news come it is as before. */
static void shares_are_others_when_it_is_quiet(void **unused)
{
	struct hd_division d;

	(void)unused;
	begin(&d);
	for (unsigned i = 0; i < 9000; i++)
		one_run(&d);
	memset(runs, 0, sizeof runs);
	memset(cost, 0, sizeof cost);
	for (unsigned i = 0; i < 200000; i++)
		one_run(&d);
	runs[HD_STRATEGY_round_robin] = d.parts[HD_STRATEGY_round_robin].runs;
	expect_costs(true);
	assert_int_equal(d.quiet, 1);
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++)
		news[i] = 1;
	for (unsigned i = 0; i < 9000; i++)
		one_run(&d);
	assert_int_equal(d.quiet, 0);
}

/* Each strategy has its first run before the largest share has used up what all of them have together. */
static void each_has_its_turn_soon(void **unused)
{
	struct hd_division d;
	unsigned sum = 0, n = 0;

	(void)unused;
	begin(&d);
	for (unsigned i = 0; i < SHARES; i++)
		sum += shares[i].share;
	assert_int_equal(one_run(&d), shares[0].strategy);
	for (n = 1; n < sum + SHARES; n++)
		one_run(&d);
	for (unsigned i = 0; i < SHARES; i++)
		assert_true(runs[shares[i].strategy] > 0);
}

/* The one that brings all news has more than before, the others have at least a fifth of their shares: their
 * factor is a half where its own is two, and the part that ends early takes a little. */
static void yield_counts_and_none_starves(void **unused)
{
	struct hd_division d;
	uint64_t before;

	(void)unused;
	begin(&d);
	for (unsigned i = 0; i < 20000; i++)
		one_run(&d);
	before = runs[HD_STRATEGY_delay];
	begin(&d);
	news[HD_STRATEGY_delay] = 1;
	for (unsigned i = 0; i < 20000; i++)
		one_run(&d);
	assert_true(runs[HD_STRATEGY_delay] > before * 3 / 2);
	for (unsigned i = 0; i < SHARES; i++)
		if (!shares[i].most)
			assert_true(runs[shares[i].strategy] * 5 * all_shares() >= 20000u * shares[i].share);
}

/* Runs for aims are counted, and cost no share. */
static void aims_are_beside_the_shares(void **unused)
{
	struct hd_division with, without;

	(void)unused;
	begin(&with);
	begin(&without);
	for (unsigned i = 0; i < 5000; i++) {
		hd_division_ran(
		    &with,
		    &(struct hd_division_run){
			.strategy = HD_STRATEGY_race, .steps = 1000, .news = 3, .watched = 1, .aimed = 1});
		assert_int_equal(one_run(&with), one_run(&without));
	}
	assert_int_equal(with.parts[HD_STRATEGY_race].aimed, 5000);
}

/* The same costs and news give the same sequence, also after the program has written over it. */
static void the_same_search_is_divided_the_same_way(void **unused)
{
	struct hd_division a, b;

	(void)unused;
	begin(&a);
	begin(&b);
	for (unsigned i = 0; i < 20000; i++) {
		for (unsigned s = 0; s < HD_STRATEGY_COUNT; s++) {
			steps[s] = (i * 31 + s * 17) % 400;
			news[s] = (i + s) % 97 == 0;
		}
		assert_int_equal(one_run(&a), one_run(&b));
	}
	memset(&a, 0xff, sizeof a);
	for (unsigned i = 0; i < 200; i++)
		one_run(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(shares_are_shares_of_cost),
	    cmocka_unit_test(shares_are_others_when_it_is_quiet),
	    cmocka_unit_test(each_has_its_turn_soon),
	    cmocka_unit_test(yield_counts_and_none_starves),
	    cmocka_unit_test(aims_are_beside_the_shares),
	    cmocka_unit_test(the_same_search_is_divided_the_same_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
