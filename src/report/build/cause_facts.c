/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_facts.h"

#include <stdlib.h>

#include "base/fail.h"
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

bool hd_say_freed(struct hd_build *b, FILE *f)
{
	const struct hd_wire_place *place = &b->failure.place;
	struct hd_location freed;

	if ((b->failure.outcome != HD_OUT_USE_AFTER_FREE && b->failure.outcome != HD_OUT_DOUBLE_FREE) ||
	    place->kind != HD_PLACE_HEAP || place->free_tid >= HD_MAX_THREADS ||
	    place->free_tid == b->failure.tid || !hd_place_known(&b->report->where))
		return false;
	freed = hd_locate_free(b, place);
	if (hd_place_known(&freed)) {
		fputs("it fails when ", f);
		hd_put_place(f, &freed);
		fputs(" (", f);
		hd_put_thread(f, b->report, place->free_tid);
		fprintf(f, " frees the block%s) runs before ",
			!hd_place_own(&freed) && has_begun_to_exit(b, place->free_tid)
			    ? " while the program exits"
			    : "");
		hd_put_place(f, &b->report->where);
		fputs(" (", f);
		hd_put_thread(f, b->report, b->failure.tid);
		fprintf(f, " %s it)", b->failure.outcome == HD_OUT_DOUBLE_FREE ? "frees" : "uses");
		b->report->pattern = hd_strdup(b->failure.outcome == HD_OUT_DOUBLE_FREE
						   ? "a second free of the same block"
						   : "a use of memory that another thread has freed");
		b->report->remedy = hd_strdup(b->failure.outcome == HD_OUT_DOUBLE_FREE
						  ? "let one thread own the block, or decide in one step "
						    "which of them frees it"
						  : HD_FREED_REMEDY);
	}
	hd_location_free(&freed);
	return b->report->pattern;
}
