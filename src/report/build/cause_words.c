/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_words.h"

#include <stdlib.h>
#include <string.h>

#include "report/build/locate.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

const char *hd_deed_verb(unsigned kind)
{
	switch (kind) {
	case HD_READ:
		return "reads";
	case HD_WRITE:
		return "writes";
	case HD_ATOMIC_LOAD:
		return "loads";
	case HD_ATOMIC_STORE:
		return "stores";
	case HD_ATOMIC_RMW:
		return "updates";
	case HD_FREE:
		return "frees";
	case HD_LOCK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
		return "locks";
	case HD_RDLOCK:
		return "read-locks";
	case HD_SIGNAL:
		return "signals";
	case HD_BROADCAST:
		return "broadcasts to";
	case HD_COND_WAIT:
		return "waits on";
	case HD_FUTEX_WAIT:
		return "futex-waits on";
	case HD_FUTEX_WAKE:
		return "futex-wakes";
	case HD_SEM_WAIT:
		return "waits for";
	case HD_SEM_POST:
		return "posts";
	case HD_UNLOCK:
		return "unlocks";
	case HD_INIT:
		return "initialises";
	case HD_TRYLOCK:
		return "tries to lock";
	case HD_WRLOCK_ASK:
		return "asks to write-lock";
	case HD_RELOCK:
		return "locks again";
	case HD_BARRIER:
		return "waits at";
	case HD_INPUT:
		return "reads from";
	case HD_OUTPUT:
		return "writes to";
	case HD_CLOSE:
		return "closes";
	case HD_KILL:
		return "sends a signal";
	case HD_SIGMASK:
		return "changes its signal mask";
	case HD_SIGACTION:
		return "sets what a signal does";
	case HD_HANDLE:
		return "handles a signal";
	case HD_FORK:
		return "starts a process";
	case HD_LEAVE:
		return "ends the program";
	case HD_DESTROY:
		return "destroys";
	default:
		return NULL;
	}
}

/* In another run the sites have other numbers: what is known of the block is what this run tells. */
static struct hd_wire_place place_of_later(const struct hd_build *b, const struct hd_wire_event *later)
{
	struct hd_wire_place place = later->place;

	place.alloc_site = place.free_site = place.alloc_caller = HD_NO_SITE;
	for (unsigned i = 0; i < b->nevents; i++)
		if (b->events[i].place.kind == HD_PLACE_HEAP && b->events[i].place.block == place.block &&
		    b->events[i].place.size == place.size) {
			place = b->events[i].place;
			place.offset = later->place.offset;
		}
	return place;
}

static char *object_of(struct hd_build *b, const struct hd_side *s)
{
	struct hd_wire_place place = s->event->place;

	if (s->decisive && place.kind == HD_PLACE_HEAP)
		place = place_of_later(b, s->event);
	return hd_object_name(b, &place, s->event->op.addr, s->event->op.size);
}

static struct hd_location side_location(struct hd_build *b, const struct hd_side *s)
{
	return s->decisive ? hd_locate_decisive(b, s->decisive) : hd_locate_event(b, s->event);
}

void hd_put_side_place(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	struct hd_location l = side_location(b, s);

	hd_put_place(f, &l);
	hd_location_free(&l);
}

/* What the runtime itself has for it is of no use to a reader. */
static bool has_no_object(unsigned kind)
{
	return kind == HD_LEAVE || kind == HD_FORK || kind == HD_KILL || kind == HD_SIGMASK ||
	       kind == HD_SIGACTION || kind == HD_HANDLE;
}

/* The run did not get to the operation, and its thread does not wait there either. */
static bool did_not_come(const struct hd_build *b, const struct hd_side *s)
{
	const struct hd_wire_thread *t = hd_failed_thread(b, s->event->tid);

	return s->decisive && !(t && t->state == HD_THREAD_BLOCKED && t->op.kind == s->event->op.kind &&
				t->op.addr == s->event->op.addr);
}

/* "would write", of "writes" */
static void put_condition(FILE *f, const char *verb)
{
	size_t n = strcspn(verb, " ");

	if (!strncmp(verb, "tries", n))
		fputs("would try", f);
	else
		fprintf(f, "would %.*s", (int)n - 1, verb);
	fputs(verb + n, f);
}

/* A wait for a semaphore that is over. */
static const char *verb_of(const struct hd_side *s)
{
	bool taken = s->event->op.kind == HD_SEM_WAIT && !s->decisive && !s->event->note;

	return taken ? "takes" : hd_deed_verb(s->event->op.kind);
}

bool hd_begins_to_destroy(struct hd_build *b, const struct hd_wire_event *e)
{
	struct hd_location l = hd_locate(b, e->op.site);
	char *object = NULL;
	bool begins;

	if (e->op.kind == HD_WRITE && l.function && strstr(l.function, "::~"))
		object = hd_object_name(b, &e->place, e->op.addr, e->op.size);
	begins = object && strstr(object, "._vptr");
	free(object);
	hd_location_free(&l);
	return begins;
}

/* "writes `balance`" */
static void put_deed(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	const char *verb = verb_of(s);
	char *object = has_no_object(s->event->op.kind) ? NULL : object_of(b, s);
	bool came = !did_not_come(b, s);

	if (object && !s->decisive && hd_begins_to_destroy(b, s->event)) {
		*strstr(object, "._vptr") = 0;
		verb = "begins to destroy";
	}
	if (verb && came)
		fputs(verb, f);
	else if (verb)
		put_condition(f, verb);
	else
		fprintf(f, "%s %s", came ? "does" : "would do", hd_event_text[s->event->op.kind]);
	if (object) {
		fputs(verb ? " " : " on ", f);
		hd_put_object(f, object);
	}
	free(object);
}

void hd_put_act(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	hd_put_side_place(b, f, s);
	fputs(" (", f);
	put_deed(b, f, s);
}

/* A thread that has not begun in this run: its function is the outermost one where it gets to. */
static void put_thread_of(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, s->event->tid);
	const struct hd_decisive *d = s->decisive;

	hd_put_thread(f, b->report, s->event->tid);
	if ((t && t->name) || !d || d->ncallers == HD_CALLERS)
		return;
	for (unsigned i = d->ncallers + 1; i-- > 0;) {
		const struct hd_decisive_place *at = i ? &d->callers[i - 1] : &d->at;
		struct hd_location l = hd_locate_at(b, at->module, at->offset);
		bool own = l.function && hd_place_own(&l);

		if (own)
			fprintf(f, " (%s)", l.function);
		hd_location_free(&l);
		if (own)
			return;
	}
}

void hd_put_act_of_thread(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	hd_put_side_place(b, f, s);
	fputs(" (", f);
	put_thread_of(b, f, s);
	fputc(' ', f);
	put_deed(b, f, s);
}

bool hd_at_same_place(struct hd_build *b, const struct hd_side *x, const struct hd_side *y)
{
	struct hd_location l = side_location(b, x), m = side_location(b, y);
	bool same = l.file && m.file && l.line == m.line && !strcmp(l.file, m.file);

	hd_location_free(&l);
	hd_location_free(&m);
	return same;
}

const struct hd_location *hd_cause_place(const struct hd_build *b)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, b->failure.tid);

	return !hd_place_own(&b->report->where) && t && hd_place_own(&t->where) ? &t->where
										: &b->report->where;
}
