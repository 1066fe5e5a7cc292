/* SPDX-License-Identifier: Apache-2.0
 *
 * Maple's attempts against random programs: what some run exposes, an attempt must expose, too, given no more
 * than another run in which the same operations happened otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "analysis/iroots/idiom.h"
#include "test_strategy_sim.h"

#define THREADS	 3
#define OPS_MAX	 14
#define PLACES	 3
#define EXPOSED	 4096
#define PROGRAMS 60
#define TRUTH	 400 /* random runs that show what can be exposed */

static struct sim_program program;
static struct hd_op ops[THREADS + 1][OPS_MAX];
static struct sim_run record, attempt_run;
static void *random_state, *maple_state;

/* ---- what a run exposes ---- */

static struct exposed {
	uint64_t key;
	struct hd_iroot root;
} exposed[EXPOSED];
static unsigned nexposed;
static uint64_t sought;
static bool found;

static void note(void *to, const struct hd_iroot *r)
{
	uint64_t key = hd_iroot_key(r);

	(void)to;
	found |= key == sought;
	if (sought)
		return;
	for (unsigned i = 0; i < nexposed; i++)
		if (exposed[i].key == key)
			return;
	if (nexposed < EXPOSED)
		exposed[nexposed++] = (struct exposed){key, *r};
}

static struct hd_arena arena;
static struct hd_idioms idioms = {.arena = &arena, .exposed = note};

static const struct hd_op *op_of(const struct hd_step *s)
{
	static struct hd_op op;

	op = program.threads[s->tid].ops[(s->site - 1) % 1000];
	op.site = s->site;
	return &op;
}

static void observe(const struct sim_run *run)
{
	hd_arena_begin(&arena);
	hd_idioms_begin(&idioms);
	for (unsigned i = 0; i < run->n; i++) {
		const struct hd_op *op = op_of(&run->steps[i]);

		hd_idioms_see(&idioms, run->steps[i].tid, op,
			      hd_kind_takes(op->kind)	? HD_TAKES
			      : hd_kind_gives(op->kind) ? HD_GIVES
							: hd_role_of_access(op->kind));
	}
}

/* ---- programs ---- */

static struct hd_rng rng;

static struct hd_op access_to(unsigned place)
{
	return (struct hd_op){
	    .addr = 0x100 + 8 * place, .size = 4, .kind = hd_rng_below(&rng, 2) ? HD_WRITE : HD_READ};
}

static struct hd_op lock_op(unsigned lock, bool take)
{
	return (struct hd_op){.addr = SIM_LOCK_0 + 8 * lock, .kind = take ? HD_LOCK : HD_UNLOCK};
}

/* Accesses, some of them in critical sections that may be nested. */
static unsigned make_thread(struct hd_op *to, unsigned nlocks)
{
	unsigned n = 0, held[2], nheld = 0, length = 3 + hd_rng_below(&rng, OPS_MAX - 6);

	while (n < length) {
		unsigned what = hd_rng_below(&rng, 6), lock = nlocks ? hd_rng_below(&rng, nlocks) : 0;

		if (what == 0 && nlocks && nheld < 2 && !(nheld && held[0] >= lock))
			to[n++] = lock_op(held[nheld++] = lock, true);
		else if (what == 1 && nheld)
			to[n++] = lock_op(held[--nheld], false);
		else
			to[n++] = access_to(hd_rng_below(&rng, PLACES));
	}
	while (nheld)
		to[n++] = lock_op(held[--nheld], false);
	return n;
}

static void make_program(void)
{
	unsigned nlocks = hd_rng_below(&rng, 3);

	program.n = THREADS;
	for (unsigned t = 0; t < THREADS; t++) {
		program.threads[t].ops = ops[t];
		program.threads[t].n = make_thread(ops[t], nlocks);
	}
}

/* ---- attempts ---- */

static void run_random(uint64_t seed, struct sim_run *out)
{
	struct hd_plan plan = {.strategy = HD_STRATEGY_random, .seed = seed};

	sim_go(&program, random_state, &plan, NULL, out);
}

/* Where the thread took the outermost lock that it still holds at this place of the record. */
static uint32_t outermost(uint32_t when)
{
	uint32_t taken[SIM_LOCKS], from = when;
	hd_tid t = record.steps[when].tid;

	memset(taken, 0xff, sizeof taken);
	for (uint32_t i = 0; i < when; i++) {
		const struct hd_op *op = op_of(&record.steps[i]);

		if (record.steps[i].tid != t || (op->kind != HD_LOCK && op->kind != HD_UNLOCK))
			continue;
		taken[(op->addr - SIM_LOCK_0) / 8] = op->kind == HD_LOCK ? i : UINT32_MAX;
	}
	for (unsigned i = 0; i < SIM_LOCKS; i++)
		from = taken[i] < from ? taken[i] : from;
	return from;
}

static bool attempt(const struct hd_iroot *root, unsigned number, bool with_record)
{
	struct hd_attempt a = {.aim = {.kind = HD_AIM_IROOT, .root = *root}, .number = number};
	struct hd_plan plan = {.strategy = HD_STRATEGY_maple, .seed = hd_rng_next(&rng)};

	run_random(hd_rng_next(&rng), &record);
	if (with_record) {
		a.steps = record.steps;
		a.nsteps = record.n;
		for (unsigned i = 0; i < root->n; i++)
			for (uint32_t k = 0; k < record.n; k++)
				if (record.steps[k].site == root->sites[i]) {
					a.source.when[i] = k;
					a.source.from[i] = outermost(k);
				}
	}
	sim_go_to(&program, maple_state, &plan, NULL, &(struct hd_run_info){.attempt = &a}, &attempt_run);
	sought = hd_iroot_key(root);
	found = false;
	observe(&attempt_run);
	sought = 0;
	return found;
}

static int set_up(void **state)
{
	(void)state;
	arena = (struct hd_arena){.base = malloc(1 << 20), .size = 1 << 20};
	idioms.threads = calloc(HD_MAX_THREADS, sizeof *idioms.threads);
	idioms.window = HD_IROOT_WINDOW;
	random_state = sim_state_new(HD_STRATEGY_random);
	maple_state = sim_state_new(HD_STRATEGY_maple);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(arena.base);
	free(idioms.threads);
	free(random_state);
	free(maple_state);
	return 0;
}

struct score {
	unsigned feasible[HD_IDIOMS + 1], reached[HD_IDIOMS + 1];
};

static void score_program(bool with_record, unsigned tries, struct score *s)
{
	for (unsigned i = 0; i < nexposed; i++) {
		const struct hd_iroot *root = &exposed[i].root;
		bool success = false;

		for (unsigned k = 0; k < tries && !success; k++)
			success = attempt(root, k, with_record);
		s->feasible[root->idiom]++;
		s->reached[root->idiom] += success;
	}
}

/* At least so many in a hundred of what can be exposed are, by that many attempts, of each idiom. */
static void check_score(bool with_record, unsigned tries, unsigned least)
{
	struct score s = {0};

	hd_rng_seed(&rng, 1);
	for (unsigned p = 0; p < PROGRAMS; p++) {
		make_program();
		nexposed = 0;
		for (unsigned i = 0; i < TRUTH; i++) {
			run_random(hd_rng_next(&rng), &record);
			observe(&record);
		}
		score_program(with_record, tries, &s);
	}
	for (unsigned i = 1; i <= HD_IDIOMS; i++) {
		assert_true(s.feasible[i] > 500);
		if (s.reached[i] * 100 < s.feasible[i] * least)
			fail_msg("idiom%u: %u of %u", i, s.reached[i], s.feasible[i]);
	}
}

static void one_attempt_with_a_record_is_enough(void **unused)
{
	(void)unused;
	check_score(true, 1, 98);
}

static void without_a_record_most_succeed(void **unused)
{
	(void)unused;
	check_score(false, 2, 75);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(one_attempt_with_a_record_is_enough, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(without_a_record_most_succeed, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
