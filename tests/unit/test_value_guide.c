/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs that only the code shows, in -s value: tried if the partner can be reached from where its thread is
 * and no step of the run is there, the certain ones first; nothing is built on an assumption that was
 * refuted. And how the guide of a search is made of a graph and asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "heddle/static/guide_reach.h"
#include "strategy/systematic/value_guide.h"
#include "strategy/systematic/value_points.h"

enum { TRIGGER, NEAR, FAR, CREATE, ELSEWHERE, PLACES }; /* places; a site is one more */

static struct hd_value value;
static struct hd_guide guide;

static uint16_t place_at(uint32_t site, unsigned what)
{
	(void)what;
	return site ? (uint16_t)(site - 1) : HD_GUIDE_NOWHERE;
}

static void add_step(hd_tid tid, enum hd_event_kind kind, unsigned place)
{
	value.steps[value.n++] = (struct hd_value_step){
	    .op = {.addr = 0x1000, .size = 4, .kind = (uint8_t)kind, .site = place + 1}, .tid = tid};
}

static void reaches(unsigned from, unsigned to)
{
	guide.places[to].from[0] |= 1ULL << from;
}

/* Main creates two threads; the first one makes the trigger twice, and then the second one a step elsewhere.
 * The code has two partners of the trigger that no step is at, one of which is certain. */
static int begin(void **state)
{
	(void)state;
	memset(&value, 0, sizeof value);
	memset(&guide, 0, sizeof guide);
	guide.nplaces = PLACES;
	guide.nthreads = 2;
	guide.created_at[0] = HD_GUIDE_NOWHERE;
	guide.created_at[1] = CREATE;
	guide.places[TRIGGER].n = guide.npartners = 2;
	guide.partners[0] = (struct hd_guide_partner){.place = FAR, .kind = HD_VALUE_RW, .threads = 2};
	guide.partners[1] =
	    (struct hd_guide_partner){.place = NEAR, .kind = HD_VALUE_RW, .must = true, .threads = 2};
	value.guided = true;
	value.guide = &guide;
	value.place_at = place_at;
	add_step(0, HD_CREATE, CREATE);
	add_step(0, HD_CREATE, CREATE);
	value.created[2] = 1;
	add_step(1, HD_WRITE, TRIGGER);
	add_step(1, HD_WRITE, TRIGGER);
	add_step(2, HD_READ, ELSEWHERE);
	return 0;
}

static void what_can_be_reached_is_tried(void **state)
{
	(void)state;
	hd_value_collect_guided(&value);
	assert_int_equal(value.npoints, 0);
	reaches(ELSEWHERE, FAR);
	hd_value_collect_guided(&value);
	assert_int_equal(value.npoints, 2); /* each instance of the trigger */
	assert_int_equal(value.waiting[0].trigger, 3);
	assert_int_equal(value.waiting[0].thread, 2);
	assert_int_equal(value.waiting[0].target, FAR);
}

static void what_the_run_has_is_left_to_it(void **state)
{
	(void)state;
	reaches(ELSEWHERE, FAR);
	add_step(2, HD_READ, FAR);
	hd_value_collect_guided(&value);
	assert_int_equal(value.npoints, 0);
}

static void other_threads_do_not_come_there(void **state)
{
	(void)state;
	reaches(ELSEWHERE, FAR);
	guide.partners[0].threads = 1; /* main */
	hd_value_collect_guided(&value);
	assert_int_equal(value.npoints, 0);
}

static void certain_pairs_come_first(void **state)
{
	uint32_t first, second;

	(void)state;
	reaches(ELSEWHERE, FAR);
	reaches(ELSEWHERE, NEAR);
	hd_value_collect_guided(&value);
	assert_int_equal(value.npoints, 4);
	first = hd_value_next(&value);
	second = hd_value_next(&value);
	assert_int_equal(value.waiting[first].target, NEAR);
	assert_int_equal(value.waiting[second].target, FAR);
	assert_int_equal(value.waiting[second].instance, 0); /* before NEAR comes again */
}

static void nothing_is_built_on_what_was_refuted(void **state)
{
	uint32_t first;

	(void)state;
	reaches(ELSEWHERE, FAR);
	hd_value_collect_guided(&value);
	first = hd_value_next(&value);
	hd_value_refute(&value, &value.waiting[first]);
	assert_int_equal(hd_value_next(&value), HD_VALUE_POINTS);
	hd_value_collect_guided(&value); /* of a later run */
	assert_int_equal(hd_value_next(&value), HD_VALUE_POINTS);
}

static void a_drive_ends_where_the_partner_is_out_of_reach(void **state)
{
	struct hd_value_point p = {.target = FAR};
	struct hd_op there = {.site = ELSEWHERE + 1}, over = {.kind = HD_EXIT}, unknown = {0};

	(void)state;
	assert_true(hd_value_is_out_of_reach(&value, &p, &there));
	assert_true(hd_value_is_out_of_reach(&value, &p, &over));
	assert_false(hd_value_is_out_of_reach(&value, &p, &unknown));
	reaches(ELSEWHERE, FAR);
	assert_false(hd_value_is_out_of_reach(&value, &p, &there));
}

static void code_is_at_places(void **state)
{
	(void)state;
	guide.nranges = 2;
	guide.ranges[0] = (struct hd_guide_range){0x100, 0x110, 0, 2};
	guide.ranges[1] = (struct hd_guide_range){0x120, 0x130, 2, 1};
	guide.places[0].what = HD_READ;
	guide.places[1].what = HD_WRITE;
	guide.places[2].what = HD_COND_WAIT;
	assert_int_equal(hd_guide_place_at(&guide, 0x105, HD_WRITE), 1);
	assert_int_equal(hd_guide_place_at(&guide, 0x110, HD_READ), 0); /* the call ends before that */
	assert_int_equal(hd_guide_place_at(&guide, 0x100, HD_READ), HD_GUIDE_NOWHERE);
	assert_int_equal(hd_guide_place_at(&guide, 0x121, HD_RELOCK), 2);
	assert_int_equal(hd_guide_place_at(&guide, 0x121, HD_LOCK), HD_GUIDE_NOWHERE);
}

/* A branch: from 0 to 1 or 2, which meet in a joint before 3; 4 is in a function that may be called at any
 * time. */
static void a_graph_tells_what_is_reached(void **state)
{
	struct hd_pair_node nodes[] = {{0, false},	    {1, false}, {2, false},
				       {UINT32_MAX, false}, {3, false}, {4, true}};
	struct hd_pair_edge edges[] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}};
	struct hd_pairs pairs = {.nodes = nodes, .nnodes = 6, .edges = edges, .nedges = 5, .nplaces = 5};
	uint16_t number[] = {0, 1, 2, 3, 4};

	(void)state;
	for (unsigned i = 0; i < PLACES; i++)
		guide.places[i].n = 1;
	hd_guide_find_reach(&guide, &pairs, number);
	assert_true(hd_guide_can_reach(&guide, 0, 1));
	assert_true(hd_guide_can_reach(&guide, 0, 3));
	assert_true(hd_guide_can_reach(&guide, 1, 1));
	assert_true(hd_guide_can_reach(&guide, 2, 3));
	assert_false(hd_guide_can_reach(&guide, 1, 2));
	assert_false(hd_guide_can_reach(&guide, 2, 1));
	assert_false(hd_guide_can_reach(&guide, 3, 0));
	assert_true(hd_guide_can_reach(&guide, 3, 4));
	assert_true(hd_guide_can_reach(&guide, 4, 1));
	assert_true(hd_guide_can_reach(&guide, HD_GUIDE_NOWHERE, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(what_can_be_reached_is_tried, begin),
	    cmocka_unit_test_setup(what_the_run_has_is_left_to_it, begin),
	    cmocka_unit_test_setup(other_threads_do_not_come_there, begin),
	    cmocka_unit_test_setup(certain_pairs_come_first, begin),
	    cmocka_unit_test_setup(nothing_is_built_on_what_was_refuted, begin),
	    cmocka_unit_test_setup(a_drive_ends_where_the_partner_is_out_of_reach, begin),
	    cmocka_unit_test_setup(code_is_at_places, begin),
	    cmocka_unit_test_setup(a_graph_tells_what_is_reached, begin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
