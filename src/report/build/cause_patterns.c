/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_patterns.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/cause_acts.h"
#include "report/build/cause_facts.h"
#include "report/build/cause_locks.h"
#include "report/build/cause_remedies.h"
#include "report/build/cause_words.h"
#include "report/build/locate.h"
#include "report/build/locate_own.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/words.h"

#define LOST_WAKEUP_REMEDY                                                                                   \
	"change the condition while holding the mutex of the wait, and wait in a loop that tests it"

#define DESTROYED_REMEDY                                                                                     \
	"take the object out of what other threads come to it by before its destruction begins: when the "   \
	"destructor of a base class runs, the part with the derived class's functions is gone"

#define CIRCLE_REMEDY "wait for no other thread while holding what that thread needs"

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

/* The pattern with the number of its idiom, and the remedy; NULL: none is known. */
static void name_pattern(struct hd_build *b, const char *pattern, int idiom, const char *remedy)
{
	b->report->pattern = hd_sprintf("%s (an iRoot of idiom %d)", pattern, idiom);
	b->report->remedy = remedy ? hd_strdup(remedy) : NULL;
}

/* ---- locks and waits between two operations of a thread ---- */

/* The section that ends with `unlock` touched what the operation is about. */
static bool section_touches(const struct hd_build *b, const struct hd_wire_event *unlock,
			    const struct hd_op *op)
{
	for (const struct hd_wire_event *e = unlock; e-- > b->events;) {
		if (e->tid != unlock->tid)
			continue;
		if (hd_takes_lock(e) && e->op.addr == unlock->op.addr)
			return false;
		if (hd_event_flags[e->op.kind] & HD_F_ACCESS && hd_ops_overlap(&e->op, op))
			return true;
	}
	return false;
}

/* `op`: what the thread does under the lock when it has it again. `own`: each thread may have its own. */
static void name_two_sections(struct hd_build *b, const struct hd_wire_event *unlock, const struct hd_op *op,
			      bool own, int idiom)
{
	char *lock = hd_object_name(b, &unlock->place, unlock->op.addr, unlock->op.size);
	struct hd_text text;

	name_pattern(b, "an atomicity violation of two critical sections", idiom, NULL);
	hd_text_begin(&text);
	fprintf(text.f, "look and act in one critical section%s: ",
		section_touches(b, unlock, op) ? "" : ", if the two belong together");
	hd_put_object(text.f, lock ? lock : "the lock");
	fputs(" is given back at ", text.f);
	hd_put_side_place(b, text.f, &(struct hd_side){.event = unlock});
	fputs(" and taken again", text.f);
	if (own)
		fputs("; or give each thread a copy of its own", text.f);
	b->report->remedy = hd_text_end(&text);
	free(lock);
}

/* The wait of the thread between the two from which it goes on without another look: not in a loop, then.
 * NULL: there is none. */
static const struct hd_wire_event *wait_between(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *end = hd_event_of(b, &x->end), *wait = NULL;

	if (!is_access(&x->begin) || !is_access(&x->end) || hd_at_same_place(b, &x->begin, &x->end))
		return NULL;
	for (const struct hd_wire_event *e = x->begin.event; e < end; e++)
		if (e->tid == x->begin.event->tid && e->op.kind == HD_COND_WAIT)
			wait = e;
		else if (e->tid == x->begin.event->tid && e->op.kind == HD_RELOCK && wait)
			return wait;
	return NULL;
}

const struct hd_wire_event *hd_wait_without_look(struct hd_build *b, const struct hd_between *x)
{
	return hd_is_stuck(b) ? NULL : wait_between(b, x);
}

/* ---- threads that wait for each other ---- */

/* What only so many threads can have at a time. */
static bool takes(const struct hd_side *s)
{
	return hd_takes_lock(s->event) || s->event->op.kind == HD_SEM_WAIT ||
	       s->event->op.kind == HD_FILE_LOCK;
}

/* A thread waits, not for a lock and not by `but`, and has what another one wants that is stuck, too. */
static bool waits_with_lock(const struct hd_build *b, enum hd_event_kind but)
{
	for (unsigned i = 0; i < b->failure.nthreads; i++) {
		const struct hd_wire_thread *t = &b->failure.threads[i],
					    *owner =
						t->owner == t->tid ? NULL : hd_failed_thread(b, t->owner);

		if (t->state == HD_THREAD_BLOCKED && t->op.kind != HD_JOIN && owner &&
		    owner->state == HD_THREAD_BLOCKED && owner->owner == HD_NO_TID && owner->op.kind != but)
			return true;
	}
	return false;
}

/* A semaphore has units for some of them, and each has some of what it needs. */
static bool takes_same(const struct hd_side *x, const struct hd_side *y)
{
	return x->event->op.kind == HD_SEM_WAIT && y->event->op.kind == HD_SEM_WAIT &&
	       x->event->op.addr == y->event->op.addr;
}

static void name_units(struct hd_build *b, const struct hd_wire_event *e, int idiom)
{
	char *object = hd_object_name(b, &e->place, e->op.addr, e->op.size);
	struct hd_text text;

	name_pattern(b, "a circle of waits", idiom, NULL);
	hd_text_begin(&text);
	fputs("take all units of ", text.f);
	hd_put_object(text.f, object ? object : "the semaphore");
	fputs(" that a thread needs in one step: under a lock that all take, or give back those it has when "
	      "it does not get the others",
	      text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}

/* `units` are of the semaphore of this event; NULL: it is about several things. */
static bool name_circle(struct hd_build *b, const struct hd_wire_event *units, bool all_take, int idiom)
{
	if (b->failure.outcome != HD_OUT_DEADLOCK || !all_take)
		return false;
	if (units) {
		name_units(b, units, idiom);
		return true;
	}
	name_pattern(b, "a circle of waits", idiom,
		     waits_with_lock(b, HD_SEM_WAIT)
			 ? CIRCLE_REMEDY
			 : "take these in one order everywhere, and wait for nothing while holding "
			   "what another thread needs");
	return true;
}

/* ---- one thread runs between two operations of another ---- */

static const char *remedy_of_atomics(const struct hd_between *x, bool one)
{
	if (!one && !is_write(&x->begin))
		return is_write(&x->end)
			   ? "each of these operations is atomic, the sequence is not: do it in one critical "
			     "section, or keep both values in one atomic variable"
			   : "read both in one critical section that the change takes, too; or look at a "
			     "version before and after, and read again if it has changed";
	if (one && hd_only_stores(&x->begin) && !is_write(&x->end))
		return "do the write and the look in one critical section, or give each thread a copy of its "
		       "own";
	if (!is_write(&x->begin) && x->end.event->op.kind != HD_ATOMIC_LOAD)
		return "each of these operations is atomic, the sequence is not: make it one atomic "
		       "operation (a "
		       "compare-exchange; if the value may come back, with a version beside it), or one "
		       "critical section";
	if (is_write(&x->begin) && is_write(&x->end))
		return "let other threads see only the complete change: make it in one critical section, or "
		       "publish it by one store at its end";
	return "load the value once and work with what was loaded, or do both in one critical section";
}

static const char *remedy_of_accesses(const struct hd_between *x, bool one)
{
	if (is_atomic(&x->begin) && is_atomic(&x->end))
		return remedy_of_atomics(x, one);
	if (one && !is_write(&x->begin) && is_write(&x->end))
		return "make the read and the write one step: one critical section, or an atomic operation";
	if (one && is_write(&x->begin) && !is_write(&x->end))
		return "do the write and the look in one critical section, or give each thread a copy of its "
		       "own";
	if (one && !is_write(&x->end))
		return "check and act in one critical section, under a lock that the other thread takes, too";
	return "change what belongs together in one critical section, and read it under the same lock";
}

/* The thread has looked at the same before in the section in which it stores: it makes an update. */
static bool is_update(const struct hd_build *b, const struct hd_wire_event *store)
{
	for (const struct hd_wire_event *e = store; e-- > b->events;) {
		if (e->tid != store->tid)
			continue;
		if (hd_takes_lock(e))
			return false;
		if (hd_event_flags[e->op.kind] & HD_F_ACCESS && hd_ops_overlap(&e->op, &store->op))
			return true;
	}
	return false;
}

/* A thread stores a value and reads it later, and another one stores its own there. */
static bool overwrites(const struct hd_build *b, const struct hd_between *x)
{
	return hd_only_stores(&x->begin) && !is_write(&x->end) && hd_only_stores(&x->later) &&
	       !is_update(b, x->begin.event) && !x->later.decisive && !is_update(b, x->later.event);
}

/* The first store lets other threads see what the second one completes: a flag, or a pointer to it. */
static bool publishes_too_early(const struct hd_between *x)
{
	const struct hd_wire_event *begin = x->begin.event, *end = x->end.event;
	uint64_t block = end->op.addr - end->place.offset;
	bool points = end->place.kind == HD_PLACE_HEAP && begin->value_known &&
		      begin->op.size == sizeof(void *) && begin->value - block < end->place.size,
	     flags = is_atomic(&x->begin) && !is_atomic(&x->end);

	return is_write(&x->begin) && is_write(&x->end) && !hd_only_stores(&x->earlier) &&
	       !is_write(&x->later) && hd_ops_overlap(&begin->op, &x->earlier.event->op) && (points || flags);
}

static void name_publication(struct hd_build *b, const struct hd_between *x, int idiom)
{
	char *object =
	    hd_object_name(b, &x->begin.event->place, x->begin.event->op.addr, x->begin.event->op.size);
	struct hd_text text;

	name_pattern(b, "a publication that comes too early", idiom, NULL);
	hd_text_begin(&text);
	fputs("write ", text.f);
	hd_put_object(text.f, object ? object : "it");
	fputs(" last, when all that its readers go on to read is complete, and by an atomic store", text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}

static void name_unheard_change(struct hd_build *b, const struct hd_wire_event *wait)
{
	char *object = hd_object_name(b, &wait->place, wait->op.addr, wait->op.size);
	struct hd_text text;

	name_pattern(b, "a change that wakes no waiter", 1, NULL);
	hd_text_begin(&text);
	fputs("wake those who wait on ", text.f);
	hd_put_object(text.f, object ? object : "it");
	fputs(" after the change, whether they are known to wait or not", text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}

/* The other thread has looked in between, and waits since before the end, which wakes nobody. */
static const struct hd_wire_event *missed_change(struct hd_build *b, const struct hd_between *x)
{
	struct hd_order_pair look = {x->later, x->end};

	return hd_is_stuck(b) ? hd_waits_since_before(b, &look) : NULL;
}

/* The thread waits by a futex with a value that it loaded after its look: so it has missed the change. */
static bool loads_word_too_late(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_thread *t = hd_failed_thread(b, x->begin.event->tid);

	return hd_is_stuck(b) && t && t->state == HD_THREAD_BLOCKED && t->op.kind == HD_FUTEX_SLEEP &&
	       t->op.addr == x->end.event->op.addr && !is_write(&x->begin) && !is_write(&x->end);
}

static void name_late_word(struct hd_build *b, const struct hd_between *x, int idiom)
{
	char *object = hd_object_name(b, &x->end.event->place, x->end.event->op.addr, x->end.event->op.size);
	struct hd_text text;

	name_pattern(b, "a lost wakeup", idiom, NULL);
	hd_text_begin(&text);
	fputs("load ", text.f);
	hd_put_object(text.f, object ? object : "the futex word");
	fputs(" before the look at what is waited for: then the wait returns if that has changed meanwhile",
	      text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}

/* A better one than what the pattern tells; NULL: there is none. */
static void take_remedy(struct hd_build *b, char *remedy)
{
	if (!remedy)
		return;
	free(b->report->remedy);
	b->report->remedy = remedy;
}

/* The variable in which a function of libc keeps something for all threads has a better remedy. */
static void remedy_of_libc(struct hd_build *b, const struct hd_wire_event *e)
{
	static const struct {
		const char *variable, *remedy;
	} known[] = {
	    {"strtok_next",
	     "use strtok_r: strtok keeps its place in the string in a variable of all threads"},
	    {"gmtime_result",
	     "use gmtime_r or localtime_r: gmtime and localtime answer in a variable of all threads"},
	    {"ctime_result",
	     "use strftime or asctime_r: ctime and asctime answer in a variable of all threads"},
	};
	char *name = NULL;

	if (e->place.kind == HD_PLACE_GLOBAL && hd_is_in_runtime(b, e->place.module))
		name = hd_object_name(b, &e->place, e->op.addr, e->op.size);
	for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
		if (!strncmp(name, known[i].variable, strlen(known[i].variable))) {
			free(b->report->remedy);
			b->report->remedy = hd_strdup(known[i].remedy);
		}
	free(name);
}

/* What the thread updates in one step it loads again instead of going by what the update returns. */
static bool ignores_result(const struct hd_between *x)
{
	return x->begin.event->op.kind == HD_ATOMIC_RMW && x->end.event->op.kind == HD_ATOMIC_LOAD &&
	       x->begin.event->op.addr == x->end.event->op.addr &&
	       (hd_writes(&x->earlier) || hd_writes(&x->later));
}

static void name_ignored_result(struct hd_build *b, const struct hd_between *x, int idiom)
{
	const struct hd_wire_event *e = x->begin.event;
	char *object = hd_object_name(b, &e->place, e->op.addr, e->op.size);
	struct hd_text text;

	name_pattern(b, "an atomicity violation", idiom, NULL);
	hd_text_begin(&text);
	fputs("go by the value that the update at ", text.f);
	hd_put_side_place(b, text.f, &x->begin);
	fputs(" returns, and do not load ", text.f);
	hd_put_object(text.f, object ? object : "it");
	fputs(" again", text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}

/* All are about one semaphore: a wait for it. NULL: they are not. */
static const struct hd_wire_event *units_between(const struct hd_between *x)
{
	return takes_same(&x->begin, &x->end) && takes_same(&x->begin, &x->earlier) &&
		       takes_same(&x->begin, &x->later)
		   ? x->begin.event
		   : NULL;
}

/* The thread in the middle goes by the class of an object that the other one destroys. */
static bool calls_destroyed(struct hd_build *b, const struct hd_between *x)
{
	return hd_begins_to_destroy(b, x->begin.event) && hd_only_reads(&x->earlier) &&
	       hd_ops_overlap(&x->earlier.event->op, &x->begin.event->op);
}

static void name_any_between(struct hd_build *b, const struct hd_between *x)
{
	bool one = hd_ops_overlap(&x->begin.event->op, &x->end.event->op);
	bool accesses = is_access(&x->begin) && is_access(&x->end);
	int idiom = !one ? 4 : x->earlier.event == x->later.event ? 2 : 3;
	const struct hd_wire_event *unlock = hd_gives_lock_back(b, x->begin.event, hd_event_of(b, &x->end)),
				   *wait;

	if (x->end.event->op.kind == HD_COND_WAIT || x->end.event->op.kind == HD_FUTEX_WAIT)
		name_pattern(b, "a lost wakeup", idiom, LOST_WAKEUP_REMEDY);
	else if (loads_word_too_late(b, x))
		name_late_word(b, x, idiom);
	else if (calls_destroyed(b, x))
		name_pattern(b, "a use of an object that is being destroyed", idiom, DESTROYED_REMEDY);
	else if ((wait = missed_change(b, x)))
		name_unheard_change(b, wait);
	else if (name_circle(b, units_between(x),
			     takes(&x->begin) && takes(&x->earlier) && takes(&x->later) && takes(&x->end),
			     idiom))
		return;
	else if (b->failure.outcome == HD_OUT_DEADLOCK && accesses && waits_with_lock(b, HD_NONE))
		name_pattern(b, "a circle of waits", idiom, CIRCLE_REMEDY);
	else if (wait_between(b, x))
		name_pattern(
		    b, "a condition that is not tested again after the wait", idiom,
		    "wait in a loop that tests the condition: another thread may change it before the "
		    "one that was woken has the lock again");
	else if (x->later.event->op.kind == HD_TRYLOCK && x->end.event->op.kind == HD_UNLOCK)
		name_pattern(
		    b, "a lock that is tried when its holder has looked for the last time", idiom,
		    "let the holder look again when it has given the lock back, or wait for the lock");
	else if (accesses && unlock)
		name_two_sections(b, unlock, &x->end.event->op, one && overwrites(b, x), idiom);
	else if (accesses && ignores_result(x))
		name_ignored_result(b, x, idiom);
	else if (accesses && !one && publishes_too_early(x))
		name_publication(b, x, idiom);
	else
		name_pattern(b, "an atomicity violation", idiom,
			     accesses ? remedy_of_accesses(x, one)
				      : "do both in one critical section, under a lock that the other thread "
					"takes, too");
}

void hd_name_between(struct hd_build *b, const struct hd_between *x)
{
	name_any_between(b, x);
	take_remedy(b, hd_remedy_of_late_act(b, x));
	take_remedy(b, hd_remedy_of_locks(b, x));
	take_remedy(b, hd_remedy_of_giving(b, x));
	take_remedy(b, hd_remedy_of_keeping(b, x));
	remedy_of_libc(b, x->begin.event);
}

/* ---- one operation comes before another ---- */

/* The thread of the second operation had a lock before, gave it back, and takes it again for this operation;
 * meanwhile the first one was made under that lock. Where it has given it back; NULL: that is not so. */
static const struct hd_wire_event *given_back_before(const struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *end = hd_event_of(b, &x->second), *unlock = x->first.event;
	hd_tid tid = x->second.event->tid;

	while (unlock > b->events && !(unlock->tid == tid && unlock->op.kind == HD_UNLOCK))
		unlock--;
	return unlock->tid == tid && unlock->op.kind == HD_UNLOCK &&
		       hd_holds_lock_at(b, tid, unlock->op.addr, unlock) &&
		       hd_holds_lock_at(b, tid, unlock->op.addr, end) &&
		       hd_holds_lock_at(b, x->first.event->tid, unlock->op.addr, x->first.event)
		   ? unlock
		   : NULL;
}

/* A variable on the stack of the thread that writes it, which another one reads through a pointer. */
static bool is_lent_variable(const struct hd_order_pair *x)
{
	const struct hd_wire_place *place = &x->first.event->place;

	return is_access(&x->first) && is_write(&x->first) && !is_write(&x->second) &&
	       place->kind == HD_PLACE_STACK && place->tid == x->first.event->tid;
}

static const char *remedy_of_order(const struct hd_build *b, const struct hd_order_pair *x)
{
	if (x->first.event->op.kind == HD_FREE)
		return HD_FREED_REMEDY;
	if (b->failure.outcome == HD_OUT_DOUBLE_FREE)
		return HD_FREED_TWICE_REMEDY;
	if (hd_is_stuck(b) && !is_access(&x->first))
		return NULL; /* who ought to wait is what is not known */
	if (is_lent_variable(x) && !hd_under_one_lock(b, x))
		return "give the other thread a copy of its own, or let the first wait until the second is "
		       "done";
	return "let the first wait until the second is done: join its thread, or wait for a condition";
}

/* ---- … in a run in which no thread can go on ---- */

static bool is_wait(unsigned kind)
{
	return kind == HD_COND_WAIT || kind == HD_FUTEX_WAIT || kind == HD_SEM_WAIT || kind == HD_BARRIER ||
	       kind == HD_INPUT;
}

/* The first operation waits for the second, whose thread wants what the waiting one holds. */
static bool keeps_what_other_needs(const struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_thread *other = hd_failed_thread(b, x->second.event->tid);

	return is_wait(x->first.event->op.kind) && other && other->state == HD_THREAD_BLOCKED &&
	       other->owner == x->first.event->tid && other->op.kind != HD_JOIN;
}

/* False: there is no name for it. */
static bool name_order_of_stuck(struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *wait = hd_waits_since_before(b, x);

	if (!hd_is_stuck(b))
		return false;
	if (hd_is_overrun(b, x))
		name_pattern(b, "a condition that is over before the waiter looks again", 1,
			     "count the rounds, and wait until the round is another one; or let no thread "
			     "begin the next round before all have left the last one");
	else if (keeps_what_other_needs(b, x))
		name_pattern(b, "a circle of waits", 1, CIRCLE_REMEDY);
	else if (wait)
		name_unheard_change(b, wait);
	else
		return false;
	return true;
}

/* ---- … in any run ---- */

/* Each is one step of an update that nothing keeps apart. */
static bool is_update_at_same_time(struct hd_build *b, const struct hd_order_pair *x)
{
	return !(is_atomic(&x->first) && is_atomic(&x->second)) && !hd_under_one_lock(b, x) &&
	       hd_at_same_place(b, &x->first, &x->second);
}

static void name_any_order(struct hd_build *b, const struct hd_order_pair *x)
{
	unsigned first = x->first.event->op.kind, second = x->second.event->op.kind;
	bool accesses = is_access(&x->first) && is_access(&x->second);
	const struct hd_wire_event *unlock = accesses ? given_back_before(b, x) : NULL;

	if ((first == HD_SIGNAL || first == HD_BROADCAST) && second == HD_COND_WAIT)
		name_pattern(b, "a lost wakeup", 1, LOST_WAKEUP_REMEDY);
	else if (name_order_of_stuck(b, x) || name_circle(b, NULL, takes(&x->first) && takes(&x->second), 1))
		return;
	else if (unlock)
		name_two_sections(b, unlock, &x->second.event->op, false, 1);
	else if (accesses && is_update_at_same_time(b, x))
		name_pattern(b, "an update that threads make at the same time", 1,
			     "make what that line does one step: the same lock around it in every thread, or "
			     "an atomic operation");
	else
		name_pattern(b, "an order violation", 1, remedy_of_order(b, x));
}

void hd_name_order(struct hd_build *b, const struct hd_order_pair *x)
{
	name_any_order(b, x);
	take_remedy(b, hd_remedy_of_start(b, x));
	take_remedy(b, hd_remedy_of_stop(b, x));
	remedy_of_libc(b, x->first.event);
}

void hd_name_release(struct hd_build *b, const struct hd_order_pair *x)
{
	const struct hd_wire_event *e = x->first.event;
	char *object = hd_object_name(b, &e->place, e->op.addr, e->op.size);
	struct hd_text text;

	name_pattern(b, "a lock made by hand that another thread gives back", 1, NULL);
	hd_text_begin(&text);
	fputs("let only the thread that has set ", text.f);
	hd_put_object(text.f, object ? object : "it");
	fputs(" reset it", text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}
