/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/cells.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/origin.h"
#include "report/utf8.h"
#include "report/words.h"

#define GAP_THREADS  4 /* that are named */
#define OBJECT_LEAST 7 /* columns of a name that is cut */
#define TYPE_LEAST   3 /* … and of the type of a block */

/* The object is a thread, and nothing of a thread's such as its stack. */
static bool is_thread(const char *object, unsigned *tid)
{
	int end = 0;

	return sscanf(object, "thread %u%n", tid, &end) == 1 && !object[end];
}

/* Columns are narrow: what is done often has a short name. */
static const char *step_words(const char *what)
{
	static const struct {
		enum hd_event_kind kind;
		const char *words;
	} shorter[] = {{HD_ATOMIC_LOAD, "load"}, {HD_ATOMIC_STORE, "store"}, {HD_ATOMIC_RMW, "update"}};
	enum hd_event_kind kind = hd_event_named(what);

	for (unsigned i = 0; i < sizeof shorter / sizeof *shorter; i++)
		if (shorter[i].kind == kind)
			return shorter[i].words;
	return what;
}

static const char *pending_words(const char *what)
{
	switch (hd_event_named(what)) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
		return "wants";
	case HD_SLEEP:
		return "sleeps";
	case HD_EVENT_COUNT: /* it fails or spins */
		return what;
	default:
		return "awaits";
	}
}

char *hd_act_text(const struct hd_report_step *s)
{
	char *verb = hd_strdup(s->pending ? pending_words(s->what) : step_words(s->what));

	for (char *p = verb; *p; p++)
		if (*p == '-')
			*p = ' ';
	return verb;
}

static char *cell_object(const struct hd_report_step *s)
{
	unsigned other;

	if (s->object && is_thread(s->object, &other))
		return hd_sprintf("T%u", other);
	return hd_strdup_or_null(s->object);
}

/* What comes after the object: the value, and what was special. */
static char *cell_tail(const struct hd_report_step *s, const char *value)
{
	return hd_sprintf("%s%s%s%s%s", value ? " = " : "", value ? value : "",
			  !s->note     ? ""
			  : s->pending ? ": "
				       : " (",
			  s->note ? s->note : "", s->note && !s->pending ? ")" : "");
}

char *hd_cell_text(const struct hd_report_step *s)
{
	char *verb = hd_act_text(s), *object = cell_object(s), *tail = cell_tail(s, s->value);
	char *text = hd_sprintf("%s%s%s%s", verb, object ? " " : "", object ? object : "", tail);

	free(verb);
	free(object);
	free(tail);
	return text;
}

/* ---- shorter ---- */

/* Of an address the last digits tell it from others. */
static char *shorter_value(const char *value, const char *dots)
{
	size_t n = strlen(value);

	if (strncmp(value, "0x", 2) != 0 || n <= 8)
		return hd_strdup(value);
	return hd_sprintf("%s%s", dots, value + n - 5);
}

/* The end of a qualified name from one of its parts on, as long as there is room for; NULL: that would be too
 * little of it. */
static const char *last_parts(const char *name, size_t room)
{
	const char *at = name + strcspn(name, ".:");

	while (*at && hd_width(at) > room)
		at += 1 + strcspn(at + 1, ".:");
	if (at[0] == ':' && at > name && at[-1] == ':') /* in the middle of :: */
		at++;
	return hd_width(at) * 2 > room ? at : NULL;
}

/* Without the function of a variable; else the last parts of it, or its beginning and end, with dots for the
 * rest. */
static char *shorter_name(const char *name, size_t width, const char *dots)
{
	size_t space = width - hd_width(dots), front = space / 2;
	const char *local = strstr(name, ": "), *rest, *last;

	if (hd_width(name) <= width)
		return hd_strdup(name);
	rest = local ? local + 2 : name;
	if (hd_width(rest) <= width)
		return hd_strdup(rest);
	last = strrchr(rest, ' ');
	if (last && isupper((unsigned char)last[1])) { /* a block and its letter: the type is cut first */
		size_t tail = hd_width(last);

		if (tail + TYPE_LEAST <= space)
			return hd_sprintf("%.*s%s%s", (int)hd_prefix(rest, space - tail), rest, dots, last);
	} else if (!last && (last = last_parts(rest, space))) {
		return hd_sprintf("%s%s", dots, last);
	}
	return hd_sprintf("%.*s%s%s", (int)hd_prefix(rest, front), rest, dots,
			  rest + hd_suffix(rest, space - front));
}

/* With the object's name cut so that the value stays to be seen; NULL: there is no room for that. */
static char *with_shorter_object(const struct hd_report_step *s, const char *value, size_t width,
				 const char *dots)
{
	char *verb = hd_act_text(s), *object = cell_object(s), *tail = cell_tail(s, value), *text = NULL;
	size_t rest = hd_width(verb) + 1 + hd_width(tail);

	if (object && rest + OBJECT_LEAST <= width) {
		char *name = shorter_name(object, width - rest, dots);

		text = hd_sprintf("%s %s%s", verb, name, tail);
		free(name);
	}
	free(verb);
	free(object);
	free(tail);
	return text;
}

char *hd_cell_fitted(const struct hd_report_step *s, size_t width, const char *dots)
{
	char *text = hd_cell_text(s), *value, *shorter;

	if (hd_width(text) <= width)
		return text;
	value = s->value ? shorter_value(s->value, dots) : NULL;
	shorter = with_shorter_object(s, value, width, dots);
	free(value);
	if (!shorter)
		return text; /* to be cut at its end */
	free(text);
	return shorter;
}

/* Of a long path the last part has to do here; the whole of it is elsewhere in the report. */
char *hd_place_text(const struct hd_report_step *s, size_t most)
{
	const char *slash, *path;
	char *place;

	if (!s->where.file)
		return hd_strdup(s->where.module ? s->where.module : "");
	path = hd_shown_path(s->where.file);
	place = hd_sprintf("%s:%d", path, s->where.line);
	slash = hd_width(place) > most ? strrchr(path, '/') : NULL;
	if (!slash)
		return place;
	free(place);
	return hd_sprintf("%s:%d", slash + 1, s->where.line);
}

char *hd_header_text(const struct hd_report *r, unsigned tid)
{
	const struct hd_report_thread *thread = hd_report_thread(r, tid);

	return hd_sprintf("T%u%s%s", tid, thread && thread->name ? " " : "",
			  thread && thread->name ? thread->name : "");
}

static int compare_tids(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return x < y ? -1 : x > y;
}

/* "T1", or "T0, T1 and T2", or how many there are. */
static void put_threads_of(FILE *f, const struct hd_report_step *steps, unsigned count)
{
	unsigned tids[GAP_THREADS + 1] = {0}, n = 0;

	for (unsigned i = 0; i < count && n <= GAP_THREADS; i++) {
		unsigned j = 0;

		while (j < n && tids[j] != steps[i].tid)
			j++;
		if (j == n)
			tids[n++] = steps[i].tid;
	}
	if (n > GAP_THREADS) {
		fputs(" of several threads", f);
		return;
	}
	qsort(tids, n, sizeof *tids, compare_tids);
	for (unsigned i = 0; i < n; i++)
		fprintf(f, "%sT%u", i == 0 ? " of " : i + 1 == n ? " and " : ", ", tids[i]);
}

/* The library that all of the steps are in, or NULL. */
static const char *library_of(const struct hd_report_step *steps, unsigned count)
{
	enum hd_origin origin = hd_origin_of(&steps[0].where);

	for (unsigned i = 1; i < count; i++)
		if (hd_origin_of(&steps[i].where) != origin)
			return NULL;
	return hd_origin_text(origin);
}

char *hd_gap_text(const struct hd_report *r, const struct hd_row *row, const char *dots, bool hint)
{
	const struct hd_report_step *steps = &r->steps_list[row->first];
	const char *library = row->period ? NULL : library_of(steps, row->count);
	struct hd_text text;

	hd_text_begin(&text);
	fprintf(text.f, "%s ", dots);
	if (row->period == 1)
		fprintf(text.f, "the same %u times more", row->count);
	else if (row->period)
		fprintf(text.f, "the same %u steps %u times more", row->period, row->count / row->period);
	else
		fprintf(text.f, "%u step%s", row->count, row->count == 1 ? "" : "s");
	if (!row->period)
		put_threads_of(text.f, steps, row->count);
	if (hint) /* before what may be cut off */
		fprintf(text.f, " (--steps %lu-%lu)", steps[0].step, steps[row->count - 1].step);
	if (library)
		fprintf(text.f, " %s", library);
	return hd_text_end(&text);
}
