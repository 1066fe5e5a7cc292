/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/step_table.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/held_locks.h"
#include "report/render/cells.h"
#include "report/render/table_layout.h"
#include "report/utf8.h"
#include "report/words.h"

#define PATH_MOST 20 /* longer ones are cut down to the file's name */

struct printer {
	FILE *f;
	struct hd_table table;
	struct hd_held_locks *held;
	bool hints;
	struct hd_text line; /* the one under way: blanks at its end are dropped */
};

static const struct hd_report_step *step_of(const struct printer *p, size_t row)
{
	return &p->table.report->steps_list[p->table.rows->list[row].first];
}

/* ---- lines ---- */

/* One stream for all lines: a new one for each would take most of the time. */
static void begin_line(struct printer *p)
{
	rewind(p->line.f);
}

static void end_line(struct printer *p)
{
	long end = ftell(p->line.f);
	size_t n = end > 0 ? (size_t)end : 0;

	fflush(p->line.f);
	while (n && p->line.text[n - 1] == ' ')
		n--;
	fwrite(p->line.text, 1, n, p->f);
	fputc('\n', p->f);
}

static void put_in(struct printer *p, unsigned ink, const char *text)
{
	hd_ink(p->line.f, p->table.style, ink);
	fputs(text, p->line.f);
	hd_ink_off(p->line.f, p->table.style);
}

/* Text in so many columns, filled up with blanks. */
static void put_filled(struct printer *p, const char *text, size_t width)
{
	size_t n = hd_put_fitted(p->line.f, p->table.style, text, width);

	hd_put_blanks(p->line.f, width - n);
}

/* ---- threads ---- */

static unsigned thread_ink(const struct printer *p, const struct hd_table_thread *thread)
{
	return HD_INK_THREAD + (unsigned)(thread - p->table.threads);
}

/* The line of a thread that does nothing here: thick while it holds a lock, and none before its start and
 * after its end. */
static void put_thread_line(struct printer *p, const struct hd_table_thread *thread, size_t row)
{
	const struct hd_style *style = p->table.style;

	if (row < thread->first || row > thread->last)
		fputc(' ', p->line.f);
	else if (hd_holds_lock(p->held, thread->tid))
		put_in(p, thread_ink(p, thread), style->held);
	else
		put_in(p, HD_INK_DIM, style->line);
}

static void put_action(struct printer *p, size_t row, size_t width)
{
	const struct hd_report_step *s = step_of(p, row);
	char *text = hd_cell_fitted(s, width, p->table.style->dots);

	if (s->marked)
		hd_ink(p->line.f, p->table.style, HD_INK_BOLD);
	put_filled(p, text, width);
	free(text);
}

static void put_columns(struct printer *p, size_t row, bool switched)
{
	const struct hd_table *t = &p->table;
	unsigned tid = step_of(p, row)->tid;

	for (size_t i = 0; i < t->nthreads; i++) {
		const struct hd_table_thread *thread = &t->threads[i];
		size_t width = hd_table_cell(t, thread);

		if (thread->tid != tid) {
			put_thread_line(p, thread, row);
			hd_put_blanks(p->line.f, width + HD_TABLE_SIGN);
			continue;
		}
		hd_ink(p->line.f, t->style, thread_ink(p, thread));
		fprintf(p->line.f, "%s ",
			switched		      ? t->style->switched
			: hd_holds_lock(p->held, tid) ? t->style->held
						      : t->style->line);
		put_action(p, row, width);
		hd_ink_off(p->line.f, t->style);
		hd_put_blanks(p->line.f, 1);
	}
	hd_put_blanks(p->line.f, 1);
}

/* The threads' lines, with a sign for the thread of the step; tid -1: with none. */
static void put_lanes(struct printer *p, size_t row, int tid, bool switched)
{
	const struct hd_table *t = &p->table;

	if (t->form != HD_TABLE_LANES)
		return;
	for (size_t i = 0; i < t->nthreads; i++) {
		const struct hd_table_thread *thread = &t->threads[i];

		if ((int)thread->tid == tid)
			put_in(p, thread_ink(p, thread), switched ? t->style->switched : t->style->step);
		else
			put_thread_line(p, thread, row);
		hd_put_blanks(p->line.f, hd_table_lane(t) - 1);
	}
	hd_put_blanks(p->line.f, 1);
}

static void put_single(struct printer *p, size_t row, bool switched)
{
	const struct hd_table *t = &p->table;
	unsigned tid = step_of(p, row)->tid;

	put_lanes(p, row, (int)tid, switched);
	if (t->form == HD_TABLE_PLAIN)
		fprintf(p->line.f, "%s ", switched ? t->style->switched : " ");
	hd_ink(p->line.f, t->style, thread_ink(p, hd_table_thread(t, tid)));
	fprintf(p->line.f, "T%-*u", (int)hd_table_name(t) - 1, tid);
	put_action(p, row, t->cell_most);
	hd_ink_off(p->line.f, t->style);
	hd_put_blanks(p->line.f, 2);
}

/* ---- source ---- */

/* The locks that the thread holds after the step: in a column, or behind what it does if there is none. */
static void put_held(struct printer *p, size_t row)
{
	const struct hd_table *t = &p->table;
	char *locks = hd_held_locks_text(p->held, step_of(p, row)->tid), *text = NULL;
	size_t room = t->style->width - hd_table_left(t) - hd_table_middle(t);

	if (t->held_width) {
		put_filled(p, locks ? locks : "", t->held_width);
		hd_put_blanks(p->line.f, 2);
	} else if (t->below && locks) {
		text = hd_sprintf("[%s]", locks);
		if (hd_width(text) <= room)
			put_in(p, HD_INK_DIM, text);
	}
	free(text);
	free(locks);
}

/* Only its line where all are in one file; in at most so many columns. */
static size_t put_place(struct printer *p, const struct hd_report_step *s, size_t most)
{
	const struct hd_table *t = &p->table;
	size_t width = t->place_width < most ? t->place_width : most, n;
	char *place =
	    t->file ? hd_sprintf("%*d", (int)t->place_width, s->where.line) : hd_place_text(s, PATH_MOST);

	n = hd_put_fitted_tail(p->line.f, t->style, place, width);
	free(place);
	return n;
}

/* The place and the line of source there, `used` columns from the left. */
static void put_source(struct printer *p, size_t row, size_t used)
{
	const struct hd_table *t = &p->table;
	const struct hd_report_step *s = step_of(p, row);
	const char *text = s->where.source			? s->where.source
			   : s->where.file && s->where.function ? s->where.function
								: "";
	size_t n, at;

	if (used >= t->style->width)
		return;
	n = put_place(p, s, t->style->width - used);
	at = used + (t->below ? n : t->place_width) + 2;
	if (at >= t->style->width)
		return;
	hd_put_blanks(p->line.f, at - used - n);
	hd_ink(p->line.f, t->style, HD_INK_DIM);
	hd_put_fitted(p->line.f, t->style, text, t->style->width - at);
	hd_ink_off(p->line.f, t->style);
}

static bool same_line(const struct hd_location *a, const struct hd_location *b)
{
	return a->file && b->file && a->line == b->line && !strcmp(a->file, b->file);
}

/* On a line of its own, unless no source is known or the line above is from the same place. */
static void put_source_below(struct printer *p, size_t row, bool switched)
{
	const struct hd_table *t = &p->table;
	const struct hd_report_step *s = step_of(p, row);

	if (!s->where.file)
		return;
	if (!switched && row && t->rows->list[row - 1].shown && !s->pending &&
	    same_line(&s->where, &step_of(p, row - 1)->where))
		return;
	begin_line(p);
	hd_put_blanks(p->line.f, hd_table_left(t));
	put_lanes(p, row, -1, false);
	hd_put_blanks(p->line.f, hd_table_name(t) + (t->form == HD_TABLE_PLAIN ? HD_TABLE_SIGN : 0));
	put_source(p, row, hd_table_left(t) + hd_table_lanes(t) + hd_table_name(t));
	end_line(p);
}

/* ---- rows ---- */

static void put_step(struct printer *p, size_t row, bool switched)
{
	const struct hd_table *t = &p->table;
	const struct hd_report_step *s = step_of(p, row);

	hd_held_locks_after(p->held, t->rows->list[row].first);
	begin_line(p);
	if (s->marked)
		put_in(p, HD_INK_ALARM, t->style->mark);
	hd_put_blanks(p->line.f, s->marked ? 1 : HD_TABLE_MARK);
	if (s->pending)
		hd_put_blanks(p->line.f, t->step_width + 2);
	else
		fprintf(p->line.f, "%*lu  ", (int)t->step_width, s->step);
	if (t->form == HD_TABLE_COLUMNS)
		put_columns(p, row, switched);
	else
		put_single(p, row, switched);
	put_held(p, row);
	if (!t->below)
		put_source(p, row, hd_table_left(t) + hd_table_middle(t));
	end_line(p);
	if (t->below)
		put_source_below(p, row, switched);
}

static void put_gap(struct printer *p, size_t row)
{
	const struct hd_table *t = &p->table;
	const struct hd_row *gap = &t->rows->list[row];
	char *text = hd_gap_text(t->report, gap, t->style->dots, p->hints);
	size_t used = hd_table_left(t) + hd_table_lanes(t);

	hd_held_locks_after(p->held, gap->first + gap->count - 1);
	begin_line(p);
	hd_put_blanks(p->line.f, hd_table_left(t));
	put_lanes(p, row, -1, false);
	hd_ink(p->line.f, t->style, HD_INK_DIM);
	hd_put_fitted(p->line.f, t->style, text, t->style->width - used);
	hd_ink_off(p->line.f, t->style);
	end_line(p);
	free(text);
}

static void put_rows(struct printer *p)
{
	const struct hd_table *t = &p->table;
	unsigned tid = UINT32_MAX;

	for (size_t row = 0; row < t->rows->n; row++) {
		const struct hd_row *r = &t->rows->list[row];

		if (r->shown) {
			put_step(p, row, tid != step_of(p, row)->tid);
			tid = step_of(p, row)->tid;
		} else {
			put_gap(p, row);
			tid = t->report->steps_list[r->first + r->count - 1].tid;
		}
	}
}

/* ---- head ---- */

static void put_column_heads(struct printer *p)
{
	const struct hd_table *t = &p->table;

	for (size_t i = 0; i < t->nthreads; i++) {
		char *header = hd_header_text(t->report, t->threads[i].tid);

		hd_ink(p->line.f, t->style, thread_ink(p, &t->threads[i]));
		put_filled(p, header, hd_table_cell(t, &t->threads[i]) + HD_TABLE_SIGN);
		hd_ink_off(p->line.f, t->style);
		hd_put_blanks(p->line.f, 1);
		free(header);
	}
	hd_put_blanks(p->line.f, 1);
}

static void put_lane_heads(struct printer *p)
{
	const struct hd_table *t = &p->table;
	size_t width = hd_table_name(t) + t->cell_most + 2;

	if (t->form == HD_TABLE_LANES) {
		for (size_t i = 0; i < t->nthreads; i++) {
			hd_ink(p->line.f, t->style, thread_ink(p, &t->threads[i]));
			fprintf(p->line.f, "%-*u", (int)hd_table_lane(t), t->threads[i].tid);
			hd_ink_off(p->line.f, t->style);
		}
		hd_put_blanks(p->line.f, 1);
	} else
		hd_put_blanks(p->line.f, HD_TABLE_SIGN);
	put_filled(p, t->form == HD_TABLE_PLAIN ? "thread" : "", width);
}

/* The threads' names, where there is no column that has them above it. */
static void put_names(struct printer *p)
{
	const struct hd_table *t = &p->table;
	struct hd_text text;
	char *names;

	hd_text_begin(&text);
	for (size_t i = 0; i < t->nthreads; i++) {
		char *header = hd_header_text(t->report, t->threads[i].tid);

		fprintf(text.f, "%s%s", i ? ", " : "", header);
		free(header);
	}
	names = hd_text_end(&text);
	hd_put_folded(p->f, t->style, "  ", names, HD_TABLE_MARK);
	free(names);
}

/* What the signs mean that are used. */
static void put_legend(struct printer *p)
{
	const struct hd_table *t = &p->table;
	bool locks = t->any_held && t->form != HD_TABLE_PLAIN;
	char *text = hd_sprintf("(%s%s%s another thread goes on%s%s%s)", t->any_marked ? t->style->mark : "",
				t->any_marked ? " matters most, " : "", t->style->switched, locks ? ", " : "",
				locks ? t->style->held : "", locks ? " holds a lock" : "");

	hd_ink(p->f, t->style, HD_INK_DIM);
	hd_put_folded(p->f, t->style, "  ", text, HD_TABLE_MARK);
	hd_ink_off(p->f, t->style);
	free(text);
}

static void put_head(struct printer *p)
{
	const struct hd_table *t = &p->table;
	size_t used = hd_table_left(t) + hd_table_middle(t);
	const char *file = t->file ? hd_shown_path(t->file) : "";

	put_legend(p);
	if (t->form == HD_TABLE_LANES)
		put_names(p);
	begin_line(p);
	hd_ink(p->line.f, t->style, HD_INK_BOLD);
	hd_put_blanks(p->line.f, HD_TABLE_MARK);
	fprintf(p->line.f, "%*s  ", (int)t->step_width, "step");
	hd_ink_off(p->line.f, t->style);
	if (t->form == HD_TABLE_COLUMNS)
		put_column_heads(p);
	else
		put_lane_heads(p);
	if (t->held_width) {
		put_filled(p, "holds", t->held_width);
		hd_put_blanks(p->line.f, 2);
	}
	if (!t->below && used < t->style->width)
		hd_put_fitted_tail(p->line.f, t->style, file, t->style->width - used);
	end_line(p);
	if (t->below && *file) {
		begin_line(p);
		hd_put_blanks(p->line.f, hd_table_left(t));
		hd_put_fitted_tail(p->line.f, t->style, file, t->style->width - hd_table_left(t));
		end_line(p);
	}
}

void hd_table_print(FILE *f, const struct hd_report *r, const struct hd_rows *rows,
		    const struct hd_style *style, bool hints)
{
	struct printer p = {.f = f, .table = {.report = r, .rows = rows, .style = style}, .hints = hints};

	hd_table_measure(&p.table);
	p.held = hd_held_locks_begin(r);
	hd_text_begin(&p.line);
	put_head(&p);
	put_rows(&p);
	free(hd_text_end(&p.line));
	hd_held_locks_end(p.held);
	free(p.table.threads);
}
