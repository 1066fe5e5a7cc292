/* SPDX-License-Identifier: Apache-2.0
 *
 * A small made-up program whose atomic sets and units of work are inferred, and its steps. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/sets/sets.h"
#include "analysis/sets/sets_place.h"
#include "analysis/sets/sets_unit.h"
#include "base/rng.h"

/* The program: two source files; 1 has main and the threads, 2 is a module.
 *
 *   struct pair { int a, b; long c; }              type 1, 16 bytes
 *   struct table { struct pair rows[4]; int n; struct pair *more; int *data; }     type 2 */
enum { PAIR = 1, TABLE };
enum {
	MAIN = 1,  /* file 1                                                    */
	WORKER,	   /* static, where threads begin                                */
	SET,	   /* void pair_set(struct pair *)                               */
	COPY,	   /* void pair_copy(struct pair *), calls others                   */
	HELPER,	   /* static, of file 1                                          */
	COUNT,	   /* void count(void): external, no parameters                    */
	DRIVER,	   /* void drive(struct pair *)                                  */
	MODULE_OP, /* external, no parameters, of file 2                             */
	MODULE_TWO,
	TABLE_OP, /* void table_op(struct table *)                                   */
	GETTER,	  /* int pair_get(struct pair *), of file 2                              */
	USER,	  /* external, no parameters, of file 1                                */
	NFUNCTIONS
};
enum { GLOBAL_PAIR = 1, GLOBAL_INT, GLOBAL_ROWS, GLOBAL_TWO, NVARIABLES };
#define GLOBALS 0x1000u
#define HEAP	0x10000u

static struct hd_layout layout;
static struct hd_inferred learnt;
static struct hd_sets sets;
static struct hd_arena arena;
static uint64_t memory[64]; /* pointers that the program reads, at HEAP … */

static struct hd_unit_access seen[4096];
static unsigned nseen;
static struct hd_unit_access merged[64]; /* those to the union of several sets */
static unsigned nmerged;
static uint64_t ended[4096], gone[64];
static unsigned nended, ngone;

static struct {
	uint64_t lo, size;
	bool live;
} blocks[64];
static unsigned nblocks;

static void add_function(uint32_t f, uint32_t flags, uint32_t file, uint32_t takes)
{
	layout.functions[f] =
	    (struct hd_layout_function){.lo = f * 16, .hi = f * 16 + 16, .flags = flags, .file = file};
	layout.functions[f].family = f; /* of one each, unless a test says otherwise */
	layout.functions[f].first_ref = layout.nrefs;
	if (takes) {
		layout.functions[f].nparams = layout.functions[f].nrefs = 1;
		layout.refs[layout.nrefs++] = takes;
	}
	layout.nfunctions = NFUNCTIONS - 1;
}

static void add_field(uint32_t type, uint32_t offset, uint32_t size, uint32_t count, uint32_t of)
{
	struct hd_layout_type *t = &layout.types[type];

	if (!t->nfields)
		t->first_field = layout.nfields;
	t->nfields++;
	layout.fields[layout.nfields++] =
	    (struct hd_layout_field){.offset = offset,
				     .size = size,
				     .count = count,
				     .type = of,
				     .kind = of ? HD_FIELD_ELEMENTS : HD_FIELD_DATA};
}

static void lay_out(void)
{
	memset(&layout, 0, sizeof layout);
	layout.ntypes = 2;
	layout.types[PAIR].size = 16;
	layout.types[TABLE].size = 88;
	add_field(PAIR, 0, 4, 1, 0);
	add_field(PAIR, 4, 4, 1, 0);
	add_field(PAIR, 8, 8, 1, 0);
	add_field(TABLE, 0, 16, 4, PAIR);
	add_field(TABLE, 64, 4, 1, 0);
	add_field(TABLE, 72, 8, 1, 0);
	add_field(TABLE, 80, 8, 1, 0);
	layout.main_file = 1;
	add_function(MAIN, HD_FN_EXTERNAL | HD_FN_MAIN, 1, 0);
	add_function(WORKER, 0, 1, 0);
	add_function(SET, HD_FN_EXTERNAL, 1, PAIR);
	add_function(COPY, HD_FN_EXTERNAL, 1, PAIR);
	add_function(HELPER, 0, 1, 0);
	add_function(COUNT, HD_FN_EXTERNAL, 1, 0);
	add_function(DRIVER, HD_FN_EXTERNAL, 1, PAIR);
	add_function(MODULE_OP, HD_FN_EXTERNAL, 2, 0);
	add_function(MODULE_TWO, HD_FN_EXTERNAL, 2, 0);
	add_function(TABLE_OP, HD_FN_EXTERNAL, 1, TABLE);
	add_function(GETTER, HD_FN_EXTERNAL, 2, PAIR);
	add_function(USER, HD_FN_EXTERNAL, 1, 0);
	layout.nvariables = NVARIABLES - 1;
	layout.variables[GLOBAL_PAIR] = (struct hd_layout_variable){.lo = 0, .size = 16, .type = PAIR};
	layout.variables[GLOBAL_INT] = (struct hd_layout_variable){.lo = 16, .size = 4};
	layout.variables[GLOBAL_ROWS] =
	    (struct hd_layout_variable){.lo = 32, .size = 64, .type = PAIR, .stride = 16};
	layout.variables[GLOBAL_TWO] = (struct hd_layout_variable){.lo = 20, .size = 4};
}

static bool block_at(uint64_t addr, struct hd_sets_block *b)
{
	uint32_t v;

	for (unsigned i = 0; i < nblocks; i++)
		if (blocks[i].live && addr - blocks[i].lo < blocks[i].size) {
			b->lo = blocks[i].lo;
			b->size = blocks[i].size;
			return true;
		}
	/* By size and not by order, which GLOBAL_TWO does not keep. */
	for (v = 1; v < NVARIABLES; v++)
		if (addr - GLOBALS - layout.variables[v].lo < layout.variables[v].size) {
			b->lo = GLOBALS + layout.variables[v].lo;
			b->size = layout.variables[v].size;
			b->type = layout.variables[v].type;
			b->stride = layout.variables[v].stride;
			b->variable = v;
			return true;
		}
	return false;
}

static uint64_t pointer_at(uint64_t addr)
{
	return addr >= HEAP && addr < HEAP + sizeof memory ? memory[(addr - HEAP) / 8] : 0;
}

static void on_access(void *to, struct hd_unit_access *a)
{
	(void)to;
	assert_true(nseen < 4096 && nmerged < 64);
	if (a->part)
		merged[nmerged++] = *a;
	else
		seen[nseen++] = *a;
}

static void on_end(void *to, hd_tid t, uint64_t unit)
{
	(void)to;
	(void)t;
	if (nended < 4096)
		ended[nended++] = unit;
}

static void on_gone(void *to, uint64_t set)
{
	(void)to;
	gone[ngone++ % 64] = set;
}

static void new_run(void)
{
	arena.used = 0;
	nseen = nmerged = nended = ngone = nblocks = 0;
	hd_sets_begin(&sets);
}

static int set_up(void **unused)
{
	(void)unused;
	lay_out();
	memset(&learnt, 0, sizeof learnt);
	memset(&sets, 0, sizeof sets);
	if (!arena.base)
		arena = (struct hd_arena){.base = malloc(16u << 20), .size = 16u << 20};
	sets.arena = &arena;
	sets.layout = &layout;
	sets.learnt = &learnt;
	sets.block_at = block_at;
	sets.pointer_at = pointer_at;
	sets.access = on_access;
	sets.unit_end = on_end;
	sets.set_gone = on_gone;
	if (!sets.threads)
		sets.threads = calloc(HD_MAX_THREADS, sizeof *sets.threads);
	sets.thread_run = calloc(HD_MAX_THREADS, sizeof *sets.thread_run);
	new_run();
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	free(sets.threads);
	free(sets.thread_run);
	sets.threads = NULL;
	return 0;
}

static uint64_t allocate(hd_tid t, uint64_t lo, uint64_t size, uint32_t site)
{
	blocks[nblocks].lo = lo;
	blocks[nblocks].size = size;
	blocks[nblocks++].live = true;
	hd_sets_new_block(&sets, t, lo, size, site);
	return lo;
}

static void release(uint64_t lo)
{
	for (unsigned i = 0; i < nblocks; i++)
		blocks[i].live &= blocks[i].lo != lo;
	hd_sets_gone(&sets, lo);
}

/* A thread's stack, as it is now: its functions, 0 at the end; the caller's address of a frame is where it
 * stands. */
static void stack(hd_tid t, const uint32_t *functions)
{
	uint32_t depth = 0;

	hd_sets_leave(&sets, t, 0);
	for (; functions[depth]; depth++)
		hd_sets_enter(&sets, t, depth, functions[depth], 0x100 + depth);
}
#define STACK(t, ...) stack(t, (const uint32_t[]){__VA_ARGS__, 0})

static struct hd_unit_access *touch(hd_tid t, uint64_t addr, uint64_t size, bool write)
{
	unsigned before = nseen;

	hd_sets_access(&sets, t, addr, size, write, 1);
	return nseen > before ? &seen[nseen - 1] : NULL;
}
