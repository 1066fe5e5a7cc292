/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "report/origin.h"

#define MAX_PERIOD 8  /* steps of a loop that are looked for        */
#define REPEATS	   4  /* of a loop before it is cut short           */
#define LONG_RUN   14 /* steps of one thread before it is cut short */
#define KEEP	   4  /* steps at either end of what is cut short   */
#define MANY_ROWS  120
#define AROUND	   8 /* rows kept before and after a marked one, if there are many */

static void rows_add(struct hd_rows *rows, struct hd_row row)
{
	rows->list = hd_grow(rows->list, &rows->cap, rows->n + 1, sizeof *rows->list);
	rows->list[rows->n++] = row;
}

/* ---- repetitions ---- */

static bool rows_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_step(const struct hd_report_step *a, const struct hd_report_step *b)
{
	return a->tid == b->tid && !a->marked && !b->marked && !a->pending && !b->pending &&
	       a->where.line == b->where.line && a->where.offset == b->where.offset &&
	       rows_same_text(a->what, b->what) && rows_same_text(a->object, b->object) &&
	       rows_same_text(a->where.file, b->where.file);
}

/* How many steps from i on are as those `period` before them. */
static unsigned repeated(const struct hd_report *r, unsigned i, unsigned period)
{
	unsigned n = 0;

	for (i += period;
	     i + n < r->nsteps && same_step(&r->steps_list[i + n], &r->steps_list[i + n - period]);)
		n++;
	return n - n % period;
}

/* The shortest loop that begins at step i; 0: none that is worth it. */
static unsigned loop_at(const struct hd_report *r, unsigned i, unsigned *count)
{
	for (unsigned period = 1; period <= MAX_PERIOD; period++) {
		*count = repeated(r, i, period);
		if (*count >= (REPEATS - 1) * period)
			return period;
	}
	return 0;
}

static struct hd_rows without_repetitions(const struct hd_report *r)
{
	struct hd_rows rows = {0};

	for (unsigned i = 0; i < r->nsteps;) {
		unsigned count, period = loop_at(r, i, &count);

		for (unsigned end = i + (period ? period : 1); i < end; i++)
			rows_add(&rows, (struct hd_row){.first = i, .count = 1, .shown = true});
		if (period) {
			rows_add(&rows, (struct hd_row){.first = i, .count = count, .period = period});
			i += count;
		}
	}
	return rows;
}

/* ---- cutting short ---- */

static bool is_marked(const struct hd_report *r, const struct hd_row *row)
{
	return row->shown && r->steps_list[row->first].marked;
}

/* "The same 3 steps again" is only understood below these three. */
static void drop_orphans(const struct hd_rows *rows, bool *kept)
{
	for (size_t i = 0; i < rows->n; i++)
		for (unsigned back = 1; kept[i] && back <= rows->list[i].period; back++)
			kept[i] = back <= i && kept[i - back];
}

static bool is_plain_gap(const struct hd_row *row)
{
	return !row->shown && !row->period;
}

/* Gaps that follow one another become one. */
static void rows_add_gap(struct hd_rows *rows, struct hd_row gap)
{
	struct hd_row *last = rows->n ? &rows->list[rows->n - 1] : NULL;

	if (last && is_plain_gap(last))
		last->count += gap.count;
	else
		rows_add(rows, gap);
}

/* Keep some rows and let one row stand for each stretch of others; the order stays. */
static struct hd_rows rows_keep(struct hd_rows rows, bool *kept)
{
	struct hd_rows out = {0};

	drop_orphans(&rows, kept);
	for (size_t i = 0; i < rows.n; i++)
		if (kept[i] && !is_plain_gap(&rows.list[i]))
			rows_add(&out, rows.list[i]);
		else
			rows_add_gap(
			    &out, (struct hd_row){.first = rows.list[i].first, .count = rows.list[i].count});
	free(rows.list);
	return out;
}

/* A single row left out would take as much room as it saves. */
static void fill_small_holes(const struct hd_rows *rows, bool *kept)
{
	for (size_t i = 1; i + 1 < rows->n; i++)
		if (!kept[i] && kept[i - 1] && kept[i + 1])
			kept[i] = true;
}

static void keep_ends_and_marks(const struct hd_report *r, const struct hd_rows *rows, size_t from, size_t to,
				bool *kept)
{
	for (size_t i = from; i < to; i++) {
		bool near_mark = is_marked(r, &rows->list[i]) ||
				 (i > from && is_marked(r, &rows->list[i - 1])) ||
				 (i + 1 < to && is_marked(r, &rows->list[i + 1]));

		kept[i] = to - from <= LONG_RUN || i < from + KEEP || i + KEEP >= to || near_mark;
	}
}

/* The thread of all steps of a row, or -1. */
static int row_thread(const struct hd_report *r, const struct hd_row *row)
{
	for (unsigned i = 1; i < row->count; i++)
		if (r->steps_list[row->first + i].tid != r->steps_list[row->first].tid)
			return -1;
	return (int)r->steps_list[row->first].tid;
}

/* The end of the stretch of rows with steps of one thread. */
static size_t end_of_run(const struct hd_report *r, const struct hd_rows *rows, size_t from)
{
	int tid = row_thread(r, &rows->list[from]);
	size_t to = from + 1;

	while (tid >= 0 && to < rows->n && row_thread(r, &rows->list[to]) == tid)
		to++;
	return to;
}

static struct hd_rows without_long_runs(const struct hd_report *r, struct hd_rows rows)
{
	bool *kept = hd_new(rows.n, sizeof *kept);

	for (size_t i = 0; i < rows.n;) {
		size_t end = end_of_run(r, &rows, i);

		keep_ends_and_marks(r, &rows, i, end, kept);
		i = end;
	}
	fill_small_holes(&rows, kept);
	rows = rows_keep(rows, kept);
	free(kept);
	return rows;
}

/* ---- what libraries do inside ---- */

/* Whose step it is: what a std::thread hands over to its thread is the C++ library's, wherever it is inlined.
 */
static enum hd_origin step_origin(const struct hd_report_step *s)
{
	static const char state[] = "thread state ";

	return s->object && !strncmp(s->object, state, sizeof state - 1) ? HD_ORIGIN_CXX
									 : hd_origin_of(&s->where);
}

/* Of a test framework nothing matters; of a library the threads that it starts and the locks that it takes
 * do. */
static bool is_inside_library(const struct hd_report_step *s)
{
	enum hd_origin origin = step_origin(s);
	enum hd_event_kind kind;

	if (s->marked || s->pending || !hd_origin_text(origin))
		return false;
	kind = hd_event_named(s->what);
	return origin == HD_ORIGIN_FRAMEWORK || (kind < HD_EVENT_COUNT && hd_event_flags[kind] & HD_F_ACCESS);
}

/* The row's steps are such steps of the same thread in the same library as `first`; of steps that are
 * repeated the first ones tell it. */
static bool row_is_inside(const struct hd_report *r, const struct hd_row *row,
			  const struct hd_report_step *first)
{
	for (unsigned i = 0; i < (row->period ? row->period : row->count); i++) {
		const struct hd_report_step *s = &r->steps_list[row->first + i];

		if (!is_inside_library(s) || s->tid != first->tid || step_origin(s) != step_origin(first))
			return false;
	}
	return true;
}

static struct hd_rows without_libraries(const struct hd_report *r, struct hd_rows rows)
{
	struct hd_rows out = {0};

	for (size_t i = 0; i < rows.n;) {
		const struct hd_report_step *first = &r->steps_list[rows.list[i].first];
		struct hd_row gap = {.first = rows.list[i].first};
		size_t end = i;

		while (end < rows.n && row_is_inside(r, &rows.list[end], first))
			gap.count += rows.list[end++].count;
		rows_add(&out, end > i + 1 ? gap : rows.list[i]);
		i = end > i + 1 ? end : i + 1;
	}
	free(rows.list);
	return out;
}

/* ---- what is far away ---- */

/* Of many rows, those around the marked ones, at the start and at the end. */
static struct hd_rows without_far_rows(const struct hd_report *r, struct hd_rows rows)
{
	size_t near = 0; /* rows after the last marked one that are still kept */
	bool *kept;

	if (rows.n <= MANY_ROWS)
		return rows;
	kept = hd_new(rows.n, sizeof *kept);
	for (size_t i = 0; i < rows.n; i++) {
		near = is_marked(r, &rows.list[i]) ? AROUND + 1 : near;
		kept[i] = near || i < AROUND || i + AROUND + AROUND >= rows.n;
		near -= near > 0;
	}
	near = 0;
	for (size_t i = rows.n; i-- > 0;) {
		near = is_marked(r, &rows.list[i]) ? AROUND + 1 : near;
		kept[i] |= near > 0;
		near -= near > 0;
	}
	fill_small_holes(&rows, kept);
	rows = rows_keep(rows, kept);
	free(kept);
	return rows;
}

/* ---- the ways to choose ---- */

struct hd_rows hd_rows_folded(const struct hd_report *r)
{
	return without_far_rows(r, without_long_runs(r, without_libraries(r, without_repetitions(r))));
}

struct hd_rows hd_rows_every(const struct hd_report *r)
{
	return hd_rows_between(r, 0, UINT64_MAX);
}

struct hd_rows hd_rows_between(const struct hd_report *r, uint64_t first, uint64_t last)
{
	struct hd_rows rows = {0};

	for (unsigned i = 0; i < r->nsteps; i++) {
		bool shown = r->steps_list[i].step >= first && r->steps_list[i].step <= last;

		if (!shown && rows.n && !rows.list[rows.n - 1].shown)
			rows.list[rows.n - 1].count++;
		else
			rows_add(&rows, (struct hd_row){.first = i, .count = 1, .shown = shown});
	}
	return rows;
}

unsigned hd_rows_left_out(const struct hd_rows *rows)
{
	unsigned n = 0;

	for (size_t i = 0; i < rows->n; i++)
		n += rows->list[i].shown ? 0 : rows->list[i].count;
	return n;
}

struct hd_rows hd_rows_last(const struct hd_report *r, unsigned max)
{
	struct hd_rows rows = hd_rows_folded(r);
	bool *kept = hd_new(rows.n, sizeof *kept);
	unsigned n = 0;

	for (size_t i = rows.n; i-- > 0 && n < 2 * max / 3;)
		if (is_marked(r, &rows.list[i])) {
			kept[i] = true;
			n++;
		}
	for (size_t i = rows.n; i-- > 0 && n < max;) {
		n += !kept[i];
		kept[i] = true;
	}
	fill_small_holes(&rows, kept);
	rows = rows_keep(rows, kept);
	free(kept);
	return rows;
}
