/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/signal_pending.h"

#include <string.h>

#include "runtime/access/alone.h"
#include "runtime/common/full.h"
#include "runtime/common/team.h"
#include "runtime/state/ready_threads.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/timers.h"

struct queued {
	siginfo_t info;
	hd_tid target; /* HD_NO_TID: the process */
};

static struct {
	hd_sigset pending; /* for the process */
	struct queued queue[HD_MAX_QUEUED_SIGNALS];
	unsigned nqueued;
	const struct hd_signal_watch *watch; /* NULL: none in this run */
} now;

char hd_signals_object;
static char sent[HD_SIGNALS]; /* objects for analyses: what the sender did comes before the taking */

void hd_pending_forget(void)
{
	now.pending = 0;
	now.nqueued = 0;
}

void hd_pending_run_begin(void)
{
	hd_pending_forget();
	now.watch = NULL;
}

/* From now on there are choices, even for a thread that is alone. */
void hd_signals_expect(void)
{
	if (!hd_rt.run.had_choices)
		hd_alone_no_more();
	hd_rt.run.async = hd_rt.run.multi = hd_rt.run.had_choices = true;
	hd_look_at_accesses();
}

/* ---- who is told ---- */

void hd_signals_watch(const struct hd_signal_watch *watch)
{
	now.watch = watch;
}

hd_sigset hd_signals_watched(void)
{
	return now.watch ? now.watch->wanted() : 0;
}

static void tell_watch(hd_sigset sent_now)
{
	if (now.watch)
		now.watch->changed(sent_now);
}

hd_sigset hd_signals_deliverable(const struct hd_thread *t)
{
	return (t->sigpending | now.pending) & ~t->sigmask;
}

void hd_signals_refresh(struct hd_thread *t)
{
	bool due = hd_signals_deliverable(t) != 0;

	if (t->life != HD_LIFE_ALIVE || due == t->signal_due)
		return;
	t->signal_delay = 0;
	t->signal_due = due;
	t->attention = t->cancel_async || due;
	hd_ready_again(t);
}

static void refresh_all(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_is_here(&hd_threads[i]))
			hd_signals_refresh(&hd_threads[i]);
}

/* ---- taking ---- */

static hd_sigset *pending_of(hd_tid target)
{
	return target == HD_NO_TID ? &now.pending : &hd_threads[target].sigpending;
}

static void leave_queue(unsigned at)
{
	HD_ASSERT(at < now.nqueued, "entry %u of %u signals", at, now.nqueued);
	now.nqueued--;
	memmove(&now.queue[at], &now.queue[at + 1], (now.nqueued - at) * sizeof *now.queue);
}

static bool is_queued(int signal, hd_tid target)
{
	for (unsigned i = 0; i < now.nqueued; i++)
		if (now.queue[i].info.si_signo == signal && now.queue[i].target == target)
			return true;
	return false;
}

/* Takes the oldest signal of this number for this target. */
static void take_signal(int signal, hd_tid target, siginfo_t *info)
{
	memset(info, 0, sizeof *info);
	info->si_signo = signal; /* all that is known, if the queue had no room */
	for (unsigned i = 0; i < now.nqueued; i++) {
		if (now.queue[i].info.si_signo != signal || now.queue[i].target != target)
			continue;
		*info = now.queue[i].info;
		leave_queue(i);
		break;
	}
	if (!is_queued(signal, target))
		*pending_of(target) &= ~HD_SIGBIT(signal);
	refresh_all();
	tell_watch(0);
	hd_timers_taken(info);
}

static void drop_signal(int signal)
{
	for (unsigned i = now.nqueued; i-- > 0;)
		if (now.queue[i].info.si_signo == signal)
			leave_queue(i);
	now.pending &= ~HD_SIGBIT(signal);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_is_here(&hd_threads[i]))
			hd_threads[i].sigpending &= ~HD_SIGBIT(signal);
	refresh_all();
	tell_watch(0);
}

/* Some thread would take the signal soon, because it does not block the signal. */
static bool is_on_its_way(int signal)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_is_alive_here(&hd_threads[i]) && !(hd_threads[i].sigmask & HD_SIGBIT(signal)))
			return true;
	return false;
}

void hd_signals_forget_timer(int id)
{
	for (unsigned i = now.nqueued; i-- > 0;) {
		struct queued q = now.queue[i];

		if (q.info.si_code != SI_TIMER || q.info.si_timerid != id || !is_on_its_way(q.info.si_signo))
			continue;
		leave_queue(i);
		if (!is_queued(q.info.si_signo, q.target))
			*pending_of(q.target) &= ~HD_SIGBIT(q.info.si_signo);
	}
	refresh_all();
	tell_watch(0);
}

void hd_signals_thread_exit(struct hd_thread *t)
{
	for (unsigned i = now.nqueued; i-- > 0;)
		if (now.queue[i].target == t->id)
			leave_queue(i);
	if (t->sigpending) {
		t->sigpending = 0;
		tell_watch(0);
	}
	t->signal_due = t->attention = false;
}

hd_sigset hd_signals_pending(const struct hd_thread *t)
{
	return t->sigpending | now.pending;
}

bool hd_signals_take(struct hd_thread *t, hd_sigset set, siginfo_t *info)
{
	hd_sigset own = t->sigpending & set, both = own | (now.pending & set);
	int signal;

	if (!both)
		return false;
	signal = __builtin_ctzll(both) + 1;
	hd_feed_receive(&sent[signal]);
	take_signal(signal, own & HD_SIGBIT(signal) ? t->id : HD_NO_TID, info);
	return true;
}

void hd_action_set(int signal, const struct hd_action *action)
{
	hd_action_store(signal, action);
	if (hd_signal_ignored(signal)) /* also what is pending, POSIX says */
		drop_signal(signal);
	if (hd_has_handler(action) && !(HD_FAULTS & HD_SIGBIT(signal)))
		hd_signals_expect();
	hd_timers_action_changed(signal);
}

/* ---- sending ---- */

bool hd_signal_enqueue(const siginfo_t *info, hd_tid target)
{
	hd_sigset *pending = pending_of(target), bit = HD_SIGBIT(info->si_signo);

	HD_ASSERT(hd_signal_valid(info->si_signo), "signal %d", info->si_signo);
	if (*pending & bit && info->si_signo < SIGRTMIN)
		return true; /* no progress: a thread that sends again and again may be waiting */
	if (now.nqueued >= hd_rt.wire->most[HD_FULL_QUEUED_SIGNALS] && info->si_signo >= SIGRTMIN &&
	    info->si_code != SI_USER)
		return false;
	if (!hd_is_full(HD_FULL_QUEUED_SIGNALS, now.nqueued))
		now.queue[now.nqueued++] = (struct queued){*info, target};
	*pending |= bit;
	refresh_all();
	tell_watch(bit);
	hd_sched_changed(HD_SIGNALS_ADDR);
	hd_sched_progress();
	return true;
}

void hd_signal_ordered(int signal)
{
	hd_feed_send(&sent[signal]);
}
