/* SPDX-License-Identifier: Apache-2.0 */
#include "report/fingerprint.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"
#include "report/words.h"

/* ---- places ---- */

static void put_location_name(FILE *f, const struct hd_location *l, bool rough)
{
	fprintf(f, "%s %s ",
		l->file	    ? hd_base_name(l->file)
		: l->module ? l->module
			    : "?",
		l->function ? l->function : "?");
	if (rough)
		; /* whatever the line says */
	else if (l->source)
		fprintf(f, "%s %u %d", l->source, l->twins, l->column);
	else
		fprintf(f, "line %d", l->line);
	fputc('\n', f);
}

/* A run that does not end is cut off anywhere in its loops: only what its threads are for tells it from
 * others. */
static bool is_cut_off(const struct hd_report *r)
{
	return !strcmp(r->kind, "hang") || !strcmp(r->kind, "livelock");
}

static void put_first_function(FILE *f, const struct hd_report_thread *t)
{
	for (unsigned i = t->nstack; i--;)
		if (hd_place_own(&t->stack[i])) {
			fprintf(f, "%s\n", t->stack[i].function ? t->stack[i].function : "?");
			return;
		}
}

/* The frames that are the program's own; where there are none, the place of the operation. */
static char *thread_places(const struct hd_report *r, const struct hd_report_thread *t, bool rough)
{
	struct hd_text text;
	unsigned n = 0;

	hd_text_begin(&text);
	if (is_cut_off(r)) {
		put_first_function(text.f, t);
		return hd_text_end(&text);
	}
	for (unsigned i = 0; i < t->nstack; i++)
		if (hd_place_own(&t->stack[i]) && ++n)
			put_location_name(text.f, &t->stack[i], rough);
	if (!n && hd_place_known(&t->where))
		put_location_name(text.f, &t->where, rough);
	return hd_text_end(&text);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* ---- threads ---- */

static const struct hd_report_thread *owner_of(const struct hd_report *r, const struct hd_report_thread *t)
{
	return t->owner >= 0 ? hd_report_thread(r, (unsigned)t->owner) : NULL;
}

static bool is_in_circle(const struct hd_report *r, const struct hd_report_thread *start)
{
	const struct hd_report_thread *t = owner_of(r, start);

	for (unsigned n = 0; n < r->nthreads && t && t != start; n++)
		t = owner_of(r, t);
	return t == start;
}

static bool has_circle(const struct hd_report *r)
{
	for (unsigned i = 0; i < r->nthreads; i++)
		if (is_in_circle(r, &r->threads[i]))
			return true;
	return false;
}

/* What threads do that only wait for those of a circle depends on the run, and so does how many threads do
 * the same. */
static void put_all_threads(FILE *f, const struct hd_report *r, bool rough)
{
	char **places = hd_new(r->nthreads, sizeof(*places));
	bool circle = has_circle(r);
	unsigned n = 0;

	for (unsigned i = 0; i < r->nthreads; i++)
		if (!circle || is_in_circle(r, &r->threads[i]))
			places[n++] = thread_places(r, &r->threads[i], rough);
	qsort(places, n, sizeof(*places), by_text);
	for (unsigned i = 0; i < n; i++)
		if (!i || strcmp(places[i - 1], places[i]) != 0)
			fprintf(f, "thread\n%s", places[i]);
	for (unsigned i = 0; i < n; i++)
		free(places[i]);
	free(places);
}

/* The objects of a lock order, but for the index in an array: one line takes many locks. Blocks of the heap
 * are named in the order in which they are met, which says nothing. */
static void put_objects(FILE *f, const struct hd_report *r)
{
	char **names = hd_new(r->nthreads, sizeof(*names));
	unsigned n = 0;

	for (unsigned i = 0; i < r->nthreads; i++) {
		const char *name = r->threads[i].waits_for;

		if (name && strncmp(name, "block ", 6) != 0)
			names[n++] = hd_sprintf("%.*s", (int)strcspn(name, "["), name);
	}
	qsort(names, n, sizeof(*names), by_text);
	for (unsigned i = 0; i < n; i++) {
		fprintf(f, "object %s\n", names[i]);
		free(names[i]);
	}
	free(names);
}

/* ---- what was said ---- */

/* The message, where nothing else tells failures apart: without lines, and without numbers of threads. */
static void put_sentence(FILE *f, const char *message)
{
	const char *from = message;

	for (const char *p = message; *p; p++) {
		bool number = isdigit((unsigned char)*p);
		bool masked = number && ((p > from && p[-1] == ':') ||
					 (p - from >= 7 && !strncmp(p - 7, "thread ", 7)));

		if (masked)
			while (isdigit((unsigned char)p[1]))
				p++;
		fputc(masked ? '#' : *p, f);
	}
	fputc('\n', f);
}

static bool is_told_by_message(const struct hd_report *r)
{
	return !strcmp(r->kind, "exit") || !strcmp(r->kind, "client");
}

static char *fingerprint(const struct hd_report *r, bool rough)
{
	const struct hd_report_thread *failing = r->tid >= 0 ? hd_report_thread(r, (unsigned)r->tid) : NULL;
	uint64_t hash = 0;
	struct hd_text text;
	char *all, *places;

	hd_text_begin(&text);
	fprintf(text.f, "%s\n", r->kind);
	if (failing) {
		places = thread_places(r, failing, rough);
		fputs(places, text.f);
		free(places);
	} else {
		put_all_threads(text.f, r, rough);
	}
	if (!strcmp(r->kind, "lock-order"))
		put_objects(text.f, r);
	if (r->message && is_told_by_message(r) && !rough)
		put_sentence(text.f, r->message);
	if (r->apart && !rough)
		fputs(r->apart, text.f);
	all = hd_text_end(&text);
	for (const char *p = all; *p; p++)
		hash = hd_mix64(hash ^ (unsigned char)*p);
	free(all);
	return hd_sprintf("%0*" PRIx64, HD_FINGERPRINT_DIGITS, hash);
}

char *hd_report_fingerprint(const struct hd_report *r)
{
	return fingerprint(r, false);
}

char *hd_report_rough_fingerprint(const struct hd_report *r)
{
	return fingerprint(r, true);
}

bool hd_reports_look_alike(const struct hd_report *a, const struct hd_report *b)
{
	char *x = hd_report_rough_fingerprint(a), *y = hd_report_rough_fingerprint(b);
	bool same = !strcmp(x, y);

	free(x);
	free(y);
	return same;
}
