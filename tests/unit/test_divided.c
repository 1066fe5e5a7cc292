/* SPDX-License-Identifier: Apache-2.0
 *
 * Several workers share a systematic search: together they make the runs that one makes, whichever of them
 * asks, runs, leaves and comes back when. Here they take turns by chance. So do searches that end before all
 * is tried, and others that go on with what was stored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "heddle/learnt/frontier_bytes.h"
#include "strategy/systematic/chess_state.h"
#include "strategy/systematic/dpor_state.h"
#include "strategy/systematic/frontier_share.h"
#include "test_chess_brute.h"

#define WORKERS_MAX 4

enum turn { TO_ASK, TO_RUN, AT_END };

struct worker {
	void *state;
	enum turn turn;
	uint64_t points; /* that it knew when it asked */
};

static struct {
	struct worker workers[WORKERS_MAX];
	unsigned n;
	const struct small_program *p;
	struct hd_plan plan;
	struct hd_rng rng;
	bool leave;  /* workers leave now and then */
	bool resume; /* the search ends now and then, and another one goes on with it */
	unsigned resumed;
	bool learn; /* at some time more scheduling points are known, and all begins again */
	unsigned learnt;
	uint64_t points;
	uint64_t runs, redundant;
	uint64_t by_worker[WORKERS_MAX];
	unsigned searches, shared; /* … in which more than one worker made runs */
	struct set schedules, classes;
	bool all;
	uint32_t gaps;
	uint64_t dies_at; /* when so many runs are made, a worker has died while it claimed one; 0: never */
	bool estimate;	  /* what is explored is looked at after each turn */
	double explored;
} team;
static struct sim_run run;

/* What brute force finds. */
static struct set classes;

static void clear_frontier(void)
{
	memset(&sim_frontier, 0,
	       offsetof(struct hd_frontier, nodes) + sim_frontier.used * sizeof(sim_frontier.nodes[0]));
}

static void ask(unsigned w)
{
	const struct hd_strategy_ops *ops = hd_strategies[team.plan.strategy];
	struct hd_run_info info = {
	    .plan = &team.plan, .frontier = &sim_frontier, .worker = w, .points = team.points};
	enum hd_claim claim = ops->claim(team.workers[w].state, &info);
	struct hd_proof proof = {0};

	team.workers[w].points = team.points;
	if (claim == HD_CLAIM_RUN)
		team.workers[w].turn = TO_RUN;
	if (claim != HD_CLAIM_OVER)
		return;
	team.workers[w].turn = AT_END;
	ops->proof(team.workers[w].state, &proof);
	team.all |= proof.all;
	team.gaps |= proof.gaps;
	team.redundant += proof.redundant;
}

static bool is_redundant(const void *state)
{
	if (team.plan.strategy == HD_STRATEGY_chess)
		return ((const struct hd_chess *)state)->redundant;
	return ((const struct hd_dpor *)state)->redundant;
}

static void leave(unsigned w)
{
	assert_true(hd_strategies[team.plan.strategy]->park(team.workers[w].state, &sim_frontier, w));
	team.workers[w].turn = TO_ASK;
}

/* The strategy changes what it has to try next, and is interrupted. */
static void die_while_claiming(unsigned w)
{
	struct hd_dpor *s = team.workers[w].state;

	s->seat.changing = true;
	for (unsigned i = 0; i < s->path.fixed; i++)
		s->path.steps[i].tried |= s->path.steps[i].wanted;
	team.workers[w].turn = TO_ASK;
}

static void make_run(unsigned w)
{
	const struct hd_run_info info = {.worker = w, .frontier = &sim_frontier};
	hd_tid steps[STEPS_MAX] = {0};

	if (team.leave && hd_rng_below(&team.rng, 12) == 0) { /* its process is killed when it has begun */
		hd_strategies[team.plan.strategy]->begin(team.workers[w].state, &info);
		leave(w);
		return;
	}
	run.claimed = true;
	run.gives_up = team.leave && hd_rng_below(&team.rng, 8) == 0 ? 1 + hd_rng_below(&team.rng, 5) : 0;
	sim_go_to(&team.p->program, team.workers[w].state, &team.plan, NULL, &info, &run);
	team.workers[w].turn = TO_ASK;
	if ((run.gives_up && run.gives_up == run.n) || team.workers[w].points != team.points)
		return;
	team.runs++;
	team.by_worker[w]++;
	if (is_redundant(team.workers[w].state))
		return;
	for (unsigned i = 0; i < run.n; i++)
		steps[i] = run.steps[i].tid;
	set_add(&team.schedules, key_of(steps, run.n));
	set_add(&team.classes, class_of(team.p, steps, run.n));
}

/* What was done counts for nothing. */
static void learn_points(void)
{
	team.points++;
	team.learnt++;
	team.runs = team.redundant = 0;
	set_clear(&team.schedules);
	set_clear(&team.classes);
}

static void take_turn(unsigned w)
{
	switch (team.workers[w].turn) {
	case TO_ASK:
		ask(w);
		break;
	case TO_RUN:
		make_run(w);
		if (team.dies_at && team.runs == team.dies_at)
			die_while_claiming(w);
		break;
	case AT_END:
		return;
	}
	if (team.workers[w].turn != AT_END && team.leave && hd_rng_below(&team.rng, 6) == 0)
		leave(w);
}

/* All workers leave, and others come that know nothing but what was stored. */
static void end_and_resume(void)
{
	const struct hd_strategy_ops *ops = hd_strategies[team.plan.strategy];
	struct hd_proof proof;
	uint8_t *bytes;
	size_t size;

	for (unsigned w = 0; w < team.n; w++) {
		leave(w);
		proof = (struct hd_proof){0};
		ops->proof(team.workers[w].state, &proof);
		team.redundant += proof.redundant;
		memset(team.workers[w].state, 0, ops->size);
	}
	bytes = hd_frontier_write(&sim_frontier, &size);
	clear_frontier();
	assert_null(hd_frontier_read(bytes, size, &sim_frontier));
	free(bytes);
	team.resumed++;
}

static bool any_at_end(void)
{
	for (unsigned w = 0; w < team.n; w++)
		if (team.workers[w].turn == AT_END)
			return true;
	return false;
}

static bool all_at_end(void)
{
	for (unsigned w = 0; w < team.n; w++)
		if (team.workers[w].turn != AT_END)
			return false;
	return true;
}

static void count_search(void)
{
	unsigned busy = 0;

	for (unsigned w = 0; w < team.n; w++)
		busy += team.by_worker[w] > 0;
	team.searches += team.runs > 3;
	team.shared += team.runs > 3 && busy > 1;
}

static double explored_now(void)
{
	static struct hd_frontier_shares room;
	double done[HD_FRONTIER_WORKERS] = {0};

	for (unsigned w = 0; w < team.n; w++) {
		struct hd_proof proof = {0};

		hd_strategies[team.plan.strategy]->proof(team.workers[w].state, &proof);
		done[w] = proof.explored;
	}
	return sim_frontier.generation ? hd_frontier_explored(&sim_frontier, done, &room) : 0;
}

/* Numbers are rounded. */
static void assert_explored_grows(void)
{
	double explored = explored_now();

	assert_true(explored >= team.explored - 1e-9);
	assert_true(sim_frontier.over ? explored == 1 : explored < 1);
	team.explored = explored;
}

static void explore(const struct small_program *p, unsigned strategy, unsigned workers, uint64_t seed)
{
	set_clear(&team.schedules);
	set_clear(&team.classes);
	team.p = p;
	team.n = workers;
	team.plan = (struct hd_plan){.strategy = (uint8_t)strategy,
				     .heap = HD_HEAP_QUARANTINE,
				     .depth = strategy == HD_STRATEGY_chess ? 3 : 0};
	team.runs = team.redundant = team.points = 0;
	team.all = false;
	team.gaps = 0;
	team.explored = 0;
	memset(team.by_worker, 0, sizeof(team.by_worker));
	hd_rng_seed(&team.rng, seed);
	for (unsigned w = 0; w < workers; w++)
		team.workers[w] = (struct worker){.state = sim_state_new(strategy)};
	clear_frontier();
	while (!all_at_end()) {
		take_turn(hd_rng_below(&team.rng, workers));
		if (team.estimate)
			assert_explored_grows();
		if (team.learn && !team.points && !any_at_end() && hd_rng_below(&team.rng, 20) == 0)
			learn_points();
		if (team.resume && !any_at_end() && hd_rng_below(&team.rng, 12) == 0)
			end_and_resume();
	}
	for (unsigned w = 0; w < workers; w++)
		free(team.workers[w].state);
	count_search();
	assert_int_equal(sim_frontier.count, 0);
	assert_int_equal(team.gaps, 0);
}

static void assert_divides(const struct small_program *p, uint64_t seed)
{
	unsigned workers = 2 + seed % (WORKERS_MAX - 1);
	uint64_t schedules = brute_force(p, STEPS_MAX, NULL), alone;

	if (schedules > 3000)
		return;
	set_clear(&classes);
	brute_force(p, STEPS_MAX, &classes);
	explore(p, HD_STRATEGY_dpor, workers, seed);
	for (unsigned i = 0; i < 1u << SET_BITS; i++)
		if (classes.keys[i])
			assert_true(set_has(&team.classes, classes.keys[i]));
	assert_int_equal(team.classes.n, classes.n);
	assert_true(team.all);
	assert_int_equal(team.runs - team.redundant, classes.n); /* each once */
	if (schedules > 1000)
		return;
	explore(p, HD_STRATEGY_dfs, workers, seed);
	assert_int_equal(team.schedules.n, schedules);
	assert_int_equal(team.runs, schedules);
	explore(p, HD_STRATEGY_chess, 1, seed);
	alone = team.runs;
	explore(p, HD_STRATEGY_chess, workers, seed);
	assert_int_equal(team.runs, alone);
}

static void divide_programs(void (*make)(struct small_program *p, uint64_t seed), uint64_t n)
{
	static struct small_program p;

	team.searches = team.shared = team.resumed = team.learnt = 0;
	for (uint64_t seed = 0; seed < n; seed++) {
		make(&p, seed);
		team.leave = team.resume = team.learn = false;
		assert_divides(&p, seed);
		team.leave = true;
		assert_divides(&p, seed + 1);
		team.resume = true;
		assert_divides(&p, seed + 2);
		team.learn = true;
		assert_divides(&p, seed + 3);
	}
	assert_true(team.shared > team.searches / 2);
	assert_in_range(team.resumed, 100, UINT64_MAX);
	assert_in_range(team.learnt, 10, UINT64_MAX);
}

static void workers_share_accesses(void **unused)
{
	(void)unused;
	divide_programs(any_program, 40);
}

static void workers_share_locks(void **unused)
{
	(void)unused;
	divide_programs(lock_program, 20);
}

static void workers_share_ends(void **unused)
{
	(void)unused;
	divide_programs(ending_program, 30);
}

/* Each of 8! / (4! * 4!) schedules is made once, and what is explored never becomes less, whoever makes them
 * and however often the search ends and goes on. */
static void what_is_explored_grows_to_all(void **unused)
{
	static struct small_program p;

	(void)unused;
	team.learn = false;
	team.estimate = true;
	same_writes(&p, 2, 4);
	for (uint64_t seed = 0; seed < 40; seed++) {
		team.leave = seed % 2;
		team.resume = seed % 4 > 1;
		explore(&p, HD_STRATEGY_dfs, 1 + seed % WORKERS_MAX, seed);
		assert_int_equal(team.runs, 70);
		assert_true(team.explored == 1);
	}
	team.estimate = false;
}

/* A process that is killed between two runs is started again, and goes on with what stands in shared memory.
 * If it was killed while it changed that, the search begins again. Nothing is left out. */
static void deaths_between_runs(void **unused)
{
	static struct small_program p;

	(void)unused;
	team.learn = team.leave = team.resume = false;
	same_writes(&p, 2, 4);
	for (team.dies_at = 1; team.dies_at < 60; team.dies_at += 7) {
		explore(&p, HD_STRATEGY_dfs, 2, team.dies_at);
		assert_int_equal(team.schedules.n, 70);
		assert_in_range(team.runs, 70 + team.dies_at, 70 + team.dies_at + 4);
	}
	team.dies_at = 0;
}

/* One worker makes the same runs in the same order, however often the search ends and goes on: the redundant
 * ones, too. */
static void one_worker_goes_on_exactly(void **unused)
{
	static const unsigned strategies[] = {HD_STRATEGY_dpor, HD_STRATEGY_dfs, HD_STRATEGY_chess};
	static struct small_program p;

	(void)unused;
	team.leave = team.learn = false;
	for (uint64_t seed = 0; seed < 30; seed++) {
		uint64_t runs, redundant;

		any_program(&p, seed);
		if (brute_force(&p, STEPS_MAX, NULL) > 1000)
			continue;
		for (unsigned i = 0; i < 3; i++) {
			team.resume = false;
			explore(&p, strategies[i], 1, seed);
			runs = team.runs;
			redundant = team.redundant;
			team.resume = true;
			explore(&p, strategies[i], 1, seed);
			assert_int_equal(team.runs, runs);
			assert_int_equal(team.redundant, redundant);
		}
	}
}

/* A worker's process is killed while it changes the frontier: the search begins again, and misses nothing. */
static void death_with_the_lock(void **unused)
{
	static struct small_program p;
	struct hd_run_info info = {.worker = 0};
	struct hd_plan plan = {.strategy = HD_STRATEGY_dfs};
	void *state = sim_state_new(HD_STRATEGY_dfs);
	uint64_t runs = 0;

	(void)unused;
	same_writes(&p, 2, 3);
	run.claimed = false;
	run.gives_up = 0;
	for (unsigned i = 0; i < 7; i++)
		sim_go_to(&p.program, state, &plan, NULL, &info, &run);
	assert_true(hd_frontier_lock(&sim_frontier, 1));
	assert_false(hd_frontier_lock(&sim_frontier, 0));
	hd_frontier_unlock_of(&sim_frontier, 0); /* it has not got it */
	assert_false(hd_frontier_lock(&sim_frontier, 0));
	hd_frontier_unlock_of(&sim_frontier, 1);
	for (;; runs++) {
		sim_go_to(&p.program, state, &plan, NULL, &info, &run);
		if (run.exhausted)
			break;
	}
	assert_int_equal(runs, brute_force(&p, STEPS_MAX, NULL));
	free(state);
}

/* ---- what is stored ---- */

static uint64_t sum_of(const uint8_t *bytes, size_t size)
{
	uint64_t sum = size;

	for (size_t i = 0; i < size; i++)
		sum = hd_mix64(sum ^ bytes[i]);
	return sum;
}

/* What an interrupted search has stored; to be freed. */
static uint8_t *some_bytes(unsigned strategy, size_t *size)
{
	static struct small_program p;
	const struct hd_run_info info = {.worker = 0};
	struct hd_plan plan = {.strategy = (uint8_t)strategy, .depth = 3};
	void *state = sim_state_new(strategy);
	uint8_t *bytes;

	same_writes(&p, 3, 3);
	clear_frontier();
	run.claimed = false;
	run.gives_up = 0;
	for (unsigned i = 0; i < 20; i++)
		sim_go_to(&p.program, state, &plan, NULL, &info, &run);
	assert_true(hd_strategies[strategy]->park(state, &sim_frontier, 0));
	bytes = hd_frontier_write(&sim_frontier, size);
	free(state);
	clear_frontier();
	return bytes;
}

static void assert_is_sound(const struct hd_frontier *f)
{
	assert_true(f->used <= HD_FRONTIER_NODES);
	for (uint32_t i = 0; i < f->used; i++) {
		assert_true(f->nodes[i].parent <= i);
		assert_true(f->nodes[i].kind > HD_NODE_FREE && f->nodes[i].kind < HD_NODE_KINDS);
	}
}

/* Bytes that were changed, or cut off, are noticed. */
static void damaged_bytes(const uint8_t *good, size_t size, bool fix_sum)
{
	uint8_t *bad = malloc(size);
	struct hd_rng rng;
	unsigned refused = 0;

	assert_non_null(bad);
	hd_rng_seed(&rng, size);
	for (unsigned i = 0; i < 3000; i++) {
		size_t n = i % 3 ? size : hd_rng_below(&rng, (uint32_t)size);

		memcpy(bad, good, size);
		if (n == size)
			bad[hd_rng_below(&rng, (uint32_t)size)] ^= (uint8_t)(1u << hd_rng_below(&rng, 8));
		for (unsigned k = 0; fix_sum && n > 8 && k < 8; k++)
			bad[n - 8 + k] = (uint8_t)(sum_of(bad, n - 8) >> 8 * k);
		if (hd_frontier_read(bad, n, &sim_frontier))
			refused++;
		else
			assert_is_sound(&sim_frontier);
		memset(sim_frontier.nodes, 0, 200 * sizeof(sim_frontier.nodes[0]));
		clear_frontier();
	}
	if (fix_sum)
		assert_in_range(refused, 1000, 3000);
	else
		assert_int_equal(refused, 3000);
	free(bad);
}

static void what_is_stored_is_checked(void **unused)
{
	static const unsigned strategies[] = {HD_STRATEGY_dpor, HD_STRATEGY_chess};

	(void)unused;
	for (unsigned i = 0; i < 2; i++) {
		size_t size;
		uint8_t *bytes = some_bytes(strategies[i], &size);

		assert_null(hd_frontier_read(bytes, size, &sim_frontier));
		assert_is_sound(&sim_frontier);
		assert_in_range(sim_frontier.used, 2, 200);
		clear_frontier();
		damaged_bytes(bytes, size, false);
		damaged_bytes(bytes, size, true);
		free(bytes);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(workers_share_accesses),
	    cmocka_unit_test(workers_share_locks),
	    cmocka_unit_test(workers_share_ends),
	    cmocka_unit_test(one_worker_goes_on_exactly),
	    cmocka_unit_test(what_is_explored_grows_to_all),
	    cmocka_unit_test(deaths_between_runs),
	    cmocka_unit_test(death_with_the_lock),
	    cmocka_unit_test(what_is_stored_is_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
