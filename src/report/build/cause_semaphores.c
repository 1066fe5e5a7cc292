/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_semaphores.h"

#include <stdlib.h>

#include "base/fail.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

/* How often the thread has taken the semaphore and not posted it; in *last where it took it. */
static int taken_by(const struct hd_build *b, unsigned tid, uint64_t sem, const struct hd_wire_event **last)
{
	int taken = 0;

	for (const struct hd_wire_event *e = b->events; e < b->events + b->nevents; e++) {
		if (e->tid != tid || e->op.addr != sem || e->note)
			continue;
		if (e->op.kind == HD_SEM_WAIT)
			*last = e;
		taken += (e->op.kind == HD_SEM_WAIT) - (e->op.kind == HD_SEM_POST);
	}
	return taken;
}

/* Where the only thread that has taken the semaphore did so; NULL: there is none, or it is no lock, because
 * some thread posts what it has not taken. */
static const struct hd_wire_event *taken_at(const struct hd_build *b, uint64_t sem)
{
	const struct hd_wire_event *found = NULL;

	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_event *last = NULL;
		int taken = taken_by(b, b->failure.threads[i].tid, sem, &last);

		if (taken < 0 || taken > 1 || (taken && found))
			return NULL;
		if (taken)
			found = last;
	}
	return found;
}

/* The threads of the circle that `start` is in, each waiting for what the next one has taken. */
static unsigned circle_from(const struct hd_build *b, const struct hd_wire_thread *start,
			    const struct hd_wire_thread **circle)
{
	const struct hd_wire_thread *t = start;
	unsigned n = 0;

	do {
		const struct hd_wire_event *taken;

		if (!t || t->state != HD_THREAD_BLOCKED || t->op.kind != HD_SEM_WAIT ||
		    n == HD_FAILURE_THREADS)
			return 0;
		circle[n++] = t;
		taken = taken_at(b, t->op.addr);
		t = taken ? hd_failed_thread(b, taken->tid) : NULL;
	} while (t != start);
	return n;
}

static void put_semaphore(struct hd_build *b, FILE *f, const struct hd_wire_thread *wanted)
{
	char *name = hd_object_name(b, &wanted->place, wanted->op.addr, wanted->op.size);

	hd_put_object(f, name ? name : "a semaphore");
	free(name);
}

/* `before` waits for what `t` has taken. */
static void put_link(struct hd_build *b, FILE *f, const struct hd_wire_thread *before,
		     const struct hd_wire_thread *t)
{
	struct hd_location since = hd_locate_event(b, taken_at(b, before->op.addr)),
			   at = hd_locate_pending(b, t);

	hd_put_thread(f, b->report, t->tid);
	fputs(" has taken ", f);
	put_semaphore(b, f, before);
	fputs(" at ", f);
	hd_put_place(f, &since);
	fputs(" and wants ", f);
	put_semaphore(b, f, t);
	fputs(" at ", f);
	hd_put_place(f, &at);
	hd_location_free(&since);
	hd_location_free(&at);
}

bool hd_say_semaphore_circle(struct hd_build *b, FILE *f)
{
	const struct hd_wire_thread *circle[HD_FAILURE_THREADS];
	unsigned n = 0;

	if (b->failure.outcome != HD_OUT_DEADLOCK || !b->nevents || b->events[0].step)
		return false; /* what is not listed may have been posted */
	for (unsigned i = 0; i < b->failure.nthreads && !n; i++)
		n = circle_from(b, &b->failure.threads[i], circle);
	if (n < 2)
		return false;
	fputs("it fails when ", f);
	for (unsigned i = 0; i < n; i++) {
		fputs(!i ? "" : i + 1 < n ? ", " : " and ", f);
		put_link(b, f, circle[(i + n - 1) % n], circle[i]);
	}
	b->report->pattern = hd_strdup("a circle of waits");
	b->report->remedy = hd_strdup("take these in one order everywhere");
	return true;
}
