/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/locate.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/build/thread_names.h"
#include "report/words.h"

static char *note_words(unsigned note)
{
	static const char *const words[] = {"timeout", "spurious wakeup", "cancelled", NULL, "interrupted"};
	struct hd_text text;
	bool first = true;

	if (!(note & (HD_NOTES_ALL & ~HD_NOTE_PENDING)))
		return NULL;
	hd_text_begin(&text);
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		if (!(note & 1u << i) || !words[i])
			continue;
		fprintf(text.f, "%s%s", first ? "" : ", ", words[i]);
		first = false;
	}
	return hd_text_end(&text);
}

/* Small numbers as such, also negative ones of their size; what looks like an address in hex. */
static char *number_words(uint64_t number, uint64_t size)
{
	unsigned bits = size && size < 8 ? 8 * (unsigned)size : 64;
	int64_t value = (int64_t)(number << (64 - bits)) >> (64 - bits);

	if (value > -1000000 && value < 1000000)
		return hd_sprintf("%" PRId64, value);
	return hd_sprintf("0x%" PRIx64, bits == 64 ? number : number & ((UINT64_C(1) << bits) - 1));
}

/* Of several members each has a value of its own. */
static char *value_words(struct hd_build *b, const struct hd_wire_event *e, const char *object)
{
	struct hd_object_part parts[sizeof e->value];
	struct hd_text text;
	unsigned n;

	if (!e->value_known)
		return NULL;
	n = object ? hd_object_parts(b, e, object, parts) : 0;
	if (!n)
		return number_words(e->value, e->op.size);
	hd_text_begin(&text);
	for (unsigned i = 0; i < n; i++) {
		char *one = number_words(e->value >> 8 * parts[i].offset, parts[i].size);

		fprintf(text.f, "%s%s", i ? ", " : "", one);
		free(one);
	}
	return hd_text_end(&text);
}

/* Operations that concern one signal have its number as their size. */
static char *signal_words(unsigned number)
{
	const char *name = number ? sigabbrev_np((int)number) : NULL;

	if (name)
		return hd_sprintf("SIG%s", name);
	return number ? hd_sprintf("signal %u", number) : NULL;
}

static char *object_words(struct hd_build *b, const struct hd_wire_event *e)
{
	switch (e->op.kind) {
	case HD_KILL:
	case HD_HANDLE:
	case HD_SIGACTION:
		return signal_words(e->op.size);
	case HD_SIGMASK:
	case HD_SIGWAIT:
	case HD_PAUSE:
		return NULL;
	case HD_TIMER:
		return e->place.kind == HD_PLACE_GLOBAL
			   ? NULL
			   : hd_object_name(b, &e->place, e->op.addr, e->op.size);
	case HD_CREATE:
	case HD_JOIN:
		return e->aux < HD_MAX_THREADS ? hd_sprintf("thread %u", e->aux) : NULL;
	case HD_START:
	case HD_EXIT:
	case HD_LEAVE:
	case HD_END:
	case HD_VALUE:
	case HD_YIELD:
	case HD_SPIN:
	case HD_SLEEP:
		return NULL;
	case HD_FREE: /* all of the block */
		return hd_object_name(b, &e->place, e->op.addr, e->place.size);
	default:
		return hd_object_name(b, &e->place, e->op.addr, e->op.size);
	}
}

static struct hd_location event_location(struct hd_build *b, const struct hd_wire_event *e)
{
	if (e->op.kind == HD_START || e->op.kind == HD_HANDLE) {
		struct hd_location l = hd_locate_function(b, &e->place), own = {0};

		if (e->op.kind == HD_START && !hd_place_own(&l))
			own = hd_locate_start(b, e->tid);
		if (own.function) {
			hd_location_free(&l);
			return own;
		}
		if (l.function)
			return l;
	}
	return hd_locate_event(b, e);
}

static void list_event(struct hd_build *b, const struct hd_wire_event *e, struct hd_report_step *s)
{
	s->step = e->step;
	s->tid = e->tid;
	s->what = hd_strdup(hd_event_text[e->op.kind]);
	s->object = object_words(b, e);
	s->value = value_words(b, e, s->object);
	s->note = note_words(e->note);
	s->where = event_location(b, e);
}

static struct hd_report_step *add_pending(struct hd_build *b, unsigned tid)
{
	struct hd_report *r = b->report;
	struct hd_report_step *s = &r->steps_list[r->nsteps++];

	s->step = b->failure.steps;
	s->tid = tid;
	s->pending = true;
	return s;
}

/* The second half of a wait is called by its first half: users know only that. */
static unsigned wait_kind(unsigned kind)
{
	return kind == HD_COND_SLEEP	  ? HD_COND_WAIT
	       : kind == HD_FUTEX_SLEEP	  ? HD_FUTEX_WAIT
	       : kind == HD_BARRIER_LEAVE ? HD_BARRIER
					  : kind;
}

static void list_pending_wait(struct hd_build *b, const struct hd_wire_thread *t)
{
	struct hd_report_step *s = add_pending(b, t->tid);
	const struct hd_report_thread *described = hd_report_thread(b->report, t->tid);

	s->where = hd_locate_pending(b, t);
	s->what = hd_strdup(t->state == HD_THREAD_SPINNING ? "spins" : hd_event_text[wait_kind(t->op.kind)]);
	if (described && described->waits_for)
		s->object = t->op.kind == HD_JOIN && t->owner != HD_NO_TID ? hd_sprintf("thread %u", t->owner)
									   : hd_strdup(described->waits_for);
	/* A thread in a join waits because another thread does not end: a consequence, not a part of the
	 * failure. */
	s->marked = t->op.kind != HD_JOIN;
}

static char *failure_words(unsigned outcome)
{
	char *words = hd_strdup(hd_outcome_text[outcome]);

	for (char *p = words; *p; p++)
		if (*p == '-')
			*p = ' ';
	return words;
}

static void list_stuck_threads(struct hd_build *b)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];

		if (t->state == HD_THREAD_BLOCKED || t->state == HD_THREAD_SPINNING)
			list_pending_wait(b, t);
	}
}

static void list_failure(struct hd_build *b)
{
	struct hd_report_step *s = add_pending(b, b->failure.tid);

	s->where = hd_location_copy(&b->report->where);
	s->what = hd_strdup("fails");
	s->note = failure_words(b->failure.outcome);
	s->marked = true;
}

void hd_list_steps(struct hd_build *b)
{
	struct hd_report *r = b->report;

	r->steps_list = hd_new(b->nevents + b->failure.nthreads + 1, sizeof *r->steps_list);
	for (; r->nsteps < b->nevents; r->nsteps++)
		list_event(b, &b->events[r->nsteps], &r->steps_list[r->nsteps]);
	if (hd_is_stuck(b))
		list_stuck_threads(b);
	else if (b->failure.tid != HD_NO_TID)
		list_failure(b);
}
