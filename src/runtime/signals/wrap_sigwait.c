/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for signals. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/signals/signal_pending.h"

static bool has_awaited_signal(const struct hd_thread *t)
{
	return hd_signals_pending(t) & t->sigwait;
}

static bool never_ends(const struct hd_thread *t)
{
	(void)t;
	return false;
}

/* The number of the signal that came, or -1 with EINTR (another one was handled) or EAGAIN (none in time). */
static int wait_for_signals(hd_sigset set, siginfo_t *info, uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(HD_SIGWAIT, &hd_signals_object, site);
	struct hd_thread *t = hd_self();
	siginfo_t taken;
	enum hd_wake wake;

	hd_cancel_point();
	hd_arrive_prepare_blocked(set);
	t->sigwait = set;
	wake = hd_sched_wait(&op, has_awaited_signal, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL);
	t->sigwait = 0;
	if (wake == HD_WAKE_CANCEL)
		hd_cancel_act();
	if (wake != HD_WAKE_OK)
		return hd_error(wake == HD_WAKE_SIGNAL ? EINTR : EAGAIN);
	hd_signals_take(t, set, &taken);
	if (taken.si_code == SI_TKILL) /* libc hides how raise() works */
		taken.si_code = SI_USER;
	if (info)
		*info = taken;
	return taken.si_signo;
}

HD_EXPORT int sigwait(const sigset_t *set, int *signal)
{
	uint32_t site;
	int got;

	if (!hd_active())
		return HD_REAL(sigwait)(set, signal);
	site = HD_SITE();
	do
		got = wait_for_signals(hd_sigset_of(set), NULL, HD_NO_DEADLINE, site);
	while (got < 0);
	*signal = got;
	return 0;
}

HD_EXPORT int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
	if (!hd_active())
		return HD_REAL(sigwaitinfo)(set, info);
	return wait_for_signals(hd_sigset_of(set), info, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
	uint64_t deadline = HD_NO_DEADLINE;

	if (!hd_active())
		return HD_REAL(sigtimedwait)(set, info, timeout);
	if (timeout && (!hd_timespec_valid(timeout) || timeout->tv_sec < 0))
		return hd_error(EINVAL);
	if (timeout)
		deadline = hd_deadline_in(hd_timespec_ns(timeout));
	return wait_for_signals(hd_sigset_of(set), info, deadline, HD_SITE());
}

/* Until a handler has run; with a mask of its own, or with the thread's. */
static int wait_for_handler(const sigset_t *mask, uint32_t site)
{
	struct hd_op op = hd_op(HD_PAUSE, &hd_signals_object, site);

	hd_cancel_point();
	hd_signals_mask_begin(mask);
	if (hd_sched_wait(&op, never_ends, HD_NO_DEADLINE, HD_WAIT_CANCEL | HD_WAIT_SIGNAL) ==
	    HD_WAKE_CANCEL) {
		hd_signals_mask_end();
		hd_cancel_act();
	}
	hd_signals_mask_end();
	return hd_error(EINTR);
}

HD_EXPORT int pause(void)
{
	if (!hd_active())
		return HD_REAL(pause)();
	return wait_for_handler(NULL, HD_SITE());
}

HD_EXPORT int sigsuspend(const sigset_t *mask)
{
	if (!hd_active())
		return HD_REAL(sigsuspend)(mask);
	return wait_for_handler(mask, HD_SITE());
}

extern int __sigsuspend(const sigset_t *mask);

HD_EXPORT int __sigsuspend(const sigset_t *mask)
{
	if (!hd_active())
		return HD_REAL(sigsuspend)(mask);
	return wait_for_handler(mask, HD_SITE());
}

/* X/Open's takes a signal to let through, the older one a mask. */
static int pause_with(int signal_or_mask, bool is_signal, uint32_t site)
{
	sigset_t mask;

	hd_sigset_out(&mask,
		      is_signal ? hd_self()->sigmask & ~HD_SIGBIT(signal_or_mask) : (unsigned)signal_or_mask);
	return wait_for_handler(&mask, site);
}

extern int __sigpause(int signal_or_mask, int is_signal);

HD_EXPORT int __sigpause(int signal_or_mask, int is_signal)
{
	if (!hd_active())
		return HD_REAL(__sigpause)(signal_or_mask, is_signal);
	if (is_signal && !hd_signal_valid(signal_or_mask))
		return hd_error(EINVAL);
	return pause_with(signal_or_mask, is_signal, HD_SITE());
}

extern int __xpg_sigpause(int signal);

HD_EXPORT int __xpg_sigpause(int signal)
{
	if (!hd_active())
		return HD_REAL(__xpg_sigpause)(signal);
	if (!hd_signal_valid(signal))
		return hd_error(EINVAL);
	return pause_with(signal, true, HD_SITE());
}
