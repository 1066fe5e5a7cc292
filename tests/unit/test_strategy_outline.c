/* SPDX-License-Identifier: Apache-2.0
 *
 * Strategies that lay out a run before it begins: which threads go in turn (alternate), where one stops and
 * another goes (period), which read sees which write (rf). Each test says what such a run must look like,
 * whatever the seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "test_strategy_sim.h"

#define X	0x1000
#define Y	0x1008
#define LEARNT	3 /* runs after which a strategy knows what is shared */
#define ADDS	10
#define SETTERS 20

static const struct hd_op ten_adds[ADDS] = {[0 ... ADDS - 1] = {.kind = HD_ATOMIC_RMW, .addr = X, .size = 4}};
static const struct hd_op ten_others[ADDS] = {
    [0 ... ADDS - 1] = {.kind = HD_ATOMIC_RMW, .addr = Y, .size = 4}};
static const struct sim_program two_and_one = {
    .n = 3, .threads = {{ten_adds, ADDS, false}, {ten_others, ADDS, false}, {ten_adds, ADDS, false}}};
static const struct sim_program two_adders = {.n = 2,
					      .threads = {{ten_adds, ADDS, false}, {ten_adds, ADDS, false}}};
static struct sim_run outlined;

static void go(const struct sim_program *p, unsigned strategy, void *state, uint64_t seed, uint32_t depth)
{
	struct hd_plan plan = {.seed = hd_mix64(seed), .strategy = strategy, .depth = depth};

	sim_go(p, state, &plan, NULL, &outlined);
}

/* Only X is shared: threads 0 and 2 go in turn, `depth` operations each, and thread 1 comes last. */
static void alternate_goes_strictly_in_turn(void **unused)
{
	void *state = sim_state_new(HD_STRATEGY_alternate);

	(void)unused;
	for (uint64_t seed = 0; seed < 400; seed++) {
		uint32_t depth = 1 + (uint32_t)(seed & 1);

		go(&two_and_one, HD_STRATEGY_alternate, state, seed, depth);
		/* Where all operations count, the first turns may be longer, by eight at most. */
		for (unsigned i = 18; seed >= LEARNT && i + 2 * depth < 2 * ADDS; i++) {
			assert_int_not_equal(outlined.steps[i].tid, 1);
			assert_true(outlined.steps[2 * ADDS + i % ADDS].tid == 1);
		}
	}
	free(state);
}

/* Half of the runs at least count operations on X alone, and those alternate from the first step on. */
static void alternate_counts_one_location(void **unused)
{
	void *state = sim_state_new(HD_STRATEGY_alternate);
	unsigned strict = 0;

	(void)unused;
	for (uint64_t seed = 0; seed < 400; seed++) {
		unsigned switches = 0;

		go(&two_and_one, HD_STRATEGY_alternate, state, seed, 1);
		for (unsigned i = 1; i < 2 * ADDS; i++)
			switches += outlined.steps[i].tid != outlined.steps[i - 1].tid;
		strict += seed >= LEARNT && switches == 2 * ADDS - 1;
	}
	assert_in_range(strict, 200, 400 - LEARNT);
	free(state);
}

/* Thread t makes n steps, then the other one all of its own: the run has one period. */
static bool has_one_period(hd_tid t, unsigned n)
{
	for (unsigned i = 0; i < outlined.n; i++)
		if ((outlined.steps[i].tid == t) != (i < n || i >= n + ADDS))
			return false;
	return true;
}

/* The 18 runs with one preemption are those that come first: one in two runs tries the shortest schedules
 * that are left, of which there are 8 at corners and 20 others. */
static void period_tries_every_single_switch(void **unused)
{
	(void)unused;
	for (uint64_t seed = 0; seed < 20; seed++) {
		void *state = sim_state_new(HD_STRATEGY_period);
		bool seen[2][ADDS] = {{false}};
		unsigned n = 0;

		for (uint64_t i = 0; i < 150; i++) {
			go(&two_adders, HD_STRATEGY_period, state, seed << 32 | i, 0);
			for (hd_tid t = 0; t < 2; t++)
				for (unsigned k = 1; k < ADDS; k++)
					seen[t][k] |= has_one_period(t, k);
		}
		for (unsigned k = 1; k < ADDS; k++)
			n += seen[0][k] + seen[1][k];
		assert_int_equal(n, 2 * (ADDS - 1));
		free(state);
	}
}

static const struct hd_op sets[] = {{.kind = HD_ATOMIC_STORE, .addr = X, .size = 4},
				    {.kind = HD_ATOMIC_STORE, .addr = Y, .size = 4}};
static const struct hd_op looks[] = {{.kind = HD_ATOMIC_LOAD, .addr = X, .size = 4},
				     {.kind = HD_ATOMIC_LOAD, .addr = Y, .size = 4}};

/* The last thread looks at X after a write, and at Y before all writes. */
static bool sees_half(void)
{
	bool x = false, y = false, seen = false;

	for (unsigned i = 0; i < outlined.n; i++) {
		const struct hd_step *step = &outlined.steps[i];

		if (step->tid < SETTERS)
			*(step->site == sim_site(step->tid, 0) ? &x : &y) = true;
		else if (step->site == sim_site(SETTERS, 0))
			seen = x;
		else
			seen &= !y;
	}
	return seen;
}

/* Of twenty threads none may have made its second write when the reader, after a first write, makes its
 * second read. A random walk does that once in some ten thousand runs. The two constraints of it are one in
 * four at each place: a schedule with both is one of some dozens. */
static void rf_sees_what_a_crowd_hides(void **unused)
{
	static struct sim_program crowd = {.n = SETTERS + 1};

	(void)unused;
	for (unsigned t = 0; t <= SETTERS; t++)
		crowd.threads[t] = (struct sim_thread){.ops = t < SETTERS ? sets : looks, .n = 2};
	for (uint64_t seed = 0; seed < 20; seed++) {
		void *state = sim_state_new(HD_STRATEGY_rf);
		unsigned runs = 0;

		do
			go(&crowd, HD_STRATEGY_rf, state, seed << 32 | runs, 0);
		while (!sees_half() && ++runs < 400);
		assert_in_range(runs, 0, 399);
		free(state);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(alternate_goes_strictly_in_turn),
	    cmocka_unit_test(alternate_counts_one_location),
	    cmocka_unit_test(period_tries_every_single_switch),
	    cmocka_unit_test(rf_sees_what_a_crowd_hides),
	};

	return cmocka_run_group_tests_name("outlines of runs", tests, NULL, NULL);
}
