/* SPDX-License-Identifier: Apache-2.0
 *
 * alarm, setitimer and timer_create. */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/reset/clocks.h"
#include "runtime/reset/identity.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/signals/timer_set.h"

#define NS_PER_US 1000ULL
#define US_PER_S  1000000L

static void timer_point(uint32_t site)
{
	struct hd_op op = hd_op(HD_TIMER, &hd_signals_object, site);

	hd_sched_point(&op);
}

/* If a timer went off before the caller set it anew, the caller takes its signal before the call returns. */
static void take_timer_signal(void)
{
	if (hd_self()->signal_due)
		hd_signals_handle_all(hd_self());
}

/* The time of the first expiration, in ns from now; 0 means: not at all. */
static uint64_t start_in(uint64_t ns)
{
	return ns ? hd_deadline_in(ns) : HD_NO_DEADLINE;
}

/* ---- interval timers ---- */

static uint64_t from_timeval(const struct timeval *tv)
{
	return (uint64_t)tv->tv_sec * HD_NS_PER_SECOND + (uint64_t)tv->tv_usec * NS_PER_US;
}

static struct timeval to_timeval(uint64_t ns)
{
	return (struct timeval){.tv_sec = (time_t)(ns / HD_NS_PER_SECOND),
				.tv_usec = (suseconds_t)(ns % HD_NS_PER_SECOND / NS_PER_US)};
}

static bool is_valid_timeval(const struct timeval *tv)
{
	return tv->tv_sec >= 0 && tv->tv_usec >= 0 && tv->tv_usec < US_PER_S;
}

static struct itimerval show_itimer(const struct hd_timer *t)
{
	return (struct itimerval){.it_interval = to_timeval(t->interval),
				  .it_value = to_timeval(hd_timer_left(t))};
}

static struct itimerval change_itimer(int which, uint64_t first, uint64_t interval, uint32_t site)
{
	struct hd_timer *t = hd_itimer(which);
	struct itimerval before;

	timer_point(site);
	before = show_itimer(t);
	t->site = site;
	hd_timer_set(t, start_in(first), interval);
	take_timer_signal();
	return before;
}

HD_EXPORT int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
			struct itimerval *restrict old)
{
	struct itimerval before;

	if (!hd_active())
		return HD_REAL(setitimer)(which, new, old);
	if ((int)which < 0 || (int)which >= HD_ITIMERS ||
	    (new && (!is_valid_timeval(&new->it_value) || !is_valid_timeval(&new->it_interval))))
		return hd_error(EINVAL);
	if (new)
		before = change_itimer((int)which, from_timeval(&new->it_value),
				       from_timeval(&new->it_interval), HD_SITE());
	else
		before = change_itimer((int)which, 0, 0, HD_SITE());
	if (old)
		*old = before;
	return 0;
}

HD_EXPORT int getitimer(__itimer_which_t which, struct itimerval *value)
{
	if (!hd_active())
		return HD_REAL(getitimer)(which, value);
	if ((int)which < 0 || (int)which >= HD_ITIMERS)
		return hd_error(EINVAL);
	timer_point(HD_SITE());
	*value = show_itimer(hd_itimer((int)which));
	return 0;
}

HD_EXPORT unsigned alarm(unsigned seconds)
{
	struct itimerval before;

	if (!hd_active())
		return HD_REAL(alarm)(seconds);
	before = change_itimer(ITIMER_REAL, seconds * HD_NS_PER_SECOND, 0, HD_SITE());
	/* Rounded to the nearest, but never to "no alarm". */
	return (unsigned)before.it_value.tv_sec + (before.it_value.tv_usec >= US_PER_S / 2 ||
						   (before.it_value.tv_usec && !before.it_value.tv_sec));
}

HD_EXPORT useconds_t ualarm(useconds_t first, useconds_t interval)
{
	struct itimerval before;

	if (!hd_active())
		return HD_REAL(ualarm)(first, interval);
	before = change_itimer(ITIMER_REAL, first * NS_PER_US, interval * NS_PER_US, HD_SITE());
	return (useconds_t)(before.it_value.tv_sec * US_PER_S + before.it_value.tv_usec);
}

/* ---- POSIX timers ---- */

/* 0 or an error number. */
static int set_event(struct hd_timer *t, const struct sigevent *event)
{
	t->notify = event->sigev_notify;
	t->info = (siginfo_t){.si_signo = event->sigev_signo, .si_code = SI_TIMER};
	t->info.si_timerid = (int)(intptr_t)hd_timer_id(t);
	t->info.si_value = event->sigev_value;
	switch (t->notify) {
	case SIGEV_NONE:
		return 0;
	case SIGEV_THREAD:
		hd_event_thread_init(&t->thread, event, t->site);
		return 0;
	case SIGEV_THREAD_ID:
		t->target = hd_thread_of_number(event->_sigev_un._tid);
		return t->target && hd_signal_valid(t->info.si_signo) ? 0 : EINVAL;
	case SIGEV_SIGNAL:
		return hd_signal_valid(t->info.si_signo) ? 0 : EINVAL;
	default:
		return EINVAL;
	}
}

HD_EXPORT int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id)
{
	struct sigevent usual = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	struct timespec resolution;
	struct hd_timer *t;
	int error;

	if (!hd_active())
		return HD_REAL(timer_create)(clock, event, id);
	if (clock_getres(clock, &resolution))
		return hd_error(EINVAL);
	if (hd_clock_only_shows(clock))
		return hd_error(EOPNOTSUPP);
	timer_point(HD_SITE());
	t = hd_timer_new(HD_SITE());
	t->clock = clock;
	usual.sigev_value.sival_ptr = hd_timer_id(t);
	error = set_event(t, event ? event : &usual);
	if (error) {
		t->used = false;
		return hd_error(error);
	}
	*id = hd_timer_id(t);
	return 0;
}

static struct timespec to_timespec(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / HD_NS_PER_SECOND),
				 .tv_nsec = (long)(ns % HD_NS_PER_SECOND)};
}

static struct itimerspec show_posix(const struct hd_timer *t)
{
	return (struct itimerspec){.it_interval = to_timespec(t->interval),
				   .it_value = to_timespec(hd_timer_left(t))};
}

static uint64_t first_expiration(const struct hd_timer *t, int flags, const struct timespec *value)
{
	if (!value->tv_sec && !value->tv_nsec)
		return HD_NO_DEADLINE;
	if (flags & TIMER_ABSTIME)
		return hd_deadline_from_abstime(t->clock, value);
	return hd_deadline_in(hd_timespec_ns(value));
}

HD_EXPORT int timer_settime(timer_t id, int flags, const struct itimerspec *restrict new,
			    struct itimerspec *restrict old)
{
	struct hd_timer *t;
	struct itimerspec before;

	if (!hd_active())
		return HD_REAL(timer_settime)(id, flags, new, old);
	t = hd_timer_by_id(id);
	if (!t || !new || !hd_timespec_valid(&new->it_value) || !hd_timespec_valid(&new->it_interval) ||
	    new->it_value.tv_sec < 0 || new->it_interval.tv_sec < 0)
		return hd_error(EINVAL);
	timer_point(HD_SITE());
	before = show_posix(t);
	hd_timer_set(t, first_expiration(t, flags, &new->it_value), hd_timespec_ns(&new->it_interval));
	take_timer_signal();
	if (old)
		*old = before;
	return 0;
}

HD_EXPORT int timer_gettime(timer_t id, struct itimerspec *value)
{
	const struct hd_timer *t;

	if (!hd_active())
		return HD_REAL(timer_gettime)(id, value);
	t = hd_timer_by_id(id);
	if (!t)
		return hd_error(EINVAL);
	timer_point(HD_SITE());
	*value = show_posix(t);
	return 0;
}

HD_EXPORT int timer_getoverrun(timer_t id)
{
	const struct hd_timer *t;

	if (!hd_active())
		return HD_REAL(timer_getoverrun)(id);
	t = hd_timer_by_id(id);
	return t ? t->overrun : hd_error(EINVAL);
}

HD_EXPORT int timer_delete(timer_t id)
{
	struct hd_timer *t;

	if (!hd_active())
		return HD_REAL(timer_delete)(id);
	t = hd_timer_by_id(id);
	if (!t)
		return hd_error(EINVAL);
	timer_point(HD_SITE());
	hd_timer_set(t, HD_NO_DEADLINE, 0);
	take_timer_signal();
	hd_signals_forget_timer(t->info.si_timerid);
	t->used = false;
	return 0;
}
