/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/thread_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/debug/stacks.h"
#include "report/build/build.h"
#include "report/build/take_record.h"
#include "report/build/thread_names.h"
#include "report/words.h"
#include "symbol/symbol.h"

void hd_thread_texts_init(struct hd_thread_texts *t)
{
	*t = (struct hd_thread_texts){.symbols = hd_symbols_new()};
}

static void forget(struct hd_thread_texts *t)
{
	if (t->now)
		hd_report_free(t->now);
	t->now = NULL;
}

void hd_thread_texts_term(struct hd_thread_texts *t)
{
	forget(t);
	hd_symbols_free(t->symbols);
}

static const struct hd_report_thread *thread_now(struct hd_thread_texts *t, struct hd_debuggee *d,
						 unsigned tid)
{
	struct hd_build b;

	if (!hd_stacks_threads(d))
		return NULL;
	if (!t->now || t->moves != d->moves) {
		forget(t);
		b = hd_build_begin(d->workers->wire, 0, t->symbols);
		hd_take_failure(&b);
		hd_take_events(&b, false);
		hd_name_threads(&b);
		hd_describe_threads(&b);
		hd_build_end(&b);
		t->now = b.report;
		t->moves = d->moves;
	}
	return hd_report_thread(t->now, tid);
}

/* What the runtime says of the thread, or NULL: it describes a limited number of them. */
static const struct hd_wire_thread *wire_thread(const struct hd_debuggee *d, unsigned tid)
{
	const struct hd_wire_failure *f = &d->slot->failure;

	for (unsigned i = 0; i < f->nthreads && i < HD_FAILURE_THREADS; i++)
		if (f->threads[i].tid == tid)
			return &f->threads[i];
	return NULL;
}

char *hd_thread_text_name(struct hd_thread_texts *t, struct hd_debuggee *d, unsigned tid)
{
	const struct hd_report_thread *now = thread_now(t, d, tid);

	if (now && now->name)
		return hd_strdup(now->name);
	return tid ? NULL : hd_strdup("main");
}

static void put_thread(FILE *f, const struct hd_report *r, int tid)
{
	const struct hd_report_thread *t = hd_report_thread(r, (unsigned)tid);

	fprintf(f, "T%d", tid);
	if (t && t->name)
		fprintf(f, " (%s)", t->name);
}

static void put_wait(FILE *f, const struct hd_report *r, const struct hd_report_thread *now,
		     const struct hd_wire_thread *wire)
{
	fprintf(f, "%s ", now->state);
	if (wire->op.kind == HD_JOIN && now->owner >= 0) {
		put_thread(f, r, now->owner);
		return;
	}
	if (now->waits_for)
		hd_put_object(f, now->waits_for);
	if (now->owner >= 0) {
		fputs(", held by ", f);
		put_thread(f, r, now->owner);
	}
}

static void put_state(FILE *f, const struct hd_debuggee *d, const struct hd_report *r,
		      const struct hd_report_thread *now, const struct hd_wire_thread *wire)
{
	switch (wire->state) {
	case HD_THREAD_BLOCKED:
		put_wait(f, r, now, wire);
		break;
	case HD_THREAD_SPINNING:
		fputs("spins", f);
		break;
	case HD_THREAD_EXITED:
		fputs("has ended", f);
		break;
	case HD_THREAD_RUNNING:
		fputs(d->halt == HD_HALT_DECISION && d->slot->debug.next != now->tid ? "ready" : "running",
		      f);
		break;
	default:
		fputs(wire->op.kind == HD_START ? "has not begun yet" : "ready", f);
	}
}

char *hd_thread_text(struct hd_thread_texts *t, struct hd_debuggee *d, unsigned tid)
{
	const struct hd_report_thread *now = thread_now(t, d, tid);
	const struct hd_wire_thread *wire = wire_thread(d, tid);
	struct hd_text text;

	hd_text_begin(&text);
	fprintf(text.f, "T%u: ", tid);
	if (now && wire && now->state)
		put_state(text.f, d, t->now, now, wire);
	else
		fputs("alive", text.f);
	if (now && wire && wire->state == HD_THREAD_BLOCKED && hd_place_known(&now->where)) {
		fputs(", at ", text.f);
		hd_put_place(text.f, &now->where);
	}
	return hd_text_end(&text);
}
