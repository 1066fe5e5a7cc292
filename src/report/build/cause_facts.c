/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_facts.h"

#include <stdlib.h>

#include "base/fail.h"
#include "report/build/locate.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

/* Threads that hold what the next one wants: "thread 1 (a) holds `x` since a.c:3 and wants `y` at a.c:4, …"
 */
static void put_cycle(struct hd_build *b, FILE *f, const struct hd_wire_thread *const *cycle, unsigned n)
{
	fputs("it fails when ", f);
	for (unsigned i = 0; i < n; i++) {
		const struct hd_wire_thread *t = cycle[i], *before = cycle[(i + n - 1) % n];
		struct hd_location since =
				       hd_locate_acquisition(b, t->tid, &before->place, before->owner_site),
				   at = hd_locate_pending(b, t);
		char *held = hd_object_name(b, &before->place, before->op.addr, before->op.size),
		     *wanted = hd_object_name(b, &t->place, t->op.addr, t->op.size);

		fputs(!i ? "" : i + 1 < n ? ", " : " and ", f);
		hd_put_thread(f, b->report, t->tid);
		fputs(" has locked ", f);
		hd_put_object(f, held ? held : "a lock");
		fputs(" at ", f);
		hd_put_place(f, &since);
		fputs(" and wants ", f);
		hd_put_object(f, wanted ? wanted : "a lock");
		fputs(" at ", f);
		hd_put_place(f, &at);
		free(held);
		free(wanted);
		hd_location_free(&since);
		hd_location_free(&at);
	}
}

static unsigned cycle_from(struct hd_build *b, const struct hd_wire_thread *start,
			   const struct hd_wire_thread **cycle)
{
	const struct hd_wire_thread *t = start;
	unsigned n = 0;

	do {
		if (!t || t->state != HD_THREAD_BLOCKED || t->owner_site == HD_NO_SITE ||
		    n == HD_FAILURE_THREADS)
			return 0;
		cycle[n++] = t;
		t = hd_failed_thread(b, t->owner);
	} while (t != start);
	return n;
}

bool hd_say_lock_circle(struct hd_build *b, FILE *f)
{
	const struct hd_wire_thread *cycle[HD_FAILURE_THREADS];
	unsigned n = 0;

	for (unsigned i = 0; i < b->failure.nthreads && !n; i++)
		n = cycle_from(b, &b->failure.threads[i], cycle);
	if (n < 2)
		return false;
	put_cycle(b, f, cycle, n);
	b->report->pattern = hd_sprintf("a circle of locks%s", n == 2 ? " (an iRoot of idiom 5)" : "");
	b->report->remedy = hd_strdup("take these locks in one order everywhere");
	return true;
}

/* Functions that exit() calls have no caller in the program's own source. */
static bool has_begun_to_exit(const struct hd_build *b, unsigned tid)
{
	for (unsigned i = 0; i < b->nevents; i++)
		if (b->events[i].tid == tid && b->events[i].op.kind == HD_LEAVE)
			return true;
	return false;
}

/* Another thread than the one that fails has freed the block; where, or an unknown place. */
static struct hd_location freed_by_other(struct hd_build *b)
{
	const struct hd_wire_place *place = &b->failure.place;

	if (place->kind != HD_PLACE_HEAP || place->free_tid >= HD_MAX_THREADS ||
	    place->free_tid == b->failure.tid || !hd_place_known(&b->report->where))
		return (struct hd_location){0};
	return hd_locate_free(b, place);
}

/* "a.c:3 (thread 1 (worker) frees the block" */
static void put_freed(struct hd_build *b, FILE *f, const struct hd_location *freed)
{
	unsigned tid = b->failure.place.free_tid;

	hd_put_place(f, freed);
	fputs(" (", f);
	hd_put_thread(f, b->report, tid);
	fputs(" frees the block", f);
	if (!hd_place_own(freed) && has_begun_to_exit(b, tid))
		fputs(" while the program exits", f);
}

/* "a.c:5 (thread 2 (reader) uses it)" */
static void put_failed(struct hd_build *b, FILE *f, const char *does)
{
	hd_put_place(f, &b->report->where);
	fputs(" (", f);
	hd_put_thread(f, b->report, b->failure.tid);
	fprintf(f, " %s)", does);
}

bool hd_is_freed_by_library(struct hd_build *b)
{
	return hd_site_in_header(b, b->failure.place.free_site);
}

bool hd_say_freed(struct hd_build *b, FILE *f, bool decided)
{
	struct hd_location freed;
	bool said;

	if (b->failure.outcome != HD_OUT_USE_AFTER_FREE)
		return decided;
	freed = freed_by_other(b);
	said = hd_place_known(&freed);
	if (said) {
		fputs(decided ? "; then " : "it fails when ", f);
		put_freed(b, f, &freed);
		fputs(decided ? ") and " : ") runs before ", f);
		put_failed(b, f, "uses it");
	}
	if (said && !decided) {
		b->report->pattern = hd_strdup("a use of memory that another thread has freed");
		b->report->remedy =
		    hd_strdup(hd_is_freed_by_library(b) ? HD_LIBRARY_FREED_REMEDY : HD_FREED_REMEDY);
	}
	hd_location_free(&freed);
	return decided || said;
}

bool hd_say_freed_twice(struct hd_build *b, FILE *f, bool decided)
{
	struct hd_location freed;
	bool said;

	if (b->failure.outcome != HD_OUT_DOUBLE_FREE)
		return decided;
	freed = freed_by_other(b);
	said = hd_place_known(&freed);
	if (said) {
		fputs(decided ? "; then " : "it fails because ", f);
		put_freed(b, f, &freed);
		fputs(") and ", f);
		put_failed(b, f, "frees it again");
	}
	if (said && !b->report->pattern) {
		b->report->pattern = hd_strdup("a second free of the same block");
		b->report->remedy = hd_strdup(HD_FREED_TWICE_REMEDY);
	}
	hd_location_free(&freed);
	return decided || said;
}
