/* SPDX-License-Identifier: Apache-2.0
 *
 * Strategies that drive runs to aims: they get there where it is possible, however long the way, and let
 * everybody go on where it is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "test_strategy_sim.h"

#define ATTEMPTS 400
#define PREFIX                                                                                               \
	200 /* operations before the one that matters: chance alone makes two such threads meet rarely */
#define X	0x1000
#define OWN(t)	(0x2000 + 64u * (t)) /* a location that nobody else touches */
#define LOCK(i) (SIM_LOCK_0 + 8u * (i))
#define OPS_MAX (PREFIX + 16)

static struct hd_op ops[4][OPS_MAX];
static struct sim_program program;
static struct sim_run run;

static void start(unsigned threads)
{
	program.n = threads;
	for (unsigned t = 0; t < threads; t++)
		program.threads[t] = (struct sim_thread){.ops = ops[t]};
}

/* Returns the site. */
static uint32_t add(unsigned t, enum hd_event_kind kind, uint64_t addr)
{
	unsigned n = program.threads[t].n++;

	assert_true(n < OPS_MAX);
	ops[t][n] = (struct hd_op){.kind = (uint8_t)kind, .addr = addr, .size = 4};
	return sim_site((hd_tid)t, n);
}

static void add_prefix(unsigned t, unsigned n)
{
	while (n-- > 0)
		add(t, HD_WRITE, OWN(t));
}

static void add_section(unsigned t, unsigned lock)
{
	add(t, HD_LOCK, LOCK(lock));
	add(t, HD_UNLOCK, LOCK(lock));
}

static unsigned all_ops(void)
{
	unsigned n = 0;

	for (unsigned t = 0; t < program.n; t++)
		n += program.threads[t].n;
	return n;
}

/* In how many attempts the aim was reached; each ends, in a deadlock or with all operations done. */
static unsigned attempts_that_reach(unsigned strategy, const struct hd_aim *aim)
{
	void *state = sim_state_new(strategy);
	unsigned n = 0;

	for (uint32_t i = 0; i < ATTEMPTS; i++) {
		struct hd_plan plan = {.seed = hd_mix64(i), .strategy = strategy};
		struct hd_attempt attempt = {.aim = *aim, .number = i};

		sim_go_to(&program, state, &plan, NULL, &(struct hd_run_info){.attempt = &attempt}, &run);
		assert_true(run.deadlock || run.n == all_ops());
		n += hd_strategies[strategy]->reached(state);
	}
	free(state);
	return n;
}

/* ---- races ---- */

static struct hd_aim race_of(uint32_t a, uint32_t b)
{
	return (struct hd_aim){.kind = HD_AIM_RACE, .nparts = 2, .parts = {{.site = a}, {.site = b}}};
}

static void two_accesses_are_brought_together(void **unused)
{
	struct hd_aim aim;
	uint32_t a, b;

	(void)unused;
	start(2);
	a = add(0, HD_WRITE, X);
	add_prefix(1, PREFIX);
	b = add(1, HD_READ, X);
	aim = race_of(a, b);
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), ATTEMPTS);
	aim = race_of(b, a);
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), ATTEMPTS);
}

/* Whichever comes first in one attempt comes second in the next, and nothing comes between them. */
static void attempts_alternate_the_order(void **unused)
{
	void *state = sim_state_new(HD_STRATEGY_race);
	struct hd_aim aim;
	uint32_t a, b;

	(void)unused;
	start(3);
	a = add(0, HD_WRITE, X);
	b = add(1, HD_WRITE, X);
	add_prefix(2, 10);
	aim = race_of(a, b);
	for (uint32_t i = 0; i < 100; i++) {
		struct hd_plan plan = {.seed = i, .strategy = HD_STRATEGY_race};
		struct hd_attempt attempt = {.aim = aim, .number = i};
		unsigned at = 0;

		sim_go_to(&program, state, &plan, NULL, &(struct hd_run_info){.attempt = &attempt}, &run);
		while (run.steps[at].tid == 2)
			at++;
		assert_int_equal(run.steps[at].site, i & 1 ? b : a);
		assert_int_equal(run.steps[at + 1].site, i & 1 ? a : b);
	}
	free(state);
}

static void who_is_alone_meets_nobody(void **unused)
{
	static const struct hd_op shared[] = {{.kind = HD_READ, .addr = X, .size = 4}};
	struct hd_aim aim = race_of(sim_site(0, 0), sim_site(0, 0));
	unsigned reached;

	(void)unused;
	start(1);
	add(0, HD_WRITE, X);
	reached = attempts_that_reach(HD_STRATEGY_race, &aim);
	assert_int_equal(reached, 0); /* alone, it meets nobody */
	program.n = 2;
	program.threads[1] = (struct sim_thread){.ops = shared, .n = 1};
	aim = race_of(sim_site(0, 0), sim_site(1, 0));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), ATTEMPTS);
}

static void what_is_no_race_does_not_meet(void **unused)
{
	struct hd_aim aim;
	uint32_t a, b;

	(void)unused;
	start(2); /* a lock keeps them apart */
	add(0, HD_LOCK, LOCK(0));
	a = add(0, HD_WRITE, X);
	add(0, HD_UNLOCK, LOCK(0));
	add(1, HD_LOCK, LOCK(0));
	b = add(1, HD_WRITE, X);
	add(1, HD_UNLOCK, LOCK(0));
	aim = race_of(a, b);
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), 0);
	start(2); /* different locations */
	aim = race_of(add(0, HD_WRITE, X), add(1, HD_WRITE, X + 4));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), 0);
	start(2); /* two reads */
	aim = race_of(add(0, HD_READ, X), add(1, HD_READ, X));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), 0);
	start(2); /* both atomic */
	aim = race_of(add(0, HD_ATOMIC_RMW, X), add(1, HD_ATOMIC_LOAD, X));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), 0);
	start(2); /* one of them atomic: that is one */
	aim = race_of(add(0, HD_WRITE, X), add(1, HD_ATOMIC_LOAD, X));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), ATTEMPTS);
}

/* Who lets others go first is not to bring those out who are held for it. */
static void who_yields_on_the_way_is_waited_for(void **unused)
{
	struct hd_aim aim;
	uint32_t a;

	(void)unused;
	start(2);
	a = add(0, HD_WRITE, X);
	for (unsigned i = 0; i < 20; i++)
		add(1, HD_YIELD, 0);
	aim = race_of(a, add(1, HD_WRITE, X));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_race, &aim), ATTEMPTS);
}

/* … but not for ever: perhaps it waits for one of them. */
static void who_only_yields_is_not(void **unused)
{
	struct hd_plan plan = {.seed = 1, .strategy = HD_STRATEGY_race};
	void *state = sim_state_new(HD_STRATEGY_race);
	struct hd_attempt attempt = {0};
	unsigned at = 0;

	(void)unused;
	start(2);
	attempt.aim = race_of(add(0, HD_WRITE, X), 1u + 900000);
	for (unsigned i = 0; i < PREFIX; i++)
		add(1, HD_YIELD, 0);
	sim_go_to(&program, state, &plan, NULL, &(struct hd_run_info){.attempt = &attempt}, &run);
	while (run.steps[at].tid != 0)
		at++;
	assert_in_range(at, 20, 50);
	free(state);
}

/* A thread that is held for a partner who never comes does not wait for another one that never ends. */
static void patience_ends(void **unused)
{
	enum { LONG = 30000 };
	static struct hd_op busy[LONG];
	struct hd_plan plan = {.seed = 1, .strategy = HD_STRATEGY_race};
	void *state = sim_state_new(HD_STRATEGY_race);
	struct hd_attempt attempt = {0};
	unsigned at = 0;

	(void)unused;
	start(2);
	attempt.aim = race_of(add(0, HD_WRITE, X), 1u + 900000);
	for (unsigned i = 0; i < LONG; i++)
		busy[i] = (struct hd_op){.kind = HD_WRITE, .addr = OWN(1), .size = 4};
	program.threads[1] = (struct sim_thread){.ops = busy, .n = LONG};
	sim_go_to(&program, state, &plan, NULL, &(struct hd_run_info){.attempt = &attempt}, &run);
	while (run.steps[at].tid != 0)
		at++;
	assert_in_range(at, 1000, 5000);
	free(state);
}

/* ---- deadlocks ---- */

/* Thread t takes lock `first` and then, holding it, `second`. */
static struct hd_aim_part nested(unsigned t, unsigned first, unsigned second)
{
	struct hd_aim_part part = {.context = sim_context((hd_tid)t)};

	part.has = add(t, HD_LOCK, LOCK(first));
	part.site = add(t, HD_LOCK, LOCK(second));
	add(t, HD_UNLOCK, LOCK(second));
	add(t, HD_UNLOCK, LOCK(first));
	return part;
}

static struct hd_aim cycle_of_two(void)
{
	struct hd_aim aim = {.kind = HD_AIM_DEADLOCK, .nparts = 2};

	aim.parts[0] = nested(0, 0, 1);
	add_prefix(1, PREFIX);
	aim.parts[1] = nested(1, 1, 0);
	return aim;
}

static unsigned random_deadlocks(void)
{
	struct hd_plan plan = {.strategy = HD_STRATEGY_random};
	unsigned n = 0;

	for (uint32_t i = 0; i < ATTEMPTS; i++) {
		plan.seed = hd_mix64(i);
		sim_go(&program, NULL, &plan, NULL, &run);
		n += run.deadlock;
	}
	return n;
}

static void a_cycle_is_closed_after_a_long_way(void **unused)
{
	struct hd_aim aim;

	(void)unused;
	start(2);
	aim = cycle_of_two();
	assert_int_equal(random_deadlocks(), 0);
	assert_int_equal(attempts_that_reach(HD_STRATEGY_deadlock, &aim), ATTEMPTS);
}

/* The second thread needs the first one's lock on its way: holding the first one inside would keep it from
 * coming, so only those attempts succeed that hold it outside, and others by chance. */
static void a_lock_needed_on_the_way_is_left_alone(void **unused)
{
	struct hd_aim aim;

	(void)unused;
	start(2);
	add_prefix(1, PREFIX / 2);
	add_section(1, 0);
	aim = (struct hd_aim){.kind = HD_AIM_DEADLOCK, .nparts = 2};
	aim.parts[0] = nested(0, 0, 1);
	add_prefix(1, PREFIX / 2);
	aim.parts[1] = nested(1, 1, 0);
	assert_int_equal(random_deadlocks(), 0);
	assert_in_range(attempts_that_reach(HD_STRATEGY_deadlock, &aim), ATTEMPTS / 2, ATTEMPTS);
}

static void three_threads_close_a_cycle(void **unused)
{
	struct hd_aim aim = {.kind = HD_AIM_DEADLOCK, .nparts = 3};

	(void)unused;
	start(3);
	for (unsigned t = 0; t < 3; t++) {
		add_prefix(t, 50 * t);
		aim.parts[t] = nested(t, t, (t + 1) % 3);
	}
	assert_int_equal(attempts_that_reach(HD_STRATEGY_deadlock, &aim), ATTEMPTS);
}

static void a_gate_keeps_a_cycle_open(void **unused)
{
	struct hd_aim aim = {.kind = HD_AIM_DEADLOCK, .nparts = 2};

	(void)unused;
	start(2);
	for (unsigned t = 0; t < 2; t++) {
		add(t, HD_LOCK, LOCK(2));
		aim.parts[t] = nested(t, t, !t);
		add(t, HD_UNLOCK, LOCK(2));
	}
	assert_int_equal(attempts_that_reach(HD_STRATEGY_deadlock, &aim), 0);
}

/* The site alone is not it: the thread must hold the lock, and come by the same way in half of the attempts.
 */
static void other_contexts_are_not_held(void **unused)
{
	struct hd_aim aim;
	unsigned reached;

	(void)unused;
	start(2);
	aim = cycle_of_two();
	aim.parts[0].context = 1;
	reached = attempts_that_reach(HD_STRATEGY_deadlock, &aim);
	assert_in_range(reached, ATTEMPTS / 2, ATTEMPTS * 3 / 4 + ATTEMPTS / 8);
	aim.parts[0].context = sim_context(0);
	aim.parts[0].has = 1u + 900000; /* a lock that it never holds */
	assert_in_range(attempts_that_reach(HD_STRATEGY_deadlock, &aim), 0, ATTEMPTS / 20);
}

/* ---- blocks ---- */

/* Thread t has two sections of lock 0, with `between` operations of its own in between. */
static void add_block(unsigned t, struct hd_aim *aim, unsigned between)
{
	*aim = (struct hd_aim){.kind = HD_AIM_ATOMIC_BLOCK, .nparts = 3};
	aim->parts[0].site = add(t, HD_LOCK, LOCK(0));
	add(t, HD_UNLOCK, LOCK(0));
	add_prefix(t, between);
	aim->parts[1].site = add(t, HD_LOCK, LOCK(0));
	add(t, HD_UNLOCK, LOCK(0));
}

static bool interrupted(const struct hd_aim *aim)
{
	return sim_ordered(&run,
			   (const uint32_t[]){aim->parts[0].site, aim->parts[2].site, aim->parts[1].site}, 3);
}

static void a_block_is_interrupted_after_a_long_way(void **unused)
{
	struct hd_aim aim;

	(void)unused;
	start(2);
	add_block(0, &aim, 0);
	add_prefix(1, PREFIX);
	aim.parts[2].site = add(1, HD_LOCK, LOCK(0));
	add(1, HD_UNLOCK, LOCK(0));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_atomicity, &aim), ATTEMPTS);
	assert_true(interrupted(&aim)); /* in the last attempt */
	start(2);			/* the block comes late, and whoever could interrupt it has to wait */
	add_prefix(0, PREFIX);
	add_block(0, &aim, 10);
	aim.parts[2].site = add(1, HD_LOCK, LOCK(0));
	add(1, HD_UNLOCK, LOCK(0));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_atomicity, &aim), ATTEMPTS);
	assert_true(interrupted(&aim));
}

/* Another lock, or a thread that took it elsewhere in between, is no such block. */
static void what_is_no_block_is_not_interrupted(void **unused)
{
	struct hd_aim aim;

	(void)unused;
	start(2);
	add_block(0, &aim, 0);
	aim.parts[2].site = add(1, HD_LOCK, LOCK(1));
	add(1, HD_UNLOCK, LOCK(1));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_atomicity, &aim), 0);
	start(2);
	add_block(0, &aim, 0);
	aim.parts[2].site = add(1, HD_LOCK, LOCK(0));
	add(1, HD_UNLOCK, LOCK(0));
	aim.parts[0].site = 1u + 900000;
	assert_int_equal(attempts_that_reach(HD_STRATEGY_atomicity, &aim), 0);
	start(2); /* an outer lock makes both halves one */
	add(0, HD_LOCK, LOCK(1));
	add_block(0, &aim, 0);
	add(0, HD_UNLOCK, LOCK(1));
	add(1, HD_LOCK, LOCK(1));
	aim.parts[2].site = add(1, HD_LOCK, LOCK(0));
	add(1, HD_UNLOCK, LOCK(0));
	add(1, HD_UNLOCK, LOCK(1));
	assert_int_equal(attempts_that_reach(HD_STRATEGY_atomicity, &aim), 0);
}

/* ---- atomic sets ---- */

/* Thread t takes both locks, and lets go of the one that it took first; of the other one after `work`
 * operations. */
static void add_access_under_two(unsigned t, struct hd_aim *aim, unsigned part, unsigned work)
{
	uint32_t first = add(t, HD_LOCK, LOCK(0)), second = add(t, HD_LOCK, LOCK(1));
	struct hd_aim_part *window = &aim->parts[HD_AIM_WINDOW];

	if (!part) {
		window[0].has = first;
		window[1].has = second;
	} else if (part == 1) {
		window[0].takes = first;
		window[1].takes = second;
	}
	aim->parts[part] =
	    (struct hd_aim_part){.context = sim_context((hd_tid)t), .site = add(t, HD_WRITE, X)};
	add(t, HD_UNLOCK, LOCK(0));
	add_prefix(t, work);
	add(t, HD_UNLOCK, LOCK(1));
}

/* A unit of two critical sections under two locks is interrupted by another one: it has to be held after it
 * has let go of both, and that may be a long way. */
static void all_locks_of_the_window_are_let_go_of(void **unused)
{
	struct hd_aim aim = {.kind = HD_AIM_NESTED, .nparts = 3};

	(void)unused;
	start(2);
	add_access_under_two(0, &aim, 0, PREFIX / 2);
	add_access_under_two(0, &aim, 2, 0);
	add_access_under_two(1, &aim, 1, 0);
	assert_in_range(attempts_that_reach(HD_STRATEGY_atomic_set, &aim), ATTEMPTS * 9 / 10, ATTEMPTS);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_locks_of_the_window_are_let_go_of),
	    cmocka_unit_test(two_accesses_are_brought_together),
	    cmocka_unit_test(attempts_alternate_the_order),
	    cmocka_unit_test(who_is_alone_meets_nobody),
	    cmocka_unit_test(what_is_no_race_does_not_meet),
	    cmocka_unit_test(who_yields_on_the_way_is_waited_for),
	    cmocka_unit_test(who_only_yields_is_not),
	    cmocka_unit_test(patience_ends),
	    cmocka_unit_test(a_cycle_is_closed_after_a_long_way),
	    cmocka_unit_test(a_lock_needed_on_the_way_is_left_alone),
	    cmocka_unit_test(three_threads_close_a_cycle),
	    cmocka_unit_test(a_gate_keeps_a_cycle_open),
	    cmocka_unit_test(other_contexts_are_not_held),
	    cmocka_unit_test(a_block_is_interrupted_after_a_long_way),
	    cmocka_unit_test(what_is_no_block_is_not_interrupted),
	};

	return cmocka_run_group_tests_name("strategies for aims", tests, NULL, NULL);
}
