/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/thread_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/locate.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/utf8.h"
#include "report/words.h"

/* A thread's first function that says something: a C++ thread starts in its library, a C11 thread in ours. */
static bool is_telling(const char *function)
{
	return function && strncmp(function, "std::", 5) != 0 && strncmp(function, "__", 2) != 0 &&
	       strcmp(function, "execute_native_thread_routine") != 0 &&
	       strcmp(function, "run_c11_thread") != 0;
}

/* The runtime knows where each function was called from; the innermost frame is where the thread is now. */
static struct hd_location *locate_stack(struct hd_build *b, const struct hd_wire_thread *t, unsigned *n)
{
	bool failed =
	    t->tid == b->failure.tid &&
	    (!hd_is_stuck(b) || (b->failure.outcome == HD_OUT_HANG && b->failure.site != HD_NO_SITE));
	uint32_t sites[HD_THREAD_STACK_MAX + 1] = {failed ? b->failure.site : t->op.site};
	bool known = sites[0] != HD_NO_SITE && t->state != HD_THREAD_EXITED &&
		     (t->op.kind != HD_START || failed) && !(t->nstack && t->stack[0] == sites[0]);

	memcpy(sites + 1, t->stack, t->nstack * sizeof *sites);
	return hd_locate_stack(b, known ? sites : sites + 1, t->nstack + known, n);
}

/* Of these frames, which it frees: the outermost one that says something. */
static char *outermost_telling(struct hd_location *stack, unsigned n)
{
	char *name = NULL;

	for (unsigned i = n; i-- > 0 && !name;)
		if (hd_place_own(&stack[i]) && is_telling(stack[i].function))
			name = hd_strdup(stack[i].function);
	for (unsigned i = 0; i < n; i++)
		hd_location_free(&stack[i]);
	free(stack);
	return name;
}

static char *outermost_function(struct hd_build *b, const struct hd_wire_thread *t)
{
	unsigned n;
	struct hd_location *stack = locate_stack(b, t, &n);

	return outermost_telling(stack, n);
}

/* The stack of a step, as far as it is recorded. */
static struct hd_location *event_stack(struct hd_build *b, const struct hd_wire_event *e, unsigned *n)
{
	uint32_t sites[HD_CALLERS + 1] = {e->op.site};

	memcpy(sites + 1, e->callers, sizeof e->callers);
	return hd_locate_stack(b, sites, HD_CALLERS + 1, n);
}

/* For a thread that has ended: where it was when it was first seen in the program's own source. */
static char *first_function(struct hd_build *b, unsigned tid)
{
	char *name = NULL;

	for (unsigned i = 0; i < b->nevents && !name; i++) {
		struct hd_location *stack;
		unsigned n;

		if (b->events[i].tid != tid || b->events[i].op.kind == HD_START)
			continue;
		stack = event_stack(b, &b->events[i], &n);
		name = outermost_telling(stack, n);
	}
	return name;
}

/* Where the function of this name begins, which one of the frames of the step is in. */
static struct hd_location find_function(struct hd_build *b, const struct hd_wire_event *e, const char *name)
{
	struct hd_location l = hd_locate_begin(b, e->op.site, name);

	for (unsigned i = 0; i < HD_CALLERS && e->callers[i] != HD_NO_SITE && !l.function; i++)
		l = hd_locate_begin(b, e->callers[i], name);
	return l;
}

struct hd_location hd_locate_start(struct hd_build *b, unsigned tid)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, tid);
	struct hd_location l = {0};

	for (unsigned i = 0; t && t->name && i < b->nevents && !l.function; i++)
		if (b->events[i].tid == tid && b->events[i].op.kind != HD_START)
			l = find_function(b, &b->events[i], t->name);
	return l;
}

static char *start_function(struct hd_build *b, unsigned tid)
{
	char *name = NULL;

	for (unsigned i = 0; i < b->nevents && !name; i++) {
		if (b->events[i].tid != tid || b->events[i].op.kind != HD_START)
			continue;
		struct hd_location l = hd_locate_function(b, &b->events[i].place);
		if (is_telling(l.function))
			name = hd_strdup(l.function);
		hd_location_free(&l);
	}
	return name;
}

static char *thread_name(struct hd_build *b, unsigned tid)
{
	const struct hd_wire_thread *t = hd_failed_thread(b, tid);
	char *name;

	if (t && t->name[0])
		return hd_clean(t->name, sizeof t->name);
	if (tid == 0)
		return hd_strdup("main");
	name = start_function(b, tid);
	if (!name && t && t->nstack < HD_THREAD_STACK_MAX) /* else the outermost ones are not known */
		name = outermost_function(b, t);
	return name ? name : first_function(b, tid);
}

static int compare_tids(const void *a, const void *b)
{
	return (int)*(const unsigned *)a - (int)*(const unsigned *)b;
}

/* All that the failure lists, and those that ended before but are among the steps; ordered, each once. */
static unsigned *all_tids(const struct hd_build *b, unsigned *count)
{
	unsigned n = 0, kept = 0, *tids = hd_new(b->failure.nthreads + b->nevents + 1, sizeof *tids);

	for (unsigned i = 0; i < b->failure.nthreads; i++)
		tids[n++] = b->failure.threads[i].tid;
	for (unsigned i = 0; i < b->nevents; i++)
		tids[n++] = b->events[i].tid;
	if (b->failure.tid != HD_NO_TID)
		tids[n++] = b->failure.tid;
	qsort(tids, n, sizeof *tids, compare_tids);
	for (unsigned i = 0; i < n; i++)
		if (!kept || tids[kept - 1] != tids[i])
			tids[kept++] = tids[i];
	*count = kept;
	return tids;
}

void hd_name_threads(struct hd_build *b)
{
	struct hd_report *r = b->report;
	unsigned n, *tids = all_tids(b, &n);

	r->threads = hd_new(n, sizeof *r->threads);
	for (; r->nthreads < n; r->nthreads++) {
		struct hd_report_thread *t = &r->threads[r->nthreads];

		t->tid = tids[r->nthreads];
		t->owner = -1;
		t->name = thread_name(b, t->tid);
	}
	free(tids);
}

static const char *wait_words_io(unsigned kind)
{
	switch (kind) {
	case HD_INPUT:
		return "waits to read from";
	case HD_OUTPUT:
		return "waits to write to";
	case HD_POLL:
		return "waits in poll or select";
	case HD_EPOLL_WAIT:
		return "waits for an event of";
	case HD_CONNECT:
		return "waits to be connected by";
	case HD_ACCEPT:
		return "waits for a connection to";
	case HD_FILE_LOCK:
		return "waits to lock";
	case HD_WAIT_CHILD:
		return "waits for a child process";
	case HD_AIO:
		return "waits until earlier asynchronous requests for the same descriptor are finished";
	case HD_AIO_WAIT:
		return "waits for asynchronous input or output";
	default:
		return "waits";
	}
}

const char *hd_wait_words(unsigned kind)
{
	switch (kind) {
	case HD_LOCK:
	case HD_TRYLOCK:
		return "waits to lock";
	case HD_RELOCK:
		return "waits to lock again";
	case HD_RDLOCK:
		return "waits to read-lock";
	case HD_WRLOCK:
		return "waits to write-lock";
	case HD_SPINLOCK:
		return "waits to spin-lock";
	case HD_COND_WAIT:
	case HD_COND_SLEEP:
		return "waits for a signal on";
	case HD_SEM_WAIT:
		return "waits for a post to";
	case HD_FUTEX_WAIT:
	case HD_FUTEX_SLEEP:
		return "waits for a wake-up on";
	case HD_BARRIER:
	case HD_BARRIER_LEAVE:
		return "waits at the barrier";
	case HD_ONCE:
		return "waits for the initialisation of";
	case HD_JOIN:
		return "waits for the end of";
	case HD_LEAVE:
		return "waits for the end of the program, which another thread has begun";
	case HD_SLEEP:
		return "sleeps";
	case HD_PAUSE:
	case HD_SIGWAIT:
		return "waits for a signal";
	default:
		return wait_words_io(kind);
	}
}

static char *state_words(const struct hd_build *b, const struct hd_wire_thread *t)
{
	if (t->op.kind == HD_START && t->state == HD_THREAD_READY)
		return hd_strdup("had not begun yet");
	switch (t->state) {
	case HD_THREAD_BLOCKED:
		return hd_strdup(hd_wait_words(t->op.kind));
	case HD_THREAD_SPINNING:
		return hd_strdup("spins");
	case HD_THREAD_EXITED:
		return hd_strdup("has ended");
	case HD_THREAD_RUNNING:
		return hd_strdup(hd_is_stuck(b) ? "is still running" : "was running");
	default:
		return hd_strdup(hd_is_stuck(b) ? "is still running" : "was ready to go on");
	}
}

static char *joined_thread(struct hd_build *b, unsigned tid)
{
	struct hd_text text;

	hd_text_begin(&text);
	hd_put_thread(text.f, b->report, tid);
	return hd_text_end(&text);
}

static void describe_wait(struct hd_build *b, const struct hd_wire_thread *from, struct hd_report_thread *t)
{
	if (from->state != HD_THREAD_BLOCKED && from->state != HD_THREAD_SPINNING)
		return;
	if (from->owner != HD_NO_TID) {
		t->owner = from->owner;
		t->owner_where = hd_locate_acquisition(b, from->owner, &from->place, from->owner_site);
	}
	if (from->op.kind == HD_JOIN)
		t->waits_for =
		    from->owner != HD_NO_TID ? joined_thread(b, from->owner) : hd_strdup("another thread");
	else if (from->state == HD_THREAD_BLOCKED && from->op.kind != HD_SLEEP && from->op.kind != HD_PAUSE &&
		 from->op.kind != HD_SIGWAIT && from->op.kind != HD_LEAVE)
		t->waits_for = hd_object_name(b, &from->place, from->op.addr, from->op.size);
}

static void describe_held(struct hd_build *b, const struct hd_wire_thread *from, struct hd_report_thread *t)
{
	t->held = hd_new(from->nheld, sizeof *t->held);
	for (unsigned i = 0; i < from->nheld; i++) {
		char *name = hd_object_name(b, &from->held[i].place, 0, 0);

		t->held[i].name = name ? name : hd_strdup("a lock");
		t->held[i].where =
		    hd_locate_acquisition(b, from->tid, &from->held[i].place, from->held[i].site);
	}
	t->nheld = from->nheld;
}

/* Where the thread is: its innermost frame that is not in a system header. */
static struct hd_location thread_location(struct hd_build *b, const struct hd_wire_thread *from,
					  const struct hd_report_thread *t)
{
	for (unsigned i = 0; i < t->nstack; i++)
		if (hd_place_own(&t->stack[i]))
			return hd_location_copy(&t->stack[i]);
	/* A thread that has only just begun is not where it was created. */
	return hd_locate(b, from->op.kind == HD_START ? HD_NO_SITE : from->op.site);
}

void hd_describe_threads(struct hd_build *b)
{
	for (unsigned i = 0; i < b->report->nthreads; i++) {
		struct hd_report_thread *t = &b->report->threads[i];
		const struct hd_wire_thread *from = hd_failed_thread(b, t->tid);

		if (!from)
			continue;
		t->state = state_words(b, from);
		t->stack = locate_stack(b, from, &t->nstack);
		t->where = thread_location(b, from, t);
		describe_wait(b, from, t);
		describe_held(b, from, t);
	}
}
