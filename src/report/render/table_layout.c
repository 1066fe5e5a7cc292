/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/table_layout.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "report/held_locks.h"
#include "report/render/cells.h"
#include "report/utf8.h"

#define CELL_MOST    40
#define CELL_LEAST   16
#define PLACE_MOST   28
#define PLACE_NARROW 18
#define PATH_MOST    20 /* longer ones are cut down to the file's name */
#define HEAD_MOST    18 /* of a header that is wider than what is below it */
#define HELD_MOST    18
#define LANES_SHARE  4 /* lanes take no more than this part of the width */

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t digits(uint64_t n)
{
	char text[24];

	return (size_t)snprintf(text, sizeof text, "%lu", n);
}

/* ---- which threads there are ---- */

static int compare_threads(const void *a, const void *b)
{
	const struct hd_table_thread *x = a, *y = b;

	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

const struct hd_table_thread *hd_table_thread(const struct hd_table *t, unsigned tid)
{
	const struct hd_table_thread key = {.tid = tid};
	const struct hd_table_thread *found =
	    bsearch(&key, t->threads, t->nthreads, sizeof key, compare_threads);

	HD_ASSERT(found, "thread %u", tid);
	return found;
}

static void sort_threads(struct hd_table *t)
{
	size_t n = 0;

	if (t->nthreads)
		qsort(t->threads, t->nthreads, sizeof *t->threads, compare_threads);
	for (size_t i = 0; i < t->nthreads; i++)
		if (!n || t->threads[i].tid != t->threads[n - 1].tid)
			t->threads[n++] = t->threads[i];
	t->nthreads = n;
}

static void find_threads(struct hd_table *t)
{
	unsigned before = UINT32_MAX;

	for (size_t row = 0; row < t->rows->n; row++) {
		unsigned tid = t->report->steps_list[t->rows->list[row].first].tid;

		if (!t->rows->list[row].shown || tid == before)
			continue;
		t->threads = hd_grow(t->threads, &t->cap, t->nthreads + 1, sizeof *t->threads);
		t->threads[t->nthreads++] = (struct hd_table_thread){.tid = tid, .first = SIZE_MAX};
		before = tid;
	}
	sort_threads(t);
}

/* The thread had not ended when the failure happened. */
static bool lives_on(const struct hd_table *t, unsigned tid)
{
	const struct hd_report_thread *thread = hd_report_thread(t->report, tid);

	return thread && thread->state && strcmp(thread->state, "has ended") != 0;
}

/* ---- how wide things are ---- */

static void measure_file(struct hd_table *t, const struct hd_location *where, bool *one_file)
{
	const char *name = where->file ? where->file : "";

	if (!t->file)
		t->file = name;
	else if (t->file != name && strcmp(t->file, name) != 0)
		*one_file = false;
}

static void measure_row(struct hd_table *t, size_t row, struct hd_held_locks *held)
{
	const struct hd_report_step *s = &t->report->steps_list[t->rows->list[row].first];
	struct hd_table_thread *thread = &t->threads[hd_table_thread(t, s->tid) - t->threads];
	char *cell = hd_cell_text(s), *place = hd_place_text(s, PATH_MOST), *locks;

	hd_held_locks_after(held, t->rows->list[row].first);
	locks = hd_held_locks_text(held, s->tid);
	if (thread->first == SIZE_MAX)
		thread->first = s->tid == 0 || strcmp(s->what, "start") != 0 ? 0 : row;
	thread->last = row;
	t->any_marked |= s->marked;
	thread->width = larger(thread->width, hd_width(cell));
	t->widest = larger(t->widest, hd_width(cell));
	t->widest_place = larger(t->widest_place, hd_width(place));
	t->widest_held = larger(t->widest_held, locks ? hd_width(locks) : 0);
	t->step_width = larger(t->step_width, digits(s->step));
	free(cell);
	free(place);
	free(locks);
}

static void measure_rows(struct hd_table *t)
{
	struct hd_held_locks *held = hd_held_locks_begin(t->report);
	bool one_file = true;
	int line = 0;

	t->step_width = strlen("step");
	for (size_t row = 0; row < t->rows->n; row++) {
		const struct hd_location *where = &t->report->steps_list[t->rows->list[row].first].where;

		if (!t->rows->list[row].shown)
			continue;
		measure_file(t, where, &one_file);
		line = where->line > line ? where->line : line;
		measure_row(t, row, held);
	}
	if (!one_file || !t->file || !*t->file)
		t->file = NULL;
	else
		t->widest_place = digits((uint64_t)line);
	t->any_held = t->widest_held > 0;
	hd_held_locks_end(held);
}

static void measure_threads(struct hd_table *t)
{
	for (size_t i = 0; i < t->nthreads; i++) {
		struct hd_table_thread *thread = &t->threads[i];
		char *header = hd_header_text(t->report, thread->tid);

		thread->width = larger(thread->width, smaller(hd_width(header), HEAD_MOST));
		if (lives_on(t, thread->tid))
			thread->last = t->rows->n;
		free(header);
	}
}

/* ---- the form ---- */

size_t hd_table_cell(const struct hd_table *t, const struct hd_table_thread *thread)
{
	return smaller(thread->width, t->cell_most);
}

size_t hd_table_left(const struct hd_table *t)
{
	return HD_TABLE_MARK + t->step_width + 2;
}

size_t hd_table_name(const struct hd_table *t)
{
	return strlen("T ") + digits(t->nthreads ? t->threads[t->nthreads - 1].tid : 0);
}

size_t hd_table_lane(const struct hd_table *t)
{
	return hd_table_name(t) - 1;
}

size_t hd_table_lanes(const struct hd_table *t)
{
	return t->form == HD_TABLE_LANES ? t->nthreads * hd_table_lane(t) + 1 : HD_TABLE_SIGN;
}

static size_t threads_width(const struct hd_table *t)
{
	size_t width = 0;

	if (t->form == HD_TABLE_COLUMNS) {
		for (size_t i = 0; i < t->nthreads; i++)
			width += HD_TABLE_SIGN + hd_table_cell(t, &t->threads[i]) + 1;
		return width + 1;
	}
	return hd_table_lanes(t) + hd_table_name(t) + t->cell_most + 2;
}

size_t hd_table_middle(const struct hd_table *t)
{
	return threads_width(t) + (t->held_width ? t->held_width + 2 : 0);
}

/* One way to do it: what it must have room for, besides the cells. */
struct form {
	enum hd_table_form form;
	bool held, below;
	size_t cell_least; /* no cell is cut that is narrower */
	size_t place_most, source_least;
};

static const struct form forms[] = {
    {HD_TABLE_COLUMNS, true, false, 30, PLACE_MOST, 36},
    {HD_TABLE_COLUMNS, false, false, 26, PLACE_MOST, 30},
    {HD_TABLE_LANES, true, false, CELL_MOST, PLACE_MOST, 36},
    {HD_TABLE_LANES, false, false, 26, PLACE_MOST, 26},
    {HD_TABLE_LANES, false, true, CELL_LEAST, PLACE_MOST, 0},
    {HD_TABLE_PLAIN, true, false, CELL_MOST, PLACE_MOST, 36},
    {HD_TABLE_PLAIN, false, false, 26, PLACE_NARROW, 20},
    {HD_TABLE_PLAIN, false, true, CELL_LEAST, PLACE_NARROW, 0},
};

static bool lanes_fit(const struct hd_table *t)
{
	return t->nthreads * hd_table_lane(t) <= t->style->width / LANES_SHARE;
}

static bool form_fits(struct hd_table *t, const struct form *form)
{
	size_t width = t->style->width, beside;

	if (form->form == HD_TABLE_LANES && !lanes_fit(t))
		return false;
	t->form = form->form;
	t->below = form->below;
	t->held_width = form->held ? smaller(larger(t->widest_held, strlen("holds")), HELD_MOST) : 0;
	t->place_width = smaller(t->widest_place, form->place_most);
	beside = t->below ? 0 : t->place_width + 2 + form->source_least;
	for (t->cell_most = smaller(t->widest, CELL_MOST);; t->cell_most--) {
		if (hd_table_left(t) + hd_table_middle(t) + beside <= width)
			return true;
		if (t->cell_most <= smaller(t->widest, form->cell_least))
			return false;
	}
}

static void choose_form(struct hd_table *t)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if ((!forms[i].held || t->any_held) && form_fits(t, &forms[i]))
			return;
	/* Narrower than anything: the last form, with cells that take what is left. */
	size_t used = hd_table_left(t) + hd_table_middle(t) - t->cell_most;
	t->cell_most = t->style->width > used ? t->style->width - used : 1;
}

void hd_table_measure(struct hd_table *t)
{
	find_threads(t);
	measure_rows(t);
	measure_threads(t);
	choose_form(t);
}
