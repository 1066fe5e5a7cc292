/* SPDX-License-Identifier: Apache-2.0
 *
 * The conflict graph against the definition of serializability, and the patterns against theirs: random
 * traces of a few threads and units, with all orders of the units tried, all cycles of the graph of direct
 * conflicts listed, and all sequences of accesses compared, by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/sets/conflict.h"
#include "analysis/sets/pattern_search.h"
#include "base/rng.h"

#define TRACES	4000
#define LENGTH	22
#define THREADS 4
#define UNITS	6 /* of a trace */
#define SETS	2
#define MEMBERS 3
#define CYCLES	2048

struct event {
	unsigned unit; /* from 1 */
	unsigned set, member;
	bool write;
	bool end; /* of the unit */
};

static struct event trace[LENGTH + UNITS];
static unsigned length, nunits;
static hd_tid thread_of[UNITS + 1];

static struct hd_arena arena;
static struct hd_conflict *conflict;

/* What was found: cycles as sequences of units, the smallest first, as the digits of a number. */
static uint64_t cycles[SETS][CYCLES];
static unsigned ncycles[SETS];
static bool matched[SETS][UNITS + 1][UNITS + 1][HD_PATTERNS + 1];

static uint64_t digits(const unsigned *units, unsigned n)
{
	unsigned first = 0;
	uint64_t x = 0;

	for (unsigned i = 1; i < n; i++)
		if (units[i] < units[first])
			first = i;
	for (unsigned i = 0; i < n; i++)
		x = x * 10 + units[(first + i) % n];
	return x;
}

static void found_cycle(void *to, const struct hd_conflict_cycle *c)
{
	unsigned units[UNITS + 1], s = (unsigned)c->set - 1;

	(void)to;
	assert_true(c->n >= 2 && c->n <= UNITS);
	for (unsigned i = 0; i < c->n; i++) {
		const struct hd_conflict_edge *e = c->edges[i];

		units[i] = (unsigned)e->from->unit;
		assert_ptr_equal(e->to, c->edges[(i + 1) % c->n]->from);
		assert_int_equal(e->before.member, e->after.member);
		assert_true(e->before.write || e->after.write);
		assert_true(e->before.turn < e->after.turn);
		assert_int_equal(e->through, 0);
	}
	assert_true(ncycles[s] < CYCLES);
	cycles[s][ncycles[s]++] = digits(units, c->n);
}

static void found_match(void *to, const struct hd_conflict_match *m)
{
	(void)to;
	for (unsigned i = 1; i < m->n; i++)
		assert_true(m->touches[i - 1]->turn <= m->touches[i]->turn);
	matched[m->set - 1][m->u->unit][m->v->unit][m->pattern] = true;
}

static int set_up(void **state)
{
	(void)state;
	arena = (struct hd_arena){.base = malloc(64 << 20), .size = 64 << 20};
	conflict = calloc(1, sizeof *conflict);
	conflict->arena = &arena;
	conflict->threads = calloc(HD_MAX_THREADS, sizeof *conflict->threads);
	conflict->thread_run = calloc(HD_MAX_THREADS, sizeof *conflict->thread_run);
	conflict->cycle = found_cycle;
	conflict->match = found_match;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(arena.base);
	free(conflict->threads);
	free(conflict->thread_run);
	free(conflict);
	return 0;
}

/* ---- random traces ---- */

/* Each thread has one unit at a time, and now and then goes on with a new one. */
static void make_trace(struct hd_rng *r)
{
	unsigned nthreads = 2 + hd_rng_below(r, THREADS - 1), open[THREADS] = {0};

	length = nunits = 0;
	for (unsigned i = 0; i < LENGTH; i++) {
		hd_tid t = (hd_tid)hd_rng_below(r, nthreads);

		if (open[t] && nunits < UNITS && !hd_rng_below(r, 5)) {
			trace[length++] = (struct event){.unit = open[t], .end = true};
			open[t] = 0;
			continue;
		}
		if (!open[t] && nunits == UNITS)
			continue;
		if (!open[t]) {
			open[t] = ++nunits;
			thread_of[nunits] = t;
		}
		trace[length++] = (struct event){.unit = open[t],
						 .set = hd_rng_below(r, SETS),
						 .member = hd_rng_below(r, MEMBERS),
						 .write = hd_rng_below(r, 2)};
	}
}

static void run_trace(void)
{
	memset(ncycles, 0, sizeof ncycles);
	memset(matched, 0, sizeof matched);
	hd_arena_begin(&arena);
	hd_conflict_begin(conflict);
	for (unsigned i = 0; i < length; i++) {
		const struct event *e = &trace[i];
		struct hd_unit_access a = {.set = e->set + 1,
					   .kind = e->set,
					   .unit = e->unit,
					   .member = e->member,
					   .function = e->unit,
					   .tid = thread_of[e->unit],
					   .write = e->write};

		if (e->end)
			hd_conflict_unit_end(conflict, a.tid, e->unit);
		else
			hd_conflict_see(conflict, &a);
	}
	assert_false(conflict->full);
	assert_int_equal(conflict->forgotten, 0);
}

/* ---- serializability, by trying all orders ---- */

static bool conflicts(unsigned i, unsigned j, unsigned set)
{
	const struct event *a = &trace[i], *b = &trace[j];

	return !a->end && !b->end && a->set == set && b->set == set && a->member == b->member &&
	       (a->write || b->write) && a->unit != b->unit;
}

static bool fits(const unsigned *position, unsigned set)
{
	for (unsigned i = 0; i < length; i++)
		for (unsigned j = i + 1; j < length; j++)
			if (conflicts(i, j, set) && position[trace[i].unit] > position[trace[j].unit])
				return false;
	return true;
}

static bool some_order_fits(unsigned *position, unsigned placed, unsigned set)
{
	if (placed == nunits)
		return fits(position, set);
	for (unsigned u = 1; u <= nunits; u++) {
		if (position[u] != UINT32_MAX)
			continue;
		position[u] = placed;
		if (some_order_fits(position, placed + 1, set))
			return true;
		position[u] = UINT32_MAX;
	}
	return false;
}

static bool serializable(unsigned set)
{
	unsigned position[UNITS + 1];

	memset(position, 0xff, sizeof position);
	return some_order_fits(position, 0, set);
}

/* ---- all cycles of direct conflicts ---- */

static bool edge[UNITS + 1][UNITS + 1];
static uint64_t expected[CYCLES];
static unsigned nexpected;

/* Nobody writes the location between the two. */
static bool direct(unsigned i, unsigned j, unsigned set)
{
	for (unsigned k = i + 1; k < j; k++)
		if (!trace[k].end && trace[k].set == set && trace[k].member == trace[i].member &&
		    trace[k].write)
			return false;
	return conflicts(i, j, set);
}

static void list_cycles(unsigned *path, unsigned n, unsigned used)
{
	for (unsigned u = path[0]; u <= nunits; u++) {
		if (!edge[path[n - 1]][u])
			continue;
		if (u == path[0])
			expected[nexpected++] = digits(path, n);
		if (u == path[0] || used >> u & 1)
			continue;
		path[n] = u;
		list_cycles(path, n + 1, used | 1u << u);
	}
}

static void expect_cycles(unsigned set)
{
	unsigned path[UNITS + 1];

	memset(edge, 0, sizeof edge);
	nexpected = 0;
	for (unsigned i = 0; i < length; i++)
		for (unsigned j = i + 1; j < length; j++)
			if (direct(i, j, set))
				edge[trace[i].unit][trace[j].unit] = true;
	for (path[0] = 1; path[0] <= nunits; path[0]++)
		list_cycles(path, 1, 0);
	assert_int_equal(ncycles[set], nexpected);
	for (unsigned i = 0; i < nexpected; i++) {
		unsigned times = 0;

		for (unsigned j = 0; j < nexpected; j++)
			times += cycles[set][j] == expected[i];
		assert_int_equal(times, 1);
	}
}

/* ---- patterns, by their shapes ---- */

/* Upper case: the one unit, lower case: the other; x and y are different locations. */
static const char *const shapes[][2] = {
    {"RwW", "xxx"},   {"RwR", "xxx"},	{"WrW", "xxx"},	  {"WwR", "xxx"},   {"WwW", "xxx"},
    {"WwwW", "xxyy"}, {"WwwW", "xyxy"}, {"WwWw", "xyyx"}, {"WrrW", "xxyy"}, {"WrrW", "xyxy"},
    {"RwwR", "xxyy"}, {"RwwR", "xyxy"}, {"RwRw", "xyyx"}, {"WrWr", "xyyx"}};
static const unsigned number[] = {1, 2, 3, 4, 5, 6, 6, 7, 8, 8, 9, 9, 10, 11};

static bool occurs(unsigned shape, unsigned at, unsigned from, const unsigned *where, const unsigned *unit,
		   unsigned set)
{
	char kind = shapes[shape][0][at];

	if (!kind)
		return true;
	for (unsigned i = from; i < length; i++) {
		const struct event *e = &trace[i];

		if (!e->end && e->set == set && e->member == where[shapes[shape][1][at] - 'x'] &&
		    e->unit == unit[kind == 'r' || kind == 'w'] && e->write == (kind == 'W' || kind == 'w') &&
		    occurs(shape, at + 1, i + 1, where, unit, set))
			return true;
	}
	return false;
}

static bool occurs_somewhere(unsigned shape, const unsigned *unit, unsigned set)
{
	for (unsigned x = 0; x < MEMBERS; x++)
		for (unsigned y = 0; y < MEMBERS; y++)
			if (x != y && occurs(shape, 0, 0, (unsigned[]){x, y}, unit, set))
				return true;
	return false;
}

static void expect_matches(unsigned set)
{
	for (unsigned u = 1; u <= nunits; u++)
		for (unsigned v = 1; v <= nunits; v++) {
			bool want[HD_PATTERNS + 1] = {0};

			if (thread_of[u] == thread_of[v])
				continue;
			for (unsigned i = 0; i < sizeof number / sizeof *number; i++)
				want[number[i]] |= occurs_somewhere(i, (unsigned[]){u, v}, set);
			assert_memory_equal(want, matched[set][u][v], sizeof want);
		}
}

static void test_against_definition(void **state)
{
	unsigned violating = 0, longer = 0;
	struct hd_rng r;

	(void)state;
	hd_rng_seed(&r, 11);
	for (unsigned i = 0; i < TRACES; i++) {
		make_trace(&r);
		run_trace();
		for (unsigned s = 0; s < SETS; s++) {
			assert_int_equal(serializable(s), !ncycles[s]);
			expect_cycles(s);
			expect_matches(s);
			violating += ncycles[s] > 0;
			for (unsigned k = 0; k < ncycles[s]; k++)
				longer += cycles[s][k] > 99;
		}
	}
	/* Both kinds of traces are there in numbers, and cycles of three and more units as well. */
	assert_in_range(violating, TRACES / 10, TRACES * SETS - TRACES / 10);
	assert_true(longer > TRACES / 10);
}

/* ---- what is remembered ---- */

static unsigned told;

static void count_cycle(void *to, const struct hd_conflict_cycle *c)
{
	(void)to;
	(void)c;
	told++;
}

static void count_match(void *to, const struct hd_conflict_match *m)
{
	(void)to;
	(void)m;
	told++;
}

static void begin_counting(void)
{
	conflict->cycle = count_cycle;
	conflict->match = count_match;
	told = 0;
	hd_arena_begin(&arena);
	hd_conflict_begin(conflict);
}

static void see(hd_tid t, uint64_t unit, unsigned member, bool write)
{
	struct hd_unit_access a = {
	    .set = 1, .unit = unit, .member = member, .function = 7, .tid = t, .write = write};

	hd_conflict_see(conflict, &a);
}

/* Ten million accesses by units that come one after the other: the graph is as large as what is under way. */
static void test_stays_small(void **state)
{
	(void)state;
	begin_counting();
	for (uint64_t unit = 1; unit <= 2500000; unit++) {
		hd_tid t = (hd_tid)(unit % 4);

		for (unsigned m = 0; m < 2; m++) {
			see(t, unit, m, false);
			see(t, unit, m, true);
		}
		hd_conflict_unit_end(conflict, t, unit);
	}
	assert_int_equal(told, 0);
	assert_true(conflict->graph.most <= 4);
	assert_true(arena.used < 1 << 20);
}

/* Each two of them are a cycle, which keeps itself. */
static void test_stays_small_with_cycles(void **state)
{
	(void)state;
	begin_counting();
	for (uint64_t unit = 1; unit <= 400000; unit += 2) {
		see(0, unit, 0, false);
		see(1, unit + 1, 0, false);
		see(0, unit, 0, true);
		see(1, unit + 1, 0, true);
		hd_conflict_unit_end(conflict, 0, unit);
		hd_conflict_unit_end(conflict, 1, unit + 1);
	}
	assert_true(told > 0);
	assert_true(conflict->graph.most <= 256);
	assert_int_equal(conflict->forgotten, 0);
}

/* A unit that never ends leads to all that come after it; still the cycle at the end is found. */
static void test_stays_small_with_a_long_unit(void **state)
{
	(void)state;
	begin_counting();
	see(0, 1, 9, true);
	for (uint64_t unit = 2; unit <= 300000; unit++) {
		hd_tid t = (hd_tid)(1 + unit % 3);

		if (unit == 2)
			see(t, unit, 9, false);
		see(t, unit, 0, false);
		see(t, unit, 0, true);
		hd_conflict_unit_end(conflict, t, unit);
	}
	assert_int_equal(told, 0);
	see(0, 1, 0, false);
	assert_true(told > 0);
	assert_int_equal(conflict->forgotten, 0);
	assert_true(arena.used < 32 << 20);
}

/* Objects come and go. */
static void test_sets_go(void **state)
{
	(void)state;
	begin_counting();
	for (uint64_t set = 1; set <= 100000; set++) {
		for (unsigned m = 0; m < 4; m++) {
			struct hd_unit_access a = {.set = set, .unit = set, .member = m, .write = true};

			hd_conflict_see(conflict, &a);
		}
		if (set % 2)
			hd_conflict_unit_end(conflict, 0, set);
		hd_conflict_set_gone(conflict, set);
		if (set % 2 == 0)
			hd_conflict_unit_end(conflict, 0, set);
	}
	assert_true(arena.used < 1 << 20);
	assert_int_equal(conflict->graph.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_against_definition),
	    cmocka_unit_test(test_stays_small),
	    cmocka_unit_test(test_stays_small_with_cycles),
	    cmocka_unit_test(test_stays_small_with_a_long_unit),
	    cmocka_unit_test(test_sets_go),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
