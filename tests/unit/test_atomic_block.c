/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic blocks against their definition: random traces of a few threads that call, return, lock, unlock and
 * access are kept whole, and all triples of critical sections are looked at by brute force. What is found
 * must be exactly that, as sites. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/atomic_block.h"
#include "base/rng.h"
#include "test_analysis.h"

#define TRACES	 2000
#define THREADS	 3
#define LOCKS	 2
#define PLACES	 2
#define LENGTH	 300
#define SECTIONS 40 /* of a trace: more are not begun */
#define SITES	 (SECTIONS + 1)

struct access {
	unsigned place;
	bool write;
};

struct section {
	unsigned lock, tid, site;
	bool open;
	unsigned frames[8], depth; /* activations under way when it began */
	struct access list[LENGTH];
	unsigned n;
	unsigned epoch; /* counts the waits of its thread for its lock before it */
};

struct thread {
	unsigned depth, frames[8];
	int holds; /* section index, -1: none */
	unsigned waits[LOCKS];
};

static struct section sections[SECTIONS];
static unsigned nsections, activations;
static struct thread threads[THREADS];
static struct hd_blocks blocks;
static uint8_t told[SITES][SITES][SITES], wanted[SITES][SITES][SITES];

static void found(void *to, const struct hd_atomic_block *block, const struct hd_block_section *other)
{
	(void)to;
	assert_int_equal(block->first->tid, block->second->tid);
	assert_int_not_equal(other->tid, block->first->tid);
	told[block->first->site][block->second->site][other->site] = 1;
}

/* ---- a random trace, which is fed to the analysis as it is made ---- */

static uint64_t address_of_lock(unsigned lock)
{
	return 0x100 + 64 * lock;
}

static void enter(unsigned t)
{
	struct thread *x = &threads[t];

	if (x->depth == 4)
		return;
	hd_blocks_call(&blocks, (hd_tid)t, x->depth);
	x->frames[x->depth++] = ++activations;
}

static bool is_free(unsigned lock)
{
	for (unsigned t = 0; t < THREADS; t++)
		if (threads[t].holds >= 0 && sections[threads[t].holds].lock == lock)
			return false;
	return true;
}

/* Each section has a site of its own. */
static void lock(unsigned t, unsigned l)
{
	struct thread *x = &threads[t];
	struct section *s = &sections[nsections];
	unsigned site = nsections + 1;

	if (x->holds >= 0 || !is_free(l) || nsections == SECTIONS)
		return;
	*s = (struct section){
	    .lock = l, .tid = t, .site = site, .open = true, .depth = x->depth, .epoch = x->waits[l]};
	memcpy(s->frames, x->frames, sizeof(s->frames));
	x->holds = (int)nsections++;
	hd_order_locked(&order, (hd_tid)t, address_of_lock(l), false);
	hd_blocks_locked(&blocks, (hd_tid)t, address_of_lock(l), site, site, x->depth);
}

static void unlock(unsigned t, bool waits)
{
	struct thread *x = &threads[t];
	struct section *s;

	if (x->holds < 0)
		return;
	s = &sections[x->holds];
	s->open = false;
	x->holds = -1;
	x->waits[s->lock] += waits;
	hd_blocks_unlocked(&blocks, (hd_tid)t, address_of_lock(s->lock), waits);
	hd_order_unlocked(&order, (hd_tid)t, address_of_lock(s->lock), false);
}

static void touch(unsigned t, unsigned place, bool write)
{
	struct thread *x = &threads[t];

	if (x->holds >= 0) {
		struct section *s = &sections[x->holds];

		s->list[s->n++] = (struct access){place, write};
	}
	hd_blocks_access(&blocks, (hd_tid)t, 0x1000 + 4 * place, 4, write);
}

static void step(struct hd_rng *rng)
{
	unsigned t = hd_rng_below(rng, THREADS);

	switch (hd_rng_below(rng, 10)) {
	case 0:
		enter(t);
		break;
	case 1:
		threads[t].depth -= threads[t].depth > 0 && hd_rng_below(rng, 4);
		break;
	case 2:
	case 3:
		lock(t, hd_rng_below(rng, LOCKS));
		break;
	case 4:
	case 5:
		unlock(t, hd_rng_below(rng, 16) == 0);
		break;
	default:
		touch(t, hd_rng_below(rng, PLACES), hd_rng_below(rng, 2));
	}
}

static void make_trace(uint64_t seed)
{
	struct hd_rng rng;

	hd_rng_seed(&rng, seed);
	hd_arena_begin(&arena);
	hd_order_begin(&order);
	hd_blocks_begin(&blocks);
	nsections = activations = 0;
	memset(told, 0, sizeof(told));
	memset(wanted, 0, sizeof(wanted));
	for (unsigned t = 0; t < THREADS; t++)
		threads[t] = (struct thread){.holds = -1};
	for (unsigned i = 0; i < LENGTH; i++)
		step(&rng);
}

/* ---- the definition ---- */

static bool touches(const struct section *s, unsigned place, bool write)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->list[i].place == place && s->list[i].write == write)
			return true;
	return false;
}

static bool matters(const struct section *a, const struct section *b, const struct section *other)
{
	for (unsigned p = 0; p < PLACES; p++) {
		bool both = (touches(a, p, false) || touches(a, p, true)) &&
			    (touches(b, p, false) || touches(b, p, true));

		if ((both && touches(other, p, true)) ||
		    (touches(a, p, true) && touches(b, p, true) && touches(other, p, false)))
			return true;
	}
	return false;
}

static bool one_activation(const struct section *a, const struct section *b)
{
	for (unsigned i = 0; i < a->depth && i < b->depth; i++)
		if (a->frames[i] == b->frames[i])
			return true;
	return false;
}

/* b is one of the next few sections of its thread for the lock after a, and no wait came between them. */
static bool is_block(unsigned i, unsigned k)
{
	const struct section *a = &sections[i], *b = &sections[k];
	unsigned between = 0;

	if (a->tid != b->tid || a->lock != b->lock || a->epoch != b->epoch || !one_activation(a, b))
		return false;
	for (unsigned x = i + 1; x < k; x++)
		between += sections[x].tid == a->tid && sections[x].lock == a->lock;
	return between < HD_BLOCK_RECENT;
}

static void brute_force(void)
{
	for (unsigned i = 0; i < nsections; i++)
		for (unsigned k = i + 1; k < nsections; k++) {
			if (sections[k].open || !is_block(i, k))
				continue;
			for (unsigned o = 0; o < nsections; o++)
				if (!sections[o].open && sections[o].tid != sections[i].tid &&
				    sections[o].lock == sections[i].lock &&
				    matters(&sections[i], &sections[k], &sections[o]))
					wanted[sections[i].site][sections[k].site][sections[o].site] = 1;
		}
}

static void all_blocks_are_found_and_no_others(void **unused)
{
	unsigned n = 0;

	(void)unused;
	for (uint64_t seed = 0; seed < TRACES; seed++) {
		make_trace(seed);
		brute_force();
		if (memcmp(told, wanted, sizeof(told)) != 0)
			fail_msg("seed %lu", (unsigned long)seed);
		for (size_t i = 0; i < sizeof(told); i++)
			n += ((const uint8_t *)told)[i];
	}
	assert_true(n > 1000); /* enough of them for this to mean something */
}

/* ---- order ---- */

/* deposit() by thread t: a section that reads, one that writes. */
static void deposit(hd_tid t, uint32_t site)
{
	hd_blocks_call(&blocks, t, 0);
	for (unsigned i = 0; i < 2; i++) {
		hd_order_locked(&order, t, 0x100, false);
		hd_blocks_locked(&blocks, t, 0x100, site + i, 0, 1);
		hd_blocks_access(&blocks, t, 0x1000, 4, i);
		hd_blocks_unlocked(&blocks, t, 0x100, false);
		hd_order_unlocked(&order, t, 0x100, false);
	}
}

static void start(void)
{
	hd_arena_begin(&arena);
	hd_order_begin(&order);
	hd_blocks_begin(&blocks);
	memset(told, 0, sizeof(told));
}

static void what_comes_after_a_join_cannot_interrupt(void **unused)
{
	(void)unused;
	start();
	hd_order_created(&order, 0, 1);
	deposit(1, 1);
	deposit(0, 11);
	assert_true(told[1][2][12] && told[11][12][2]);
	start();
	hd_order_created(&order, 0, 1);
	deposit(1, 1);
	hd_order_joined(&order, 0, 1);
	deposit(0, 11);
	assert_false(told[1][2][12] || told[11][12][2]);
	start();
	deposit(0, 11);
	hd_order_created(&order, 0, 1);
	deposit(1, 1);
	assert_false(told[1][2][12] || told[11][12][2]);
}

/* Memory is used again: a hundred thousand sections that look alike need no more than a few. */
static void long_runs_need_little_memory(void **unused)
{
	(void)unused;
	start();
	for (unsigned i = 0; i < 50000; i++)
		deposit((hd_tid)(i & 1), 1);
	assert_false(arena.full);
	assert_true(arena.used < 1u << 20);
}

static int set_up(void **unused)
{
	(void)unused;
	make_order(16u << 20);
	blocks = (struct hd_blocks){.order = &order, .arena = &arena, .found = found};
	blocks.threads = calloc(HD_MAX_THREADS, sizeof(*blocks.threads));
	return !blocks.threads;
}

static int tear_down(void **unused)
{
	(void)unused;
	free_order();
	free(blocks.threads);
	return 0;
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_blocks_are_found_and_no_others),
	    cmocka_unit_test(what_comes_after_a_join_cannot_interrupt),
	    cmocka_unit_test(long_runs_need_little_memory),
	};

	return cmocka_run_group_tests_name("atomic blocks", tests, set_up, tear_down);
}
