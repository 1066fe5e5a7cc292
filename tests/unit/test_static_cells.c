/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pointers may point to the same memory: fields stay apart, elements do not, and what is unified is
 * unified with all that is stored there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "static/facts/memory_cells.h"

static bool same(struct hd_cells *c, struct hd_cell a, struct hd_cell b)
{
	a = hd_cells_find(c, a);
	b = hd_cells_find(c, b);
	return a.node == b.node && a.offset == b.offset;
}

static struct hd_cell plus(struct hd_cell cell, int64_t bytes)
{
	return (struct hd_cell){cell.node, cell.offset + bytes};
}

static void fields_stay_apart(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell object = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0), p = hd_cells_fresh(&c);

	(void)state;
	hd_cells_unify(&c, p, plus(object, 8)); /* p = &object.second */
	assert_true(same(&c, p, plus(object, 8)));
	assert_true(same(&c, plus(p, -8), object)); /* container_of */
	assert_false(same(&c, p, object));
	assert_true(hd_cells_exact(&c, p));
	assert_non_null(hd_cells_only(&c, p));
	hd_cells_term(&c);
}

static void what_is_stored_becomes_one(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell a = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0),
		       b = hd_cells_object(&c, HD_OBJECT_GLOBAL, 1);
	struct hd_cell x = hd_cells_object(&c, HD_OBJECT_HEAP, 2), y = hd_cells_object(&c, HD_OBJECT_HEAP, 3);

	(void)state;
	hd_cells_unify(&c, hd_cells_load(&c, plus(a, 16)), x);
	hd_cells_unify(&c, hd_cells_load(&c, plus(b, 16)), y);
	assert_false(same(&c, x, y));
	hd_cells_unify(&c, a, b);
	assert_true(same(&c, x, y));
	assert_null(hd_cells_only(&c, x));
	hd_cells_term(&c);
}

static void an_array_lies_in_a_structure(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell s = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0);

	(void)state;
	hd_cells_array(&c, plus(s, 8), 10, 4); /* { long a; int slot[10]; int b; } */
	assert_true(same(&c, plus(s, 8), plus(s, 12)));
	assert_true(same(&c, plus(s, 8), plus(s, 44)));
	assert_false(same(&c, plus(s, 8), plus(s, 48)));
	assert_false(same(&c, plus(s, 8), s));
	assert_false(hd_cells_exact(&c, plus(s, 20)));
	assert_true(hd_cells_exact(&c, plus(s, 48)));
	hd_cells_move(&c, plus(s, 8), 4); /* p = s.slot; p += n */
	assert_false(same(&c, plus(s, 8), s));
	hd_cells_term(&c);
}

static void arrays_of_structures_have_fields(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell s = hd_cells_object(&c, HD_OBJECT_HEAP, 0);

	(void)state;
	hd_cells_move(&c, s, 24); /* p = malloc(n * 24); p += n */
	assert_true(same(&c, plus(s, 8), plus(s, 24 * 5 + 8)));
	assert_false(same(&c, s, plus(s, 8)));
	hd_cells_array(&c, plus(s, 24 + 8), 4, 4); /* p[1].slot[i], p[1].slot has 4 elements of 4 bytes */
	assert_true(same(&c, plus(s, 8), plus(s, 12)));
	assert_false(same(&c, s, plus(s, 8)));
	hd_cells_move(&c, s, 10); /* other elements: nothing but the common divisor is certain */
	assert_true(same(&c, s, plus(s, 2)));
	hd_cells_term(&c);
}

static void a_list_is_walked(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell p = hd_cells_object(&c, HD_OBJECT_HEAP, 0);

	(void)state;
	hd_cells_unify(&c, hd_cells_load(&c, p), p); /* p->next is a p, or one further in an array */
	assert_true(same(&c, hd_cells_load(&c, hd_cells_load(&c, p)), p));
	assert_true(hd_cells_exact(&c, p));
	hd_cells_unify(&c, p, plus(p, 32));
	assert_false(hd_cells_exact(&c, p));
	assert_true(same(&c, p, plus(p, 64)));
	assert_false(same(&c, p, plus(p, 8)));
	hd_cells_term(&c);
}

static void copies_share_pointers_only(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell a = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0),
		       b = hd_cells_object(&c, HD_OBJECT_STACK, 1);
	struct hd_cell x = hd_cells_object(&c, HD_OBJECT_HEAP, 2);

	(void)state;
	hd_cells_unify(&c, hd_cells_load(&c, plus(a, 8)), x);
	hd_cells_copy(&c, b, a, 16);
	assert_true(same(&c, hd_cells_load(&c, plus(b, 8)), x));
	assert_false(same(&c, a, b));
	hd_cells_term(&c);
}

/* An element of an array in a structure is copied to a place further on in the same structure: again and
 * again, as long as something changes. */
static void copies_inside_come_to_an_end(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell a = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0);
	struct hd_cell x = hd_cells_object(&c, HD_OBJECT_HEAP, 1);
	uint64_t before;
	int rounds = 0;

	(void)state;
	hd_cells_array(&c, plus(a, 8), 4, 8);
	hd_cells_unify(&c, hd_cells_load(&c, a), x);
	do {
		before = c.changes;
		hd_cells_copy(&c, plus(a, 64), a, 40);
	} while (c.changes != before && ++rounds < 100);
	assert_in_range(rounds, 1, 3);
	assert_true(same(&c, hd_cells_load(&c, plus(a, 64)), x));
	hd_cells_term(&c);
}

/* Two places are copied there and back with other distances: each round would find a pointer further on. */
static void copies_between_come_to_an_end(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell a = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0),
		       b = hd_cells_object(&c, HD_OBJECT_GLOBAL, 1);
	struct hd_cell x = hd_cells_object(&c, HD_OBJECT_HEAP, 2);
	uint64_t before;
	int rounds = 0;

	(void)state;
	hd_cells_array(&c, plus(a, 1 << 20), 4, 8);
	hd_cells_array(&c, plus(b, 1 << 20), 4, 8);
	hd_cells_unify(&c, hd_cells_load(&c, a), x);
	do {
		before = c.changes;
		hd_cells_copy(&c, b, a, 8);
		hd_cells_copy(&c, b, plus(a, 16), 8);
	} while (c.changes != before && ++rounds < 5000);
	assert_in_range(rounds, 1, 4999);
	assert_true(same(&c, hd_cells_load(&c, plus(b, 0)), x));
	hd_cells_term(&c);
}

static void what_is_reachable_escapes(void **state)
{
	struct hd_cells c = {0};
	struct hd_cell a = hd_cells_object(&c, HD_OBJECT_GLOBAL, 0),
		       x = hd_cells_object(&c, HD_OBJECT_HEAP, 1);
	struct hd_cell alone = hd_cells_object(&c, HD_OBJECT_HEAP, 2);

	(void)state;
	hd_cells_unify(&c, hd_cells_load(&c, plus(hd_cells_load(&c, a), 8)), x);
	hd_cells_escape(&c, a);
	assert_true(hd_cells_escaped(&c, x));
	assert_false(hd_cells_escaped(&c, alone));
	hd_cells_term(&c);
}

#define KINDS 64 /* of structures: programs grow by more code, not by more members of each */

/* A made-up program of n statements: structures are made, pointers to them are kept in members of others,
 * read back, passed on and moved. Returns the steps that it takes. */
static uint64_t work_of_program(unsigned n)
{
	struct hd_cells c = {0};
	struct hd_cell recent[KINDS];
	uint64_t random = 1, work;

	for (unsigned i = 0; i < KINDS; i++)
		recent[i] = hd_cells_object(&c, HD_OBJECT_GLOBAL, i);
	for (unsigned i = 0; i < n; i++) {
		struct hd_cell *a, *b;

		random = random * 6364136223846793005u + 1442695040888963407u;
		a = &recent[(random >> 33) % KINDS];
		b = &recent[(random >> 43) % KINDS];
		switch ((random >> 57) % 5) {
		case 0:
			*a = hd_cells_object(&c, HD_OBJECT_HEAP, i);
			break;
		case 1: /* a->member = b */
			hd_cells_unify(&c, hd_cells_load(&c, plus(*a, (int64_t)(random >> 53) % 16 * 8)), *b);
			break;
		case 2: /* b = a->member */
			*b = hd_cells_load(&c, plus(*a, (int64_t)(random >> 53) % 16 * 8));
			break;
		case 3: /* a function that is called with one of two pointers */
			*a = hd_cells_fresh(&c);
			hd_cells_unify(&c, *a, *b);
			break;
		default:
			hd_cells_copy(&c, *a, *b, 64);
		}
	}
	work = c.work;
	hd_cells_term(&c);
	return work;
}

/* Nearly linear: twice as much code takes about twice as many steps, however long it is. */
static void work_grows_as_the_program_does(void **state)
{
	(void)state;
	for (unsigned n = 2000; n <= 32000; n *= 2) {
		uint64_t once = work_of_program(n), twice = work_of_program(2 * n);

		assert_true(once >= n / 2);
		assert_true(twice * 4 <= once * 10);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(fields_stay_apart),
	    cmocka_unit_test(what_is_stored_becomes_one),
	    cmocka_unit_test(an_array_lies_in_a_structure),
	    cmocka_unit_test(arrays_of_structures_have_fields),
	    cmocka_unit_test(a_list_is_walked),
	    cmocka_unit_test(copies_share_pointers_only),
	    cmocka_unit_test(copies_inside_come_to_an_end),
	    cmocka_unit_test(copies_between_come_to_an_end),
	    cmocka_unit_test(what_is_reachable_escapes),
	    cmocka_unit_test(work_grows_as_the_program_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
