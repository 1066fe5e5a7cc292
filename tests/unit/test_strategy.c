/* SPDX-License-Identifier: Apache-2.0
 *
 * The contract that every strategy keeps: it picks threads that may go, the same ones for the same seed, and
 * its state fits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "test_strategy_sim.h"
#include "wire/wire.h"

#define MAX_OPS 32
#define SEEDS	500

/* A random program: main creates up to 7 threads; all access four locations, take up to two locks in any
 * order, and yield. Some runs end in a deadlock: as good as any other end here. */
struct random_program {
	struct sim_program program;
	struct hd_op ops[8][MAX_OPS];
};

static unsigned add_op(struct random_program *p, unsigned t, unsigned n, enum hd_event_kind kind,
		       uint64_t addr)
{
	p->ops[t][n] = (struct hd_op){.kind = (uint8_t)kind, .addr = addr, .size = 4};
	return n + 1;
}

static unsigned add_random_op(struct random_program *p, unsigned t, unsigned n, struct hd_rng *rng)
{
	static const enum hd_event_kind plain[] = {HD_READ, HD_WRITE, HD_ATOMIC_RMW, HD_YIELD,
						   HD_ATOMIC_LOAD};
	uint64_t lock = SIM_LOCK_0 + 8 * hd_rng_below(rng, 3);
	uint64_t other = SIM_LOCK_0 + 8 * hd_rng_below(rng, 3);
	enum hd_event_kind kind = plain[hd_rng_below(rng, 5)];

	if (hd_rng_below(rng, 4))
		return add_op(p, t, n, kind, kind == HD_YIELD ? 0 : 0x1000 + 4 * hd_rng_below(rng, 4));
	n = add_op(p, t, n, HD_LOCK, lock);
	if (other == lock)
		return add_op(p, t, n, HD_UNLOCK, lock);
	n = add_op(p, t, n, HD_LOCK, other);
	n = add_op(p, t, n, HD_UNLOCK, lock);
	return add_op(p, t, n, HD_UNLOCK, other);
}

static void make_random_program(struct random_program *p, uint64_t seed)
{
	struct hd_rng rng;

	hd_rng_seed(&rng, seed);
	p->program.n = 1 + hd_rng_below(&rng, 8);
	for (unsigned t = 0; t < p->program.n; t++) {
		unsigned n = 0, wanted = hd_rng_below(&rng, 10);

		for (unsigned child = 1; t == 0 && child < p->program.n; child++) {
			n = add_op(p, t, n, HD_CREATE, 0);
			p->ops[t][n - 1].other = (uint16_t)(child + 1);
		}
		while (n < wanted)
			n = add_random_op(p, t, n, &rng);
		p->program.threads[t] = (struct sim_thread){.ops = p->ops[t], .n = n, .created = t > 0};
	}
}

static bool same_steps(const struct sim_run *a, const struct sim_run *b)
{
	return a->n == b->n && !memcmp(a->steps, b->steps, a->n * sizeof(a->steps[0]));
}

static void picks_only_threads_that_may_go(void **unused)
{
	static struct random_program p;
	static struct sim_run run;

	(void)unused;
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		void *state =
		    sim_state_new(i); /* kept: what was learnt about other programs must do no harm */

		for (uint64_t seed = 0; seed < 3000 && i != HD_STRATEGY_replay; seed++) {
			struct hd_plan plan = {.seed = seed, .strategy = i, .depth = (uint32_t)(seed % 7)};

			make_random_program(&p, seed / 3);
			sim_go(&p.program, state, &plan, NULL, &run); /* asserts it of each pick */
			assert_false(run.diverged);
		}
		free(state);
	}
}

/* A hash of the steps of each run of one search. */
static void note_choices(unsigned strategy, uint64_t *hashes)
{
	static struct random_program p;
	static struct sim_run a;
	void *state = sim_state_new(strategy);

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct hd_plan plan = {.seed = seed, .strategy = strategy};

		make_random_program(&p, seed / 10);
		sim_go(&p.program, state, &plan, NULL, &a);
		hashes[seed] = a.n;
		for (unsigned i = 0; i < a.n; i++)
			hashes[seed] =
			    hd_mix64(hashes[seed] ^ ((uint64_t)a.steps[i].tid << 32) ^ a.steps[i].site);
	}
	free(state);
}

/* One search after the other: what is left of a systematic one is kept for the state that was made last. */
static void a_seed_determines_all_choices(void **unused)
{
	static uint64_t one[SEEDS], two[SEEDS];

	(void)unused;
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		if (i == HD_STRATEGY_replay)
			continue;
		note_choices(i, one);
		note_choices(i, two);
		assert_memory_equal(one, two, sizeof(one));
	}
}

static void seeds_lead_to_different_choices(void **unused)
{
	static struct random_program p;
	static struct sim_run first, run;

	(void)unused;
	make_random_program(&p, 1); /* one with several threads */
	assert_true(p.program.n > 2);
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		void *state = sim_state_new(i);
		/* dpor and value show one of all schedules that are equal: here they all are. */
		bool differs = hd_strategies[i]->follows || i == HD_STRATEGY_dpor || i == HD_STRATEGY_value;

		for (uint64_t seed = 0; seed < 50 && !differs; seed++) {
			struct hd_plan plan = {.seed = seed, .strategy = i};

			sim_go(&p.program, state, &plan, NULL, seed ? &run : &first);
			differs = seed && !same_steps(&first, &run);
		}
		assert_true(differs);
		free(state);
	}
}

/* Two polite threads wait for a third one, which strict priorities may put below both: each asks to let
 * others go first, and without regard for that they would let each other go until they have nothing left to
 * do. SURW may also hold the third one for the sake of what the polite ones do in the end, twice for 9
 * yields. So it is done before either of them has yielded 20 times. */
static void yields_let_everyone_through(void **unused)
{
	enum { YIELDS = 100 };
	static struct hd_op polite[YIELDS + 1], writer[2];
	static struct sim_program p = {
	    .n = 3,
	    .threads = {{polite, YIELDS + 1, false}, {polite, YIELDS + 1, false}, {writer, 2, false}}};
	static const unsigned fair[] = {HD_STRATEGY_pct, HD_STRATEGY_surw};
	static struct sim_run run;

	(void)unused;
	for (unsigned i = 0; i < YIELDS; i++)
		polite[i] = (struct hd_op){.kind = HD_YIELD};
	polite[YIELDS] = writer[0] = writer[1] = (struct hd_op){.kind = HD_WRITE, .addr = 0x1000, .size = 4};
	for (unsigned i = 0; i < sizeof(fair) / sizeof(fair[0]); i++) {
		void *state = sim_state_new(fair[i]);

		for (uint64_t seed = 0; seed < 200; seed++) {
			struct hd_plan plan = {.seed = seed, .strategy = fair[i], .depth = 1};

			sim_go(&p, state, &plan, NULL, &run);
			assert_true(SIM_ORDERED(&run, sim_site(2, 1), sim_site(0, 20)));
			assert_true(SIM_ORDERED(&run, sim_site(2, 1), sim_site(1, 20)));
		}
		free(state);
	}
}

static void bears_as_many_threads_as_there_may_be(void **unused)
{
	static struct sim_program p = {.n = HD_MAX_THREADS};
	static struct sim_run run;
	static const struct hd_op op = {.kind = HD_WRITE, .addr = 0x1000, .size = 4};

	(void)unused;
	for (unsigned t = 0; t < HD_MAX_THREADS; t++)
		p.threads[t] = (struct sim_thread){.ops = &op, .n = 1};
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		void *state = sim_state_new(i);

		for (uint64_t seed = 0; seed < 2 && i != HD_STRATEGY_replay; seed++) {
			struct hd_plan plan = {.seed = seed, .strategy = i};

			sim_go(&p, state, &plan, NULL, &run);
			assert_int_equal(run.n, HD_MAX_THREADS);
		}
		free(state);
	}
}

static void names_lead_to_strategies(void **unused)
{
	static const char *const names[] = {
	    "random",	 "pct",	     "pct-large",  "pos",     "surw",	     "delay",  "round-robin", "maple",
	    "race",	 "deadlock", "atomic-set", "chess",   "delay-bound", "dfs",    "dpor",	      "value",
	    "atomicity", "replay",   "guide",	   "retrace", "alternate",   "period", "rf"};

	(void)unused;
	assert_int_equal(sizeof(names) / sizeof(names[0]), HD_STRATEGY_COUNT);
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		int index = hd_strategy_named(names[i]);

		assert_in_range(index, 0, HD_STRATEGY_COUNT - 1);
		assert_string_equal(hd_strategies[index]->name, names[i]);
		assert_non_null(hd_strategies[index]->help);
		assert_non_null(hd_strategies[index]->value);
	}
	assert_int_equal(hd_strategy_named("assets"), HD_STRATEGY_atomic_set);
	assert_int_equal(hd_strategy_named("atom"), HD_STRATEGY_atomicity);
	assert_int_equal(hd_strategy_named("preemption-bound"), HD_STRATEGY_chess);
	assert_int_equal(hd_strategy_named("auto"), -1);
	assert_int_equal(hd_strategy_named("pc"), -1);
	assert_int_equal(hd_strategy_named("pct-"), -1);
	assert_int_equal(hd_strategy_named(""), -1);
}

static void states_fit_side_by_side(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < HD_STRATEGY_COUNT; i++) {
		size_t end =
		    i + 1 < HD_STRATEGY_COUNT ? hd_strategy_state_offset(i + 1) : hd_strategy_state_size();

		assert_int_equal(hd_strategy_state_offset(i) % 64, 0);
		assert_true(hd_strategy_state_offset(i) + hd_strategies[i]->size <= end);
	}
	assert_true(hd_strategy_state_size() <= HD_STATE_MAX);
}

static void values_are_below_their_bound(void **unused)
{
	struct hd_rng rng;

	(void)unused;
	hd_rng_seed(&rng, 1);
	assert_int_equal(hd_value_uniform(NULL, &rng, 0), 0);
	assert_int_equal(hd_value_uniform(NULL, &rng, 1), 0);
	for (unsigned i = 0; i < 1000; i++) {
		assert_true(hd_value_uniform(NULL, &rng, 3) < 3);
		assert_true(hd_value_uniform(NULL, &rng, 1ULL << 40) < 1ULL << 40);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(picks_only_threads_that_may_go),
	    cmocka_unit_test(a_seed_determines_all_choices),
	    cmocka_unit_test(seeds_lead_to_different_choices),
	    cmocka_unit_test(yields_let_everyone_through),
	    cmocka_unit_test(bears_as_many_threads_as_there_may_be),
	    cmocka_unit_test(names_lead_to_strategies),
	    cmocka_unit_test(states_fit_side_by_side),
	    cmocka_unit_test(values_are_below_their_bound),
	};

	return cmocka_run_group_tests_name("strategies", tests, NULL, NULL);
}
