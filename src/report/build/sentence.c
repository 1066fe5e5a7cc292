/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/sentence.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/relevant_steps.h"
#include "report/build/take_record.h"
#include "report/utf8.h"
#include "report/words.h"

#define MAX_NAMED 3 /* threads that a sentence names before it only counts */

static void put_who(struct hd_build *b, FILE *f, unsigned tid)
{
	hd_put_thread(f, b->report, tid);
}

/* Go from thread `start` to the owner of what it waits for, and on. How many threads are in the cycle if this
 * leads back to `start`, else 0. */
static unsigned find_cycle(const struct hd_build *b, unsigned start, unsigned *cycle)
{
	unsigned n = 0, at = start;

	do {
		const struct hd_wire_thread *t = hd_failed_thread(b, at);

		if (!t || t->state != HD_THREAD_BLOCKED || t->owner == HD_NO_TID || n == HD_FAILURE_THREADS)
			return 0;
		cycle[n++] = at;
		at = t->owner;
	} while (at != start);
	return n;
}

static void put_cycle(struct hd_build *b, FILE *f, const unsigned *cycle, unsigned n)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, cycle[0]);

	if (n == 1) {
		put_who(b, f, cycle[0]);
		fprintf(f, " %s ", t && t->state ? t->state : "waits for");
		hd_put_object(f, t && t->waits_for ? t->waits_for : "a lock");
		fputs(", which it holds itself", f);
		return;
	}
	for (unsigned i = 0; i < n && i < 2 * MAX_NAMED; i++) {
		fputs(i == 0 ? "" : i + 1 < n ? ", " : " and ", f);
		put_who(b, f, cycle[i]);
	}
	if (n > 2 * MAX_NAMED)
		fprintf(f, " and %u more", n - 2 * MAX_NAMED);
	fputs(n == 2 ? " wait for each other" : " wait for each other in a circle", f);
}

static void put_wait(struct hd_build *b, FILE *f, const struct hd_wire_thread *from)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, from->tid);

	put_who(b, f, from->tid);
	fprintf(f, " %s", t && t->state ? t->state : "waits");
	if (t && t->waits_for) {
		fputc(' ', f);
		hd_put_object(f, t->waits_for);
	}
}

/* Blocked threads; those that only join others come last, because they are hardly ever the cause. */
static unsigned blocked_threads(const struct hd_build *b, const struct hd_wire_thread **list)
{
	unsigned n = 0;

	for (int joins = 0; joins < 2; joins++)
		for (unsigned i = 0; i < b->failure.nthreads; i++) {
			const struct hd_wire_thread *t = &b->failure.threads[i];

			if (t->state == HD_THREAD_BLOCKED && (t->op.kind == HD_JOIN) == joins)
				list[n++] = t;
		}
	return n;
}

static bool waits_behind_writer(const struct hd_build *b, const struct hd_wire_thread *t)
{
	const struct hd_wire_thread *owner = hd_failed_thread(b, t->owner);

	return t->op.kind == HD_RDLOCK && owner && owner->state == HD_THREAD_BLOCKED &&
	       owner->op.kind == HD_WRLOCK && owner->op.addr == t->op.addr;
}

static bool say_deadlock(struct hd_build *b, FILE *f)
{
	const struct hd_wire_thread *blocked[HD_FAILURE_THREADS];
	unsigned cycle[HD_FAILURE_THREADS], n = blocked_threads(b, blocked);

	for (unsigned i = 0; i < n; i++) {
		unsigned length = find_cycle(b, blocked[i]->tid, cycle);

		if (length) {
			put_cycle(b, f, cycle, length);
			return true;
		}
	}
	if (!n)
		return false;
	put_wait(b, f, blocked[0]);
	fputs(" for ever", f);
	if (blocked[0]->owner != HD_NO_TID && blocked[0]->op.kind != HD_JOIN) {
		fputs(waits_behind_writer(b, blocked[0]) ? ": before it comes the writer "
							 : ": it is held by ",
		      f);
		put_who(b, f, blocked[0]->owner);
	}
	if (n > 1)
		fprintf(f, "; no other thread can run");
	return true;
}

static bool say_lost_wakeup(struct hd_build *b, FILE *f)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];
		int signal = hd_waits_for_signal(t) ? hd_early_signal(b, t) : -1;

		if (signal < 0)
			continue;
		const struct hd_report_step *s = &b->report->steps_list[signal];
		fprintf(f, "a %s on ", s->what);
		hd_put_object(f, s->object ? s->object : "a condition variable");
		fputs(" by ", f);
		put_who(b, f, s->tid);
		fputs(" at ", f);
		hd_put_place(f, &s->where);
		fputs(" came when no thread was waiting, and ", f);
		put_who(b, f, t->tid);
		fputs(" then waited for ever", f);
		return true;
	}
	return say_deadlock(b, f);
}

static bool keeps_running(const struct hd_build *b, const struct hd_wire_thread *t)
{
	if (t->state == HD_THREAD_SPINNING)
		return true;
	return b->failure.outcome == HD_OUT_HANG &&
	       (t->state == HD_THREAD_RUNNING || (t->state == HD_THREAD_READY && t->op.kind != HD_START));
}

static bool say_no_end(struct hd_build *b, FILE *f)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];
		const struct hd_report_thread *known = hd_report_thread(b->report, t->tid);

		if (!keeps_running(b, t) || !known)
			continue;
		if (++n > MAX_NAMED)
			continue;
		fputs(n == 1 ? "" : ", ", f);
		put_who(b, f, t->tid);
		fprintf(f, " %s", known->state);
		if (hd_place_known(&known->where)) {
			fputs(" at ", f);
			hd_put_place(f, &known->where);
		}
	}
	if (n > MAX_NAMED)
		fprintf(f, " and %u more threads run", n - MAX_NAMED);
	if (n && b->failure.outcome == HD_OUT_LIVELOCK)
		fputs(", and nothing changes any more", f);
	return n;
}

static const char *access_words(const struct hd_wire_thread *t)
{
	unsigned flags = t ? hd_event_flags[t->op.kind] : 0;

	if (!t || !(flags & HD_F_ACCESS) || t->op.kind == HD_FREE)
		return "uses";
	return flags & HD_F_WRITE ? "writes to" : "reads";
}

static bool say_use_after_free(struct hd_build *b, FILE *f)
{
	const struct hd_wire_place *place = &b->failure.place;

	if (b->failure.tid == HD_NO_TID || place->kind != HD_PLACE_HEAP)
		return false;
	put_who(b, f, b->failure.tid);
	fprintf(f, " %s memory that ", access_words(hd_failed_thread(b, b->failure.tid)));
	if (place->free_tid == b->failure.tid)
		fputs("it has freed", f);
	else if (place->free_tid < HD_MAX_THREADS) {
		put_who(b, f, place->free_tid);
		fputs(" has freed", f);
	} else {
		fputs("was freed", f);
	}
	return true;
}

static bool say_double_free(struct hd_build *b, FILE *f)
{
	const struct hd_wire_place *place = &b->failure.place;

	if (b->failure.tid == HD_NO_TID || place->kind != HD_PLACE_HEAP || place->free_tid >= HD_MAX_THREADS)
		return false;
	put_who(b, f, b->failure.tid);
	fputs(" frees a block that ", f);
	if (place->free_tid == b->failure.tid)
		fputs("it", f);
	else
		put_who(b, f, place->free_tid);
	fputs(" has freed before", f);
	return true;
}

static bool say_overflow(struct hd_build *b, FILE *f)
{
	const struct hd_wire_place *place = &b->failure.place;

	if (b->failure.tid == HD_NO_TID || place->kind != HD_PLACE_HEAP)
		return false;
	put_who(b, f, b->failure.tid);
	fprintf(f, " %s memory %s a block of %lu bytes", access_words(hd_failed_thread(b, b->failure.tid)),
		(int64_t)place->offset < 0 ? "before" : "behind", place->size);
	return true;
}

/* The thread whose pending access races with that of the failing one. */
static const struct hd_wire_thread *racing_with(const struct hd_build *b, const struct hd_wire_thread *t)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *other = &b->failure.threads[i];
		unsigned flags = hd_event_flags[t->op.kind] & hd_event_flags[other->op.kind];

		if (other != t && other->state != HD_THREAD_EXITED && flags & HD_F_ACCESS &&
		    !(flags & HD_F_ATOMIC) && hd_ops_conflict(&t->op, &other->op))
			return other;
	}
	return NULL;
}

static void put_access(struct hd_build *b, FILE *f, const struct hd_wire_thread *t, const char *object)
{
	struct hd_location where = hd_locate_pending(b, t);

	put_who(b, f, t->tid);
	fprintf(f, " %s ", access_words(t));
	if (object)
		hd_put_object(f, object);
	else
		fputs("it", f);
	if (hd_place_known(&where)) {
		fputs(" at ", f);
		hd_put_place(f, &where);
	}
	hd_location_free(&where);
}

static bool sentence_say_race(struct hd_build *b, FILE *f)
{
	const struct hd_wire_thread *t = hd_failed_thread(b, b->failure.tid), *other;
	char *object;

	if (!t || !(other = racing_with(b, t)))
		return false;
	object = hd_object_name(b, &t->place, t->op.addr, t->op.size);
	put_access(b, f, t, object ? object : "memory");
	fputs(" at the same time as ", f);
	put_access(b, f, other, NULL);
	free(object);
	return true;
}

static bool say_sentence(struct hd_build *b, FILE *f)
{
	switch (b->failure.outcome) {
	case HD_OUT_DEADLOCK:
		return say_deadlock(b, f);
	case HD_OUT_LOST_WAKEUP:
		return say_lost_wakeup(b, f);
	case HD_OUT_LIVELOCK:
	case HD_OUT_HANG:
		return say_no_end(b, f);
	case HD_OUT_USE_AFTER_FREE:
		return say_use_after_free(b, f);
	case HD_OUT_DOUBLE_FREE:
		return say_double_free(b, f);
	case HD_OUT_OVERFLOW:
		return say_overflow(b, f);
	case HD_OUT_RACE:
		return sentence_say_race(b, f);
	default:
		return false;
	}
}

static void say_least(struct hd_build *b, FILE *f)
{
	if (b->failure.tid != HD_NO_TID) {
		put_who(b, f, b->failure.tid);
		fputs(": ", f);
	}
	fprintf(f, "the run ended with %s", hd_outcome_text[b->failure.outcome]);
	if (b->failure.code)
		fprintf(f, " (%d)", b->failure.code);
}

void hd_say_what_happened(struct hd_build *b)
{
	char *told = hd_clean(b->failure.message, sizeof b->failure.message);
	struct hd_text text;

	hd_text_begin(&text);
	bool said = say_sentence(b, text.f);
	if (!said && !*told)
		say_least(b, text.f);
	else if (!said)
		fputs(told, text.f);
	b->report->message = hd_text_end(&text);
	if (said && *told)
		b->report->detail = told;
	else
		free(told);
}
