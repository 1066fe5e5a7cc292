/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_sentence.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/cause_choice.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

#define LOST_WAKEUP_REMEDY                                                                                   \
	"change the condition while holding the mutex of the wait, and wait in a loop that tests it"
#define FREED_REMEDY "let every user hold a reference, or join the users before the memory is freed"

/* ---- words ---- */

static const char *verb_of(unsigned kind)
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
	case HD_DESTROY:
		return "destroys";
	default:
		return NULL;
	}
}

static char *object_of(struct hd_build *b, const struct hd_wire_event *e)
{
	return hd_object_name(b, &e->place, e->op.addr, e->op.size);
}

static struct hd_location side_location(struct hd_build *b, const struct hd_side *s)
{
	return s->decisive ? hd_locate_decisive(b, s->decisive) : hd_locate_event(b, s->event);
}

static void put_side_place(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	struct hd_location l = side_location(b, s);

	hd_put_place(f, &l);
	hd_location_free(&l);
}

/* "writes `balance`" */
static void put_deed(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	const char *verb = verb_of(s->event->op.kind);
	char *object = object_of(b, s->event);

	if (verb)
		fputs(verb, f);
	else
		fprintf(f, "does %s", hd_event_text[s->event->op.kind]);
	if (object) {
		fputs(verb ? " " : " on ", f);
		hd_put_object(f, object);
	}
	free(object);
}

/* "a.c:3 (writes `balance`", which the caller closes */
static void put_act(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	put_side_place(b, f, s);
	fputs(" (", f);
	put_deed(b, f, s);
}

/* The same with the thread: "a.c:3 (thread 1 (teller) writes `balance`" */
static void put_act_of_thread(struct hd_build *b, FILE *f, const struct hd_side *s)
{
	put_side_place(b, f, s);
	fputs(" (", f);
	hd_put_thread(f, b->report, s->event->tid);
	fputc(' ', f);
	put_deed(b, f, s);
}

static bool at_same_place(struct hd_build *b, const struct hd_side *x, const struct hd_side *y)
{
	struct hd_location l = side_location(b, x), m = side_location(b, y);
	bool same = l.file && m.file && l.line == m.line && !strcmp(l.file, m.file);

	hd_location_free(&l);
	hd_location_free(&m);
	return same;
}

/* ---- one thread runs between two operations of another ---- */

static bool is_write(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_WRITE;
}

static bool is_access(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_ACCESS;
}

static bool is_atomic(const struct hd_side *s)
{
	return hd_event_flags[s->event->op.kind] & HD_F_ATOMIC;
}

static void put_between(struct hd_build *b, FILE *f, const struct hd_between *x)
{
	const struct hd_side *in = is_write(&x->later) || !is_write(&x->earlier) ? &x->later : &x->earlier;
	bool one = at_same_place(b, &x->earlier, &x->later);

	fputs("it fails when ", f);
	put_act_of_thread(b, f, one ? in : &x->earlier);
	if (!one) {
		fputs(") and ", f);
		put_act(b, f, &x->later);
	}
	fprintf(f, ") run%s between ", one ? "s" : "");
	put_act(b, f, &x->begin);
	fputs(") and ", f);
	put_act(b, f, &x->end);
	fputs(") of ", f);
	hd_put_thread(f, b->report, x->begin.event->tid);
}

static void name_between(struct hd_report *r, const struct hd_between *x)
{
	bool one = hd_ops_overlap(&x->begin.event->op, &x->end.event->op);
	int idiom = !one ? 4 : x->earlier.event == x->later.event ? 2 : 3;

	if (x->end.event->op.kind == HD_COND_WAIT || x->end.event->op.kind == HD_FUTEX_WAIT) {
		r->pattern = hd_sprintf("a lost wakeup (an iRoot of idiom %d)", idiom);
		r->remedy = hd_strdup(LOST_WAKEUP_REMEDY);
		return;
	}
	r->pattern = hd_sprintf("an atomicity violation (an iRoot of idiom %d)", idiom);
	if (!is_access(&x->begin) || !is_access(&x->end))
		r->remedy = hd_strdup(
		    "do both in one critical section, under a lock that the other thread takes, too");
	else if (is_atomic(&x->begin) && is_atomic(&x->end))
		r->remedy = hd_strdup(
		    "each of these operations is atomic, the sequence is not: make it one "
		    "compare-exchange that also sees a value that came back (a version beside it), or "
		    "one critical section");
	else if (one && !is_write(&x->begin) && is_write(&x->end))
		r->remedy =
		    hd_strdup("make the read and the write one step: one critical section, or an atomic "
			      "operation");
	else if (one && !is_write(&x->end))
		r->remedy =
		    hd_strdup("check and act in one critical section, under a lock that the other thread "
			      "takes, too");
	else
		r->remedy =
		    hd_strdup("change what belongs together in one critical section, and read it under the "
			      "same lock");
}

/* ---- one operation comes before another ---- */

static void put_order(struct hd_build *b, FILE *f, const struct hd_order_pair *x)
{
	fputs("it fails when ", f);
	put_act_of_thread(b, f, &x->first);
	fputs(") runs before ", f);
	put_act_of_thread(b, f, &x->second);
	fputc(')', f);
}

static void name_order(struct hd_report *r, const struct hd_order_pair *x)
{
	unsigned first = x->first.event->op.kind, second = x->second.event->op.kind;

	if ((first == HD_SIGNAL || first == HD_BROADCAST) && second == HD_COND_WAIT) {
		r->pattern = hd_strdup("a lost wakeup (an iRoot of idiom 1)");
		r->remedy = hd_strdup(LOST_WAKEUP_REMEDY);
		return;
	}
	r->pattern = hd_strdup("an order violation (an iRoot of idiom 1)");
	if (first == HD_FREE)
		r->remedy = hd_strdup(FREED_REMEDY);
	else
		r->remedy =
		    hd_strdup("let the first wait until the second is done: join its thread, or wait for a "
			      "condition");
}

/* ---- a signal wakes the wrong thread ---- */

static void put_woken(struct hd_build *b, FILE *f, const struct hd_order_pair *x)
{
	fputs("it fails when ", f);
	put_act_of_thread(b, f, &x->first);
	fputs(") wakes ", f);
	hd_put_thread(f, b->report, x->second.event->tid);
	fputs(", which waits at ", f);
	put_side_place(b, f, &x->second);
	fputs(", and not another thread that waits", f);
	b->report->pattern = hd_strdup("a wakeup that the wrong waiter took");
	b->report->remedy =
	    hd_strdup("wake all waiters (broadcast), or have one condition variable for each condition");
}

/* ---- facts of the failure ---- */

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

/* Each thread of the cycle waits for a lock of the next. */
static bool say_cycle(struct hd_build *b, FILE *f)
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

/* Who freed the block and who used it. */
static bool say_freed(struct hd_build *b, FILE *f)
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
		fputs(" frees the block) runs before ", f);
		hd_put_place(f, &b->report->where);
		fputs(" (", f);
		hd_put_thread(f, b->report, b->failure.tid);
		fprintf(f, " %s it)", b->failure.outcome == HD_OUT_DOUBLE_FREE ? "frees" : "uses");
		b->report->pattern = hd_strdup(b->failure.outcome == HD_OUT_DOUBLE_FREE
						   ? "a second free of the same block"
						   : "a use of memory that another thread has freed");
		b->report->remedy = hd_strdup(FREED_REMEDY);
	}
	hd_location_free(&freed);
	return b->report->pattern;
}

/* ---- which of them ---- */

static void mark_side(struct hd_build *b, const struct hd_side *s)
{
	for (unsigned i = 0; i < b->report->nsteps && !s->decisive; i++)
		if (b->report->steps_list[i].step == s->event->step && !b->report->steps_list[i].pending)
			b->report->steps_list[i].marked = true;
}

static void unmark_all(struct hd_build *b)
{
	for (unsigned i = 0; i < b->report->nsteps; i++)
		b->report->steps_list[i].marked &= b->report->steps_list[i].pending;
}

static bool say_decisive(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	struct hd_between between;
	struct hd_order_pair order;

	if (hd_choose_woken(b, decisive, &order)) {
		put_woken(b, f, &order);
		unmark_all(b);
		mark_side(b, &order.first);
		mark_side(b, &order.second);
		return true;
	}
	if (hd_choose_between(b, decisive, &between)) {
		put_between(b, f, &between);
		name_between(b->report, &between);
		unmark_all(b);
		mark_side(b, &between.begin);
		mark_side(b, &between.earlier);
		mark_side(b, &between.later);
		mark_side(b, &between.end);
		return true;
	}
	if (!hd_choose_order(b, decisive, &order))
		return false;
	put_order(b, f, &order);
	name_order(b->report, &order);
	unmark_all(b);
	mark_side(b, &order.first);
	mark_side(b, &order.second);
	return true;
}

void hd_say_cause(struct hd_build *b, const struct hd_decisive_list *decisive)
{
	struct hd_text text;
	bool said;

	hd_text_begin(&text);
	said =
	    say_cycle(b, text.f) || say_freed(b, text.f) || (decisive && say_decisive(b, text.f, decisive));
	b->report->cause = hd_text_end(&text);
	if (!said) {
		free(b->report->cause);
		b->report->cause = NULL;
	}
}
