/* SPDX-License-Identifier: Apache-2.0
 *
 * Predicted violations of atomic sets against all interleavings: small random programs of two threads, with
 * locks, units of work and now and then something that one thread waits for. What one run of a program
 * predicts must be exactly what some interleaving does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/sets/pattern_search.h"
#include "analysis/sets/potential.h"
#include "base/rng.h"
#include "test_analysis.h"

#define PROGRAMS 250
#define LENGTH	 6 /* operations of a thread */
#define LOCKS	 2
#define MEMBERS	 2
#define EVENTS	 (2 * LENGTH)

enum kind { READ, WRITE, LOCK, UNLOCK, RDLOCK, SEND, RECEIVE, UNIT_END };

struct op {
	enum kind kind;
	unsigned x;    /* which lock or member */
	unsigned unit; /* of an access, or that ends */
};

static struct op program[2][LENGTH + LOCKS + 1]; /* the last one is never carried out */
static unsigned length[2];

/* By pattern and accesses: an access is its thread's number times LENGTH and its place there; the third is
 * the last one of a pattern with three. */
static bool predicted[HD_PATTERNS + 1][EVENTS][EVENTS][EVENTS][EVENTS];
static bool possible[HD_PATTERNS + 1][EVENTS][EVENTS][EVENTS][EVENTS];

static struct hd_potential *potential;

static void found(void *to, const struct hd_potential_violation *v)
{
	unsigned e[4] = {0};

	(void)to;
	for (unsigned i = 0; i < v->n; i++)
		e[i] = v->events[i]->site;
	predicted[v->pattern][e[0]][e[1]][e[2]][e[3]] = true;
}

static int set_up(void **state)
{
	(void)state;
	make_order(1 << 22);
	potential = calloc(1, sizeof *potential);
	potential->order = &order;
	potential->arena = &arena;
	potential->threads = calloc(HD_MAX_THREADS, sizeof *potential->threads);
	potential->most = UINT8_MAX;
	potential->found = found;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free_order();
	free(potential->threads);
	free(potential);
	return 0;
}

/* ---- programs ---- */

static struct op random_op(struct hd_rng *r, unsigned *held, unsigned *unit)
{
	unsigned l = hd_rng_below(r, LOCKS), dice = hd_rng_below(r, 10);

	if (dice < 3) {
		bool holds = *held >> l & 1;

		*held ^= 1u << l;
		return (struct op){.kind = holds ? UNLOCK : hd_rng_below(r, 4) ? LOCK : RDLOCK, .x = l};
	}
	if (dice == 3)
		return (struct op){.kind = UNIT_END, .unit = (*unit)++};
	return (struct op){.kind = hd_rng_below(r, 2), .x = hd_rng_below(r, MEMBERS), .unit = *unit};
}

static void make_program(struct hd_rng *r)
{
	bool waits = !hd_rng_below(r, 3);

	for (unsigned t = 0; t < 2; t++) {
		unsigned held = 0, unit = 1 + t * LENGTH;

		for (unsigned i = 0; i < LENGTH; i++)
			program[t][i] = random_op(r, &held, &unit);
	}
	if (waits) {
		unsigned from = hd_rng_below(r, 2);

		program[from][hd_rng_below(r, LENGTH)] = (struct op){.kind = SEND};
		program[!from][hd_rng_below(r, LENGTH)] = (struct op){.kind = RECEIVE};
	}
	/* An operation that was overwritten may have been a lock's: what is left must still be in pairs. */
	for (unsigned t = 0; t < 2; t++) {
		unsigned held = 0;

		for (unsigned i = 0; i < LENGTH; i++) {
			struct op *o = &program[t][i];

			if (o->kind == LOCK || o->kind == RDLOCK || o->kind == UNLOCK) {
				bool holds = held >> o->x & 1;

				if (holds != (o->kind == UNLOCK))
					o->kind = holds ? UNLOCK : LOCK;
				held ^= 1u << o->x;
			}
		}
		length[t] = LENGTH;
		for (unsigned l = 0; l < LOCKS; l++)
			if (held >> l & 1)
				program[t][length[t]++] = (struct op){.kind = UNLOCK, .x = l};
	}
}

/* ---- carrying them out ---- */

struct world {
	unsigned at[2];
	unsigned owns[2], shares[2]; /* bit sets of locks */
	bool sent;
	unsigned done[EVENTS], ndone; /* accesses, in order */
};

static bool enabled(const struct world *w, unsigned t)
{
	const struct op *o = &program[t][w->at[t]];
	unsigned bit = 1u << o->x;

	if (w->at[t] == length[t])
		return false;
	if (o->kind == LOCK)
		return !((w->owns[!t] | w->shares[!t]) & bit);
	if (o->kind == RDLOCK)
		return !(w->owns[!t] & bit);
	return o->kind != RECEIVE || w->sent;
}

static void step(struct world *w, unsigned t)
{
	const struct op *o = &program[t][w->at[t]];
	unsigned bit = 1u << o->x;

	if (o->kind == LOCK)
		w->owns[t] |= bit;
	else if (o->kind == RDLOCK)
		w->shares[t] |= bit;
	else if (o->kind == UNLOCK)
		w->owns[t] &= ~bit, w->shares[t] &= ~bit;
	else if (o->kind == SEND)
		w->sent = true;
	else if (o->kind <= WRITE)
		w->done[w->ndone++] = t * LENGTH + w->at[t];
	w->at[t]++;
}

static const struct op *op_of(unsigned event)
{
	return &program[event / LENGTH][event % LENGTH];
}

/* ---- what some interleaving does ---- */

static bool is_pattern(unsigned pattern, const unsigned *e)
{
	static const char *const kinds[] = {"",	    "RwW",  "RwR",  "WrW",  "WwR",  "WwW",
					    "WwwW", "WwWw", "WrrW", "RwwR", "RwRw", "WrWr"};
	unsigned u = op_of(e[0])->unit, v = op_of(e[1])->unit, n = (unsigned)strlen(kinds[pattern]);
	const unsigned x = op_of(e[0])->x;

	if (e[0] / LENGTH == e[1] / LENGTH)
		return false;
	for (unsigned i = 0; i < n; i++) {
		const struct op *o = op_of(e[i]);
		char k = kinds[pattern][i];
		bool of_v = k == 'r' || k == 'w';

		if (o->unit != (of_v ? v : u) || o->kind != (k == 'W' || k == 'w' ? WRITE : READ))
			return false;
	}
	if (n == 3)
		return op_of(e[1])->x == x && op_of(e[2])->x == x;
	if (pattern == 7 || pattern == 10 || pattern == 11) /* x y y x */
		return op_of(e[1])->x != x && op_of(e[2])->x != x && op_of(e[3])->x == x;
	return op_of(e[3])->x != x && op_of(e[1])->x != op_of(e[2])->x; /* x {x, y} y */
}

/* The patterns that the last access completes. */
static void note(const struct world *w)
{
	unsigned n = w->ndone - 1, last = w->done[n];

	for (unsigned a = 0; a < n; a++)
		for (unsigned b = a + 1; b < n; b++) {
			unsigned three[4] = {w->done[a], w->done[b], last};

			for (unsigned p = 1; p <= 5; p++)
				if (is_pattern(p, three))
					possible[p][three[0]][three[1]][last][0] = true;
			for (unsigned c = b + 1; c < n; c++) {
				unsigned e[4] = {w->done[a], w->done[b], w->done[c], last};

				for (unsigned p = 6; p <= HD_PATTERNS; p++)
					if (is_pattern(p, e))
						possible[p][e[0]][e[1]][e[2]][e[3]] = true;
			}
		}
}

static void explore(const struct world *w)
{
	for (unsigned t = 0; t < 2; t++) {
		struct world next = *w;

		if (!enabled(w, t))
			continue;
		step(&next, t);
		if (next.ndone > w->ndone)
			note(&next);
		explore(&next);
	}
}

/* ---- what one run predicts ---- */

static void tell(const struct world *w, unsigned t)
{
	const struct op *o = &program[t][w->at[t]];
	uint64_t lock = 0x100 + o->x;
	struct hd_unit_access a = {.set = 1,
				   .unit = o->unit,
				   .member = o->x,
				   .function = o->unit,
				   .site = t * LENGTH + w->at[t],
				   .tid = (hd_tid)t,
				   .write = o->kind == WRITE};

	if (o->kind <= WRITE)
		hd_potential_see(potential, &a);
	if (o->kind == LOCK || o->kind == RDLOCK) {
		hd_order_locked(&order, a.tid, lock, o->kind == RDLOCK);
		hd_potential_locked(potential, a.tid,
				    &(struct hd_potential_lock){.lock = lock, .shared = o->kind == RDLOCK});
	}
	if (o->kind == UNLOCK) {
		hd_potential_unlocked(potential, a.tid, lock);
		hd_order_unlocked(&order, a.tid, lock, w->shares[t] >> o->x & 1);
	}
	if (o->kind == SEND)
		hd_order_send(&order, a.tid, 0x900);
	if (o->kind == RECEIVE)
		hd_order_receive(&order, a.tid, 0x900);
	if (o->kind == UNIT_END)
		hd_potential_unit_end(potential, a.tid, o->unit);
}

/* False: it came to a deadlock. */
static bool run_once(struct hd_rng *r)
{
	struct world w = {0};

	hd_arena_begin(&arena);
	hd_order_begin(&order);
	hd_potential_begin(potential);
	for (;;) {
		unsigned t = hd_rng_below(r, 2);

		t = enabled(&w, t) ? t : !t;
		if (!enabled(&w, t))
			break;
		tell(&w, t);
		step(&w, t);
	}
	hd_potential_end(potential);
	return w.at[0] == length[0] && w.at[1] == length[1];
}

static void test_against_all_interleavings(void **state)
{
	unsigned some = 0, none = 0;
	struct hd_rng r;

	(void)state;
	hd_rng_seed(&r, 5);
	for (unsigned i = 0; i < PROGRAMS; i++) {
		struct world w = {0};

		memset(predicted, 0, sizeof predicted);
		memset(possible, 0, sizeof possible);
		make_program(&r);
		if (!run_once(&r))
			continue;
		explore(&w);
		assert_memory_equal(possible, predicted, sizeof possible);
		*(memchr(possible, 1, sizeof possible) ? &some : &none) += 1;
	}
	assert_true(some > PROGRAMS / 10);
	assert_true(none > PROGRAMS / 10);
}

/* ---- the account of the papers ---- */

static unsigned nfound, windows;

static void count(void *to, const struct hd_potential_violation *v)
{
	(void)to;
	nfound++;
	assert_int_equal(v->pattern, 9);
	windows += v->nwindow == 1 && v->window[0].lock == 7 && v->window[0].site == 70;
}

static void see(hd_tid t, uint64_t unit, unsigned member, bool write)
{
	struct hd_unit_access a = {.set = 1,
				   .unit = unit,
				   .member = member,
				   .function = (uint32_t)unit,
				   .site = (uint32_t)unit * 10 + member,
				   .tid = t,
				   .write = write};

	hd_potential_see(potential, &a);
}

static void lock(hd_tid t, uint32_t site)
{
	hd_order_locked(&order, t, 7, false);
	hd_potential_locked(potential, t, &(struct hd_potential_lock){.lock = 7, .site = site});
}

static void unlock(hd_tid t)
{
	hd_potential_unlocked(potential, t, 7);
	hd_order_unlocked(&order, t, 7, false);
}

/* One unit updates both balances under the lock, the other one reads each under the lock: first the other
 * one, which holds the lock where it reads the first. */
static void test_account(void **state)
{
	(void)state;
	potential->found = count;
	hd_arena_begin(&arena);
	hd_order_begin(&order);
	hd_potential_begin(potential);
	lock(0, 70);
	see(0, 1, 0, false);
	unlock(0);
	lock(0, 71);
	see(0, 1, 1, false);
	unlock(0);
	hd_potential_unit_end(potential, 0, 1);
	lock(1, 72);
	see(1, 2, 0, true);
	see(1, 2, 1, true);
	unlock(1);
	hd_potential_unit_end(potential, 1, 2);
	hd_potential_end(potential);
	assert_int_equal(nfound, 1);
	assert_int_equal(windows, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_against_all_interleavings),
	    cmocka_unit_test(test_account),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
