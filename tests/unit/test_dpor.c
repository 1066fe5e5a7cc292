/* SPDX-License-Identifier: Apache-2.0
 *
 * dfs claims to have shown every schedule, and dpor and value one of each class of schedules that differ only
 * in the order of independent steps: here they are compared with brute force, which knows nothing of races,
 * sleep sets or paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/gap.h"
#include "strategy/systematic/dpor_state.h"
#include "test_chess_brute.h"

struct outcome {
	uint64_t runs, redundant; /* until nothing was left */
	struct set schedules, classes;
	struct hd_proof proof;
};

static struct outcome seen;
static unsigned compared;
static uint64_t runs, redundant;
static struct sim_run run;

static void explore(const struct small_program *p, unsigned strategy)
{
	struct hd_plan plan = {.strategy = (uint8_t)strategy, .heap = HD_HEAP_QUARANTINE};
	struct hd_dpor *state = sim_state_new(strategy);
	hd_tid steps[STEPS_MAX] = {0};

	set_clear(&seen.schedules);
	set_clear(&seen.classes);
	for (seen.runs = 0;; seen.runs++) {
		seen.redundant = state->surplus;
		sim_go(&p->program, state, &plan, NULL, &run);
		if (run.exhausted)
			break;
		assert_true(run.n <= STEPS_MAX);
		if (state->redundant || run.cut)
			continue;
		for (unsigned i = 0; i < run.n; i++)
			steps[i] = run.steps[i].tid;
		set_add(&seen.schedules, key_of(steps, run.n));
		set_add(&seen.classes, class_of(p, steps, run.n));
	}
	seen.proof = run.proof;
	free(state);
}

/* Programs with very many schedules are left out: brute force would take too long. */
static void assert_equals_brute_force(const struct small_program *p, bool yields)
{
	static struct set classes;
	uint64_t schedules = brute_force(p, STEPS_MAX, NULL);

	if (schedules > 10000)
		return;
	compared++;
	set_clear(&classes);
	brute_force(p, STEPS_MAX, &classes);
	explore(p, HD_STRATEGY_dpor);
	for (unsigned i = 0; i < 1u << SET_BITS; i++)
		if (classes.keys[i])
			assert_true(set_has(&seen.classes, classes.keys[i]));
	assert_int_equal(seen.classes.n, classes.n);
	assert_int_equal(seen.runs - seen.redundant, classes.n); /* each once */
	redundant += seen.redundant;
	runs += seen.runs;
	assert_true(seen.proof.all);
	assert_int_equal(seen.proof.gaps, 0);
	if (!yields) { /* value lets threads that yield go later */
		explore(p, HD_STRATEGY_value);
		assert_int_equal(seen.classes.n, classes.n);
		assert_true(seen.proof.all);
	}
	if (schedules > 3000)
		return;
	explore(p, HD_STRATEGY_dfs);
	assert_int_equal(seen.schedules.n, schedules);
	assert_int_equal(seen.runs, schedules);
	assert_int_equal(seen.proof.traces, classes.n);
	assert_true(seen.proof.all);
}

static void each_class_once(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 120; seed++) {
		any_program(&p, seed);
		assert_equals_brute_force(&p, false);
	}
}

static void each_order_of_locks_once(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 60; seed++) {
		lock_program(&p, seed);
		assert_equals_brute_force(&p, false);
	}
	assert_in_range(compared, 150, UINT64_MAX);
}

static void each_end_once(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 60; seed++) {
		ending_program(&p, seed);
		assert_equals_brute_force(&p, false);
	}
}

/* Yields add schedules, but no classes. */
static void each_class_once_with_yields(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 50; seed++) {
		yielding_program(&p, seed);
		assert_equals_brute_force(&p, true);
	}
}

/* Threads that have nothing to do with each other: one run is enough, though there are thousands of
 * schedules, and though one of them creates the others and joins them. */
static void independent_threads_take_one_run(void **unused)
{
	static struct small_program p;

	(void)unused;
	start(&p, 4);
	for (unsigned t = 1; t < 4; t++) {
		add(&p, 0, HD_CREATE, 0, t);
		p.program.threads[t].created = true;
		add(&p, t, HD_LOCK, SIM_LOCK_0 + 8 * t, 0);
		add(&p, t, HD_WRITE, X + 64 * t, 0);
		add(&p, t, HD_UNLOCK, SIM_LOCK_0 + 8 * t, 0);
	}
	for (unsigned t = 1; t < 4; t++)
		add(&p, 0, HD_JOIN, 0, t);
	explore(&p, HD_STRATEGY_dpor);
	assert_int_equal(seen.runs, 1);
	assert_true(seen.proof.all);
}

/* After three steps chance picks the threads, as the scheduler does when nothing has changed for long: the
 * search tries the 2 * 2 * 2 ways to begin, each once, and nothing else. */
static void steps_that_were_not_asked_for_are_forced(void **unused)
{
	static struct small_program p;
	struct hd_plan plan = {.strategy = HD_STRATEGY_dfs, .heap = HD_HEAP_QUARANTINE};
	struct hd_run_info learnt = {.points = 0};
	void *state = sim_state_new(HD_STRATEGY_dfs);
	unsigned n = 0;

	(void)unused;
	same_writes(&p, 2, 4);
	sim_go_to(&p.program, state, &plan, NULL, &learnt, &run);
	learnt.points = 1; /* the search begins again, with what that run left in the path */
	run.lockstep = 3;
	for (;; n++) {
		sim_go_to(&p.program, state, &plan, NULL, &learnt, &run);
		if (run.exhausted)
			break;
	}
	assert_int_equal(n, 8);
	assert_int_equal(run.proof.gaps, 0);
	run.lockstep = 0;
	free(state);
}

/* Two threads that write the same: where the second thread makes the first step, half of the tree is done,
 * and what is done never becomes less. */
static void estimates_how_much_is_done(void **unused)
{
	static const unsigned strategies[] = {HD_STRATEGY_dfs, HD_STRATEGY_dpor, HD_STRATEGY_chess};
	static struct small_program p;

	(void)unused;
	same_writes(&p, 2, 4);
	for (unsigned i = 0; i < 3; i++) {
		struct hd_plan plan = {
		    .strategy = (uint8_t)strategies[i], .heap = HD_HEAP_QUARANTINE, .depth = HD_DEPTH_ALL};
		void *state = sim_state_new(strategies[i]);
		double before = 0;
		bool half = false;

		for (;;) {
			struct hd_proof proof = {0};

			sim_go(&p.program, state, &plan, NULL, &run);
			if (run.exhausted)
				break;
			hd_strategies[strategies[i]]->proof(state, &proof);
			assert_true(proof.explored >= before || strategies[i] == HD_STRATEGY_dpor);
			assert_true(proof.explored >= 0 && proof.explored < 1);
			assert_true((proof.explored >= 0.5) == (run.steps[0].tid == 1));
			half |= proof.explored == 0.5;
			before = proof.explored;
		}
		assert_true(half);
		assert_true(run.proof.explored == 1);
		free(state);
	}
}

static uint32_t limits_of_search(unsigned strategy, bool lets_it_happen)
{
	static struct hd_op ops[] = {{.kind = HD_FREE, .addr = X, .size = 4},
				     {.kind = HD_COND_WAIT, .addr = X + 8}};
	static const struct sim_program p = {.n = 1, .threads = {{ops, 2, false}}};
	struct hd_plan plan = {.strategy = (uint8_t)strategy,
			       .heap = lets_it_happen ? HD_HEAP_REUSE : HD_HEAP_QUARANTINE,
			       .spurious = lets_it_happen};
	void *state = sim_state_new(strategy);

	do
		sim_go(&p, state, &plan, NULL, &run);
	while (!run.exhausted);
	free(state);
	return run.proof.limits;
}

/* What the search does let happen is no limit of it. */
static void names_the_limits_of_the_plan(void **unused)
{
	static const unsigned strategies[] = {HD_STRATEGY_dfs, HD_STRATEGY_dpor, HD_STRATEGY_chess};

	(void)unused;
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(limits_of_search(strategies[i], false),
				 HD_LIMIT_BIT(REUSE) | HD_LIMIT_BIT(NO_SPURIOUS));
		assert_int_equal(limits_of_search(strategies[i], true), HD_LIMIT_BIT(SPURIOUS));
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_class_once),
	    cmocka_unit_test(each_order_of_locks_once),
	    cmocka_unit_test(each_end_once),
	    cmocka_unit_test(each_class_once_with_yields),
	    cmocka_unit_test(independent_threads_take_one_run),
	    cmocka_unit_test(steps_that_were_not_asked_for_are_forced),
	    cmocka_unit_test(names_the_limits_of_the_plan),
	    cmocka_unit_test(estimates_how_much_is_done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
