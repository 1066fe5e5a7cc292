/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of signals in a run: actions, masks, and what is pending. */
#include "runtime/signals/signals.h"

#include <string.h>
#include <unistd.h>

#include "runtime/common/full.h"
#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/ready_threads.h"
#include "runtime/engine/threads.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_state.h"
#include "runtime/signals/signalfd.h"
#include "runtime/signals/timers.h"

#define NEVER_BLOCKED (HD_SIGBIT(SIGKILL) | HD_SIGBIT(SIGSTOP))

struct queued {
	siginfo_t info;
	hd_tid target; /* HD_NO_TID: the process */
};

static struct {
	struct hd_action actions[HD_SIGNALS];
	hd_sigset pending; /* for the process */
	struct queued queue[HD_MAX_QUEUED_SIGNALS];
	unsigned nqueued;
	bool changed; /* actions are not those before main */
} now;

static struct {
	struct hd_action actions[HD_SIGNALS];
	hd_sigset mask;
	bool handlers; /* constructors have installed some */
} before_main;

char hd_signals_object;
static char sent[HD_SIGNALS]; /* objects for analyses: what the sender did comes before the taking */

/* A signal concerns the threads of this process. */
static bool is_alive_here(const struct hd_thread *t)
{
	return t->life == HD_LIFE_ALIVE && hd_is_here(t);
}

/* ---- actions ---- */

void hd_signals_snapshot(void)
{
	struct sigaction action;
	sigset_t mask;

	for (int i = 1; i < HD_SIGNALS; i++) {
		if ((HD_FAULTS | HD_OURS) & HD_SIGBIT(i) || HD_REAL(sigaction)(i, NULL, &action))
			continue;
		before_main.actions[i] =
		    (struct hd_action){action.sa_handler, action.sa_flags, hd_sigset_of(&action.sa_mask)};
		before_main.handlers |= hd_has_handler(&before_main.actions[i]);
	}
	HD_REAL(sigprocmask)(SIG_SETMASK, NULL, &mask);
	before_main.mask = hd_sigset_of(&mask);
	memcpy(now.actions, before_main.actions, sizeof now.actions);
	for (int i = 1; i < HD_SIGNALS; i++)
		if (hd_has_handler(&now.actions[i]))
			hd_arrive_prepare(i);
	hd_arrive_init();
}

void hd_signals_run_begin(void)
{
	hd_signalfds_run_begin();
	if (now.changed)
		memcpy(now.actions, before_main.actions, sizeof now.actions);
	now.changed = false;
	now.pending = 0;
	now.nqueued = 0;
	hd_threads[0].sigmask = before_main.mask;
	if (before_main.handlers)
		hd_signals_expect();
	hd_arrive_run_begin();
}

void hd_signals_forget(void)
{
	now.pending = 0;
	now.nqueued = 0;
	hd_timers_run_begin();
}

void hd_signals_forked(void)
{
	hd_signals_refresh(hd_self());
	hd_signals_take_mask_back();
}

/* From now on there are choices, even for a thread that is alone. */
void hd_signals_expect(void)
{
	hd_rt.run.async = hd_rt.run.multi = hd_rt.run.had_choices = true;
	hd_look_at_accesses();
}

const struct hd_action *hd_action_of(int signal)
{
	return &now.actions[signal];
}

const struct hd_action *hd_action_before_main(int signal)
{
	return &before_main.actions[signal];
}

hd_sigset hd_mask_before_main(void)
{
	return before_main.mask;
}

static bool is_default(int signal)
{
	return now.actions[signal].handler == SIG_DFL;
}

bool hd_signal_ignored(int signal)
{
	return now.actions[signal].handler == SIG_IGN ||
	       (is_default(signal) && HD_IGNORED_BY_DEFAULT & HD_SIGBIT(signal));
}

static void drop(int signal);

void hd_action_set(int signal, const struct hd_action *action)
{
	now.actions[signal] = *action;
	now.changed = true;
	if (hd_signal_ignored(signal)) /* also what is pending, POSIX says */
		drop(signal);
	if (hd_has_handler(action) && !(HD_FAULTS & HD_SIGBIT(signal)))
		hd_signals_expect();
	hd_timers_action_changed(signal);
}

/* ---- masks ---- */

void hd_sigset_out(sigset_t *out, hd_sigset set)
{
	memset(out, 0, sizeof *out);
	out->__val[0] = set;
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

void hd_sigmask_set(hd_sigset mask)
{
	struct hd_thread *t = hd_self();

	t->sigmask = mask & ~NEVER_BLOCKED;
	hd_arrive_prepare_blocked(t->sigmask);
	hd_signals_refresh(t);
	hd_signals_handle_all(t);
}

void hd_signals_mask_begin(const sigset_t *mask)
{
	struct hd_thread *t = hd_self();

	if (!mask)
		return;
	t->sigmask_saved = t->sigmask;
	t->sigmask_lent = true;
	t->sigmask = hd_sigset_of(mask) & ~NEVER_BLOCKED;
	hd_arrive_prepare_blocked(t->sigmask);
	hd_signals_refresh(t);
}

void hd_signals_mask_end(void)
{
	struct hd_thread *t = hd_self();

	if (!t->sigmask_lent) /* the call brought no mask, or a handler's return has restored it */
		return;
	t->sigmask_lent = false;
	t->sigmask = t->sigmask_saved;
	hd_signals_refresh(t);
}

/* ---- what is pending ---- */

static hd_sigset *pending_of(hd_tid target)
{
	return target == HD_NO_TID ? &now.pending : &hd_threads[target].sigpending;
}

static void take_out(unsigned at)
{
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
static void take(int signal, hd_tid target, siginfo_t *info)
{
	memset(info, 0, sizeof *info);
	info->si_signo = signal; /* all that is known, if the queue had no room */
	for (unsigned i = 0; i < now.nqueued; i++) {
		if (now.queue[i].info.si_signo != signal || now.queue[i].target != target)
			continue;
		*info = now.queue[i].info;
		take_out(i);
		break;
	}
	if (!is_queued(signal, target))
		*pending_of(target) &= ~HD_SIGBIT(signal);
	refresh_all();
	hd_signalfds_changed(0);
	hd_timers_taken(info);
}

static void drop(int signal)
{
	for (unsigned i = now.nqueued; i-- > 0;)
		if (now.queue[i].info.si_signo == signal)
			take_out(i);
	now.pending &= ~HD_SIGBIT(signal);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_is_here(&hd_threads[i]))
			hd_threads[i].sigpending &= ~HD_SIGBIT(signal);
	refresh_all();
	hd_signalfds_changed(0);
}

/* Some thread would take the signal soon, because it does not block the signal. */
static bool is_on_its_way(int signal)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (is_alive_here(&hd_threads[i]) && !(hd_threads[i].sigmask & HD_SIGBIT(signal)))
			return true;
	return false;
}

void hd_signals_forget_timer(int id)
{
	for (unsigned i = now.nqueued; i-- > 0;) {
		struct queued q = now.queue[i];

		if (q.info.si_code != SI_TIMER || q.info.si_timerid != id || !is_on_its_way(q.info.si_signo))
			continue;
		take_out(i);
		if (!is_queued(q.info.si_signo, q.target))
			*pending_of(q.target) &= ~HD_SIGBIT(q.info.si_signo);
	}
	refresh_all();
	hd_signalfds_changed(0);
}

void hd_signals_thread_exit(struct hd_thread *t)
{
	for (unsigned i = now.nqueued; i-- > 0;)
		if (now.queue[i].target == t->id)
			take_out(i);
	if (t->sigpending) {
		t->sigpending = 0;
		hd_signalfds_changed(0);
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
	take(signal, own & HD_SIGBIT(signal) ? t->id : HD_NO_TID, info);
	return true;
}

/* ---- sending ---- */

/* Does a thread that the signal may go to let it through? */
static bool let_through(const struct hd_thread *target, hd_sigset bit)
{
	if (target)
		return !(target->sigmask & bit);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (is_alive_here(&hd_threads[i]) && !(hd_threads[i].sigmask & bit))
			return true;
	return false;
}

static bool waits_for(const struct hd_thread *t, hd_sigset bit)
{
	return is_alive_here(t) && t->op.kind == HD_SIGWAIT && t->can && t->sigwait & bit;
}

static bool is_waited_for(const struct hd_thread *target, hd_sigset bit)
{
	if (target)
		return waits_for(target, bit);
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (waits_for(&hd_threads[i], bit))
			return true;
	return false;
}

/* Ordinary signals do not queue: one that is pending already is not sent again. */
static bool enqueue(const siginfo_t *info, hd_tid target)
{
	hd_sigset *pending = pending_of(target), bit = HD_SIGBIT(info->si_signo);

	if (*pending & bit && info->si_signo < SIGRTMIN)
		return true; /* no progress: a thread that sends again and again may be waiting */
	if (now.nqueued >= hd_rt.wire->most[HD_FULL_QUEUED_SIGNALS] && info->si_signo >= SIGRTMIN &&
	    info->si_code != SI_USER)
		return false;
	if (!hd_is_full(HD_FULL_QUEUED_SIGNALS, now.nqueued))
		now.queue[now.nqueued++] = (struct queued){*info, target};
	*pending |= bit;
	refresh_all();
	hd_signalfds_changed(bit);
	hd_sched_changed(HD_SIGNALS_ADDR);
	hd_sched_progress();
	return true;
}

bool hd_signal_send(struct hd_thread *target, const siginfo_t *info)
{
	int signal = info->si_signo;
	hd_sigset bit = HD_SIGBIT(signal);
	bool waited_for = is_waited_for(target, bit);

	if (!waited_for && let_through(target, bit)) {
		if (hd_signal_ignored(signal))
			return true;
		if (is_default(signal))
			hd_signal_default(signal);
	}
	return enqueue(info, target ? target->id : HD_NO_TID);
}

/* Could a thread other than `self` take what `self` has just sent to the process? */
static bool others_take(const struct hd_thread *self, hd_sigset bit)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (&hd_threads[i] != self && is_alive_here(&hd_threads[i]) &&
		    (!(hd_threads[i].sigmask & bit) || waits_for(&hd_threads[i], bit)))
			return true;
	return false;
}

void hd_signal_ordered(int signal)
{
	hd_feed_send(&sent[signal]);
}

bool hd_signal_send_by_program(struct hd_thread *target, const siginfo_t *info)
{
	struct hd_thread *self = hd_self();

	hd_signal_ordered(info->si_signo);
	if (!hd_signal_send(target, info))
		return false;
	if (target == self || (!target && !others_take(self, HD_SIGBIT(info->si_signo))))
		hd_signals_handle_all(self);
	return true;
}
