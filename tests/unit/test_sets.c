/* SPDX-License-Identifier: Apache-2.0
 *
 * Inference of atomic sets and units of work, on a small made-up program. */
#include "test_sets_scene.h"

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

/* A declared unit is one on all its objects together, from the time on that this is known; its accesses are
 * told twice. */
static void declared_for_several(void **unused)
{
	(void)unused;
	layout.functions[HELPER].flags |= HD_FN_UNIT;
	STACK(1, WORKER, HELPER);
	touch(1, GLOBALS, 4, true);
	assert_int_equal(nmerged, 0);
	touch(1, GLOBALS + 16, 4, true);
	assert_int_equal(nmerged, 1);
	touch(1, GLOBALS, 4, false);
	assert_int_equal(nmerged, 2);
	assert_int_equal(merged[0].set, merged[1].set);
	assert_int_not_equal(merged[0].part, merged[1].part);
	assert_int_not_equal(merged[0].member, merged[1].member);
	assert_int_equal(merged[1].unit, seen[nseen - 1].unit);
	assert_int_not_equal(merged[1].set, seen[nseen - 1].set);
	/* Another function is one on each of them. */
	STACK(1, WORKER, SET);
	touch(1, GLOBALS, 4, true);
	touch(1, GLOBALS + 16, 4, true);
	assert_int_equal(nmerged, 2);
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
	    TEST(declared_for_several),
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
