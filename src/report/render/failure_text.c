/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/failure_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/render/block_list.h"
#include "report/render/step_table.h"
#include "report/render/style.h"
#include "report/words.h"

#define STEPS_SHOWN   30
#define THREADS_SHOWN 12
#define FRAMES_SHOWN  12
#define TEXT_WIDTH    120 /* of report.txt, which is no terminal */
#define RACES_PRINTED 5
#define CAUSE_INDENT  7 /* of its further lines: below the first word */

struct page {
	FILE *f;
	const struct hd_report *report;
	const struct hd_style *style;
};

static void put_test(const struct page *p)
{
	const struct hd_report_test *t = &p->report->test;

	if (!t->name || hd_report_kind(p->report) != p->report->kind) /* the message names it already */
		return;
	fprintf(p->f, "  in test %s of %s", t->name, t->framework);
	if (t->text && t->file)
		fprintf(p->f, ", after %s:%d: %s", t->file, t->line, t->text);
	fputc('\n', p->f);
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
	fprintf(p->f, "%s\n", r->message);
	hd_ink_off(p->f, p->style);
	if (r->detail)
		fprintf(p->f, "  %s\n", r->detail);
	put_test(p);
	if (r->cause)
		hd_put_folded(p->f, p->style, "  why: ", r->cause, CAUSE_INDENT);
	if (r->pattern)
		fprintf(p->f, "  this is %s\n", r->pattern);
	if (r->remedy)
		hd_put_folded(p->f, p->style, "  usual remedy: ", r->remedy, CAUSE_INDENT);
	if (r->apart)
		fputs("  " HD_APART_TEXT "\n", p->f);
	if (r->condition)
		fprintf(p->f, "  %s\n", r->condition);
	if (r->noutput)
		fputs("  the program's last output:\n", p->f);
	for (unsigned i = 0; i < r->noutput; i++)
		fprintf(p->f, "    %s %s\n", p->style->line, r->output[i]);
}

/* A place, its function, and its source line. */
static void put_frame(const struct page *p, const struct hd_location *l, const char *before)
{
	if (!hd_place_known(l))
		return;
	fprintf(p->f, "      %s", before);
	hd_put_place(p->f, l);
	if (l->file && l->function)
		fprintf(p->f, "  %s", l->function);
	fputc('\n', p->f);
}

static void text_put_source(const struct page *p, const struct hd_location *l)
{
	if (!l->source)
		return;
	hd_ink(p->f, p->style, HD_INK_DIM);
	fprintf(p->f, "      %5d %s ", l->line, p->style->line);
	hd_ink_off(p->f, p->style);
	fprintf(p->f, "%s\n", l->source);
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

/* The frames in the program's own source, or all where there are none: what a library does inside tells
 * little. */
static void put_stack(const struct page *p, const struct hd_report_thread *t)
{
	bool any_own = false, source_shown = false;
	unsigned shown = 0;

	for (unsigned i = 0; i < t->nstack; i++)
		any_own |= hd_place_own(&t->stack[i]);
	for (unsigned i = 0; i < t->nstack && shown < FRAMES_SHOWN; i++) {
		if (any_own && !hd_place_own(&t->stack[i]))
			continue;
		put_frame(p, &t->stack[i], shown++ ? "called from " : "");
		if (!source_shown && (!t->where.file || hd_location_same(&t->stack[i], &t->where))) {
			text_put_source(p, &t->stack[i]);
			source_shown = t->stack[i].source != NULL;
		}
		i += put_recursion(p, t, i);
	}
	if (shown == FRAMES_SHOWN)
		fprintf(p->f, "      %s\n", p->style->dots);
}

static void put_position(const struct page *p, const struct hd_report_thread *t)
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
		fputs("      holds ", p->f);
		hd_put_object(p->f, t->held[i].name);
		if (hd_place_known(&t->held[i].where)) {
			fputs(", locked at ", p->f);
			hd_put_place(p->f, &t->held[i].where);
		}
		fputc('\n', p->f);
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

static void put_thread_line(const struct page *p, const struct hd_report_thread *t)
{
	fputs("\n  ", p->f);
	hd_ink(p->f, p->style, HD_INK_BOLD);
	hd_put_thread(p->f, p->report, t->tid);
	hd_ink_off(p->f, p->style);
	if (t->state)
		fprintf(p->f, " %s", t->state);
	if (t->waits_for) {
		fputc(' ', p->f);
		hd_put_object(p->f, t->waits_for);
	}
	if (t->owner >= 0 && t->waits_for && !joins(t)) {
		fputs(waits_behind(p, t) ? ", behind the writer " : ", held by ", p->f);
		if (t->owner == (int)t->tid)
			fputs("itself", p->f);
		else
			hd_put_thread(p->f, p->report, (unsigned)t->owner);
	}
	fputc('\n', p->f);
}

static void put_thread(const struct page *p, const struct hd_report_thread *t)
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

static void put_threads(const struct page *p, int except)
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

static void put_failing_thread(const struct page *p, unsigned tid)
{
	const struct hd_report_thread *t = hd_report_thread(p->report, tid);

	fputs("\n  in ", p->f);
	hd_ink(p->f, p->style, HD_INK_BOLD);
	hd_put_thread(p->f, p->report, tid);
	hd_ink_off(p->f, p->style);
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
	struct hd_rows rows = hd_rows_last(p->report, STEPS_SHOWN);

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

	if (!r->size_before.steps)
		return;
	fputs(hd_run_size_compare(&r->size, &r->size_before) < 0
		  ? "Shown is a smaller run that fails in the same way, with "
		  : "Shown is a run that fails in the same way, with more of its accesses as steps: ",
	      p->f);
	hd_put_run_size(p->f, &r->size);
	fputs(" instead of ", p->f);
	hd_put_run_size(p->f, &r->size_before);
	fputs(".\n", p->f);
}

static void put_origin(const struct page *p)
{
	const struct hd_report *r = p->report;

	if (!r->steps) { /* a finding: the run went well */
		fprintf(p->f, "\nFirst seen in run %lu, with seed %lu.\n", r->run, r->seed);
		return;
	}
	hd_put_races(p->f, r, RACES_PRINTED);
	fputs("\nFound", p->f);
	if (r->strategy)
		fprintf(p->f, " by %s", r->strategy);
	fprintf(p->f, " with seed %lu in run %lu, after %.2f s; the run took %lu steps.\n", r->seed, r->run,
		r->seconds, r->size_before.steps ? r->size_before.steps : r->steps);
	put_sizes(p);
	if (r->client)
		fprintf(p->f, "The client was: %s\n", r->client);
	if (r->doubt)
		fprintf(p->f, "It was seen but did not replay: %s.\n", r->doubt);
}

void hd_report_print(const struct hd_report *r, FILE *f, bool colour)
{
	hd_report_print_width(r, f, colour, isatty(fileno(f)) ? 0 : TEXT_WIDTH);
}

void hd_report_print_width(const struct hd_report *r, FILE *f, bool colour, unsigned width)
{
	struct hd_style style = hd_style(f, colour, width);
	struct page p = {f, r, &style};

	put_lead(&p);
	if (r->tid >= 0)
		put_failing_thread(&p, (unsigned)r->tid);
	if (r->address)
		fprintf(f, "\n  the memory: %s\n", r->address);
	put_threads(&p, r->tid);
	put_steps(&p);
	put_origin(&p);
}
