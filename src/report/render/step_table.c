/* SPDX-License-Identifier: Apache-2.0
 *
 * Three layouts, the first that fits: source beside the columns, source on a line below each step, or a
 * single column with the thread's number before each step. */
#include "report/render/step_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "base/text.h"
#include "report/render/cells.h"
#include "report/utf8.h"

#define MARK_WIDTH   2
#define CELL_MOST    34
#define CELL_LEAST   12
#define CELL_SIGN    2 /* the sign before a cell's text, and a blank */
#define PLACE_MOST   28
#define PATH_MOST    20 /* longer ones are cut down to the file's name */
#define HEAD_MOST    18 /* of a header that is wider than what is below it */
#define SOURCE_LEAST 20

struct column {
	unsigned tid;
	size_t first, last; /* rows between which the thread is alive */
	size_t width;	    /* of the widest text, header included    */
};

enum layout { BESIDE, BELOW, SINGLE };

struct table {
	FILE *f;
	const struct hd_report *report;
	const struct hd_rows *rows;
	const struct hd_style *style;
	struct column *columns;
	size_t ncolumns, cap;
	char **cells, **places; /* texts of each row; NULL in rows that only count */
	size_t step_width, place_width, widest, cell_most;
	enum layout layout;
};

static const struct hd_report_step *table_step_of(const struct table *t, size_t row)
{
	HD_ASSERT(row < t->rows->n && t->rows->list[row].first < t->report->nsteps, "row %zu of %zu", row,
		  (size_t)t->rows->n);
	return &t->report->steps_list[t->rows->list[row].first];
}

/* ---- measuring ---- */

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static struct column *column_of(const struct table *t, unsigned tid)
{
	for (size_t i = 0; i < t->ncolumns; i++)
		if (t->columns[i].tid == tid)
			return &t->columns[i];
	return NULL;
}

static struct column *add_column(struct table *t, unsigned tid, size_t row)
{
	char *header = hd_header_text(t->report, tid);
	bool was_there = tid == 0 || strcmp(table_step_of(t, row)->what, "start") != 0;

	t->columns = hd_grow(t->columns, &t->cap, t->ncolumns + 1, sizeof *t->columns);
	t->columns[t->ncolumns] = (struct column){
	    .tid = tid, .first = was_there ? 0 : row, .width = smaller(hd_width(header), HEAD_MOST)};
	free(header);
	return &t->columns[t->ncolumns++];
}

static void measure_row(struct table *t, size_t row)
{
	const struct hd_report_step *s = table_step_of(t, row);
	struct column *c = column_of(t, s->tid);
	char number[24];

	if (!c)
		c = add_column(t, s->tid, row);
	t->cells[row] = hd_cell_text(s);
	t->places[row] = hd_place_text(s, PATH_MOST);
	c->last = row;
	c->width = larger(c->width, hd_width(t->cells[row]));
	t->widest = larger(t->widest, hd_width(t->cells[row]));
	t->place_width = larger(t->place_width, hd_width(t->places[row]));
	snprintf(number, sizeof number, "%lu", s->step);
	t->step_width = larger(t->step_width, strlen(number));
}

/* The thread had not ended when the failure happened. */
static bool lives_on(const struct table *t, unsigned tid)
{
	const struct hd_report_thread *thread = hd_report_thread(t->report, tid);

	return thread && thread->state && strcmp(thread->state, "has ended") != 0;
}

static int compare_columns(const void *a, const void *b)
{
	const struct column *x = a, *y = b;

	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

static void measure(struct table *t)
{
	t->step_width = strlen("step");
	for (size_t row = 0; row < t->rows->n; row++)
		if (t->rows->list[row].shown)
			measure_row(t, row);
	for (size_t i = 0; i < t->ncolumns; i++)
		if (lives_on(t, t->columns[i].tid))
			t->columns[i].last = t->rows->n;
	if (t->ncolumns)
		qsort(t->columns, t->ncolumns, sizeof *t->columns, compare_columns);
	t->place_width = smaller(t->place_width, PLACE_MOST);
}

static size_t cell_width(const struct table *t, const struct column *c)
{
	return smaller(c->width, t->cell_most);
}

static size_t left_width(const struct table *t)
{
	return MARK_WIDTH + t->step_width + 2;
}

static size_t columns_width(const struct table *t)
{
	size_t width = 0;

	if (t->layout == SINGLE)
		return strlen("T1234 ") + CELL_SIGN + smaller(t->widest, t->cell_most) + 2;
	for (size_t i = 0; i < t->ncolumns; i++)
		width += CELL_SIGN + cell_width(t, &t->columns[i]) + 1;
	return width + 1;
}

static bool table_fits(struct table *t, enum layout layout, size_t cell_most)
{
	t->layout = layout;
	t->cell_most = cell_most;
	return left_width(t) + columns_width(t) + (layout == BELOW ? 0 : t->place_width + 2 + SOURCE_LEAST) <=
	       t->style->width;
}

static void choose_layout(struct table *t)
{
	static const enum layout layouts[] = {BESIDE, BELOW, SINGLE};

	for (unsigned i = 0; i < sizeof layouts / sizeof *layouts; i++)
		for (size_t most = CELL_MOST; most >= (layouts[i] == BELOW ? CELL_LEAST : 18); most -= 2)
			if (table_fits(t, layouts[i], most))
				return;
	/* Narrow: what is left over is for the place. */
	size_t used = left_width(t) + columns_width(t);
	t->place_width = smaller(t->place_width, t->style->width > used ? t->style->width - used : 0);
}

/* ---- printing ---- */

static void table_put_cell(const struct table *t, FILE *f, size_t row, bool switched, size_t width)
{
	const struct hd_report_step *s = table_step_of(t, row);
	const struct hd_style *style = t->style;

	hd_ink(f, style, HD_INK_THREAD + (unsigned)(column_of(t, s->tid) - t->columns));
	fprintf(f, "%s ", switched ? style->switched : style->line);
	if (s->marked)
		hd_ink(f, style, HD_INK_BOLD);
	size_t n = hd_put_fitted(f, style, t->cells[row], width);
	hd_ink_off(f, style);
	hd_put_blanks(f, width - n + 1);
}

static void put_idle(const struct table *t, FILE *f, const struct column *c, size_t row)
{
	if (row >= c->first && row <= c->last) {
		hd_ink(f, t->style, HD_INK_DIM);
		fputs(t->style->line, f);
		hd_ink_off(f, t->style);
	} else {
		fputc(' ', f);
	}
	hd_put_blanks(f, cell_width(t, c) + CELL_SIGN);
}

static void put_cells(const struct table *t, FILE *f, size_t row, bool switched)
{
	unsigned tid = table_step_of(t, row)->tid;

	if (t->layout == SINGLE) {
		fprintf(f, "T%-4u ", tid);
		table_put_cell(t, f, row, switched, smaller(t->widest, t->cell_most));
		return;
	}
	for (size_t i = 0; i < t->ncolumns; i++)
		if (t->columns[i].tid == tid)
			table_put_cell(t, f, row, switched, cell_width(t, &t->columns[i]));
		else
			put_idle(t, f, &t->columns[i], row);
}

/* The place and the line of source there, `used` characters from the left. */
static void table_put_source(const struct table *t, FILE *f, size_t row, size_t used)
{
	const struct hd_location *where = &table_step_of(t, row)->where;
	const char *text = where->source		    ? where->source
			   : where->file && where->function ? where->function
							    : "";
	size_t n = hd_put_fitted_tail(f, t->style, t->places[row], t->place_width);
	size_t at = used + (t->layout == BELOW ? n : t->place_width) + 2;

	if (at >= t->style->width)
		return;
	hd_put_blanks(f, at - used - n);
	hd_ink(f, t->style, HD_INK_DIM);
	hd_put_fitted(f, t->style, text, t->style->width - at);
	hd_ink_off(f, t->style);
}

static void table_put_line(const struct table *t, struct hd_text *line)
{
	char *text = hd_text_end(line);
	size_t n = strlen(text);

	while (n && text[n - 1] == ' ')
		n--;
	fprintf(t->f, "%.*s\n", (int)n, text);
	free(text);
}

static void put_step(const struct table *t, size_t row, bool switched)
{
	const struct hd_report_step *s = table_step_of(t, row);
	size_t used = left_width(t) + columns_width(t);
	struct hd_text line;

	hd_text_begin(&line);
	if (s->marked)
		hd_ink(line.f, t->style, HD_INK_ALARM);
	fprintf(line.f, "%s ", s->marked ? t->style->mark : " ");
	hd_ink_off(line.f, t->style);
	if (s->pending)
		hd_put_blanks(line.f, t->step_width + 2);
	else
		fprintf(line.f, "%*lu  ", (int)t->step_width, s->step);
	put_cells(t, line.f, row, switched);
	hd_put_blanks(line.f, 1);
	if (t->layout == BELOW) {
		table_put_line(t, &line);
		hd_text_begin(&line);
		used = left_width(t);
		hd_put_blanks(line.f, used);
	}
	table_put_source(t, line.f, row, used);
	table_put_line(t, &line);
}

static void put_gap(const struct table *t, const struct hd_row *row)
{
	char *text = hd_gap_text(t->report, row, t->style->dots);

	hd_put_blanks(t->f, left_width(t));
	hd_ink(t->f, t->style, HD_INK_DIM);
	hd_put_fitted(t->f, t->style, text, t->style->width - left_width(t));
	hd_ink_off(t->f, t->style);
	fputc('\n', t->f);
	free(text);
}

static void put_header(const struct table *t)
{
	hd_ink(t->f, t->style, HD_INK_BOLD);
	hd_put_blanks(t->f, MARK_WIDTH);
	fprintf(t->f, "%*s  ", (int)t->step_width, "step");
	hd_ink_off(t->f, t->style);
	for (size_t i = 0; t->layout != SINGLE && i < t->ncolumns; i++) {
		char *header = hd_header_text(t->report, t->columns[i].tid);
		size_t width = cell_width(t, &t->columns[i]) + CELL_SIGN;

		hd_ink(t->f, t->style, HD_INK_THREAD + (unsigned)i);
		size_t n = hd_put_fitted(t->f, t->style, header, width);
		hd_ink_off(t->f, t->style);
		if (i + 1 < t->ncolumns)
			hd_put_blanks(t->f, width - n + 1);
		free(header);
	}
	if (t->layout == SINGLE)
		fputs("thread", t->f);
	fputc('\n', t->f);
}

static void put_rows(const struct table *t)
{
	unsigned tid = UINT32_MAX;

	for (size_t row = 0; row < t->rows->n; row++) {
		const struct hd_row *r = &t->rows->list[row];

		if (r->shown) {
			put_step(t, row, tid != table_step_of(t, row)->tid);
			tid = table_step_of(t, row)->tid;
		} else {
			put_gap(t, r);
			tid = t->report->steps_list[r->first + r->count - 1].tid;
		}
	}
}

void hd_table_print(FILE *f, const struct hd_report *r, const struct hd_rows *rows,
		    const struct hd_style *style)
{
	struct table t = {.f = f, .report = r, .rows = rows, .style = style};

	t.cells = hd_new(rows->n, sizeof *t.cells);
	t.places = hd_new(rows->n, sizeof *t.places);
	measure(&t);
	choose_layout(&t);
	put_header(&t);
	put_rows(&t);
	for (size_t i = 0; i < rows->n; i++) {
		free(t.cells[i]);
		free(t.places[i]);
	}
	free(t.cells);
	free(t.places);
	free(t.columns);
}

static bool mentions(const struct hd_report *r, const struct hd_rows *rows, const char *block)
{
	size_t n = strlen(block);

	for (size_t i = 0; i < rows->n; i++) {
		const char *object = r->steps_list[rows->list[i].first].object;

		if (rows->list[i].shown && object && !strncmp(object, block, n) &&
		    (!object[n] || object[n] == '['))
			return true;
	}
	return false;
}

void hd_table_print_blocks(FILE *f, const struct hd_report *r, const struct hd_rows *rows)
{
	bool any = false;

	for (unsigned i = 0; i < r->nblocks; i++) {
		if (!mentions(r, rows, r->blocks[i].name))
			continue;
		fprintf(f, "%s  %s: %s\n", any ? "" : "\n", r->blocks[i].name, r->blocks[i].text);
		any = true;
	}
}
