/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/failure_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/origin.h"
#include "report/render/block_list.h"
#include "report/render/step_table.h"
#include "report/render/style.h"
#include "report/utf8.h"
#include "report/words.h"

#define STEPS_SHOWN   30
#define THREADS_SHOWN 12
#define FRAMES_SHOWN  12
#define RACES_PRINTED 5
#define CAUSE_INDENT  7 /* of its further lines: below the first word */
#define LEAD_INDENT   8
#define LINE_INDENT   4
#define SOURCE_COLUMN 14

struct page {
	FILE *f;
	const struct hd_report *report;
	const struct hd_style *style;
	bool all;	 /* no frame is folded */
	unsigned folded; /* frames that are left out, and where they are */
	const char *folded_where;
};

/* A line of prose, which it frees, folded at the width. */
static void put_line(const struct page *p, const char *before, char *text)
{
	hd_put_folded(p->f, p->style, before, text, strlen(before) + 2);
	free(text);
}

static void put_test(const struct page *p)
{
	const struct hd_report_test *t = &p->report->test;
	struct hd_text text;

	if (!t->name || hd_report_kind(p->report) != p->report->kind) /* the message names it already */
		return;
	hd_text_begin(&text);
	fprintf(text.f, "in test %s of %s", t->name, t->framework);
	if (t->text && t->file)
		fprintf(text.f, ", after %s:%d: %s", t->file, t->line, t->text);
	put_line(p, "  ", hd_text_end(&text));
}

static void put_lead(const struct page *p)
{
	const struct hd_report *r = p->report;

	hd_ink(p->f, p->style, HD_INK_BOLD);
	fputs("heddle: ", p->f);
	hd_ink_off(p->f, p->style);
	hd_ink(p->f, p->style, HD_INK_ALARM);
	fprintf(p->f, "%s: ", hd_report_kind(r));
	hd_ink_off(p->f, p->style);
	hd_ink(p->f, p->style, HD_INK_BOLD);
	hd_put_folded_on(p->f, p->style, hd_width("heddle: : ") + hd_width(hd_report_kind(r)), r->message,
			 LEAD_INDENT);
	hd_ink_off(p->f, p->style);
	if (r->detail)
		hd_put_folded(p->f, p->style, "  ", r->detail, LINE_INDENT);
	put_test(p);
	if (r->cause)
		hd_put_folded(p->f, p->style, "  why: ", r->cause, CAUSE_INDENT);
	if (r->pattern)
		hd_put_folded(p->f, p->style, "  this is ", r->pattern, LINE_INDENT);
	if (r->remedy)
		hd_put_folded(p->f, p->style, "  usual remedy: ", r->remedy, CAUSE_INDENT);
	if (r->apart)
		hd_put_folded(p->f, p->style, "  ", HD_APART_TEXT, LINE_INDENT);
	if (r->condition)
		hd_put_folded(p->f, p->style, "  ", r->condition, LINE_INDENT);
	if (r->noutput)
		fputs("  the program's last output:\n", p->f);
	for (unsigned i = 0; i < r->noutput; i++)
		fprintf(p->f, "    %s %s\n", p->style->line, r->output[i]);
}

/* A place and its function. */
static void put_frame(const struct page *p, const struct hd_location *l, const char *before)
{
	struct hd_text text;

	if (!hd_place_known(l))
		return;
	hd_text_begin(&text);
	fputs(before, text.f);
	hd_put_place(text.f, l);
	if (l->file && l->function)
		fprintf(text.f, "  %s", l->function);
	put_line(p, "      ", hd_text_end(&text));
}

static void text_put_source(const struct page *p, const struct hd_location *l)
{
	if (!l->source)
		return;
	hd_ink(p->f, p->style, HD_INK_DIM);
	fprintf(p->f, "      %5d %s ", l->line, p->style->line);
	hd_ink_off(p->f, p->style);
	hd_put_fitted(p->f, p->style, l->source, p->style->width - SOURCE_COLUMN);
	fputc('\n', p->f);
}

/* A function that calls itself: the frames that are the same as frame i are only counted. */
static unsigned put_recursion(const struct page *p, const struct hd_report_thread *t, unsigned i)
{
	unsigned n = 0;

	while (i + n + 1 < t->nstack && hd_location_same(&t->stack[i], &t->stack[i + n + 1]))
		n++;
	if (n)
		fprintf(p->f, "      %s and again %u times\n", p->style->dots, n);
	return n;
}

/* The frames in the program's own source, or the innermost one where there are none: what a library does
 * inside tells little. */
static bool is_shown(const struct page *p, const struct hd_report_thread *t, unsigned i)
{
	bool any_own = false;

	for (unsigned k = 0; k < t->nstack; k++)
		any_own |= hd_place_own(&t->stack[k]);
	return p->all ||
	       (any_own ? hd_place_own(&t->stack[i]) : !i || !hd_origin_text(hd_origin_of(&t->stack[i])));
}

static void count_folded(struct page *p, const struct hd_report_thread *t)
{
	for (unsigned i = 0; i < t->nstack; i++) {
		const char *where = hd_origin_text(hd_origin_of(&t->stack[i]));

		if (is_shown(p, t, i))
			continue;
		if (!where || (p->folded && strcmp(where, p->folded_where) != 0))
			where = "in libraries";
		p->folded_where = where;
		p->folded++;
	}
}

static void put_stack(struct page *p, const struct hd_report_thread *t)
{
	bool source_shown = false;
	unsigned shown = 0;

	for (unsigned i = 0; i < t->nstack && (p->all || shown < FRAMES_SHOWN); i++) {
		if (!is_shown(p, t, i))
			continue;
		put_frame(p, &t->stack[i], shown++ ? "called from " : "");
		if (!source_shown && (!t->where.file || hd_location_same(&t->stack[i], &t->where))) {
			text_put_source(p, &t->stack[i]);
			source_shown = t->stack[i].source != NULL;
		}
		i += put_recursion(p, t, i);
	}
	if (shown == FRAMES_SHOWN && !p->all)
		fprintf(p->f, "      %s\n", p->style->dots);
	count_folded(p, t);
}

static void put_folded(const struct page *p)
{
	if (!p->folded)
		return;
	fputc('\n', p->f);
	put_line(p, "  ",
		 hd_sprintf("(%u frame%s %s %s folded: heddle show --summary --all shows %s)", p->folded,
			    p->folded == 1 ? "" : "s", p->folded_where, p->folded == 1 ? "is" : "are",
			    p->folded == 1 ? "it" : "all"));
}

static void put_position(struct page *p, const struct hd_report_thread *t)
{
	if (t->nstack) {
		put_stack(p, t);
		return;
	}
	put_frame(p, &t->where, "");
	text_put_source(p, &t->where);
}

static void put_held(const struct page *p, const struct hd_report_thread *t)
{
	for (unsigned i = 0; i < t->nheld; i++) {
		struct hd_text text;

		hd_text_begin(&text);
		fputs("holds ", text.f);
		hd_put_object(text.f, t->held[i].name);
		if (hd_place_known(&t->held[i].where)) {
			fputs(", locked at ", text.f);
			hd_put_place(text.f, &t->held[i].where);
		}
		put_line(p, "      ", hd_text_end(&text));
	}
}

static bool joins(const struct hd_report_thread *t)
{
	return t->state && !strcmp(t->state, "waits for the end of");
}

/* The thread that it waits for does not hold the lock: it waits to write, and readers come after it. */
static bool waits_behind(const struct page *p, const struct hd_report_thread *t)
{
	const struct hd_report_thread *owner = hd_report_thread(p->report, (unsigned)t->owner);

	return t->state && owner && owner->state && !strcmp(t->state, "waits to read-lock") &&
	       !strcmp(owner->state, "waits to write-lock");
}

/* On a new line; returns the column after it. */
static size_t put_bold_thread(const struct page *p, const char *before, unsigned tid)
{
	struct hd_text text;
	size_t column;
	char *name;

	hd_text_begin(&text);
	hd_put_thread(text.f, p->report, tid);
	name = hd_text_end(&text);
	fputs(before, p->f);
	hd_ink(p->f, p->style, HD_INK_BOLD);
	fputs(name, p->f);
	hd_ink_off(p->f, p->style);
	column = hd_width(before + 1) + hd_width(name);
	free(name);
	return column;
}

static void put_thread_line(const struct page *p, const struct hd_report_thread *t)
{
	size_t column = put_bold_thread(p, "\n  ", t->tid);
	struct hd_text text;
	char *words;

	hd_text_begin(&text);
	if (t->state)
		fprintf(text.f, " %s", t->state);
	if (t->waits_for) {
		fputc(' ', text.f);
		hd_put_object(text.f, t->waits_for);
	}
	if (t->owner >= 0 && t->waits_for && !joins(t)) {
		fputs(waits_behind(p, t) ? ", behind the writer " : ", held by ", text.f);
		if (t->owner == (int)t->tid)
			fputs("itself", text.f);
		else
			hd_put_thread(text.f, p->report, (unsigned)t->owner);
	}
	words = hd_text_end(&text);
	hd_put_folded_on(p->f, p->style, column, words, LINE_INDENT);
	free(words);
}

static void put_thread(struct page *p, const struct hd_report_thread *t)
{
	put_thread_line(p, t);
	put_position(p, t);
	put_held(p, t);
}

/* Those that wait for something other than a thread's end tell more. */
static int importance(const struct hd_report_thread *t)
{
	if (!t->state || !strcmp(t->state, "has ended"))
		return 0;
	if (joins(t))
		return 1;
	return t->waits_for || !strcmp(t->state, "spins") || !strcmp(t->state, "is still running") ? 3
	       : t->nheld									   ? 2
												   : 0;
}

static void put_threads(struct page *p, int except)
{
	unsigned shown = 0, left = 0;

	for (int wanted = 3; wanted > 0; wanted--)
		for (unsigned i = 0; i < p->report->nthreads; i++) {
			const struct hd_report_thread *t = &p->report->threads[i];

			if (importance(t) != wanted || (int)t->tid == except)
				continue;
			if (shown++ < THREADS_SHOWN)
				put_thread(p, t);
			else
				left++;
		}
	if (left)
		fprintf(p->f, "\n  %s %u more threads wait\n", p->style->dots, left);
}

static void put_failing_thread(struct page *p, unsigned tid)
{
	const struct hd_report_thread *t = hd_report_thread(p->report, tid);

	put_bold_thread(p, "\n  in ", tid);
	fputc('\n', p->f);
	if (t && t->nstack) {
		put_stack(p, t);
	} else {
		put_frame(p, &p->report->where, "");
		text_put_source(p, &p->report->where);
	}
	if (t)
		put_held(p, t);
}

static void put_steps(const struct page *p)
{
	struct hd_rows rows = p->all ? hd_rows_every(p->report) : hd_rows_last(p->report, STEPS_SHOWN);

	if (rows.n) {
		fputs("\nThe steps that led there:\n\n", p->f);
		hd_table_print(p->f, p->report, &rows, p->style, false);
		hd_block_list_print(p->f, p->report, &rows, p->style);
	}
	free(rows.list);
}

/* The run that is shown is not the one that was found. */
static void put_sizes(const struct page *p)
{
	const struct hd_report *r = p->report;

	struct hd_text text;

	if (!r->size_before.steps)
		return;
	hd_text_begin(&text);
	fputs(hd_run_size_compare(&r->size, &r->size_before) < 0
		  ? "Shown is a smaller run that fails in the same way, with "
		  : "Shown is a run that fails in the same way, with more of its accesses as steps: ",
	      text.f);
	hd_put_run_size(text.f, &r->size);
	fputs(" instead of ", text.f);
	hd_put_run_size(text.f, &r->size_before);
	fputc('.', text.f);
	put_line(p, "", hd_text_end(&text));
}

static void put_races(const struct page *p)
{
	const struct hd_report *r = p->report;

	if (r->nraces)
		fputs("\nRaces in this run, which may be the reason:\n", p->f);
	for (unsigned i = 0; i < r->nraces && (p->all || i < RACES_PRINTED); i++)
		hd_put_folded(p->f, p->style, "  ", r->races[i], LINE_INDENT);
	if (!p->all && r->nraces > RACES_PRINTED)
		fprintf(p->f, "  %s and %u more: see heddle show\n", p->style->dots,
			r->nraces - RACES_PRINTED);
}

static void put_origin(const struct page *p)
{
	const struct hd_report *r = p->report;

	if (!r->steps) { /* a finding: the run went well */
		fprintf(p->f, "\nFirst seen in run %lu, with seed %lu.\n", r->run, r->seed);
		return;
	}
	put_races(p);
	fputc('\n', p->f);
	put_line(p, "",
		 hd_sprintf("Found%s%s with seed %lu in run %lu, after %.2f s; the run took %lu steps.",
			    r->strategy ? " by " : "", r->strategy ? r->strategy : "", r->seed, r->run,
			    r->seconds, r->size_before.steps ? r->size_before.steps : r->steps));
	put_sizes(p);
	if (r->client)
		put_line(p, "", hd_sprintf("The client was: %s", r->client));
	if (r->doubt)
		put_line(p, "", hd_sprintf("It was seen but did not replay: %s.", r->doubt));
}

void hd_report_print(const struct hd_report *r, FILE *f, bool colour)
{
	hd_report_print_width(r, f, colour, isatty(fileno(f)) ? 0 : HD_TEXT_WIDTH, false);
}

void hd_report_print_width(const struct hd_report *r, FILE *f, bool colour, unsigned width, bool all)
{
	struct hd_style style = hd_style(f, colour, width);
	struct page p = {.f = f, .report = r, .style = &style, .all = all};

	put_lead(&p);
	if (r->tid >= 0)
		put_failing_thread(&p, (unsigned)r->tid);
	if (r->address) {
		fputc('\n', f);
		hd_put_folded(f, &style, "  the memory: ", r->address, LINE_INDENT);
	}
	put_threads(&p, r->tid);
	put_folded(&p);
	put_steps(&p);
	put_origin(&p);
}
