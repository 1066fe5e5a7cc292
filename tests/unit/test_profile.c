/* SPDX-License-Identifier: Apache-2.0
 *
 * What the profiler predicts from one run, against the truth: all interleavings of small random programs are
 * tried by brute force, and the observer says which iRoots they expose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "test_analysis.h"
#include "test_profile_sim.h"

#define LEAVES_MAX 3000 /* programs with more interleavings are left out */

static struct sim_program program;
static struct sim_set feasible, predicted, exposed;
static struct hd_profile profile;
static struct hd_idioms idioms;

static struct {
	hd_tid t;
	struct hd_op op;
	enum hd_role role;
} trace[SIM_STEPS];
static unsigned ntrace, leaves;

struct tally { /* by idiom */
	unsigned right[HD_IDIOMS + 1], wrong[HD_IDIOMS + 1], missed[HD_IDIOMS + 1], programs;
};

static void saw(void *to, const struct hd_iroot *r)
{
	sim_add(to, r);
}

static void told(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops)
{
	(void)ops;
	sim_add(to, r);
}

static int set_up(void **state)
{
	(void)state;
	make_order(80 << 20);
	profile.order = &order;
	profile.arena = profile.predict.arena = &arena;
	profile.threads = calloc(HD_MAX_THREADS, sizeof *profile.threads);
	profile.predict.predicted = told;
	profile.predict.to = &predicted;
	idioms.arena = &arena;
	idioms.threads = calloc(HD_MAX_THREADS, sizeof *idioms.threads);
	idioms.window = profile.predict.window = HD_IROOT_WINDOW;
	idioms.exposed = saw;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free_order();
	free(profile.threads);
	free(idioms.threads);
	return 0;
}

/* ---- the truth ---- */

static void observe(struct sim_set *into)
{
	idioms.to = into;
	hd_arena_begin(&arena);
	hd_idioms_begin(&idioms);
	for (unsigned i = 0; i < ntrace; i++)
		hd_idioms_see(&idioms, trace[i].t, &trace[i].op, trace[i].role);
}

static void push(const struct sim_state *s, unsigned t)
{
	const struct sim_op *op = &program.ops[t][s->at[t]];

	trace[ntrace].t = (hd_tid)t;
	trace[ntrace].role = sim_role(s, t, op);
	trace[ntrace++].op = sim_told(op);
}

/* The run is over, or deadlocks: then threads wait for locks. */
static void want_locks(const struct sim_state *s)
{
	for (unsigned t = 0; t < program.nthreads; t++) {
		const struct sim_op *op = &program.ops[t][s->at[t]];
		struct hd_op told = sim_told(op);

		if ((s->begun >> t & 1) && s->at[t] < program.n[t] && hd_kind_locks(told.kind))
			hd_idioms_want(&idioms, (hd_tid)t, &told);
	}
}

/* Also what a run exposes before it deadlocks. */
static void try_all(const struct sim_state *s)
{
	bool any = false;

	if (leaves > LEAVES_MAX)
		return;
	for (unsigned t = 0; t < program.nthreads; t++) {
		struct sim_state next = *s;

		if (!sim_enabled(&program, s, t))
			continue;
		any = true;
		push(s, t);
		sim_step(&program, &next, t);
		try_all(&next);
		ntrace--;
	}
	if (!any) {
		leaves++;
		observe(&feasible);
		want_locks(s);
	}
}

/* ---- one run ---- */

/* Any order; false: it deadlocks. */
static bool run(uint64_t seed)
{
	struct hd_rng rng;
	struct sim_state s;
	unsigned ready[SIM_THREADS], n;

	hd_rng_seed(&rng, seed);
	sim_start(&s);
	ntrace = 0;
	hd_order_begin(&order);
	hd_profile_begin(&profile);
	for (;;) {
		unsigned t;

		n = 0;
		for (t = 0; t < program.nthreads; t++)
			if (sim_enabled(&program, &s, t))
				ready[n++] = t;
		if (!n)
			break;
		t = ready[hd_rng_below(&rng, n)];
		push(&s, t);
		sim_tell(&program, &s, t, &order, &profile);
		sim_step(&program, &s, t);
	}
	hd_profile_end(&profile);
	return sim_is_over(&program, &s);
}

static void show(const char *what, uint64_t seed, const struct hd_iroot *r)
{
	printf("program %lu: %s: idiom%u", (unsigned long)seed, what, r->idiom);
	for (unsigned i = 0; i < r->n; i++)
		printf(" %s@%u", hd_event_text[r->kinds[i]], r->sites[i]);
	printf("\n");
	for (unsigned t = 0; t < program.nthreads; t++)
		for (unsigned i = 0; i < program.n[t]; i++) {
			struct hd_op op = sim_told(&program.ops[t][i]);

			printf("  T%u %u: %s %lx\n", t, op.site, hd_event_text[op.kind],
			       (unsigned long)op.addr);
		}
}

/* How many of one set are in the other one, too, and how many are not. `shown`: those are shown. */
static void count(const struct sim_set *of, const struct sim_set *other, unsigned *both, unsigned *only,
		  const char *shown, uint64_t seed)
{
	for (unsigned i = 0; i < 8192; i++) {
		bool has = of->keys[i] && sim_has(other, of->keys[i]);

		if (!of->keys[i])
			continue;
		(has ? both : only)[of->roots[i].idiom]++;
		if (!has && shown)
			show(shown, seed, &of->roots[i]);
	}
}

static void compare(struct tally *all, const struct sim_shape *shape, uint64_t seed, unsigned runs)
{
	struct sim_state s;
	unsigned found[HD_IDIOMS + 1] = {0};
	bool any = false;

	sim_make(&program, seed, shape);
	sim_clear(&feasible);
	sim_clear(&predicted);
	sim_start(&s);
	ntrace = leaves = 0;
	try_all(&s);
	if (leaves > LEAVES_MAX)
		return;
	for (unsigned i = 0; i < runs; i++)
		any |= run(seed * 1000 + i);
	if (!any)
		return; /* it nearly always deadlocks: nothing to learn from */
	all->programs++;
	count(&predicted, &feasible, all->right, all->wrong, getenv("SHOW_WRONG") ? "infeasible" : NULL,
	      seed);
	count(&feasible, &predicted, found, all->missed, "missed", seed);
}

/* Nothing is missed, and hardly anything is predicted that cannot be: what a third thread, or sections that
 * overlap without being nested, make impossible is not all seen. One in `part` may be wrong. */
static void judge(const char *what, const struct tally *all, unsigned part)
{
	printf("%s, %u programs:", what, all->programs);
	for (unsigned i = 1; i <= HD_IDIOMS; i++)
		printf(" idiom%u %u + %u wrong%s", i, all->right[i], all->wrong[i],
		       i < HD_IDIOMS ? "," : "\n");
	for (unsigned i = 1; i <= HD_IDIOMS; i++) {
		assert_true(all->right[i] > 30);
		assert_int_equal(all->missed[i], 0);
		assert_true(all->wrong[i] * part <= all->right[i]);
	}
}

static void locks_and_threads(void **state)
{
	static const struct sim_shape two = {2, 6, false, 1, 0, 0}, three = {3, 3, false, 1, 0, 0};
	struct tally all = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 400; seed++)
		compare(&all, seed % 2 ? &two : &three, seed, 1);
	judge("locks", &all, 200);
}

/* Locations overlap in part. What touches two others may come between at one of them and not at the other,
 * which is not all seen. */
static void overlapping_accesses(void **state)
{
	static const struct sim_shape two = {2, 5, false, 1, SIM_OVERLAPPING, 0},
				      three = {3, 3, false, 1, SIM_OVERLAPPING, 0};
	struct tally all = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 400; seed++)
		compare(&all, seed % 2 ? &two : &three, seed, 1);
	judge("overlapping", &all, 5);
}

/* Semaphores that are used as locks, and attempts to take a lock: one run tells what another order would have
 * been, but for what an attempt that failed would have done. */
static void semaphores_and_attempts(void **state)
{
	static const struct sim_shape two = {2, 6, false, 1, 0, 1}, three = {3, 3, false, 1, 0, 1},
				      tries = {2, 5, false, 1, 0, 2};
	struct tally all = {0}, tried = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 400; seed++) {
		compare(&all, seed % 2 ? &two : &three, seed, 1);
		if (seed % 4 == 0)
			compare(&tried, &tries, seed, 300);
	}
	judge("semaphores", &all, 200);
	judge("attempts", &tried, 10);
}

/* Whom a semaphore lets go on, or what an atomic reads, differs from run to run: some are needed. */
static void all_kinds_of_order(void **state)
{
	static const struct sim_shape two = {2, 6, true, 1, 0, 0}, three = {3, 3, true, 1, 0, 0};
	struct tally all = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 400; seed++)
		compare(&all, seed % 2 ? &two : &three, seed, 20);
	judge("with edges", &all, 50);
}

/* The same sites again and again: most is not kept. */
static void loops(void **state)
{
	static const struct sim_shape shape = {3, 3, false, 2, 0, 0};
	struct tally all = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++)
		compare(&all, &shape, seed, 1);
	judge("loops", &all, 50);
}

/* What a run has exposed it predicts. */
static void the_present_is_possible(void **state)
{
	static const struct sim_shape shape = {3, 7, true, 1, 0, 0};
	struct tally all = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 1500; seed++) {
		sim_make(&program, seed, &shape);
		sim_clear(&predicted);
		sim_clear(&exposed);
		run(seed);
		observe(&exposed);
		count(&exposed, &predicted, all.right, all.missed, "exposed, not predicted", seed);
	}
	for (unsigned i = 1; i <= HD_IDIOMS; i++) {
		assert_true(all.right[i] > 500);
		assert_int_equal(all.missed[i], 0);
	}
}

/* ---- what the four optimisations are worth ---- */

#define ROUNDS 20
#define VISITS 200 /* of a thread in a round */

struct load {
	const char *what;
	bool sites_differ;    /* nothing is like anything before: (1) and (2) cannot help */
	bool nobody_joined;   /* nobody is known to be gone: (3) cannot help */
	bool private_as_well; /* what a thread has for itself is told, too: without (4) */
};

static void visit(const struct load *load, hd_tid t, uint64_t addr, unsigned i, bool write)
{
	struct hd_op op = {.addr = addr,
			   .site = load->sites_differ ? ntrace++ : 1 + i % 5,
			   .size = 4,
			   .kind = write ? HD_WRITE : HD_READ};

	hd_profile_see(&profile, t, &op, write ? HD_WRITES : HD_READS);
}

/* Rounds of three new threads each, which work on eight locations and are joined. Returns bytes. */
static uint64_t carry(const struct load *load)
{
	ntrace = 1;
	hd_order_begin(&order);
	hd_profile_begin(&profile);
	for (unsigned round = 0; round < ROUNDS; round++) {
		hd_tid first = (hd_tid)(1 + 3 * round);

		for (hd_tid t = first; t < first + 3; t++) {
			hd_order_created(&order, 0, t);
			hd_profile_created(&profile, t);
		}
		for (unsigned i = 0; i < VISITS * 3; i++) {
			hd_tid t = (hd_tid)(first + i % 3);

			visit(load, t, 0x1000 + 8 * (i % 8), i, i % 7 == 0);
			if (load->private_as_well)
				for (unsigned k = 0; k < 4; k++)
					visit(load, t, 0x100000ULL * (t + 1) + 8ULL * (i * 4 + k), i, k & 1);
		}
		for (hd_tid t = first; t < first + 3; t++) {
			hd_order_joined(&order, 0, t);
			if (!load->nobody_joined)
				hd_profile_joined(&profile, t);
		}
	}
	hd_profile_end(&profile);
	return profile.used;
}

static void optimisations_pay(void **state)
{
	static const struct load loads[] = {{"all four", false, false, false},
					    {"all operations differ", true, false, false},
					    {"nothing is dropped", false, true, false},
					    {"private ones, too", false, false, true}};
	uint64_t bytes[4];
	double ms[4];

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		clock_t start = clock();

		sim_clear(&predicted);
		bytes[i] = carry(&loads[i]);
		ms[i] = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
		printf("%s: %lu KB, %.1f ms\n", loads[i].what, (unsigned long)bytes[i] / 1024, ms[i]);
	}
	assert_true(ms[1] > 2 * ms[0]); /* eight times, without sanitizers and with */
	assert_true(ms[2] > 2 * ms[0]); /* four */
	assert_true(bytes[3] > 4 * bytes[0]);
	for (unsigned i = 0; i < 4; i++)
		assert_true(bytes[i] <= HD_PROFILE_MEMORY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(locks_and_threads),
	    cmocka_unit_test(overlapping_accesses),
	    cmocka_unit_test(semaphores_and_attempts),
	    cmocka_unit_test(all_kinds_of_order),
	    cmocka_unit_test(loops),
	    cmocka_unit_test(the_present_is_possible),
	    cmocka_unit_test(optimisations_pay),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
