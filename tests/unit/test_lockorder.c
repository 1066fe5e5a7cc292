/* SPDX-License-Identifier: Apache-2.0
 *
 * Predicted deadlocks against the truth: random programs of a few threads, some created or joined on the way,
 * that only lock and unlock. All their interleavings are tried by brute force; a cycle is found in one run
 * that ends well if and only if some interleaving deadlocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/lockorder.h"
#include "base/rng.h"
#include "test_analysis.h"

#define PROGRAMS 6000
#define THREADS	 3
#define LOCKS	 3
#define LENGTH	 9 /* operations of a thread, at most */

enum kind { LOCK, RDLOCK, UNLOCK, CREATE, JOIN };

struct op {
	enum kind kind;
	unsigned x; /* lock, or thread */
};

struct program {
	struct op ops[THREADS][LENGTH + 3];
	unsigned n[THREADS];
};

struct state {
	uint8_t at[THREADS];
	uint8_t begun; /* bit set of threads */
	int8_t writer[LOCKS];
	uint8_t readers[LOCKS]; /* bit set */
};

static struct program p;
static struct hd_lockorder lockorder;
static unsigned cycles;

static void found(void *to, const struct hd_lock_edge *const *edges, unsigned n)
{
	(void)to;
	assert_in_range(n, 2, THREADS);
	for (unsigned i = 0; i < n; i++)
		assert_int_equal(edges[i]->wants.lock, edges[(i + 1) % n]->has.lock);
	cycles++;
}

/* ---- random programs ---- */

static void add(unsigned t, enum kind kind, unsigned x)
{
	p.ops[t][p.n[t]++] = (struct op){kind, x};
}

/* Critical sections are nested; nothing is locked twice. */
static void fill(struct hd_rng *rng, unsigned t)
{
	unsigned stack[LOCKS], depth = 0, taken = 0;

	while (p.n[t] + depth + 2 < LENGTH) {
		unsigned lock = (unsigned)hd_rng_below(rng, LOCKS);

		if (depth && hd_rng_below(rng, 5) < 2) {
			taken &= ~(1u << stack[depth - 1]);
			add(t, UNLOCK, stack[--depth]);
		} else if (!(taken >> lock & 1)) {
			add(t, hd_rng_below(rng, 4) ? LOCK : RDLOCK, lock);
			stack[depth++] = lock;
			taken |= 1u << lock;
		} else if (!hd_rng_below(rng, 8)) {
			break;
		}
	}
	while (depth)
		add(t, UNLOCK, stack[--depth]);
}

static void insert(unsigned t, unsigned at, enum kind kind, unsigned x)
{
	memmove(&p.ops[t][at + 1], &p.ops[t][at], (p.n[t] - at) * sizeof(struct op));
	p.ops[t][at] = (struct op){kind, x};
	p.n[t]++;
}

/* Whoever joins while it holds a lock can deadlock without any cycle of locks: not our concern here. */
static bool holds_nothing(unsigned t, unsigned at)
{
	int depth = 0;

	for (unsigned i = 0; i < at; i++)
		depth += p.ops[t][i].kind == LOCK || p.ops[t][i].kind == RDLOCK ? 1
			 : p.ops[t][i].kind == UNLOCK				? -1
										: 0;
	return !depth;
}

static void make_program(uint64_t seed)
{
	struct hd_rng rng;
	unsigned from;

	hd_rng_seed(&rng, seed);
	memset(&p, 0, sizeof p);
	for (unsigned t = 0; t < THREADS; t++)
		fill(&rng, t);
	insert(0, 0, CREATE, 1);
	if (hd_rng_below(&rng, 3) == 0) { /* one after the other */
		do
			from = 1 + (unsigned)hd_rng_below(&rng, p.n[0]);
		while (!holds_nothing(0, from));
		insert(0, from, JOIN, 1);
		insert(0, from + 1, CREATE, 2);
	} else {
		insert(0, 1 + (unsigned)hd_rng_below(&rng, p.n[0]), CREATE, 2);
	}
}

/* ---- what a program can do ---- */

static bool enabled(const struct state *s, unsigned t)
{
	const struct op *o = &p.ops[t][s->at[t]];

	if (!(s->begun >> t & 1) || s->at[t] == p.n[t])
		return false;
	switch (o->kind) {
	case LOCK:
		return s->writer[o->x] < 0 && !s->readers[o->x];
	case RDLOCK:
		return s->writer[o->x] < 0;
	case JOIN:
		return s->at[o->x] == p.n[o->x];
	default:
		return true;
	}
}

static void step(struct state *s, unsigned t)
{
	const struct op *o = &p.ops[t][s->at[t]++];

	switch (o->kind) {
	case LOCK:
		s->writer[o->x] = (int8_t)t;
		break;
	case RDLOCK:
		s->readers[o->x] |= (uint8_t)(1u << t);
		break;
	case UNLOCK:
		if (s->writer[o->x] == (int8_t)t)
			s->writer[o->x] = -1;
		s->readers[o->x] &= (uint8_t) ~(1u << t);
		break;
	case CREATE:
		s->begun |= (uint8_t)(1u << o->x);
		break;
	case JOIN:
		break;
	}
}

static struct state start(void)
{
	struct state s = {.begun = 1};

	memset(s.writer, -1, sizeof s.writer);
	return s;
}

static bool done(const struct state *s)
{
	for (unsigned t = 0; t < THREADS; t++)
		if (s->at[t] != p.n[t])
			return false;
	return true;
}

/* What a thread holds follows from where it is: positions are the whole state. */
static bool seen[LENGTH + 4][LENGTH + 4][LENGTH + 4];

static bool can_deadlock(struct state s)
{
	bool any = false;

	if (seen[s.at[0]][s.at[1]][s.at[2]])
		return false;
	seen[s.at[0]][s.at[1]][s.at[2]] = true;
	for (unsigned t = 0; t < THREADS; t++) {
		struct state next = s;

		if (!enabled(&s, t))
			continue;
		any = true;
		step(&next, t);
		if (can_deadlock(next))
			return true;
	}
	return !any && !done(&s);
}

/* ---- one run, analysed ---- */

static unsigned held_by(const struct state *s, unsigned t, struct hd_held_lock *held)
{
	unsigned n = 0;

	for (unsigned x = 0; x < LOCKS; x++)
		if (s->writer[x] == (int8_t)t || s->readers[x] >> t & 1)
			held[n++] = (struct hd_held_lock){.lock = x + 1, .shared = s->writer[x] != (int8_t)t};
	return n;
}

static void see(const struct state *s, unsigned t)
{
	const struct op *o = &p.ops[t][s->at[t]];
	struct hd_held_lock held[LOCKS], wants = {.lock = o->x + 1, .shared = o->kind == RDLOCK};
	bool shared = s->writer[o->x % LOCKS] != (int8_t)t;

	switch (o->kind) {
	case LOCK:
	case RDLOCK:
		hd_lockorder_request(&lockorder, (hd_tid)t, &wants, 0, held, held_by(s, t, held));
		hd_order_locked(&order, (hd_tid)t, o->x + 1, wants.shared);
		break;
	case UNLOCK:
		hd_order_unlocked(&order, (hd_tid)t, o->x + 1, shared);
		break;
	case CREATE:
		hd_order_created(&order, (hd_tid)t, (hd_tid)o->x);
		break;
	case JOIN:
		hd_order_joined(&order, (hd_tid)t, (hd_tid)o->x);
		break;
	}
}

/* False: the run ended in a deadlock. */
static bool run(struct hd_rng *rng)
{
	struct state s = start();

	hd_order_begin(&order);
	hd_lockorder_begin(&lockorder);
	cycles = 0;
	while (!done(&s)) {
		unsigned first = (unsigned)hd_rng_below(rng, THREADS), i;

		for (i = 0; i < THREADS && !enabled(&s, (first + i) % THREADS); i++)
			;
		if (i == THREADS)
			return false;
		see(&s, (first + i) % THREADS);
		step(&s, (first + i) % THREADS);
	}
	assert_false(arena.full);
	return true;
}

static void cycles_are_the_deadlocks(void **state)
{
	unsigned deadlocks = 0, fine = 0;
	struct hd_rng rng;

	(void)state;
	hd_rng_seed(&rng, 1);
	for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
		bool truth;

		make_program(seed);
		memset(seen, 0, sizeof seen);
		truth = can_deadlock(start());
		for (int try = 0; try < 50; try++) {
			if (!run(&rng))
				continue;
			if ((cycles > 0) != truth)
				fail_msg("program %lu: %u cycles, but it %s deadlock", (unsigned long)seed,
					 cycles, truth ? "can" : "cannot");
			deadlocks += truth;
			fine += !truth;
			break;
		}
	}
	assert_true(deadlocks > PROGRAMS / 10);
	assert_true(fine > PROGRAMS / 10);
}

static int set_up(void **state)
{
	(void)state;
	make_order(1 << 22);
	lockorder = (struct hd_lockorder){.order = &order, .arena = &arena, .found = found};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free_order();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(cycles_are_the_deadlocks)};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
