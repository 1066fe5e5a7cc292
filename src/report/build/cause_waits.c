/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_waits.h"

#include <stdlib.h>

#include "base/fail.h"
#include "report/build/locate_own.h"
#include "report/build/take_record.h"
#include "report/words.h"

#define TOLD_MOST 3 /* threads */

/* Neither a circle of joins nor a lock: nothing but the end of another thread. */
static bool only_joins(const struct hd_wire_thread *t)
{
	return t->state == HD_THREAD_BLOCKED && t->op.kind == HD_JOIN;
}

static bool is_stuck_thread(const struct hd_build *b, const struct hd_wire_thread *t)
{
	return t->state == HD_THREAD_BLOCKED || t->state == HD_THREAD_SPINNING ||
	       (b->failure.outcome == HD_OUT_HANG &&
		(t->state == HD_THREAD_RUNNING || (t->state == HD_THREAD_READY && t->op.kind != HD_START)));
}

/* The thread waits for what it holds itself, or for a thread that in the end waits for it. */
static bool is_in_circle(const struct hd_build *b, const struct hd_wire_thread *t)
{
	const struct hd_wire_thread *at = t;

	for (unsigned i = 0; i < HD_FAILURE_THREADS; i++) {
		if (!at || at->state != HD_THREAD_BLOCKED || at->owner == HD_NO_TID)
			return false;
		if (at->owner == t->tid)
			return true;
		at = hd_failed_thread(b, at->owner);
	}
	return false;
}

bool hd_waits_in_circle(const struct hd_build *b)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++)
		if (b->failure.threads[i].owner != b->failure.threads[i].tid &&
		    is_in_circle(b, &b->failure.threads[i]))
			return true;
	return false;
}

/* The thread has something that another one waits for. */
static bool holds_up_another(const struct hd_build *b, const struct hd_wire_thread *t)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *other = &b->failure.threads[i];

		if (is_stuck_thread(b, other) && !only_joins(other) && other->owner == t->tid)
			return true;
	}
	return false;
}

const struct hd_wire_thread *hd_waits_for_lost(const struct hd_build *b)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i],
					    *owner = hd_failed_thread(b, t->owner);

		if (t->state == HD_THREAD_BLOCKED && t->op.kind != HD_JOIN && owner &&
		    (owner == t || owner->state == HD_THREAD_EXITED))
			return t;
	}
	return NULL;
}

/* The threads to be told of: one that waits for what it has itself, for all others follow from that; else
 * those that wait for more than the end of another, and those that have what these want. */
static unsigned choose_threads(const struct hd_build *b, const struct hd_wire_thread **list)
{
	unsigned n = 0;

	list[0] = hd_waits_for_lost(b);
	if (list[0])
		return 1;
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];

		if (is_stuck_thread(b, t) && (!only_joins(t) || holds_up_another(b, t) || is_in_circle(b, t)))
			list[n++] = t;
	}
	return n;
}

/* Where the owner has taken what thread t waits for; HD_NO_SITE: that is not known. */
static uint32_t taken_at(const struct hd_build *b, const struct hd_wire_thread *t)
{
	if (t->owner_site != HD_NO_SITE)
		return t->owner_site;
	for (unsigned i = b->nevents; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (e->tid == t->owner && e->op.addr == t->op.addr && e->op.kind == HD_LOCK)
			return e->op.site;
	}
	return HD_NO_SITE;
}

static void put_owner(struct hd_build *b, FILE *f, const struct hd_wire_thread *t)
{
	const struct hd_wire_thread *owner = hd_failed_thread(b, t->owner);
	struct hd_location taken = hd_locate_acquisition(b, t->owner, &t->place, taken_at(b, t));

	fputs(", which ", f);
	if (t->owner == t->tid)
		fputs("it", f);
	else
		hd_put_thread(f, b->report, t->owner);
	if (!hd_place_known(&taken)) {
		fputs(owner && owner->op.addr == t->op.addr && owner->state == HD_THREAD_BLOCKED
			  ? " wants before it"
			  : " has",
		      f);
		return;
	}
	fputs(" has locked at ", f);
	hd_put_place(f, &taken);
	hd_location_free(&taken);
	if (t->owner == t->tid)
		fputs(" itself", f);
	else if (owner && owner->state == HD_THREAD_EXITED)
		fputs(" and not unlocked before it ended", f);
}

static void put_wait(struct hd_build *b, FILE *f, const struct hd_wire_thread *t)
{
	const struct hd_report_thread *told = hd_report_thread(b->report, t->tid);

	hd_put_thread(f, b->report, t->tid);
	fprintf(f, " %s", told->state);
	if (told->waits_for) {
		fputc(' ', f);
		hd_put_object(f, told->waits_for);
	}
	fputs(" at ", f);
	hd_put_place(f, &told->where);
	if (t->owner != HD_NO_TID && !only_joins(t))
		put_owner(b, f, t);
}

static void set_pattern(struct hd_report *r, const char *pattern, const char *remedy)
{
	free(r->pattern);
	free(r->remedy);
	r->pattern = hd_strdup(pattern);
	r->remedy = hd_strdup(remedy);
}

static void name_waits(struct hd_build *b, const struct hd_wire_thread *const *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		const struct hd_wire_thread *owner = hd_failed_thread(b, list[i]->owner);

		if (list[i]->owner == list[i]->tid)
			set_pattern(b->report, "a lock that its holder wants again",
				    "unlock it before, or call a function that expects it to be locked");
		else if (owner && owner->state == HD_THREAD_EXITED && !only_joins(list[i]))
			set_pattern(b->report, "a lock whose holder has ended",
				    "unlock on every way out of the thread, also when it is cancelled");
		else if (is_in_circle(b, list[i]))
			set_pattern(b->report, "a circle of waits",
				    "wait for no other thread while holding what that thread needs");
		else
			continue;
		return;
	}
}

bool hd_say_waits(struct hd_build *b, FILE *f)
{
	const struct hd_wire_thread *list[HD_FAILURE_THREADS];
	unsigned n = choose_threads(b, list), told = 0;

	for (unsigned i = 0; i < n && told < TOLD_MOST; i++) {
		const struct hd_report_thread *t = hd_report_thread(b->report, list[i]->tid);

		if (!t || !t->state || !hd_place_known(&t->where))
			continue;
		fputs(!told ? "" : i + 1 < n && told + 1 < TOLD_MOST ? ", " : " and ", f);
		put_wait(b, f, list[i]);
		told++;
	}
	name_waits(b, list, n);
	return told;
}

bool hd_say_each_other(struct hd_build *b, FILE *f, uint64_t threads)
{
	unsigned told = 0, n = 0;

	for (unsigned i = 0; i < b->failure.nthreads; i++)
		n += b->failure.threads[i].tid < 64 && threads >> b->failure.threads[i].tid & 1;
	for (unsigned i = 0; i < b->failure.nthreads && n > 1 && told < TOLD_MOST; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i];
		const struct hd_report_thread *r = hd_report_thread(b->report, t->tid);

		if (t->tid >= 64 || !(threads >> t->tid & 1) || !r || !r->state || !hd_place_known(&r->where))
			continue;
		fputs(!told ? "it fails when " : told + 1 < n && told + 1 < TOLD_MOST ? ", " : " and ", f);
		put_wait(b, f, t);
		told++;
	}
	if (!told)
		return false;
	fprintf(f, ", %s at the same time: in the runs that pass only these threads wake each other there",
		told == 2 ? "both" : "all");
	set_pattern(b->report, "a circle of waits",
		    "let none of them wait there for work that only another one of them can do: do that work "
		    "meanwhile, or have a thread that never waits there");
	return true;
}
