/* SPDX-License-Identifier: Apache-2.0
 *
 * From the wire to a schedule and back: the steps come out as they went in whatever the sites' numbers are,
 * and a wire that the program has overwritten is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "heddle/workers/schedule_record.h"
#include "heddle/workers/schedule_send.h"
#include "strategy/strategy.h"
#include "symbol/symbol.h"

#define SITES 50

static struct hd_wire *new_wire(void)
{
	struct hd_wire *wire = mmap(NULL, hd_wire_size(1), PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_ptr_not_equal(wire, MAP_FAILED);
	return wire;
}

static void free_wire(struct hd_wire *wire)
{
	munmap(wire, hd_wire_size(1));
}

/* Two modules, fifty sites, and a run that visits some of them out of order. */
static struct hd_wire *recorded_wire(void)
{
	struct hd_wire *wire = new_wire();
	struct hd_wire_worker *slot = &wire->workers[0];

	wire->nmodules = 2;
	strcpy(wire->modules[0].path, "/nowhere/library");
	strcpy(wire->modules[1].path, "/nowhere/program");
	wire->modules[1].build_id_len = 3;
	wire->nsites = SITES;
	for (uint32_t i = 1; i < SITES; i++) {
		wire->sites[i].module = i % 2;
		wire->sites[i].offset = 0x1000 + 16 * (uint64_t)(SITES - i);
		hd_wire_share_site(wire, i);
	}
	slot->points_known = wire->shared_sites;
	slot->schedule[0] = (struct hd_step){.tid = 0, .kind = HD_CREATE, .site = 40};
	slot->schedule[1] = (struct hd_step){.tid = 1, .kind = HD_START, .site = 40};
	slot->schedule[2] = (struct hd_step){.tid = 1, .kind = HD_WRITE, .site = 7};
	slot->schedule[3] = (struct hd_step){.tid = 0, .kind = HD_VALUE, .site = 123456};
	slot->schedule[4] = (struct hd_step){.tid = 0, .kind = HD_READ, .site = 8};
	slot->schedule[5] = (struct hd_step){.tid = 0, .kind = HD_READ, .site = 7};
	slot->schedule[6] = (struct hd_step){.tid = 1, .kind = HD_EXIT, .site = HD_NO_SITE};
	slot->schedule[7] = (struct hd_step){.tid = 1, .kind = HD_LOCK, .site = 9, .note = HD_NOTE_TIMEOUT};
	slot->nschedule = 8;
	slot->failure.outcome = HD_OUT_ASSERT;
	slot->failure.nthreads = 1;
	slot->failure.hash = 99;
	return wire;
}

static struct hd_schedule *record(const struct hd_wire *wire)
{
	static char program[] = "/nowhere/program", directory[] = "/";
	static char *argv[] = {program, NULL};
	struct hd_target target = {.program = program, .argv = argv, .directory = directory};
	struct hd_symbols *symbols = hd_symbols_new();
	static struct hd_wire_failure failure;
	struct hd_schedule *s;

	hd_record_failure(wire, 0, &failure);
	s = hd_record_schedule(&target, wire, 0, &failure, symbols);
	hd_symbols_free(symbols);
	return s;
}

static bool same_place(const struct hd_wire *a, uint32_t x, const struct hd_wire *b, uint32_t y)
{
	if (x == HD_NO_SITE || y == HD_NO_SITE)
		return x == y;
	return a->sites[x].offset == b->sites[y].offset &&
	       !strcmp(a->modules[a->sites[x].module].path, b->modules[b->sites[y].module].path);
}

static void test_steps_survive_new_numbers(void **state)
{
	struct hd_wire *from = recorded_wire(), *to = new_wire();
	struct hd_schedule *s = record(from);

	(void)state;
	assert_non_null(s);
	assert_int_equal(hd_schedule_send(s, to), 0);
	assert_int_equal(to->workers[0].nreplay, from->workers[0].nschedule);
	for (unsigned i = 0; i < 8; i++) {
		struct hd_step a = from->workers[0].schedule[i], b = to->workers[0].replay[i];

		assert_int_equal(a.tid, b.tid);
		assert_int_equal(a.kind, b.kind);
		assert_int_equal(a.note, b.note);
		if (a.kind == HD_VALUE)
			assert_int_equal(a.site, b.site);
		else
			assert_true(same_place(from, a.site, to, b.site));
	}
	hd_schedule_free(s);
	free_wire(from);
	free_wire(to);
}

static void test_only_recorded_accesses_are_points(void **state)
{
	struct hd_wire *from = recorded_wire(), *to = new_wire();
	struct hd_schedule *s = record(from);
	unsigned points = 0;

	(void)state;
	hd_schedule_send(s, to);
	for (uint32_t i = 0; i < to->nsites; i++)
		points += to->sites[i].flags & HD_SITE_SHARED;
	assert_int_equal(points, 2); /* sites 7 and 8 */
	assert_int_equal(to->shared_sites, 2);
	assert_int_equal(to->replaying, 1);
	hd_schedule_free(s);
	free_wire(from);
	free_wire(to);
}

/* Nobody knows where the threads of a killed process stood: wherever they could be stopped. */
static void test_all_points_after_a_killed_process(void **state)
{
	struct hd_wire *from = recorded_wire(), *to = new_wire();
	struct hd_schedule *s;

	(void)state;
	from->workers[0].failure.nthreads = 0;
	s = record(from);
	assert_int_equal(s->npoints, SITES - 1);
	hd_schedule_send(s, to);
	assert_int_equal(to->shared_sites, SITES - 1);
	hd_schedule_free(s);
	free_wire(from);
	free_wire(to);
}

/* What the run itself found to be shared was no scheduling point in it. */
static void test_points_learnt_in_the_run_are_none(void **state)
{
	struct hd_wire *from = recorded_wire();
	struct hd_schedule *s;

	(void)state;
	from->workers[0].failure.nthreads = 0;
	from->workers[0].points_known = 20;
	s = record(from);
	assert_int_equal(s->npoints, 20);
	hd_schedule_free(s);
	free_wire(from);
}

static void assert_noticed(const struct hd_wire *wire)
{
	assert_null(record(wire));
}

static void test_notices_an_overwritten_record(void **state)
{
	struct hd_wire *wire = recorded_wire();
	struct hd_wire_worker *slot = &wire->workers[0];
	struct hd_step good = slot->schedule[2];

	(void)state;
	slot->schedule[2].tid = HD_MAX_THREADS;
	assert_noticed(wire);
	slot->schedule[2] = good;
	slot->schedule[2].kind = HD_EVENT_COUNT;
	assert_noticed(wire);
	slot->schedule[2] = good;
	slot->schedule[2].note = 0x80;
	assert_noticed(wire);
	slot->schedule[2] = good;
	slot->schedule[2].site = SITES;
	assert_noticed(wire);
	slot->schedule[2] = good;
	slot->nschedule = UINT64_MAX;
	assert_noticed(wire);
	free_wire(wire);
}

static void test_believes_no_count(void **state)
{
	static struct hd_wire_failure failure;
	struct hd_wire *wire = recorded_wire();

	(void)state;
	memset(&wire->workers[0].failure, 0xff, sizeof(wire->workers[0].failure));
	wire->nsites = UINT32_MAX;
	wire->nmodules = UINT32_MAX;
	hd_record_failure(wire, 0, &failure);
	assert_int_equal(failure.outcome, HD_OUT_NONE);
	assert_in_range(failure.nthreads, 0, HD_FAILURE_THREADS);
	assert_in_range(failure.site, 0, HD_MAX_SITES - 1);
	assert_in_range(failure.plan.strategy, 0, HD_STRATEGY_COUNT - 1);
	assert_true(memchr(failure.message, 0, sizeof(failure.message)) != NULL);
	free_wire(wire);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_steps_survive_new_numbers),
	    cmocka_unit_test(test_only_recorded_accesses_are_points),
	    cmocka_unit_test(test_all_points_after_a_killed_process),
	    cmocka_unit_test(test_points_learnt_in_the_run_are_none),
	    cmocka_unit_test(test_notices_an_overwritten_record),
	    cmocka_unit_test(test_believes_no_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
