/* SPDX-License-Identifier: Apache-2.0
 *
 * How often strategies produce given orders, against what their papers promise. Each expectation is derived
 * where it is used. Seeds are fixed, so a test either always passes or never; "five sigma" says how unlucky a
 * correct strategy would have had to be with them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "strategy/access_counts.h"
#include "test_strategy_sim.h"

#define RUNS 20000
#define X    0x1000

#define WRITE(where)                                                                                         \
	{                                                                                                    \
		.kind = HD_WRITE, .addr = (where), .size = 4                                                 \
	}
#define READ(where)                                                                                          \
	{                                                                                                    \
		.kind = HD_READ, .addr = (where), .size = 4                                                  \
	}
#define CREATE(child)                                                                                        \
	{                                                                                                    \
		.kind = HD_CREATE, .other = (child) + 1                                                      \
	}

typedef bool (*predicate)(const struct sim_run *run);

static struct sim_run run;

/* In how many of RUNS runs `holds` is true, after a few runs to learn from. */
static unsigned count(const struct sim_program *p, unsigned strategy, unsigned depth, predicate holds)
{
	void *state = sim_state_new(strategy);
	unsigned n = 0;

	for (uint64_t i = 0; i < RUNS + 20; i++) {
		struct hd_plan plan = {.seed = hd_mix64(i), .strategy = strategy, .depth = depth};

		sim_go(p, state, &plan, NULL, &run);
		n += i >= 20 && holds(&run);
	}
	free(state);
	return n;
}

static double five_sigma(double p)
{
	return 5 * sqrt(RUNS * p * (1 - p));
}

static void assert_odds(unsigned n, double p)
{
	if (fabs(n - RUNS * p) > five_sigma(p))
		fail_msg("happened %u times, expected %.0f +- %.0f", n, RUNS * p, five_sigma(p));
}

static void assert_odds_at_least(unsigned n, double p)
{
	if (n < RUNS * p - five_sigma(p))
		fail_msg("happened %u times, expected at least %.0f - %.0f", n, RUNS * p, five_sigma(p));
}

/* --- two threads with two writes each ---------------------------------------------------------------- */

static const struct hd_op two_writes[] = {WRITE(X), WRITE(X)};
static const struct sim_program two_by_two = {.n = 2,
					      .threads = {{two_writes, 2, false}, {two_writes, 2, false}}};

static bool is_aabb(const struct sim_run *r)
{
	return SIM_ORDERED(r, sim_site(0, 0), sim_site(0, 1), sim_site(1, 0), sim_site(1, 1));
}

static bool is_abab(const struct sim_run *r)
{
	return SIM_ORDERED(r, sim_site(0, 0), sim_site(1, 0), sim_site(0, 1), sim_site(1, 1));
}

/* AABB takes two choices of A, then B is alone: 1/4. ABAB takes three choices: 1/8. */
static void random_is_a_fair_coin(void **unused)
{
	(void)unused;
	assert_odds(count(&two_by_two, HD_STRATEGY_random, 0, is_aabb), 1. / 4);
	assert_odds(count(&two_by_two, HD_STRATEGY_random, 0, is_abab), 1. / 8);
}

/* All six interleavings of the interesting location alike, where the random walk has 1/4 and 1/8. */
static void surw_is_uniform(void **unused)
{
	(void)unused;
	assert_odds(count(&two_by_two, HD_STRATEGY_surw, 1, is_aabb), 1. / 6);
	assert_odds(count(&two_by_two, HD_STRATEGY_surw, 1, is_abab), 1. / 6);
	assert_odds(count(&two_by_two, HD_STRATEGY_surw, 5, is_abab), 1. / 6);
}

/* Thread 0 uses A, then B; thread 1 uses A, then C, then B. What is used soon after A is B or C, never D,
 * which only thread 1 touches, or A itself; after A and B it is C. */
static void locations_that_are_used_together_are_found(void **unused)
{
	static const struct {
		hd_tid tid;
		uint64_t addr;
	} uses[] = {{0, 0x10}, {1, 0x40}, {1, 0x10}, {0, 0x20}, {1, 0x30}, {1, 0x40}, {1, 0x20}, {0, 0x30}};
	struct hd_access_counts *c = calloc(1, sizeof(*c));
	const uint64_t a = 0x10, ab[] = {0x10, 0x20}, all[] = {0x10, 0x20, 0x30};
	struct hd_rng rng;
	unsigned b = 0, n = 0;

	(void)unused;
	assert_non_null(c);
	hd_rng_seed(&rng, 1);
	hd_access_counts_begin(c);
	for (unsigned i = 0; i < sizeof(uses) / sizeof(uses[0]); i++)
		hd_access_counts_note(c, uses[i].tid,
				      &(struct hd_op){.kind = HD_WRITE, .addr = uses[i].addr, .size = 4});
	for (unsigned i = 0; i < 200; i++) {
		int32_t after_a = hd_access_counts_nearby(c, &a, 1, &rng);
		int32_t after_ab = hd_access_counts_nearby(c, ab, 2, &rng);

		assert_true(after_a < 0 || c->places[after_a].addr == 0x20 ||
			    c->places[after_a].addr == 0x30);
		assert_true(after_ab < 0 || c->places[after_ab].addr == 0x30);
		assert_int_equal(hd_access_counts_nearby(c, all, 3, &rng), -1);
		b += after_a >= 0 && c->places[after_a].addr == 0x20;
		n += after_ab >= 0;
	}
	assert_in_range(n, 100, 200); /* none is found where the run ends before */
	assert_in_range(b, 20, 180);
	free(c);
}

/* --- a child's operations count for its parent before it is there ------------------------------------- */

static const struct hd_op parent_ops[] = {CREATE(1), WRITE(X), CREATE(2), WRITE(X)};
static const struct hd_op one_write[] = {WRITE(X)};
static const struct sim_program family = {
    .n = 3, .threads = {{parent_ops, 4, false}, {one_write, 1, true}, {one_write, 1, true}}};

static bool second_child_wins(const struct sim_run *r) /* m c2 m c1 */
{
	return SIM_ORDERED(r, sim_site(0, 1), sim_site(2, 0), sim_site(0, 3), sim_site(1, 0));
}

static bool first_child_wins(const struct sim_run *r) /* c1 m m c2 */
{
	return SIM_ORDERED(r, sim_site(1, 0), sim_site(0, 1), sim_site(0, 3), sim_site(2, 0));
}

/* Parent m m, children c1 (any time) and c2 (after the first m): 4 orders with c1 in front of m c2 m or m m
 * c2, and so on: c1 has 4 places in each of the 2 orders of m, m, c2. The 8 must be alike. At first the
 * parent has 4 operations, its own and its children's; c1 then takes 1 of them, so c1 is first in 1/4 of the
 * runs: 2 of 8. */
static void surw_counts_unborn_children(void **unused)
{
	(void)unused;
	assert_odds(count(&family, HD_STRATEGY_surw, 1, second_child_wins), 1. / 8);
	assert_odds(count(&family, HD_STRATEGY_surw, 1, first_child_wins), 1. / 8);
}

/* --- one operation against the last of eleven ---------------------------------------------------------- */

static const struct hd_op long_way[] = {WRITE(0x2000), WRITE(0x2004), WRITE(0x2008), WRITE(0x200c),
					WRITE(0x2010), WRITE(0x2014), WRITE(0x2018), WRITE(0x201c),
					WRITE(0x2020), WRITE(0x2024), WRITE(X)};
static const struct sim_program late_against_early = {
    .n = 2, .threads = {{long_way, 11, false}, {one_write, 1, false}}};

static bool late_one_is_first(const struct sim_run *r)
{
	return SIM_ORDERED(r, sim_site(0, 10), sim_site(1, 0));
}

/* Random: the long thread must win 11 tosses. POS: nothing conflicts before the last, so the short thread's
 * operation keeps its priority, which must be the least of 12. SURW: one operation each, so a fair coin. */
static void partial_orders_need_less_luck(void **unused)
{
	(void)unused;
	assert_odds(count(&late_against_early, HD_STRATEGY_random, 0, late_one_is_first), 1. / 2048);
	assert_odds(count(&late_against_early, HD_STRATEGY_pos, 0, late_one_is_first), 1. / 12);
	assert_odds(count(&late_against_early, HD_STRATEGY_surw, 1, late_one_is_first), 1. / 2);
}

/* --- POS draws anew what conflicts ---------------------------------------------------------------------- */

static const struct hd_op two_reads[] = {READ(X), READ(X)};
static const struct sim_program readers = {.n = 2, .threads = {{two_reads, 2, false}, {two_reads, 2, false}}};

/* Writes: after the first one the other thread's operation and the own next one are both new: a fair coin at
 * each step, AABB 1/4. Reads do not conflict: B's first has one priority, which must be the least of three.
 */
static void pos_draws_anew_where_operations_conflict(void **unused)
{
	(void)unused;
	assert_odds(count(&two_by_two, HD_STRATEGY_pos, 0, is_aabb), 1. / 4);
	assert_odds(count(&readers, HD_STRATEGY_pos, 0, is_aabb), 1. / 3);
}

/* --- PCT's bound ------------------------------------------------------------------------------------------
 */

static const struct hd_op ten_writes[] = {WRITE(X), WRITE(X), WRITE(X), WRITE(X), WRITE(X),
					  WRITE(X), WRITE(X), WRITE(X), WRITE(X), WRITE(X)};
static const struct sim_program four_by_ten = {
    .n = 4,
    .threads = {
	{ten_writes, 10, false}, {ten_writes, 10, false}, {ten_writes, 10, false}, {ten_writes, 10, false}}};

static bool is_cut_at_the_eighth(const struct sim_run *r)
{
	return SIM_ORDERED(r, sim_site(0, 6), sim_site(1, 0), sim_site(1, 9), sim_site(0, 7));
}

/* Thread 1 as a whole between two neighbouring operations of thread 0: depth 2 with n = 4 threads and k <= 40
 * decisions: p >= 1/(4 * 40). The random walk needs 10 of thread 1 against none of thread 0: below 2^-10. */
static void pct_finds_depth_two(void **unused)
{
	(void)unused;
	assert_odds_at_least(count(&four_by_ten, HD_STRATEGY_pct, 2, is_cut_at_the_eighth), 1. / 160);
	assert_true(count(&four_by_ten, HD_STRATEGY_random, 0, is_cut_at_the_eighth) < RUNS / 1024);
}

static const struct sim_program nested = {
    .n = 3, .threads = {{two_writes, 2, false}, {two_writes, 2, false}, {one_write, 1, false}}};

static bool is_nested(const struct sim_run *r) /* a1 b1 c b2 a2 */
{
	return SIM_ORDERED(r, sim_site(0, 0), sim_site(1, 0), sim_site(2, 0), sim_site(1, 1), sim_site(0, 1));
}

/* a1, then b1, then all of c, and b goes on before a: a is dropped first, and below b. Depth 3, n = 3, k <=
 * 5: p >= 1/(3 * 25). A drop that always goes to the very bottom would never get there. */
static void pct_orders_dropped_threads_by_rank(void **unused)
{
	(void)unused;
	assert_odds_at_least(count(&nested, HD_STRATEGY_pct, 3, is_nested), 1. / 75);
}

static bool has_no_preemption(const struct sim_run *r)
{
	return r->preemptions == 0;
}

/* Depth 1 has no change points: two orders, equally likely, nothing else. */
static void pct_of_depth_one_never_preempts(void **unused)
{
	(void)unused;
	assert_int_equal(count(&two_by_two, HD_STRATEGY_pct, 1, has_no_preemption), RUNS);
	assert_odds(count(&two_by_two, HD_STRATEGY_pct, 1, is_aabb), 1. / 2);
}

/* --- PCTLarge ---------------------------------------------------------------------------------------------
 */

static const struct hd_op sixty_four[64] = {[0 ... 63] = WRITE(X)};
static const struct sim_program two_long = {.n = 2,
					    .threads = {{sixty_four, 64, false}, {sixty_four, 64, false}}};

static bool turn_ends_at_once(const struct sim_run *r)
{
	return r->steps[0].tid != r->steps[1].tid;
}

/* A run has 64 to 127 decisions with a choice, so there are 8 levels, 0 to 7, and at level l a turn ends at
 * the next decision with probability 2^-l. On average: (1 + 1/2 + … + 1/128) / 8 = 255/1024. */
static void pct_large_turns_depend_on_levels(void **unused)
{
	(void)unused;
	assert_odds(count(&two_long, HD_STRATEGY_pct_large, 1, turn_ends_at_once), 255. / 1024);
}

/* --- delay ------------------------------------------------------------------------------------------------
 */

static const struct hd_op increment[] = {READ(X), WRITE(X)};
static const struct sim_program lost_update = {.n = 2,
					       .threads = {{increment, 2, false}, {increment, 2, false}}};

static bool is_lost(const struct sim_run *r)
{
	return !SIM_ORDERED(r, sim_site(0, 1), sim_site(1, 0)) &&
	       !SIM_ORDERED(r, sim_site(1, 1), sim_site(0, 0));
}

/* The delay must fall on the second decision. A run has 2 decisions with a choice if it does not, 3 if it
 * does, so the learnt length is 2 or 3: 1/3 <= p <= 1/2. */
static void one_delay_loses_an_update(void **unused)
{
	unsigned n = count(&lost_update, HD_STRATEGY_delay, 1, is_lost);

	(void)unused;
	assert_odds_at_least(n, 1. / 3);
	assert_true(n <= RUNS / 2 + five_sigma(.5));
}

static unsigned most_preemptions;

static bool within_most_preemptions(const struct sim_run *r)
{
	return r->preemptions <= most_preemptions;
}

static void delays_bound_preemptions(void **unused)
{
	(void)unused;
	for (most_preemptions = 1; most_preemptions < 6; most_preemptions++)
		assert_int_equal(
		    count(&four_by_ten, HD_STRATEGY_delay, most_preemptions, within_most_preemptions), RUNS);
}

/* --- round robin ------------------------------------------------------------------------------------------
 */

static unsigned quantum;

/* After main's first turn: quantum steps of 1, of 2, of 3, of 0, and so on while all have something to do. */
static bool goes_round(const struct sim_run *r)
{
	unsigned first = 0;

	while (r->steps[first].tid == 0)
		first++;
	for (unsigned i = 0; i < 4 * quantum && first <= 10 - quantum; i++)
		if (r->steps[first + i].tid != (1 + i / quantum) % 4)
			return false;
	return true;
}

static void round_robin_goes_round(void **unused)
{
	(void)unused;
	for (quantum = 1; quantum < 6; quantum++)
		assert_int_equal(count(&four_by_ten, HD_STRATEGY_round_robin, quantum, goes_round), RUNS);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(random_is_a_fair_coin),
	    cmocka_unit_test(surw_is_uniform),
	    cmocka_unit_test(locations_that_are_used_together_are_found),
	    cmocka_unit_test(surw_counts_unborn_children),
	    cmocka_unit_test(partial_orders_need_less_luck),
	    cmocka_unit_test(pos_draws_anew_where_operations_conflict),
	    cmocka_unit_test(pct_finds_depth_two),
	    cmocka_unit_test(pct_orders_dropped_threads_by_rank),
	    cmocka_unit_test(pct_of_depth_one_never_preempts),
	    cmocka_unit_test(pct_large_turns_depend_on_levels),
	    cmocka_unit_test(one_delay_loses_an_update),
	    cmocka_unit_test(delays_bound_preemptions),
	    cmocka_unit_test(round_robin_goes_round),
	};

	return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
