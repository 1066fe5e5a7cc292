/* SPDX-License-Identifier: Apache-2.0
 *
 * Several workers share a systematic search: together they make the runs that one makes, whichever of them
 * asks, runs, leaves and comes back when. Here they take turns by chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/gap.h"
#include "strategy/systematic/chess_state.h"
#include "strategy/systematic/dpor_state.h"
#include "test_chess_brute.h"

#define WORKERS_MAX 4

enum turn { TO_ASK, TO_RUN, AT_END };

struct worker {
	void *state;
	enum turn turn;
};

static struct {
	struct worker workers[WORKERS_MAX];
	unsigned n;
	const struct small_program *p;
	struct hd_plan plan;
	struct hd_rng rng;
	bool leave; /* workers leave now and then */
	uint64_t runs, redundant;
	uint64_t by_worker[WORKERS_MAX];
	unsigned searches, shared; /* … in which more than one worker made runs */
	struct set schedules, classes;
	bool all;
	uint32_t gaps;
} team;
static struct sim_run run;

/* What brute force finds. */
static struct set classes;

static void ask(unsigned w)
{
	const struct hd_strategy_ops *ops = hd_strategies[team.plan.strategy];
	struct hd_run_info info = {.plan = &team.plan, .frontier = &sim_frontier, .worker = w};
	enum hd_claim claim = ops->claim(team.workers[w].state, &info);
	struct hd_proof proof = {0};

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

static void make_run(unsigned w)
{
	const struct hd_run_info info = {.worker = w};
	hd_tid steps[STEPS_MAX] = {0};

	run.claimed = true;
	run.gives_up = team.leave && hd_rng_below(&team.rng, 8) == 0 ? 1 + hd_rng_below(&team.rng, 5) : 0;
	sim_go_to(&team.p->program, team.workers[w].state, &team.plan, NULL, &info, &run);
	team.workers[w].turn = TO_ASK;
	if (run.gives_up && run.gives_up == run.n)
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

static void leave(unsigned w)
{
	assert_true(hd_strategies[team.plan.strategy]->park(team.workers[w].state, &sim_frontier, w));
	team.workers[w].turn = TO_ASK;
}

static void take_turn(unsigned w)
{
	switch (team.workers[w].turn) {
	case TO_ASK:
		ask(w);
		break;
	case TO_RUN:
		make_run(w);
		break;
	case AT_END:
		return;
	}
	if (team.workers[w].turn != AT_END && team.leave && hd_rng_below(&team.rng, 6) == 0)
		leave(w);
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

static void explore(const struct small_program *p, unsigned strategy, unsigned workers, uint64_t seed)
{
	set_clear(&team.schedules);
	set_clear(&team.classes);
	team.p = p;
	team.n = workers;
	team.plan = (struct hd_plan){.strategy = (uint8_t)strategy,
				     .heap = HD_HEAP_QUARANTINE,
				     .depth = strategy == HD_STRATEGY_chess ? 3 : 0};
	team.runs = team.redundant = 0;
	team.all = false;
	team.gaps = 0;
	memset(team.by_worker, 0, sizeof(team.by_worker));
	hd_rng_seed(&team.rng, seed);
	for (unsigned w = 0; w < workers; w++)
		team.workers[w] = (struct worker){.state = sim_state_new(strategy)};
	while (!all_at_end())
		take_turn(hd_rng_below(&team.rng, workers));
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

	team.searches = team.shared = 0;
	for (uint64_t seed = 0; seed < n; seed++) {
		make(&p, seed);
		team.leave = false;
		assert_divides(&p, seed);
		team.leave = true;
		assert_divides(&p, seed + 1);
	}
	assert_true(team.shared > team.searches / 2);
}

static void workers_share_accesses(void **unused)
{
	(void)unused;
	divide_programs(any_program, 60);
}

static void workers_share_locks(void **unused)
{
	(void)unused;
	divide_programs(lock_program, 30);
}

static void workers_share_ends(void **unused)
{
	(void)unused;
	divide_programs(ending_program, 40);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(workers_share_accesses),
	    cmocka_unit_test(workers_share_locks),
	    cmocka_unit_test(workers_share_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
