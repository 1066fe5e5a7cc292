/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/timer_set.h"

#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/signals/signal_send.h"

/* ---- going off ---- */

/* False: the timer's signal was not sent, or the program ignores it. */
static bool notify_program(struct hd_timer *t)
{
	struct hd_thread *started, *target = t->notify == SIGEV_THREAD_ID ? t->target : NULL;

	if (t->notify == SIGEV_THREAD) {
		started = hd_event_thread_start(&t->thread);
		if (started)
			hd_feed_tell(started->id, t);
		return true;
	}
	if (target && target->life != HD_LIFE_ALIVE)
		return false;
	if (hd_signals_pending(target ? target : hd_self()) & HD_SIGBIT(t->info.si_signo) &&
	    t->info.si_signo < SIGRTMIN)
		return false;
	hd_signal_send(target, &t->info);
	return !hd_signal_ignored(t->info.si_signo);
}

static void fire_timer(struct hd_vtimer *v)
{
	struct hd_timer *t = (struct hd_timer *)v;
	bool noticed = notify_program(t);

	if (!t->interval)
		t->armed = false;
	else if (noticed && t->notify == SIGEV_THREAD)
		hd_timer_go_on(t);
	else
		t->waiting = true;
}

/* ---- setting ---- */

/* A timer whose signal would end the program is a watchdog: it must not go off before its time. */
static bool may_be_eager(const struct hd_timer *t)
{
	int signal = t->info.si_signo;

	return t->notify == SIGEV_THREAD || hd_action_of(signal)->handler != SIG_DFL ||
	       hd_self()->sigmask & HD_SIGBIT(signal);
}

void hd_timer_set(struct hd_timer *t, uint64_t at, uint64_t interval)
{
	hd_vtimer_unset(&t->vtimer);
	t->vtimer.fire = fire_timer;
	t->armed = at != HD_NO_DEADLINE;
	t->waiting = false;
	t->overrun = 0;
	t->next = at;
	t->interval = interval;
	if (!t->armed || t->notify == SIGEV_NONE)
		return;
	if (t->notify == SIGEV_THREAD)
		hd_feed_send(t);
	else
		hd_signal_ordered(t->info.si_signo);
	hd_signals_expect();
	t->vtimer.eager = may_be_eager(t);
	t->vtimer.site = t->site;
	hd_vtimer_set(&t->vtimer, at);
}
