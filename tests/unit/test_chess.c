/* SPDX-License-Identifier: Apache-2.0
 *
 * CHESS claims to have tried everything within a bound: here it is compared with brute force, which knows
 * nothing of sleep sets, paths or passes. Without sleep sets it must show exactly the schedules that there
 * are, each once in a pass; with them, each class of schedules that differ only in the order of independent
 * steps at least once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/gap.h"
#include "test_chess_brute.h"

#define UNBOUNDED 1000

/* ---- the strategy ---- */

struct outcome {
	uint64_t runs;	      /* until it had nothing left          */
	struct set schedules; /* that it showed                     */
	struct set classes;
	struct hd_proof proof;
};

static struct outcome seen;
static struct sim_run run;

static struct hd_plan plan_of(unsigned bound, bool sleep_sets)
{
	return (struct hd_plan){.strategy = HD_STRATEGY_chess,
				.depth = bound == UNBOUNDED ? HD_DEPTH_ALL : bound + 1,
				.heap = sleep_sets ? HD_HEAP_QUARANTINE : HD_HEAP_REUSE};
}

static void explore(const struct small_program *p, unsigned bound, bool sleep_sets)
{
	struct hd_plan plan = plan_of(bound, sleep_sets);
	void *state = sim_state_new(HD_STRATEGY_chess);
	hd_tid steps[STEPS_MAX] = {0};

	set_clear(&seen.schedules);
	set_clear(&seen.classes);
	for (seen.runs = 0;; seen.runs++) {
		sim_go(&p->program, state, &plan, NULL, &run);
		if (run.exhausted)
			break;
		assert_true(run.preemptions <= bound);
		assert_true(run.n <= STEPS_MAX);
		for (unsigned i = 0; i < run.n; i++)
			steps[i] = run.steps[i].tid;
		set_add(&seen.schedules, key_of(steps, run.n));
		set_add(&seen.classes, class_of(p, steps, run.n));
	}
	seen.proof = run.proof;
	free(state);
}

/* ---- tests ---- */

/* Two threads with m steps each. A schedule with b blocks, that is b - 1 switches, in which thread A begins,
 * has (m-1 choose a-1)(m-1 choose b-a-1) ways to be cut, a = half of b rounded up. The switch at the end of a
 * thread is no preemption, and there is always exactly one: b - 2 of the switches are. */
static void brute_force_counts_as_combinatorics_does(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (unsigned m = 1; m <= 5; m++)
		for (unsigned bound = 0; bound <= 4; bound++) {
			uint64_t expected = 0;

			for (unsigned blocks = 2; blocks <= bound + 2; blocks++)
				expected +=
				    2 * choose(m - 1, (blocks + 1) / 2 - 1) * choose(m - 1, blocks / 2 - 1);
			same_writes(&p, 2, m);
			assert_int_equal(brute_force(&p, bound, NULL), expected);
		}
}

/* Every schedule within the bound, and each once in a pass. */
static void without_sleep_sets_it_is_brute_force(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (unsigned threads = 2; threads <= 3; threads++)
		for (unsigned m = 1; m <= (threads == 2 ? 5u : 3u); m++)
			for (unsigned bound = 0; bound <= 3; bound++) {
				uint64_t runs = 0;

				same_writes(&p, threads, m);
				explore(&p, bound, false);
				assert_int_equal(seen.schedules.n, brute_force(&p, bound, NULL));
				for (unsigned b = 0; b < seen.proof.tried; b++)
					runs += brute_force(&p, b, NULL);
				assert_int_equal(seen.runs, runs);
				assert_int_equal(seen.proof.runs, runs);
				/* What is not repeated is each schedule once. */
				assert_int_equal(runs - seen.proof.repeated, seen.schedules.n);
				assert_int_equal(seen.proof.gaps, 0);
				assert_true(seen.proof.all || seen.proof.tried == bound + 1);
			}
}

/* With a bound that none of the schedules reaches, the search ends as soon as a pass was not held up by it,
 * and says so. */
static void knows_when_the_bound_did_not_matter(void **unused)
{
	static struct small_program p;

	(void)unused;
	same_writes(&p, 2, 3); /* ABABAB has 4 preemptions */
	explore(&p, 4, false);
	assert_int_equal(seen.proof.tried, 5);
	assert_true(seen.proof.all);
	assert_int_equal(seen.schedules.n, choose(6, 3));
	explore(&p, 3, false);
	assert_false(seen.proof.all);
	explore(&p, 100, false);
	assert_int_equal(seen.proof.tried, 5);
	assert_true(seen.proof.all);
}

static void assert_all_classes(const struct small_program *p, unsigned bound, bool sleep_sets)
{
	static struct set classes;
	unsigned missed = 0;

	set_clear(&classes);
	brute_force(p, bound, &classes);
	explore(p, bound, sleep_sets);
	for (unsigned i = 0; i < 1u << SET_BITS; i++)
		if (classes.keys[i])
			missed += !set_has(&seen.classes, classes.keys[i]);
	assert_int_equal(missed, 0);
	assert_int_equal(seen.classes.n, classes.n);
	assert_int_equal(seen.proof.gaps, 0);
}

/* Programs of reads, writes, locks, creation and joining; some end in a deadlock. The reason why a thread may
 * sleep under a bound (chess.c) is subtle enough for some thousand of them: a rule that is a little more
 * generous fails within the first hundred. */
static void with_sleep_sets_no_class_is_missed(void **unused)
{
	static struct small_program p;
	uint64_t with = 0, without = 0;

	(void)unused;
	for (uint64_t seed = 0; seed < 300; seed++) {
		any_program(&p, seed);
		for (unsigned bound = 0; bound <= 3; bound++) {
			assert_all_classes(&p, bound, true);
			with += seen.runs;
			if (seed < 50) {
				assert_all_classes(&p, bound, false);
				without += seen.runs;
			}
		}
		if (seed == 49)
			assert_true(with < without); /* they are good for something */
	}
}

static void with_locks_that_overlap_neither(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 120; seed++) {
		lock_program(&p, seed);
		for (unsigned bound = 0; bound <= 2; bound++)
			assert_all_classes(&p, bound, true);
	}
}

/* m writes of a thread that ends the program then, beside a thread with n writes: the end comes after m of
 * the first and any number k of the second, so there are (m+k choose k) schedules for each k. */
static void counts_the_ends_of_a_program(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (unsigned m = 0; m <= 4; m++)
		for (unsigned n = 1; n <= 4; n++) {
			uint64_t expected = 0;

			start(&p, 2);
			for (unsigned i = 0; i < m; i++)
				add(&p, 0, HD_WRITE, X, 0);
			add(&p, 0, HD_END, 0, 0);
			for (unsigned i = 0; i < n; i++)
				add(&p, 1, HD_WRITE, X, 0);
			for (unsigned k = 0; k <= n; k++)
				expected += choose(m + k, k);
			assert_int_equal(brute_force(&p, UNBOUNDED, NULL), expected);
			explore(&p, UNBOUNDED, false);
			assert_int_equal(seen.schedules.n, expected);
			assert_int_equal(seen.runs, expected);
			assert_true(seen.proof.all);
		}
}

/* How far the others have come when a thread ends the program makes a difference, whatever they do: with
 * bounds, without, and with several threads that want to end it. */
static void no_end_of_a_program_is_missed(void **unused)
{
	static struct small_program p;

	(void)unused;
	for (uint64_t seed = 0; seed < 200; seed++) {
		ending_program(&p, seed);
		for (unsigned bound = 0; bound <= 2; bound++)
			assert_all_classes(&p, bound, true);
		assert_all_classes(&p, UNBOUNDED, true);
		assert_true(seen.proof.all);
		if (seed >= 40)
			continue;
		assert_all_classes(&p, UNBOUNDED, false);
		assert_int_equal(seen.runs, brute_force(&p, UNBOUNDED, NULL));
	}
}

/* The first run shows what all threads do, though one of them could end the program at once. */
static void the_first_run_ends_last(void **unused)
{
	static struct small_program p;
	struct hd_plan plan = plan_of(0, true);
	void *state = sim_state_new(HD_STRATEGY_chess);

	(void)unused;
	start(&p, 3);
	add(&p, 0, HD_END, 0, 0);
	for (unsigned t = 1; t < 3; t++)
		for (unsigned i = 0; i < 3; i++)
			add(&p, t, HD_WRITE, X, 0);
	sim_go(&p.program, state, &plan, NULL, &run);
	assert_int_equal(run.n, 7);
	free(state);
}

/* Every class of all schedules there are, in one pass; with sleep sets in fewer runs than there are
 * schedules. */
static void without_a_bound_no_class_is_missed(void **unused)
{
	static struct small_program p;
	uint64_t runs = 0, schedules = 0;

	(void)unused;
	for (uint64_t seed = 0; seed < 120; seed++) {
		any_program(&p, seed);
		assert_all_classes(&p, UNBOUNDED, true);
		assert_true(seen.proof.all);
		runs += seen.runs;
		schedules += brute_force(&p, UNBOUNDED, NULL);
		if (seed < 20) {
			assert_all_classes(&p, UNBOUNDED, false);
			assert_int_equal(seen.runs, brute_force(&p, UNBOUNDED, NULL));
		}
	}
	assert_true(runs * 3 < schedules);
}

/* Two threads that touch nothing in common: the preemptions make no difference. Without them there are two
 * schedules. A preemption by a thread that then ends is found to be redundant at the end of that run: with
 * the bound 1 that is one more run for each of the 2 * 3 places of a preemption. */
static void harmless_preemptions_are_left_out(void **unused)
{
	static struct small_program p;

	(void)unused;
	start(&p, 2);
	for (unsigned t = 0; t < 2; t++)
		for (unsigned i = 0; i < 4; i++)
			add(&p, t, HD_WRITE, X + 64 * t, 0);
	explore(&p, 1, true);
	assert_int_equal(seen.runs, 2 + 2 + 2 * 3);
	explore(&p, 1, false);
	assert_int_equal(seen.runs, 2 + brute_force(&p, 1, NULL));
}

/* A data choice is a branch like others. */
static void all_values_are_tried(void **unused)
{
	const struct hd_strategy_ops *chess = hd_strategies[HD_STRATEGY_chess];
	struct hd_plan plan = plan_of(2, true);
	struct hd_rng rng;
	struct hd_run_info info = {
	    .plan = &plan, .rng = &rng, .outcome = HD_OUT_PASSED, .frontier = &sim_frontier};
	void *state = sim_state_new(HD_STRATEGY_chess);
	unsigned runs = 0, met[3][2] = {{0}};

	(void)unused;
	for (; chess->claim(state, &info) == HD_CLAIM_RUN && chess->begin(state, &info); runs++) {
		uint64_t a = chess->value(state, &rng, 3), b = a == 1 ? 0 : chess->value(state, &rng, 2);

		met[a][b]++;
		chess->end(state, &info);
	}
	assert_int_equal(runs, 5);
	for (unsigned a = 0; a < 3; a++)
		for (unsigned b = 0; b < 2; b++)
			assert_int_equal(met[a][b], a != 1 || b == 0);
	free(state);
}

/* When scheduling points are learnt in the middle, what was tried before counts for nothing. */
static void begins_again_when_there_are_more_points(void **unused)
{
	static struct small_program few, many;
	struct hd_plan plan = plan_of(2, false);
	struct hd_run_info learnt = {.points = 1};
	void *state = sim_state_new(HD_STRATEGY_chess);
	uint64_t runs = 0;

	(void)unused;
	same_writes(&few, 2, 3);
	same_writes(&many, 2, 4);
	for (unsigned i = 0; i < 10; i++)
		sim_go_to(&few.program, state, &plan, NULL, &learnt, &run);
	learnt.points = 2;
	for (;; runs++) {
		sim_go_to(&many.program, state, &plan, NULL, &learnt, &run);
		if (run.exhausted)
			break;
	}
	assert_int_equal(runs, brute_force(&many, 0, NULL) + brute_force(&many, 1, NULL) +
				   brute_force(&many, 2, NULL));
	free(state);
}

/* A run that had to be given up (more threads than there was room for) is carried out again. */
static void repeats_a_run_that_was_given_up(void **unused)
{
	static struct small_program p;
	struct hd_plan plan = plan_of(1, false);
	void *state = sim_state_new(HD_STRATEGY_chess);
	uint64_t runs = 0;

	(void)unused;
	same_writes(&p, 2, 3);
	for (unsigned i = 0;; i++) {
		run.gives_up = i % 3 == 1 ? 2 : 0; /* after two steps */
		sim_go(&p.program, state, &plan, NULL, &run);
		if (run.exhausted)
			break;
		runs += !run.gives_up;
	}
	assert_int_equal(runs, brute_force(&p, 0, NULL) + brute_force(&p, 1, NULL));
	free(state);
}

/* Deeper than the search remembers: it says so. */
static void says_when_a_run_is_too_deep(void **unused)
{
	enum { STEPS = 20000 };
	static struct hd_op ops[STEPS];
	static struct sim_program p = {.n = 2, .threads = {{ops, STEPS, false}, {ops, STEPS, false}}};
	struct hd_plan plan = plan_of(100, false);
	void *state = sim_state_new(HD_STRATEGY_chess);
	struct hd_proof proof;

	(void)unused;
	for (unsigned i = 0; i < STEPS; i++)
		ops[i] = (struct hd_op){.kind = HD_WRITE, .addr = X, .size = 4};
	for (unsigned i = 0; i < 8; i++) {
		sim_go(&p, state, &plan, NULL, &run);
		hd_strategies[HD_STRATEGY_chess]->proof(state, &proof);
		assert_int_equal(proof.gaps, 0);
		assert_true(proof.tried <= 1);
	}
	p.threads[1].ops = p.threads[0].ops;
	p.n = 3;
	p.threads[2] = p.threads[0];
	for (unsigned i = 0; i < 8; i++)
		sim_go(&p, state, &plan, NULL, &run);
	hd_strategies[HD_STRATEGY_chess]->proof(state, &proof);
	assert_true(proof.gaps & HD_GAP_BIT(DEEP));
	free(state);
}

/* The program does something else the second time: a proof is out of the question. */
static void says_when_runs_differ(void **unused)
{
	static struct small_program one, other;
	struct hd_plan plan = plan_of(2, false);
	void *state = sim_state_new(HD_STRATEGY_chess);
	struct hd_proof proof;

	(void)unused;
	same_writes(&one, 3, 3);
	same_writes(&other, 2, 3);
	for (unsigned i = 0; i < 4; i++)
		sim_go(&one.program, state, &plan, NULL, &run);
	hd_strategies[HD_STRATEGY_chess]->proof(state, &proof);
	assert_int_equal(proof.gaps, 0);
	sim_go(&other.program, state, &plan, NULL, &run);
	sim_go(&other.program, state, &plan, NULL, &run);
	hd_strategies[HD_STRATEGY_chess]->proof(state, &proof);
	assert_true(proof.gaps & HD_GAP_BIT(DIFFERENT));
	free(state);
}

/* Two polite threads and one that works: schedules in which the polite ones go on without end are not fair.
 * The search ends although each of them yields 50 times, and with the bound 0 nobody yields more often than
 * twice before the third is done: who yields twice without letting it go waits for it. */
static void polite_threads_do_not_keep_others_waiting(void **unused)
{
	enum { YIELDS = 50 };
	static struct hd_op polite[YIELDS], work[3];
	static struct sim_program p = {
	    .n = 3, .threads = {{polite, YIELDS, false}, {polite, YIELDS, false}, {work, 3, false}}};
	struct hd_plan plan = plan_of(0, true);
	void *state = sim_state_new(HD_STRATEGY_chess);

	(void)unused;
	for (unsigned i = 0; i < YIELDS; i++)
		polite[i] = (struct hd_op){.kind = HD_YIELD};
	for (unsigned i = 0; i < 3; i++)
		work[i] = (struct hd_op){.kind = HD_WRITE, .addr = X, .size = 4};
	for (unsigned i = 0; i < 20000; i++) {
		sim_go(&p, state, &plan, NULL, &run);
		assert_true(SIM_ORDERED(&run, sim_site(2, 2), sim_site(0, 9)));
		assert_true(SIM_ORDERED(&run, sim_site(2, 2), sim_site(1, 9)));
	}
	free(state);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(brute_force_counts_as_combinatorics_does),
	    cmocka_unit_test(without_sleep_sets_it_is_brute_force),
	    cmocka_unit_test(knows_when_the_bound_did_not_matter),
	    cmocka_unit_test(with_sleep_sets_no_class_is_missed),
	    cmocka_unit_test(with_locks_that_overlap_neither),
	    cmocka_unit_test(counts_the_ends_of_a_program),
	    cmocka_unit_test(no_end_of_a_program_is_missed),
	    cmocka_unit_test(the_first_run_ends_last),
	    cmocka_unit_test(without_a_bound_no_class_is_missed),
	    cmocka_unit_test(harmless_preemptions_are_left_out),
	    cmocka_unit_test(all_values_are_tried),
	    cmocka_unit_test(begins_again_when_there_are_more_points),
	    cmocka_unit_test(repeats_a_run_that_was_given_up),
	    cmocka_unit_test(says_when_a_run_is_too_deep),
	    cmocka_unit_test(says_when_runs_differ),
	    cmocka_unit_test(polite_threads_do_not_keep_others_waiting),
	};

	return cmocka_run_group_tests_name("chess", tests, NULL, NULL);
}
