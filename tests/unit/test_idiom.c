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
#define ROOTS_MAX 4096

static struct {
	hd_tid t;
	bool forgets; /* the memory is handed out again, instead of an operation */
	struct hd_op op;
} trace[LENGTH];

/* What there is to access: places apart from each other, or ones that overlap in part. */
static const struct place {
	uint64_t addr;
	uint32_t size;
} apart[] = {{0x1000, 4}, {0x1008, 4}},
  overlapping[] = {{0x1000, 8}, {0x1000, 4}, {0x1004, 4}, {0x1002, 4}, {0x1006, 8}};

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
				    .window = HD_IROOT_WINDOW,
				    .threads = calloc(HD_MAX_THREADS, sizeof *idioms.threads),
				    .exposed = exposed};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(arena.base);
	free(idioms.threads);
	return 0;
}

/* ---- by definition ---- */

static bool writes(unsigned i)
{
	return trace[i].op.kind == HD_WRITE;
}

static bool touches(unsigned i, uint64_t byte)
{
	return byte - trace[i].op.addr < trace[i].op.size;
}

/* A => B at one byte: B reads what A wrote, or overwrites what A wrote or read; no write in between. */
static bool depends_at(unsigned a, unsigned b, uint64_t byte)
{
	if (!touches(a, byte) || !touches(b, byte))
		return false;
	for (unsigned i = a + 1; i < b; i++) {
		if (!touches(i, byte))
			continue;
		if (trace[i].forgets || writes(i))
			return false;
		if (!writes(a) && trace[i].t == trace[a].t) /* B overwrites what A read last */
			return false;
	}
	return writes(a) || writes(b);
}

static bool depends(unsigned a, unsigned b)
{
	if (a >= b || trace[a].t == trace[b].t || trace[a].forgets || trace[b].forgets)
		return false;
	for (uint64_t byte = trace[a].op.addr; byte < trace[a].op.addr + trace[a].op.size; byte++)
		if (depends_at(a, b, byte))
			return true;
	return false;
}

/* The bytes that both touch. */
static struct place both(unsigned a, unsigned b)
{
	const struct hd_op *p = &trace[a].op, *q = &trace[b].op;
	uint64_t from = p->addr > q->addr ? p->addr : q->addr, p_end = p->addr + p->size,
		 q_end = q->addr + q->size;

	return (struct place){from, (uint32_t)((p_end < q_end ? p_end : q_end) - from)};
}

static bool is_handed_out_between(struct place x, unsigned a, unsigned b)
{
	for (unsigned i = a < b ? a : b; i < (a < b ? b : a); i++)
		if (trace[i].forgets && trace[i].op.addr < x.addr + x.size &&
		    x.addr < trace[i].op.addr + trace[i].op.size)
			return true;
	return false;
}

/* The dependencies A => B and C => D are about the same location. */
static bool is_same(unsigned a, unsigned b, unsigned c, unsigned d)
{
	struct place x = both(a, b), y = both(c, d);

	return x.addr < y.addr + y.size && y.addr < x.addr + x.size && !is_handed_out_between(x, a, c);
}

static bool touched_between(hd_tid t, struct place x, unsigned from, unsigned to)
{
	for (unsigned i = from + 1; i < to; i++)
		if (trace[i].t == t && !trace[i].forgets && trace[i].op.addr < x.addr + x.size &&
		    x.addr < trace[i].op.addr + trace[i].op.size && !is_handed_out_between(x, i, to))
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
	bool same = is_same(a, b, c, d);
	hd_tid t1 = trace[a].t;

	if (trace[c].t != trace[b].t || trace[d].t != t1 || a > d || touched_between(t1, both(a, b), a, d) ||
	    touched_between(t1, both(c, d), a, d))
		return;
	if (same && b == c)
		want(2, (unsigned[]){a, b, d}, 3);
	if (b < c)
		want(same ? 3 : 4, (unsigned[]){a, b, c, d}, 4);
	if (!same && c < b)
		want(5, (unsigned[]){a, b, c, d}, 4);
}

/* The dependency that is complete first is the first one. */
static void try_pair(unsigned a, unsigned b, unsigned c, unsigned d)
{
	if (trace[c].t == trace[b].t && b != d && (b < d || (b == c)))
		try_there_and_back(a, b, c, d);
	if (trace[a].t == trace[c].t && trace[b].t == trace[d].t && !is_same(a, b, c, d) && a < c && b < d &&
	    !touched_between(trace[b].t, both(a, b), b, d))
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

/* `reuse`: one in so many operations hands out memory; 0: none. */
static void make_trace(uint64_t seed, const struct place *places, unsigned nplaces, unsigned reuse)
{
	struct hd_rng rng;

	hd_rng_seed(&rng, seed);
	for (unsigned i = 0; i < LENGTH; i++) {
		const struct place *x = &places[hd_rng_below(&rng, nplaces)];

		trace[i].t = (hd_tid)hd_rng_below(&rng, THREADS);
		trace[i].forgets = reuse && !hd_rng_below(&rng, reuse);
		trace[i].op = (struct hd_op){.addr = x->addr,
					     .size = x->size,
					     .site = i + 1,
					     .kind = hd_rng_below(&rng, 2) ? HD_WRITE : HD_READ};
	}
}

static void compare(uint64_t seed)
{
	define();
	found.n = 0;
	hd_arena_begin(&arena);
	hd_idioms_begin(&idioms);
	for (unsigned i = 0; i < LENGTH; i++)
		if (trace[i].forgets)
			hd_idioms_new_memory(&idioms, trace[i].op.addr, trace[i].op.size);
		else
			hd_idioms_see(&idioms, trace[i].t, &trace[i].op, hd_role_of_access(trace[i].op.kind));
	for (unsigned i = 0; i < wanted.n; i++)
		if (!has(&found, wanted.keys[i]))
			fail_msg("trace %lu: an iRoot was missed", (unsigned long)seed);
	for (unsigned i = 0; i < found.n; i++)
		if (!has(&wanted, found.keys[i]))
			fail_msg("trace %lu: an iRoot is none", (unsigned long)seed);
}

static void compare_all(const struct place *places, unsigned nplaces, unsigned reuse)
{
	memset(per_idiom, 0, sizeof per_idiom);
	for (uint64_t seed = 0; seed < TRACES; seed++) {
		make_trace(seed, places, nplaces, reuse);
		compare(seed);
	}
	for (unsigned i = 1; i <= HD_IDIOMS; i++)
		assert_true(per_idiom[i] > TRACES / 100);
}

static void observed_are_the_defined(void **state)
{
	(void)state;
	compare_all(apart, 2, 0);
}

static void accesses_may_overlap(void **state)
{
	(void)state;
	compare_all(overlapping, 5, 0);
}

/* A block is handed out as a whole. */
static void memory_is_handed_out_again(void **state)
{
	(void)state;
	compare_all(apart, 2, 8);
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
	hd_idioms_see(&idioms, 0, &lock, HD_TAKES);
	hd_idioms_see(&idioms, 0, &unlock, HD_GIVES);
	hd_idioms_see(&idioms, 0, &lock, HD_TAKES);
	hd_idioms_see(&idioms, 0, &unlock, HD_GIVES);
	assert_int_equal(found.n, 0);
	hd_idioms_see(&idioms, 1, &lock, HD_TAKES);
	assert_int_equal(found.n, 1);
	assert_true(has(&found, hd_iroot_key(&r)));
}

/* Each holds a lock and wants that of the other; whoever asks last, it is one iRoot. */
static void locks_the_other_way_round_are_idiom5(void **state)
{
	const struct hd_op take[2] = {{.addr = 0x2000, .site = 1, .kind = HD_LOCK},
				      {.addr = 0x2008, .site = 2, .kind = HD_LOCK}},
			   want[2] = {{.addr = 0x2008, .site = 3, .kind = HD_LOCK},
				      {.addr = 0x2000, .site = 4, .kind = HD_LOCK}};
	struct hd_iroot r = {
	    .idiom = 5, .n = 4, .kinds = {HD_LOCK, HD_LOCK, HD_LOCK, HD_LOCK}, .sites = {1, 4, 2, 3}};

	(void)state;
	for (hd_tid last = 0; last < 2; last++) {
		found.n = 0;
		hd_arena_begin(&arena);
		hd_idioms_begin(&idioms);
		hd_idioms_see(&idioms, 0, &take[0], HD_TAKES);
		hd_idioms_want(&idioms, !last, &want[!last]);
		assert_int_equal(found.n, 0);
		hd_idioms_see(&idioms, 1, &take[1], HD_TAKES);
		hd_idioms_want(&idioms, !last, &want[!last]);
		assert_int_equal(found.n, 0);
		hd_idioms_want(&idioms, last, &want[last]);
		assert_int_equal(found.n, 1);
		assert_true(has(&found, hd_iroot_key(&r)));
	}
}

/* A lock is no access to the bytes that it consists of. */
static void locks_are_no_data(void **state)
{
	const struct hd_op lock = {.addr = 0x2000, .site = 1, .kind = HD_LOCK},
			   clear = {.addr = 0x1ff0, .size = 64, .site = 2, .kind = HD_WRITE};

	(void)state;
	found.n = 0;
	hd_arena_begin(&arena);
	hd_idioms_begin(&idioms);
	hd_idioms_see(&idioms, 0, &clear, HD_WRITES);
	hd_idioms_see(&idioms, 1, &lock, HD_TAKES);
	assert_int_equal(found.n, 0);
}

/* Idiom 4 whose two halves have many other dependencies of the same threads between them is seen in a run
 * that has to be seen exactly. */
static void many_dependencies_lie_between(void **state)
{
	const struct hd_op a = {.addr = 0x1000, .size = 4, .site = 1, .kind = HD_WRITE},
			   b = {.addr = 0x1000, .size = 4, .site = 2, .kind = HD_READ},
			   c = {.addr = 0x1008, .size = 4, .site = 3, .kind = HD_WRITE},
			   d = {.addr = 0x1008, .size = 4, .site = 4, .kind = HD_READ};
	struct hd_op other = {.addr = 0x1010, .size = 4, .site = 5, .kind = HD_WRITE};
	struct hd_iroot r = {
	    .idiom = 4, .n = 4, .kinds = {HD_WRITE, HD_READ, HD_WRITE, HD_READ}, .sites = {1, 2, 3, 4}};

	(void)state;
	for (unsigned exactly = 0; exactly < 2; exactly++) {
		found.n = 0;
		hd_arena_begin(&arena);
		hd_idioms_begin(&idioms);
		idioms.exactly = exactly;
		hd_idioms_see(&idioms, 0, &a, HD_WRITES);
		hd_idioms_see(&idioms, 1, &b, HD_READS);
		for (unsigned i = 0; i < HD_IDIOM_REMEMBERS_MAX / 2; i++) {
			hd_idioms_see(&idioms, 0, &other, HD_WRITES);
			hd_idioms_see(&idioms, 1, &other, HD_WRITES);
		}
		hd_idioms_see(&idioms, 1, &c, HD_WRITES);
		hd_idioms_see(&idioms, 0, &d, HD_READS);
		assert_true(has(&found, hd_iroot_key(&r)) == exactly);
	}
	idioms.exactly = false;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(observed_are_the_defined),
	    cmocka_unit_test(accesses_may_overlap),
	    cmocka_unit_test(memory_is_handed_out_again),
	    cmocka_unit_test(locks_have_dependencies),
	    cmocka_unit_test(locks_the_other_way_round_are_idiom5),
	    cmocka_unit_test(locks_are_no_data),
	    cmocka_unit_test(many_dependencies_lie_between),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
