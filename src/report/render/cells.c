/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/utf8.h"
#include "report/words.h"

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
	char *words = hd_strdup(s->pending ? pending_words(s->what) : step_words(s->what));

	for (char *p = words; *p; p++)
		if (*p == '-')
			*p = ' ';
	return words;
}

char *hd_cell_text(const struct hd_report_step *s)
{
	char *act = hd_act_text(s);
	struct hd_text text;
	unsigned other;

	hd_text_begin(&text);
	fputs(act, text.f);
	free(act);
	if (s->object && is_thread(s->object, &other))
		fprintf(text.f, " T%u", other);
	else if (s->object)
		fprintf(text.f, " %s", s->object);
	if (s->value)
		fprintf(text.f, " = %s", s->value);
	if (s->note)
		fprintf(text.f, s->pending ? ": %s" : " (%s)", s->note);
	return hd_text_end(&text);
}

/* Of a long path the last part has to do here; the whole of it is elsewhere in the report. */
char *hd_place_text(const struct hd_report_step *s, size_t most)
{
	struct hd_text text;

	if (!s->where.file)
		return hd_strdup(s->where.module ? s->where.module : "");
	hd_text_begin(&text);
	hd_put_place(text.f, &s->where);
	char *place = hd_text_end(&text);
	const char *slash = hd_width(place) > most ? strrchr(place, '/') : NULL;
	if (!slash)
		return place;
	char *end = hd_strdup(slash + 1);
	free(place);
	return end;
}

char *hd_header_text(const struct hd_report *r, unsigned tid)
{
	const struct hd_report_thread *thread = hd_report_thread(r, tid);

	return hd_sprintf("T%u%s%s", tid, thread && thread->name ? " " : "",
			  thread && thread->name ? thread->name : "");
}

char *hd_gap_text(const struct hd_report *r, const struct hd_row *row, const char *dots)
{
	const struct hd_report_step *steps = &r->steps_list[row->first];
	bool one_thread = true;
	struct hd_text text;

	for (unsigned i = 1; i < row->count; i++)
		one_thread = one_thread && steps[i].tid == steps[0].tid;
	hd_text_begin(&text);
	fprintf(text.f, "%s ", dots);
	if (row->period == 1)
		fprintf(text.f, "the same %u times more", row->count);
	else if (row->period)
		fprintf(text.f, "the same %u steps %u times more", row->period, row->count / row->period);
	else
		fprintf(text.f, "%u more step%s", row->count, row->count == 1 ? "" : "s");
	if (one_thread && !row->period) {
		fputs(" of ", text.f);
		hd_put_thread(text.f, r, steps[0].tid);
	}
	return hd_text_end(&text);
}
