/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/timers.h"

#include <string.h>

#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/engine/vtime.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_state.h"

static struct hd_timer itimers[HD_ITIMERS], timers[HD_MAX_TIMERS];
static unsigned ntimers; /* of the latter, how many were ever in use in this run */

struct hd_timer *hd_itimer(int which)
{
	return &itimers[which];
}

struct hd_timer *hd_timer_new(uint32_t site)
{
	unsigned i = 0;

	while (i < ntimers && timers[i].used)
		i++;
	hd_room_for(HD_FULL_TIMERS, i, site);
	ntimers = i == ntimers ? i + 1 : ntimers;
	memset(&timers[i], 0, sizeof timers[i]);
	timers[i].used = true;
	timers[i].site = site;
	return &timers[i];
}

timer_t hd_timer_id(const struct hd_timer *t)
{
	return (timer_t)(uintptr_t)(t - timers);
}

struct hd_timer *hd_timer_by_id(timer_t id)
{
	uintptr_t i = (uintptr_t)id;

	return i < ntimers && timers[i].used ? &timers[i] : NULL;
}

/* ---- going off ---- */

/* A periodic timer goes off again when a thread has taken its signal: more signals before that would tell the
 * program nothing new. */
static void go_on(struct hd_timer *t)
{
	uint64_t now = hd_vtime_now(), missed = now >= t->next ? (now - t->next) / t->interval : 0;

	t->waiting = false;
	t->overrun = missed > INT32_MAX ? INT32_MAX : (int)missed;
	t->next += (missed + 1) * t->interval;
	hd_vtimer_set(&t->vtimer, t->next);
}

/* False: the timer's signal was not sent, or the program ignores it. */
static bool notify(struct hd_timer *t)
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

static void fire(struct hd_vtimer *v)
{
	struct hd_timer *t = (struct hd_timer *)v;
	bool noticed = notify(t);

	if (!t->interval)
		t->armed = false;
	else if (noticed && t->notify == SIGEV_THREAD)
		go_on(t);
	else
		t->waiting = true;
}

static void go_on_if(struct hd_timer *t, int signal, bool taken)
{
	if (!t->waiting || t->info.si_signo != signal)
		return;
	if (taken || hd_has_handler(hd_action_of(signal)))
		go_on(t);
}

/* All timers that wait for this signal go on, not only the one that sent it: an ordinary signal is pending
 * only once. */
static void go_on_all(int signal, bool taken)
{
	for (unsigned i = 0; i < HD_ITIMERS; i++)
		go_on_if(&itimers[i], signal, taken);
	for (unsigned i = 0; i < ntimers; i++)
		if (timers[i].used)
			go_on_if(&timers[i], signal, taken);
}

void hd_timers_taken(siginfo_t *info)
{
	struct hd_timer *t =
	    info->si_code == SI_TIMER ? hd_timer_by_id((timer_t)(uintptr_t)(unsigned)info->si_timerid) : NULL;

	go_on_all(info->si_signo, true);
	if (t)
		info->si_overrun = t->overrun;
}

void hd_timers_action_changed(int signal)
{
	go_on_all(signal, false);
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
	t->vtimer.fire = fire;
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

/* A timer whose signal no thread takes still passes its times. */
uint64_t hd_timer_left(const struct hd_timer *t)
{
	uint64_t now = hd_vtime_now();

	if (!t->armed)
		return 0;
	if (t->next > now)
		return t->next - now;
	return t->interval ? t->interval - (now - t->next) % t->interval : 0;
}

void hd_timers_run_begin(void)
{
	static const int signals[HD_ITIMERS] = {SIGALRM, SIGVTALRM, SIGPROF};

	memset(timers, 0, sizeof *timers * ntimers);
	ntimers = 0;
	memset(itimers, 0, sizeof itimers);
	for (unsigned i = 0; i < HD_ITIMERS; i++)
		itimers[i].info = (siginfo_t){.si_signo = signals[i], .si_code = SI_KERNEL};
}
