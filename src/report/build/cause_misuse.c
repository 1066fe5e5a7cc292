/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_misuse.h"

#include <stdlib.h>

#include "base/fail.h"
#include "report/build/cause_words.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

struct misuse {
	const struct hd_wire_thread *by; /* the thread that fails, with its operation */
	char *object;
};

static bool is_on(const struct misuse *m, const struct hd_op *op)
{
	return op->addr == m->by->op.addr;
}

/* "a.c:3 (thread 1 (worker) locks it)" */
static void put_failing(struct hd_build *b, FILE *f, const struct misuse *m)
{
	const char *verb = hd_deed_verb(m->by->op.kind);

	hd_put_place(f, &b->report->where);
	fputs(" (", f);
	hd_put_thread(f, b->report, m->by->tid);
	if (verb)
		fprintf(f, " %s it)", verb);
	else
		fprintf(f, " does %s on it)", hd_event_text[m->by->op.kind]);
}

static void put_before(struct hd_build *b, FILE *f, const struct misuse *m)
{
	fputs(") runs before ", f);
	put_failing(b, f, m);
}

/* The last event before the failing one that destroyed the object. */
static bool say_destroyed(struct hd_build *b, FILE *f, const struct misuse *m)
{
	for (unsigned i = b->nevents; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (!is_on(m, &e->op) || (e->op.kind != HD_DESTROY && e->op.kind != HD_INIT))
			continue;
		if (e->op.kind == HD_INIT || e->op.kind == m->by->op.kind)
			return false;
		fputs("it fails when ", f);
		hd_put_act_of_thread(b, f, &(struct hd_side){.event = e});
		put_before(b, f, m);
		b->report->pattern = hd_strdup("a use of an object that was destroyed");
		b->report->remedy = hd_strdup("join its users before it is destroyed");
		return true;
	}
	return false;
}

/* A thread that waits on the object which is destroyed or made anew. */
static bool say_waiter(struct hd_build *b, FILE *f, const struct misuse *m)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];
		const struct hd_report_thread *told = hd_report_thread(b->report, t->tid);

		if (t == m->by || t->state != HD_THREAD_BLOCKED || !is_on(m, &t->op) || !told)
			continue;
		fputs("it fails when ", f);
		hd_put_place(f, &told->where);
		fputs(" (", f);
		hd_put_thread(f, b->report, t->tid);
		fprintf(f, " %s ", told->state);
		hd_put_object(f, m->object);
		put_before(b, f, m);
		return true;
	}
	return false;
}

static bool same_object(const struct hd_wire_place *p, const struct hd_wire_place *q)
{
	return p->kind == q->kind && p->module == q->module && p->offset == q->offset && p->block == q->block;
}

/* A thread holds the object, as the list of its locks says. */
static bool say_held(struct hd_build *b, FILE *f, const struct misuse *m)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];

		for (unsigned k = 0; k < t->nheld && t != m->by; k++) {
			struct hd_location since =
			    hd_locate_acquisition(b, t->tid, &t->held[k].place, t->held[k].site);
			bool known = hd_place_known(&since) && same_object(&t->held[k].place, &m->by->place);

			if (known) {
				fputs("it fails when ", f);
				hd_put_place(f, &since);
				fputs(" (", f);
				hd_put_thread(f, b->report, t->tid);
				fputs(" locks ", f);
				hd_put_object(f, m->object);
				put_before(b, f, m);
			}
			hd_location_free(&since);
			if (known)
				return true;
		}
	}
	return false;
}

/* A thread that has locked the object. */
static bool say_holder(struct hd_build *b, FILE *f, const struct misuse *m)
{
	for (unsigned i = b->nevents; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (!is_on(m, &e->op) || e->tid == m->by->tid)
			continue;
		if (!(hd_event_flags[e->op.kind] & HD_F_SYNC) || e->op.kind == HD_INIT)
			continue;
		if (e->op.kind == HD_UNLOCK)
			return false;
		fputs("it fails when ", f);
		hd_put_act_of_thread(b, f, &(struct hd_side){.event = e});
		put_before(b, f, m);
		return true;
	}
	return false;
}

/* A thread that waits on a condition variable has used it with another mutex: both are at their waits. */
static bool say_alone(struct hd_build *b, FILE *f, const struct misuse *m)
{
	fputs("it fails at ", f);
	hd_put_place(f, &b->report->where);
	fputs(", where ", f);
	hd_put_thread(f, b->report, m->by->tid);
	fprintf(f, " does %s on ", hd_event_text[m->by->op.kind]);
	hd_put_object(f, m->object);
	return true;
}

bool hd_say_misuse(struct hd_build *b, FILE *f)
{
	struct misuse m = {.by = hd_failed_thread(b, b->failure.tid)};
	bool said;

	if (b->failure.outcome != HD_OUT_LOCK_MISUSE || !m.by || !m.by->op.addr ||
	    !hd_place_known(&b->report->where))
		return false;
	m.object = hd_object_name(b, &m.by->place, m.by->op.addr, m.by->op.size);
	said = m.object && (say_destroyed(b, f, &m) || say_waiter(b, f, &m) || say_held(b, f, &m) ||
			    say_holder(b, f, &m) || say_alone(b, f, &m));
	if (said && !b->report->pattern) {
		b->report->pattern = hd_strdup("a misuse of a synchronisation object");
		b->report->remedy = hd_strdup(
		    "let the thread that makes it also end it, when its users are joined; and let the "
		    "thread that locks also unlock");
	}
	free(m.object);
	return said;
}
