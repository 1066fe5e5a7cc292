/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/timers.h"

#include <string.h>

#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/signals/signal_action.h"

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

/* ---- going on ---- */

void hd_timer_go_on(struct hd_timer *t)
{
	uint64_t now = hd_vtime_now(), missed;

	HD_ASSERT(t->interval, "a timer without an interval goes on");
	missed = now >= t->next ? (now - t->next) / t->interval : 0;
	t->waiting = false;
	t->overrun = missed > INT32_MAX ? INT32_MAX : (int)missed;
	t->next += (missed + 1) * t->interval;
	hd_vtimer_set(&t->vtimer, t->next);
}

static void go_on_if(struct hd_timer *t, int signal, bool taken)
{
	if (!t->waiting || t->info.si_signo != signal)
		return;
	if (taken || hd_has_handler(hd_action_of(signal)))
		hd_timer_go_on(t);
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
