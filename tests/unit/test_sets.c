/* SPDX-License-Identifier: Apache-2.0
 *
 * Inference of atomic sets and units of work, on a small made-up program. */
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
	assert_true(nseen < 4096);
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
	nseen = nended = ngone = nblocks = 0;
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

static void initialisation_does_not_count(void **unused)
{
	uint64_t p = allocate(0, HEAP, 16, 7);

	(void)unused;
	STACK(0, MAIN, SET);
	assert_null(touch(0, p, 4, true));
	assert_null(touch(0, p + 4, 4, true));
	STACK(1, WORKER, SET);
	assert_non_null(touch(1, p, 4, false));
	assert_non_null(touch(0, p, 4, true)); /* it is shared now */
	STACK(1, WORKER, COUNT);
	assert_non_null(touch(1, GLOBALS + 16, 4, false)); /* variables are there for everybody */
	assert_null(touch(1, 0x99999, 4, true));	   /* neither a block nor a variable */
}

static void the_outermost_operation_is_the_unit(void **unused)
{
	const struct hd_unit_access *a;
	uint64_t unit, p;

	(void)unused;
	STACK(0, MAIN, SET);
	p = allocate(0, HEAP, 16, 7);
	STACK(1, WORKER, COPY, SET, HELPER);
	a = touch(1, p, 4, true);
	assert_int_equal(a->function, COPY);
	assert_int_equal(a->depth, 1);
	unit = a->unit;
	hd_sets_leave(&sets, 1, 2); /* COPY goes on, calls SET again */
	hd_sets_enter(&sets, 1, 2, SET, 0x200);
	assert_int_equal(touch(1, p + 4, 4, true)->unit, unit);
	STACK(1, WORKER, SET);
	assert_int_equal(nended, 1);
	assert_int_equal(ended[0], unit);
	assert_int_not_equal(touch(1, p, 4, true)->unit, unit);
	assert_int_equal(seen[nseen - 1].function, SET);
}

static void who_touches_a_plain_variable_is_its_unit(void **unused)
{
	(void)unused;
	STACK(1, WORKER, SET, COUNT);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, COUNT);
	STACK(1, WORKER, COUNT, HELPER);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, COUNT);
	STACK(1, WORKER, HELPER);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, HELPER);
	nended = 0;
	STACK(1, WORKER);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, 0);
	assert_int_equal(nended, 2); /* HELPER's, and the access is a unit by itself */
	assert_int_equal(ended[1], seen[nseen - 1].unit);
}

/* Once a function has touched a set it is a unit on it, and so is all that it calls. */
static void what_a_unit_calls_belongs_to_it(void **unused)
{
	(void)unused;
	STACK(1, WORKER, USER, COUNT);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, COUNT);
	hd_sets_leave(&sets, 1, 2);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, USER);
	hd_sets_enter(&sets, 1, 2, COUNT, 0x200);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, USER);
	assert_int_equal(touch(1, GLOBALS + 20, 4, true)->function, COUNT); /* another set */
	assert_int_equal(seen[nseen - 2].unit, seen[nseen - 3].unit);
}

/* A structure that is a module's own: all operations of the file are units on it. In the file of main they
 * are not. */
static void operations_of_a_module(void **unused)
{
	(void)unused;
	STACK(1, WORKER, MODULE_OP);
	touch(1, GLOBALS, 4, true);
	STACK(1, WORKER, MODULE_TWO, MODULE_OP);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, MODULE_TWO);
	STACK(1, WORKER, USER, COUNT);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, COUNT);
}

static void elements_are_sets(void **unused)
{
	const struct hd_unit_access *a;
	uint64_t first, t = allocate(0, HEAP, 88, 3), p = allocate(0, HEAP + 256, 48, 4);

	(void)unused;
	STACK(1, WORKER, SET);
	first = touch(1, GLOBALS + 32, 4, true)->set;
	assert_int_equal(touch(1, GLOBALS + 36, 4, true)->set, first);
	assert_int_not_equal(seen[nseen - 1].member, seen[nseen - 2].member);
	a = touch(1, GLOBALS + 48, 4, true);
	assert_int_not_equal(a->set, first);
	assert_int_equal(a->kind, seen[nseen - 2].kind);
	/* A block's type is what the function that allocates it mentions: three of them here. */
	STACK(0, MAIN, SET);
	release(p);
	allocate(0, p, 48, 4);
	first = touch(1, p, 4, true)->set;
	assert_int_equal(touch(1, p + 8, 8, true)->set, first);
	assert_int_not_equal(touch(1, p + 16, 4, true)->set, first);
	/* Rows of a table, which are not the table. */
	STACK(0, MAIN, TABLE_OP);
	release(t);
	allocate(0, t, 88, 3);
	first = touch(1, t + 16, 4, true)->set;
	assert_int_equal(touch(1, t + 20, 4, true)->set, first);
	assert_int_not_equal(touch(1, t + 32, 4, true)->set, first);
	assert_int_not_equal(touch(1, t + 64, 4, true)->set, first);
}

/* A copy of all of it is an access to each member. */
static void wide_accesses_touch_all_members(void **unused)
{
	(void)unused;
	STACK(1, WORKER, SET);
	touch(1, GLOBALS, 16, false);
	assert_int_equal(nseen, 3);
	assert_int_equal(touch(1, GLOBALS + 4, 4, true)->member, seen[1].member);
	assert_int_equal(touch(1, GLOBALS + 8, 8, true)->member, seen[2].member);
	/* Two variables in eight bytes are two. */
	assert_int_not_equal(touch(1, GLOBALS + 16, 4, true)->set, touch(1, GLOBALS + 20, 4, true)->set);
}

static void a_wait_splits_units(void **unused)
{
	uint64_t unit;

	(void)unused;
	STACK(1, WORKER, COPY, SET);
	unit = touch(1, GLOBALS, 4, true)->unit;
	hd_sets_split(&sets, 1, 9);
	assert_int_equal(nended, 1);
	assert_int_equal(ended[0], unit);
	assert_int_not_equal(touch(1, GLOBALS, 4, true)->unit, unit);
	assert_int_equal(seen[nseen - 1].function, COPY);
	unit = seen[nseen - 1].unit;
	hd_sets_leave(&sets, 1, 2);
	assert_int_equal(nended, 1);
	hd_sets_leave(&sets, 1, 1);
	assert_int_equal(ended[1], unit);
}

/* A table with its data in a block of its own, which is reached through it. */
static uint64_t reach_data(hd_tid t, uint64_t table, bool through)
{
	if (through)
		touch(t, table + 80, 8, false);
	return touch(t, HEAP + 256, 4, true)->set;
}

static void allocate_table(void)
{
	STACK(0, MAIN, TABLE_OP);
	allocate(0, HEAP, 88, 3);
	STACK(0, MAIN, USER);
	allocate(0, HEAP + 256, 40, 4);
	memory[10] = HEAP + 256;
}

static void what_is_reached_through_an_object_is_owned(void **unused)
{
	(void)unused;
	allocate_table();
	STACK(1, WORKER, TABLE_OP);
	assert_int_equal(reach_data(1, HEAP, true), touch(1, HEAP + 64, 4, true)->set);
	assert_int_equal(seen[nseen - 2].function, TABLE_OP);
	/* By another way: not from the next run on. */
	STACK(2, WORKER, USER);
	assert_int_equal(reach_data(2, HEAP, false), touch(1, HEAP + 64, 4, true)->set);
	new_run();
	allocate_table();
	STACK(1, WORKER, TABLE_OP);
	assert_int_not_equal(reach_data(1, HEAP, true), touch(1, HEAP + 64, 4, true)->set);
}

/* A node that only its maker has seen is at the front of a list; the next one still belongs to the list. */
static void ownership_goes_through_what_is_private(void **unused)
{
	(void)unused;
	allocate_table();
	allocate(1, HEAP + 320, 24, 4); /* a block of thread 1 between the table and its data */
	memory[10] = HEAP + 320;
	memory[40] = HEAP + 256;
	STACK(1, WORKER, TABLE_OP);
	touch(1, HEAP + 80, 8, false);
	assert_null(touch(1, HEAP + 320, 8, false));
	assert_int_equal(touch(1, HEAP + 256, 4, true)->set, touch(1, HEAP + 64, 4, true)->set);
}

/* Rows of a table are sets of their own, but operations on the table are operations on them. */
static void operations_on_the_whole(void **unused)
{
	uint64_t table;

	(void)unused;
	STACK(0, MAIN, TABLE_OP);
	table = allocate(0, HEAP, 88, 3);
	STACK(1, WORKER, TABLE_OP, USER);
	assert_int_equal(touch(1, table + 16, 4, true)->function, TABLE_OP);
}

static void what_has_a_lock_is_nobodys(void **unused)
{
	(void)unused;
	allocate_table();
	hd_sets_locked(&sets, 0, HEAP + 256 + 16);
	STACK(1, WORKER, TABLE_OP);
	assert_int_not_equal(reach_data(1, HEAP, true), touch(1, HEAP + 64, 4, true)->set);
}

static void declarations_win(void **unused)
{
	uint64_t set;

	(void)unused;
	layout.fields[layout.types[PAIR].first_field + 1].set = 1;
	layout.fields[layout.types[PAIR].first_field + 2].flags = HD_FIELD_IGNORED;
	layout.functions[SET].flags |= HD_FN_NO_UNIT;
	layout.functions[HELPER].flags |= HD_FN_UNIT;
	layout.variables[GLOBAL_INT].group = layout.variables[GLOBAL_TWO].group = 1;
	STACK(1, WORKER, HELPER, SET);
	set = touch(1, GLOBALS, 4, true)->set;
	assert_int_equal(seen[nseen - 1].function, HELPER);
	assert_int_not_equal(touch(1, GLOBALS + 4, 4, true)->set, set);
	assert_null(touch(1, GLOBALS + 8, 8, true));
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->set, touch(1, GLOBALS + 20, 4, true)->set);
	layout.functions[SET].flags |= HD_FN_IGNORED;
	assert_null(touch(1, GLOBALS, 4, true));
	layout.functions[HELPER].flags = HD_FN_UNIT_FOR;
	layout.functions[HELPER].unit_for = layout.nrefs;
	layout.functions[HELPER].nunit_for = 1;
	layout.refs[layout.nrefs] = HD_LAYOUT_REF_VARIABLE | GLOBAL_INT;
	layout.functions[SET].flags = HD_FN_EXTERNAL;
	STACK(1, WORKER, HELPER, SET);
	assert_int_equal(touch(1, GLOBALS + 16, 4, true)->function, HELPER);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, SET);
}

static void declared_owners_own(void **unused)
{
	(void)unused;
	allocate_table();
	hd_sets_locked(&sets, 0, HEAP + 256 + 16);
	layout.fields[layout.types[TABLE].first_field + 3].flags = HD_FIELD_OWNED;
	STACK(1, WORKER, TABLE_OP);
	assert_int_equal(reach_data(1, HEAP, true), touch(1, HEAP + 64, 4, true)->set);
	memset(&learnt, 0, sizeof learnt);
	new_run();
	allocate_table();
	layout.fields[layout.types[TABLE].first_field + 3].flags = HD_FIELD_NOT_OWNED;
	STACK(1, WORKER, TABLE_OP);
	assert_int_not_equal(reach_data(1, HEAP, true), touch(1, HEAP + 64, 4, true)->set);
}

static void atomics_are_in_no_set(void **unused)
{
	(void)unused;
	STACK(1, WORKER, SET);
	assert_non_null(touch(1, GLOBALS, 4, true));
	hd_sets_atomic(&sets, 2, GLOBALS, 4);
	assert_null(touch(1, GLOBALS, 4, true));
	assert_non_null(touch(1, GLOBALS + 4, 4, true));
}

/* One access and nothing else: who calls it is the unit. Once it has been seen to do more, it is one itself.
 */
static void getters_belong_to_who_calls_them(void **unused)
{
	(void)unused;
	STACK(1, WORKER, USER, GETTER);
	assert_int_equal(touch(1, GLOBALS + 16, 4, false)->function, GETTER);
	STACK(1, WORKER, USER, GETTER);
	assert_int_equal(touch(1, GLOBALS + 16, 4, false)->function, USER);
	touch(1, GLOBALS + 16, 4, false);
	STACK(1, WORKER, USER, GETTER);
	assert_int_equal(touch(1, GLOBALS + 16, 4, false)->function, GETTER);
}

/* A function that only calls operations again and again is a loop with a name. */
static void drivers_are_no_units(void **unused)
{
	(void)unused;
	STACK(1, WORKER, DRIVER, SET);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, DRIVER);
	hd_sets_leave(&sets, 1, 2);
	hd_sets_enter(&sets, 1, 2, SET, 0x102);
	touch(1, GLOBALS, 4, true);
	STACK(1, WORKER, DRIVER, SET);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, SET);
	/* One that belongs to them by its name is an operation: list_add_all() calls list_add(). */
	layout.functions[GETTER].family = layout.functions[SET].family;
	layout.functions[GETTER].file = 1;
	STACK(1, WORKER, GETTER, SET);
	touch(1, GLOBALS, 4, true);
	hd_sets_leave(&sets, 1, 2);
	hd_sets_enter(&sets, 1, 2, SET, 0x102);
	touch(1, GLOBALS, 4, true);
	STACK(1, WORKER, GETTER, SET);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, GETTER);
	/* One that does something by itself is one in any case. */
	STACK(1, WORKER, DRIVER, SET);
	hd_sets_leave(&sets, 1, 2);
	touch(1, GLOBALS, 4, true);
	STACK(1, WORKER, COPY);
	touch(1, GLOBALS, 4, true);
	for (int i = 0; i < 3; i++) {
		hd_sets_enter(&sets, 1, 2, SET, 0x102);
		touch(1, GLOBALS, 4, true);
		hd_sets_leave(&sets, 1, 2);
	}
	STACK(1, WORKER, COPY, SET);
	assert_int_equal(touch(1, GLOBALS, 4, true)->function, COPY);
}

static void freed_objects_are_gone(void **unused)
{
	uint64_t p = allocate(0, HEAP, 16, 7), set;

	(void)unused;
	STACK(1, WORKER, SET);
	set = touch(1, p, 4, true)->set;
	release(p);
	assert_int_equal(ngone, 1);
	assert_int_equal(gone[0], set);
	allocate(1, p, 16, 7);
	assert_null(touch(1, p, 4, true)); /* another object: not shared yet */
	STACK(2, WORKER, SET);
	assert_int_not_equal(touch(2, p, 4, true)->set, set);
}

/* Random programs: an access is told once for each location that it touches, and nothing else; a unit is of
 * one thread, and is not heard of again once it has ended; locations of one address are the same until it is
 * freed. */
static void check_seen(unsigned from, hd_tid t, uint64_t addr, uint64_t size)
{
	uint64_t at = addr;

	for (unsigned i = from; i < nseen; i++) {
		assert_int_equal(seen[i].addr, at);
		assert_int_equal(seen[i].tid, t);
		at = addr - addr % 4 + ((at - (addr - addr % 4)) / 4 + 1) * 4;
		for (unsigned k = 0; k < nended; k++)
			assert_int_not_equal(ended[k], seen[i].unit);
		for (unsigned k = 0; k < i; k++) {
			if (seen[k].unit == seen[i].unit)
				assert_int_equal(seen[k].tid, seen[i].tid);
			if (seen[k].member == seen[i].member)
				assert_int_equal(seen[k].set, seen[i].set);
		}
	}
	assert_true(at >= addr + size || nseen == from);
}

static void random_steps(struct hd_rng *rng, uint32_t *depth)
{
	for (int step = 0; step < 60; step++) {
		hd_tid t = (hd_tid)(1 + hd_rng_below(rng, 3));
		unsigned from = nseen, was = nended;
		uint64_t addr = GLOBALS + 32 + 4 * hd_rng_below(rng, 16),
			 size = 4 * (1 + hd_rng_below(rng, 2));

		switch (hd_rng_below(rng, 4)) {
		case 0:
			if (depth[t] > 5)
				break;
			hd_sets_enter(&sets, t, depth[t]++,
				      (uint32_t)(WORKER + hd_rng_below(rng, NFUNCTIONS - WORKER)),
				      hd_rng_below(rng, 4));
			break;
		case 1:
			if (depth[t] > 1)
				hd_sets_leave(&sets, t, --depth[t]);
			break;
		case 2:
			hd_sets_split(&sets, t, 5);
			break;
		default:
			if (addr % 16 == 8) /* the member of eight bytes, by halves */
				size = 4;
			else if (addr % 16 != 0)
				size = 4;
			hd_sets_access(&sets, t, addr, size, hd_rng_below(rng, 2), 1);
			nended = was; /* accesses by themselves end at once */
			check_seen(from, t, addr, size);
			assert_int_equal(nseen - from, size / 4);
		}
	}
}

static void random_programs(void **unused)
{
	(void)unused;
	for (unsigned seed = 0; seed < 300; seed++) {
		struct hd_rng rng;
		uint32_t depth[4] = {0};

		hd_rng_seed(&rng, seed);
		if (seed % 20 == 0)
			memset(&learnt, 0, sizeof learnt);
		new_run();
		for (hd_tid t = 1; t < 4; t++)
			hd_sets_enter(&sets, t, depth[t]++, WORKER, 0);
		random_steps(&rng, depth);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	    TEST(initialisation_does_not_count),
	    TEST(the_outermost_operation_is_the_unit),
	    TEST(who_touches_a_plain_variable_is_its_unit),
	    TEST(what_a_unit_calls_belongs_to_it),
	    TEST(operations_of_a_module),
	    TEST(elements_are_sets),
	    TEST(wide_accesses_touch_all_members),
	    TEST(a_wait_splits_units),
	    TEST(what_is_reached_through_an_object_is_owned),
	    TEST(ownership_goes_through_what_is_private),
	    TEST(operations_on_the_whole),
	    TEST(what_has_a_lock_is_nobodys),
	    TEST(declarations_win),
	    TEST(declared_owners_own),
	    TEST(atomics_are_in_no_set),
	    TEST(getters_belong_to_who_calls_them),
	    TEST(drivers_are_no_units),
	    TEST(freed_objects_are_gone),
	    TEST(random_programs),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	free(arena.base);
	return failed;
}
