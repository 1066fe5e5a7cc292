/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_sentence.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/cause_acts.h"
#include "report/build/cause_choice.h"
#include "report/build/cause_facts.h"
#include "report/build/cause_freed_pointer.h"
#include "report/build/cause_guards.h"
#include "report/build/cause_handover.h"
#include "report/build/cause_kept_pointer.h"
#include "report/build/cause_marks.h"
#include "report/build/cause_misuse.h"
#include "report/build/cause_patterns.h"
#include "report/build/cause_phrases.h"
#include "report/build/cause_semaphores.h"
#include "report/build/cause_spurious.h"
#include "report/build/cause_waits.h"
#include "report/build/cause_wakeups.h"
#include "report/build/cause_words.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

/* ---- a signal wakes the wrong thread ---- */

static void name_wrong_waiter(struct hd_build *b)
{
	b->report->pattern = hd_strdup("a wakeup that the wrong waiter took");
	b->report->remedy =
	    hd_strdup("wake all waiters (broadcast), or have one condition variable for each condition");
}

static void put_woken(struct hd_build *b, FILE *f, const struct hd_order_pair *x)
{
	fputs("it fails when ", f);
	hd_put_act_of_thread(b, f, &x->first);
	fputs(") wakes ", f);
	hd_put_thread(f, b->report, x->second.event->tid);
	fputs(", which waits at ", f);
	hd_put_side_place(b, f, &x->second);
	fputs(", and not another thread that waits", f);
	name_wrong_waiter(b);
}

/* ---- a signal comes at a bad moment ---- */

/* The first operation of the handler that begins with `handle`; NULL: it makes none. */
static const struct hd_wire_event *handler_event(const struct hd_build *b, const struct hd_wire_event *handle)
{
	for (const struct hd_wire_event *e = handle + 1; e < b->events + b->nevents; e++)
		if (e->tid == handle->tid)
			return e;
	return NULL;
}

static void put_interrupted(struct hd_build *b, FILE *f, const struct hd_order_pair *x)
{
	const struct hd_wire_event *first = handler_event(b, x->second.event);
	bool timer = x->first.event->op.kind == HD_TIMER;

	fprintf(f, "it fails when the %s that ", timer ? "timer" : "signal");
	hd_put_thread(f, b->report, x->first.event->tid);
	fprintf(f, " %s at ", timer ? "sets" : "sends");
	hd_put_side_place(b, f, &x->first);
	fprintf(f, "%s interrupts ", timer ? " goes off and" : "");
	hd_put_thread(f, b->report, x->second.event->tid);
	fputs(" at ", f);
	hd_put_side_place(b, f, &x->second);
	fputs(first ? ", where the handler runs " : ", and not later", f);
	if (first) {
		hd_put_act(b, f, &(struct hd_side){.event = first});
		fputc(')', f);
	}
	b->report->pattern = hd_strdup("a signal that comes at a bad moment");
	b->report->remedy =
	    hd_strdup("block the signal but while the thread waits (ppoll, sigsuspend), or receive it by "
		      "sigwait or signalfd");
}

/* ---- which of them ---- */

static void say_between(struct hd_build *b, FILE *f, const struct hd_between *x)
{
	fputs(x->refuted ? "this run fails because " : "it fails when ", f);
	hd_put_between(b, f, x);
	hd_put_wait_without_look(b, f, x);
	hd_name_between(b, x);
	hd_unmark_all(b);
	hd_mark_between(b, x);
}

/* What has let the thread come in, and where that did harm. */
static void say_guarded(struct hd_build *b, FILE *f, const struct hd_between *guard,
			const struct hd_between *x)
{
	fputs("it fails when ", f);
	hd_put_between(b, f, guard);
	fputs("; then ", f);
	hd_put_between(b, f, x);
	hd_name_between(b, guard);
	hd_unmark_all(b);
	hd_mark_between(b, guard);
	hd_mark_between(b, x);
}

/* A wait that ends by its timeout has a part in it, too: of the thread that comes first, or, if that is not
 * all, of one of the two. */
static void put_timeout(struct hd_build *b, FILE *f, const struct hd_order_pair *x, bool certain)
{
	for (const struct hd_wire_event *e = certain ? x->first.event : b->events + b->nevents;
	     e-- > b->events;) {
		if (!(e->note & HD_NOTE_TIMEOUT) || e->op.kind == HD_SLEEP ||
		    (e->tid != x->first.event->tid && (certain || e->tid != x->second.event->tid)))
			continue;
		fputs(", and the wait of ", f);
		hd_put_thread(f, b->report, e->tid);
		fputs(" at ", f);
		hd_put_side_place(b, f, &(struct hd_side){.event = e});
		fputs(" ends by its timeout", f);
		return;
	}
}

/* `certain`: no run is known that passes all the same. */
static void say_order(struct hd_build *b, FILE *f, const struct hd_order_pair *x, bool certain)
{
	fputs(certain ? "it fails when " : "this run fails because ", f);
	hd_put_order(b, f, x);
	put_timeout(b, f, x, certain);
	fputs(certain ? "" : ": the other way round it passes", f);
	hd_name_order(b, x);
	hd_unmark_all(b);
	hd_mark_order(b, x);
}

static void say_two(struct hd_build *b, FILE *f, const struct hd_order_pair *one,
		    const struct hd_order_pair *other)
{
	fputs("it fails when ", f);
	hd_put_order(b, f, other);
	fputs(" and ", f);
	hd_put_order(b, f, one);
	hd_name_order(b, one);
	hd_unmark_all(b);
	hd_mark_order(b, one);
	hd_mark_order(b, other);
}

/* A thread was woken, found nothing to do and waits again, and another one is not woken any more. */
static void say_wasted_wakeup(struct hd_build *b, FILE *f, const struct hd_wasted *x)
{
	struct hd_location at = hd_locate_pending(b, x->other);

	fputs("this run fails because ", f);
	hd_put_act_of_thread(b, f, &(struct hd_side){.event = x->signal});
	fputs(") wakes ", f);
	hd_put_thread(f, b->report, x->woken->tid);
	fputs(", which waits again at ", f);
	hd_put_side_place(b, f, &(struct hd_side){.event = x->again});
	fputs(", while ", f);
	hd_put_thread(f, b->report, x->other->tid);
	fputs(" waits at ", f);
	hd_put_place(f, &at);
	hd_location_free(&at);
	name_wrong_waiter(b);
	hd_unmark_all(b);
	hd_mark_side(b, &(struct hd_side){.event = x->signal});
	hd_mark_side(b, &(struct hd_side){.event = x->again});
}

/* … though that is what it would go on with. What an experiment has shown about such a signal tells more. */
static bool say_wrong_wakeup(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	struct hd_wasted x;
	struct hd_order_pair order;

	if (!hd_is_stuck(b) || !hd_find_wrong_wakeup(b, &x) ||
	    (decisive && hd_choose_woken(b, decisive, &order)))
		return false;
	say_wasted_wakeup(b, f, &x);
	return true;
}

/* Threads wait for the same, and the signal wakes one of them. */
static bool say_single_wakeup(struct hd_build *b, FILE *f)
{
	struct hd_wasted x;
	struct hd_location at;

	if (!hd_is_stuck(b) || !hd_find_single_wakeup(b, &x))
		return false;
	at = hd_locate_pending(b, x.other);
	fputs("this run fails because ", f);
	hd_put_act_of_thread(b, f, &(struct hd_side){.event = x.signal});
	fputs(") wakes only ", f);
	hd_put_thread(f, b->report, x.woken->tid);
	fputs(", while ", f);
	hd_put_thread(f, b->report, x.other->tid);
	fputs(" waits at ", f);
	hd_put_place(f, &at);
	fputs(" for the same", f);
	hd_location_free(&at);
	b->report->pattern = hd_strdup("a signal that wakes one of several waiters");
	b->report->remedy =
	    hd_strdup("wake all waiters (broadcast, notify_all): what has changed is for each of them");
	hd_unmark_all(b);
	hd_mark_side(b, &(struct hd_side){.event = x.signal});
	hd_mark_side(b, &(struct hd_side){.event = x.woken});
	return true;
}

/* The thread in the middle waits since then, and what comes at the end wakes nobody. */
static bool ends_unheard(struct hd_build *b, const struct hd_between *x)
{
	return hd_waits_since_before(b, &(struct hd_order_pair){x->later, x->end});
}

/* What another thread has done to the lock, and where that did harm. */
static void say_released(struct hd_build *b, FILE *f, const struct hd_order_pair *release,
			 const struct hd_between *x)
{
	fputs("it fails when ", f);
	hd_put_order(b, f, release);
	fputs("; then ", f);
	hd_put_between(b, f, x);
	hd_name_release(b, release);
	hd_unmark_all(b);
	hd_mark_order(b, release);
	hd_mark_between(b, x);
}

/* No run is known that passes all the same. */
static void say_certain_between(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive,
				const struct hd_between *between)
{
	struct hd_between guard;
	struct hd_order_pair release;
	bool released = hd_choose_release(b, decisive, between, &release);

	if (hd_choose_guard(b, decisive, between, &guard) ||
	    (!released && hd_choose_look(b, decisive, between, &guard)))
		say_guarded(b, f, &guard, between);
	else if (released)
		say_released(b, f, &release, between);
	else
		say_between(b, f, between);
}

/* What the other thread is let go by, and what is done too late after that. */
static void say_handover(struct hd_build *b, FILE *f, const struct hd_between *x, bool certain)
{
	fputs(certain ? "it fails when " : "this run fails because ", f);
	hd_put_between(b, f, x);
	hd_name_handover(b, x);
	hd_unmark_all(b);
	hd_mark_between(b, x);
}

/* A thread waits for a lock that it holds itself, and has seen what another one did: what that one would do
 * next is of no use to a reader. */
static bool say_what_it_saw(struct hd_build *b, FILE *f, const struct hd_between *x)
{
	const struct hd_wire_thread *t = hd_waits_for_lost(b);
	struct hd_order_pair seen = {x->begin, x->crossed ? x->later : x->earlier};

	if (!t || !x->end.decisive || x->begin.event->tid == t->owner || seen.second.event->tid != t->owner)
		return false;
	say_order(b, f, &seen, false);
	return true;
}

static bool say_any_order(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	struct hd_order_pair order, one, other;
	struct hd_between between, look, handover;
	struct hd_wasted wasted;
	bool is_between = hd_choose_between(b, decisive, &between);

	if (is_between) {
		hd_end_with_act(b, &between);
		hd_begin_with_look(b, &between);
	}
	if (is_between && say_what_it_saw(b, f, &between))
		return true;
	if (is_between && hd_is_stuck(b) && between.begin.event->op.kind == HD_COND_WAIT &&
	    hd_find_wasted_wakeup(b, &wasted)) {
		say_wasted_wakeup(b, f, &wasted); /* why it waits again tells more than that it does */
		return true;
	}
	if (is_between && !between.refuted && !hd_choose_flow(b, decisive, &between, &order)) {
		say_certain_between(b, f, decisive, &between);
		return true;
	}
	if (!hd_is_stuck(b) && hd_choose_late_load(b, decisive, &look)) {
		say_between(b, f, &look);
		return true;
	}
	if (!hd_choose_order(b, decisive, &order))
		return false;
	if (hd_is_handed_over_early(b, &order, &handover))
		say_handover(b, f, &handover, !hd_order_is_refuted(decisive, &order));
	else if (!hd_order_is_refuted(decisive, &order))
		say_order(b, f, &order, true);
	else if (!(is_between && ends_unheard(b, &between)) && hd_choose_unheard(b, decisive, &one))
		say_order(b, f, &one, false);
	else if (hd_is_stuck(b) && hd_find_wasted_wakeup(b, &wasted))
		say_wasted_wakeup(b, f, &wasted);
	else if (is_between && hd_choose_look(b, decisive, &between, &look))
		say_guarded(b, f, &look, &between);
	else if (is_between)
		say_between(b, f, &between);
	else if (hd_choose_two(b, decisive, &one, &other))
		say_two(b, f, &one, &other);
	else
		say_order(b, f, &order, false);
	return true;
}

static bool say_decisive(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	struct hd_order_pair order;

	if (hd_choose_woken(b, decisive, &order))
		put_woken(b, f, &order);
	else if (hd_choose_interrupted(b, decisive, &order))
		put_interrupted(b, f, &order);
	else if (hd_choose_spurious(b, decisive, &order))
		hd_put_spurious(b, f, &order);
	else
		return say_any_order(b, f, decisive);
	hd_unmark_all(b);
	hd_mark_order(b, &order);
	return true;
}

/* The user looks, and then the other one frees; or the one that frees has been disturbed by a third. */
static bool is_about_free(const struct hd_build *b, const struct hd_between *x)
{
	hd_tid user = b->failure.tid, freer = (hd_tid)b->failure.place.free_tid, begin = x->begin.event->tid,
	       in = x->later.event->tid;

	return (begin == user && in == freer) ||
	       (begin != user && in != user && (begin == freer || in == freer));
}

/* What the thread counts down it loads again, and that is in the block which another one has freed meanwhile.
 */
static bool loads_freed_count(const struct hd_build *b, const struct hd_decisive_list *l,
			      struct hd_between *x)
{
	if (!hd_choose_late_load(b, l, x) || x->begin.event->tid != b->failure.tid ||
	    x->end.event->place.kind != HD_PLACE_HEAP || x->end.event->place.block != b->failure.place.block)
		return false;
	for (const struct hd_wire_event *e = x->end.event + 1; e < b->events + b->nevents; e++)
		if (e->tid == b->failure.tid)
			return false;
	return true;
}

/* What has led to the use of a freed block is more than that the free comes first only if it is about
 * something that neither of the two does: the count of references, say. */
static bool say_what_led_to_free(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	struct hd_between x;

	if (b->failure.outcome != HD_OUT_USE_AFTER_FREE)
		return false;
	if (!hd_choose_revival(b, decisive, &x) && !loads_freed_count(b, decisive, &x) &&
	    (!hd_choose_between(b, decisive, &x) || x.refuted || x.end.decisive ||
	     x.later.event->op.kind == HD_FREE || !hd_ops_overlap(&x.begin.event->op, &x.end.event->op) ||
	     !is_about_free(b, &x)))
		return false;
	say_between(b, f, &x);
	return true;
}

/* Each of the two threads has made the block for all, because neither has seen that the other does. */
static void put_made_twice(struct hd_build *b, FILE *f, const struct hd_order_pair *x)
{
	const struct hd_wire_event *look = x->first.event;
	char *object = hd_object_name(b, &look->place, look->op.addr, look->op.size);
	struct hd_text text;

	fputs("; ", f);
	hd_put_thread(f, b->report, look->tid);
	fputs(" has found ", f);
	hd_put_object(f, object ? object : "the pointer");
	fputs(" empty at ", f);
	hd_put_side_place(b, f, &x->first);
	fputs(", before ", f);
	hd_put_act_of_thread(b, f, &x->second);
	fputc(')', f);
	free(object);
	hd_text_begin(&text);
	fputs("let only one thread make it: do the look at ", text.f);
	hd_put_side_place(b, text.f, &x->first);
	fputs(" and the store at ", text.f);
	hd_put_side_place(b, text.f, &x->second);
	fputs(" in one critical section, or look again before the store; or make it in a function that is "
	      "called once (pthread_once, std::call_once)",
	      text.f);
	b->report->remedy = hd_text_end(&text);
	hd_mark_order(b, x);
}

/* A user that has the pointer from where the other thread changes it, or lets that thread go on too early. */
static bool say_freed_pointer(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	struct hd_freed_pointer x;
	struct hd_order_pair made;
	bool kept = false, one;

	if (!hd_choose_freed_pointer(b, decisive, &x) && !(kept = hd_choose_kept_pointer(b, decisive, &x)) &&
	    !hd_choose_let_go(b, decisive, &x) && !hd_choose_early_look(b, decisive, &x))
		return false;
	one = x.change.event->tid != x.freed.event->tid || hd_at_same_place(b, &x.change, &x.freed);
	fputs("it fails when ", f);
	hd_put_act_of_thread(b, f, one ? &x.freed : &x.change);
	if (!one) {
		fputs(") and ", f);
		hd_put_act(b, f, &x.freed);
	}
	fprintf(f, ") run%s between ", one ? "s" : "");
	hd_put_act(b, f, &x.look);
	fputs(") and ", f);
	hd_put_place(f, hd_cause_place(b));
	fputs(" (uses it) of ", f);
	hd_put_thread(f, b->report, b->failure.tid);
	b->report->pattern = hd_strdup("a use of memory that another thread has freed");
	if (hd_choose_made_twice(b, &made))
		put_made_twice(b, f, &made);
	else
		b->report->remedy = kept ? hd_kept_pointer_remedy(b, &x) : hd_freed_pointer_remedy(b, &x);
	hd_mark_side(b, &x.look);
	hd_mark_side(b, &x.change);
	hd_mark_side(b, &x.freed);
	return true;
}

/* A failure that no experiment has made pass. */
static bool say_always(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	if (!decisive->always || hd_is_stuck(b))
		return false;
	const struct hd_location *where = hd_cause_place(b);

	fputs("it fails ", f);
	if (hd_place_known(where)) {
		fputs("at ", f);
		hd_put_place(f, where);
		if (b->failure.tid != HD_NO_TID) {
			fputs(" (", f);
			hd_put_thread(f, b->report, b->failure.tid);
			fputc(')', f);
		}
		fputc(' ', f);
	}
	fprintf(f, "in each of %lu runs, with other orders of the threads", decisive->runs);
	return true;
}

/* A sentence about a lost wakeup has named the wait, or what wakes nobody; one about the data has not. */
static bool is_plain_order(const struct hd_build *b)
{
	static const char plain[] = "an order violation";

	return b->report->pattern && !strncmp(b->report->pattern, plain, strlen(plain));
}

/* A run that does not end: what makes the difference, and what the threads wait for then. */
static bool say_stuck(struct hd_build *b, FILE *f, bool decided)
{
	struct hd_text waits;
	char *text;
	bool said;

	if (!hd_is_stuck(b) || (decided && b->failure.outcome == HD_OUT_LOST_WAKEUP && !is_plain_order(b)))
		return decided;
	hd_text_begin(&waits);
	said = hd_say_waits(b, waits.f);
	text = hd_text_end(&waits);
	if (said)
		fprintf(f, "%s%s", decided ? "; then " : "it fails when ", text);
	free(text);
	return decided || said;
}

/* The process ended without a word: all that is known is the last step. */
static bool say_last_step(struct hd_build *b, FILE *f)
{
	if ((b->failure.outcome != HD_OUT_CRASH && b->failure.outcome != HD_OUT_EXIT) ||
	    b->failure.tid != HD_NO_TID || !b->nevents)
		return false;
	fputs("it fails after ", f);
	hd_put_act_of_thread(b, f, &(struct hd_side){.event = &b->events[b->nevents - 1]});
	fputs("), the last step before the process ended", f);
	return true;
}

static bool say_any(struct hd_build *b, FILE *f, const struct hd_decisive_list *decisive)
{
	bool decided;

	if (hd_say_lock_circle(b, f) || hd_say_semaphore_circle(b, f))
		return true;
	decided = decisive && say_what_led_to_free(b, f, decisive);
	if ((!decided && decisive && say_freed_pointer(b, f, decisive)) || hd_say_freed(b, f, decided) ||
	    hd_say_misuse(b, f) || say_single_wakeup(b, f) || say_wrong_wakeup(b, f, decisive))
		return true;
	if (decisive && decisive->each_other && !hd_waits_in_circle(b) &&
	    hd_say_each_other(b, f, decisive->each_other))
		return true;
	decided = decisive && !hd_waits_in_circle(b) && say_decisive(b, f, decisive);
	decided = hd_say_freed_twice(b, f, decided);
	return say_stuck(b, f, decided) || (decisive && say_always(b, f, decisive)) || say_last_step(b, f);
}

void hd_say_cause(struct hd_build *b, const struct hd_decisive_list *decisive)
{
	struct hd_text text;
	bool said;

	hd_text_begin(&text);
	said = say_any(b, text.f, decisive);
	b->report->cause = hd_text_end(&text);
	if (!said) {
		free(b->report->cause);
		b->report->cause = NULL;
	}
}
