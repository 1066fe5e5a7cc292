/* SPDX-License-Identifier: Apache-2.0
 *
 * Which signals a thread blocks, and which are pending for it. */
#include <errno.h>
#include <signal.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/signals/signal_pending.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* the program may use old functions */

static void sigmask_point(uint32_t site)
{
	struct hd_op op = hd_op(HD_SIGMASK, &hd_signals_object, site);

	hd_sched_point(&op);
	/* A thread that enters the kernel takes what is due. */
	hd_signals_handle_all(hd_self());
}

static int change_mask(int how, const sigset_t *set, sigset_t *old, uint32_t site)
{
	hd_sigset before, change = set ? hd_sigset_of(set) : 0;

	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	sigmask_point(site);
	before = hd_self()->sigmask;
	if (set)
		hd_sigmask_set(how == SIG_BLOCK	    ? before | change
			       : how == SIG_UNBLOCK ? before & ~change
						    : change);
	if (old)
		hd_sigset_out(old, before);
	return 0;
}

HD_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	if (!hd_active())
		return HD_REAL(pthread_sigmask)(how, set, old);
	return change_mask(how, set, old, HD_SITE());
}

HD_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	int error;

	if (!hd_active())
		return HD_REAL(sigprocmask)(how, set, old);
	error = change_mask(how, set, old, HD_SITE());
	return error ? hd_error(error) : 0;
}

HD_EXPORT int sigpending(sigset_t *set)
{
	const struct hd_thread *t;

	if (!hd_active())
		return HD_REAL(sigpending)(set);
	sigmask_point(HD_SITE());
	t = hd_self();
	hd_sigset_out(set, hd_signals_pending(t) & t->sigmask);
	return 0;
}

static int hold_signal(int signal, int how, uint32_t site)
{
	sigset_t set;

	if (!hd_signal_valid(signal))
		return hd_error(EINVAL);
	hd_sigset_out(&set, HD_SIGBIT(signal));
	return change_mask(how, &set, NULL, site);
}

HD_EXPORT int sighold(int signal)
{
	if (!hd_active())
		return HD_REAL(sighold)(signal);
	return hold_signal(signal, SIG_BLOCK, HD_SITE());
}

HD_EXPORT int sigrelse(int signal)
{
	if (!hd_active())
		return HD_REAL(sigrelse)(signal);
	return hold_signal(signal, SIG_UNBLOCK, HD_SITE());
}

/* The oldest functions know the first 32 signals only. */
static int change_old_mask(int how, int mask, uint32_t site)
{
	sigset_t set, old;

	hd_sigset_out(&set, (unsigned)mask);
	change_mask(how, &set, &old, site);
	return (int)hd_sigset_of(&old);
}

HD_EXPORT int sigblock(int mask)
{
	if (!hd_active())
		return HD_REAL(sigblock)(mask);
	return change_old_mask(SIG_BLOCK, mask, HD_SITE());
}

HD_EXPORT int sigsetmask(int mask)
{
	if (!hd_active())
		return HD_REAL(sigsetmask)(mask);
	return change_old_mask(SIG_SETMASK, mask, HD_SITE());
}

HD_EXPORT int siggetmask(void)
{
	if (!hd_active())
		return HD_REAL(siggetmask)();
	return (int)hd_self()->sigmask;
}
