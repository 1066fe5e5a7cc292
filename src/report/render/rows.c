/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define MAX_PERIOD 8  /* steps of a loop that are looked for        */
#define REPEATS	   4  /* of a loop before it is cut short           */
#define LONG_RUN   14 /* steps of one thread before it is cut short */
#define KEEP	   4  /* steps at either end of what is cut short   */

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

/* Keep some rows and let one row stand for each stretch of others; the order stays. */
static struct hd_rows rows_keep(struct hd_rows rows, const bool *kept)
{
	struct hd_rows out = {0};

	for (size_t i = 0; i < rows.n; i++) {
		if (kept[i]) {
			rows_add(&out, rows.list[i]);
			continue;
		}
		struct hd_row gap = {.first = rows.list[i].first};
		for (; i < rows.n && !kept[i]; i++)
			gap.count += rows.list[i].count;
		i--;
		rows_add(&out, gap);
	}
	free(rows.list);
	return out;
}

/* A single row left out would take as much room as it saves. */
static void fill_small_holes(bool *kept, size_t n)
{
	for (size_t i = 1; i + 1 < n; i++)
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

/* The end of the stretch of rows that show steps of one thread. */
static size_t end_of_run(const struct hd_report *r, const struct hd_rows *rows, size_t from)
{
	unsigned tid = r->steps_list[rows->list[from].first].tid;
	size_t to = from + 1;

	while (to < rows->n && rows->list[to].shown && r->steps_list[rows->list[to].first].tid == tid)
		to++;
	return to;
}

struct hd_rows hd_rows_all(const struct hd_report *r)
{
	struct hd_rows rows = without_repetitions(r);
	bool *kept = hd_new(rows.n, sizeof *kept);

	for (size_t i = 0; i < rows.n;) {
		size_t end = rows.list[i].shown ? end_of_run(r, &rows, i) : i + 1;

		if (rows.list[i].shown)
			keep_ends_and_marks(r, &rows, i, end, kept);
		else
			kept[i] = true;
		i = end;
	}
	fill_small_holes(kept, rows.n);
	rows = rows_keep(rows, kept);
	free(kept);
	return rows;
}

struct hd_rows hd_rows_last(const struct hd_report *r, unsigned max)
{
	struct hd_rows rows = hd_rows_all(r);
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
	fill_small_holes(kept, rows.n);
	rows = rows_keep(rows, kept);
	free(kept);
	return rows;
}
