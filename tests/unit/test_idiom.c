/* SPDX-License-Identifier: Apache-2.0
 *
 * The iRoots that a run exposes, against their definition: random traces, in which all pairs and quadruples
 * of operations are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/iroots/idiom.h"
#include "base/rng.h"

#define TRACES	  20000
#define LENGTH	  10
#define THREADS	  3
#define LOCATIONS 2
#define ROOTS_MAX 4096

static struct {
	hd_tid t;
	struct hd_op op;
} trace[LENGTH];

struct set {
	uint64_t keys[ROOTS_MAX];
	unsigned n;
};

static struct set found, wanted;
static unsigned per_idiom[HD_IDIOMS + 1];
static struct hd_arena arena;
static struct hd_idioms idioms;

static void add(struct set *s, uint64_t key)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->keys[i] == key)
			return;
	assert_true(s->n < ROOTS_MAX);
	s->keys[s->n++] = key;
}

static bool has(const struct set *s, uint64_t key)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->keys[i] == key)
			return true;
	return false;
}

static void exposed(void *to, const struct hd_iroot *r)
{
	(void)to;
	add(&found, hd_iroot_key(r));
}

static int set_up(void **state)
{
	(void)state;
	arena = (struct hd_arena){.base = malloc(1 << 20), .size = 1 << 20};
	idioms = (struct hd_idioms){.arena = &arena,
				    .thread_run = calloc(HD_MAX_THREADS, sizeof(uint32_t)),
				    .thread_ops = calloc(HD_MAX_THREADS, sizeof(uint32_t)),
				    .exposed = exposed};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(arena.base);
	free(idioms.thread_run);
	free(idioms.thread_ops);
	return 0;
}

/* ---- by definition ---- */

static bool writes(unsigned i)
{
	return trace[i].op.kind == HD_WRITE;
}

/* A => B: B reads what A wrote, or overwrites what A wrote or read; no write in between. */
static bool depends(unsigned a, unsigned b)
{
	if (a >= b || trace[a].t == trace[b].t || trace[a].op.addr != trace[b].op.addr)
		return false;
	for (unsigned i = a + 1; i < b; i++)
		if (trace[i].op.addr == trace[a].op.addr && writes(i))
			return false;
	if (!writes(a)) /* B overwrites what A read last */
		for (unsigned i = a + 1; i < b; i++)
			if (trace[i].op.addr == trace[a].op.addr && trace[i].t == trace[a].t)
				return false;
	return writes(a) || writes(b);
}

static bool touched_between(hd_tid t, uint64_t addr, unsigned from, unsigned to)
{
	for (unsigned i = from + 1; i < to; i++)
		if (trace[i].t == t && trace[i].op.addr == addr)
			return true;
	return false;
}

static void want(unsigned idiom, const unsigned *ops, unsigned n)
{
	struct hd_iroot r = {.idiom = (uint8_t)idiom, .n = (uint8_t)n};

	for (unsigned i = 0; i < n; i++) {
		r.sites[i] = trace[ops[i]].op.site;
		r.kinds[i] = trace[ops[i]].op.kind;
	}
	per_idiom[idiom]++;
	add(&wanted, hd_iroot_key(&r));
}

static void try_there_and_back(unsigned a, unsigned b, unsigned c, unsigned d)
{
	uint64_t x = trace[a].op.addr, y = trace[c].op.addr;
	hd_tid t1 = trace[a].t;

	if (trace[c].t != trace[b].t || trace[d].t != t1 || a > d || touched_between(t1, x, a, d) ||
	    (x != y && touched_between(t1, y, a, d)))
		return;
	if (x == y && b == c)
		want(2, (unsigned[]){a, b, d}, 3);
	if (x == y && b < c)
		want(3, (unsigned[]){a, b, c, d}, 4);
	if (x != y && b < c)
		want(4, (unsigned[]){a, b, c, d}, 4);
	if (x != y && c < b)
		want(5, (unsigned[]){a, b, c, d}, 4);
}

/* The dependency that is complete first is the first one. */
static void try_pair(unsigned a, unsigned b, unsigned c, unsigned d)
{
	if (trace[c].t == trace[b].t && b != d && (b < d || (b == c)))
		try_there_and_back(a, b, c, d);
	if (trace[a].t == trace[c].t && trace[b].t == trace[d].t && trace[a].op.addr != trace[c].op.addr &&
	    a < c && b < d && !touched_between(trace[b].t, trace[b].op.addr, b, d))
		want(6, (unsigned[]){a, b, c, d}, 4);
}

static void define(void)
{
	wanted.n = 0;
	for (unsigned a = 0; a < LENGTH; a++)
		for (unsigned b = 0; b < LENGTH; b++) {
			if (!depends(a, b))
				continue;
			want(1, (unsigned[]){a, b}, 2);
			for (unsigned c = 0; c < LENGTH; c++)
				for (unsigned d = 0; d < LENGTH; d++)
					if (depends(c, d))
						try_pair(a, b, c, d);
		}
}

static void make_trace(uint64_t seed)
{
	struct hd_rng rng;

	hd_rng_seed(&rng, seed);
	for (unsigned i = 0; i < LENGTH; i++) {
		trace[i].t = (hd_tid)hd_rng_below(&rng, THREADS);
		trace[i].op = (struct hd_op){.addr = 0x1000 + 8 * hd_rng_below(&rng, LOCATIONS),
					     .site = i + 1,
					     .kind = hd_rng_below(&rng, 2) ? HD_WRITE : HD_READ};
	}
}

static void observed_are_the_defined(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < TRACES; seed++) {
		make_trace(seed);
		define();
		found.n = 0;
		hd_arena_begin(&arena);
		hd_idioms_begin(&idioms);
		for (unsigned i = 0; i < LENGTH; i++)
			hd_idioms_see(&idioms, trace[i].t, &trace[i].op);
		for (unsigned i = 0; i < wanted.n; i++)
			if (!has(&found, wanted.keys[i]))
				fail_msg("trace %lu: an iRoot was missed", (unsigned long)seed);
		for (unsigned i = 0; i < found.n; i++)
			if (!has(&wanted, found.keys[i]))
				fail_msg("trace %lu: an iRoot is none", (unsigned long)seed);
	}
	for (unsigned i = 1; i <= HD_IDIOMS; i++)
		assert_true(per_idiom[i] > TRACES / 100);
}

/* Locks: who takes what another thread gave back. */
static void locks_have_dependencies(void **state)
{
	struct hd_op lock = {.addr = 0x2000, .site = 1, .kind = HD_LOCK},
		     unlock = {.addr = 0x2000, .site = 2, .kind = HD_UNLOCK};
	struct hd_iroot r = {.idiom = 1, .n = 2, .kinds = {HD_UNLOCK, HD_LOCK}, .sites = {2, 1}};

	(void)state;
	found.n = 0;
	hd_arena_begin(&arena);
	hd_idioms_begin(&idioms);
	hd_idioms_see(&idioms, 0, &lock);
	hd_idioms_see(&idioms, 0, &unlock);
	hd_idioms_see(&idioms, 0, &lock);
	hd_idioms_see(&idioms, 0, &unlock);
	assert_int_equal(found.n, 0);
	hd_idioms_see(&idioms, 1, &lock);
	assert_int_equal(found.n, 1);
	assert_true(has(&found, hd_iroot_key(&r)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(observed_are_the_defined),
	    cmocka_unit_test(locks_have_dependencies),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
