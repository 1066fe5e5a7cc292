/* SPDX-License-Identifier: Apache-2.0
 *
 * What the program wants to happen when a signal comes. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/crash.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/kernel_state.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_mask.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/traps/tsc.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* the program may use old functions */

#define AUTO_DISARM (1u << 31) /* SS_AUTODISARM, which libc's headers do not have */

/* The kernel's MINSIGSTKSZ. libc's is what the processor's registers ask for, and may be larger. */
#define KERNEL_MINIMUM 2048u

/* Signals for which siginterrupt() has asked for EINTR in this run. */
static hd_sigset *interrupting(void)
{
	static uint32_t epoch;
	static hd_sigset set;

	if (epoch != hd_rt.run.epoch) {
		epoch = hd_rt.run.epoch;
		set = 0;
	}
	return &set;
}

/* Two signals belong to libc. */
static bool may_change(int signal)
{
	return hd_signal_valid(signal) && signal != SIGKILL && signal != SIGSTOP &&
	       (signal < 32 || signal >= SIGRTMIN);
}

/* The kernel itself calls the program's handler for a fault, so it must know the handler. */
static void tell_kernel_of_fault(int signal, const struct hd_action *action)
{
	hd_kernel_state.signals |= HD_SIGBIT(signal);
	hd_kernel_state.mask_changed = true; /* a jump out of the handler may leave it so */
	if (signal == SIGSEGV && hd_has_handler(action))
		hd_tsc_give_up(hd_self()->op.site);
	if (hd_has_handler(action))
		hd_arrive_prepare_fault(signal);
	else
		hd_crash_catch(signal);
}

static void set_action(int signal, const struct hd_action *action)
{
	hd_action_set(signal, action);
	if (HD_FAULTS & HD_SIGBIT(signal))
		tell_kernel_of_fault(signal, action);
	else
		hd_arrive_prepare(signal);
}

static void sigaction_point(int signal, uint32_t site)
{
	struct hd_op op = hd_op(HD_SIGACTION, &hd_signals_object, site);

	op.size = (uint32_t)signal; /* for reports */
	hd_sched_point(&op);
}

static int change_action(int signal, const struct sigaction *action, struct sigaction *old, uint32_t site)
{
	struct hd_action before;

	if (!hd_signal_valid(signal) || (action && !may_change(signal)))
		return hd_error(EINVAL);
	sigaction_point(signal, site);
	before = *hd_action_of(signal);
	if (action)
		set_action(signal, &(struct hd_action){action->sa_handler, action->sa_flags,
						       hd_sigset_of(&action->sa_mask)});
	if (old) {
		*old = (struct sigaction){.sa_handler = before.handler, .sa_flags = before.flags};
		hd_sigset_out(&old->sa_mask, before.mask);
	}
	return 0;
}

/* The older functions, which differ in flags only. */
static sighandler_t change_handler(int signal, sighandler_t handler, int flags, uint32_t site)
{
	sighandler_t before;

	if (handler == SIG_ERR || !may_change(signal)) {
		errno = EINVAL;
		return SIG_ERR;
	}
	sigaction_point(signal, site);
	before = hd_action_of(signal)->handler;
	set_action(signal, &(struct hd_action){handler, flags, flags & SA_RESETHAND ? 0 : HD_SIGBIT(signal)});
	return before;
}

static int bsd_flags(int signal)
{
	return hd_signal_valid(signal) && *interrupting() & HD_SIGBIT(signal) ? 0 : SA_RESTART;
}

HD_EXPORT int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	if (!hd_active())
		return HD_REAL(sigaction)(signal, action, old);
	return change_action(signal, action, old, HD_SITE());
}

extern int __sigaction(int signal, const struct sigaction *action, struct sigaction *old);

HD_EXPORT int __sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	if (!hd_active())
		return HD_REAL(sigaction)(signal, action, old);
	return change_action(signal, action, old, HD_SITE());
}

#define BSD_SIGNAL(name)                                                                                     \
	HD_EXPORT sighandler_t name(int number, sighandler_t handler)                                        \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(signal)(number, handler);                                             \
		return change_handler(number, handler, bsd_flags(number), HD_SITE());                        \
	}

extern sighandler_t bsd_signal(int number, sighandler_t handler);

BSD_SIGNAL(signal)
BSD_SIGNAL(bsd_signal)
BSD_SIGNAL(ssignal)

#define SYSV_SIGNAL(name)                                                                                    \
	HD_EXPORT sighandler_t name(int number, sighandler_t handler)                                        \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(sysv_signal)(number, handler);                                        \
		return change_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER, HD_SITE());           \
	}

SYSV_SIGNAL(sysv_signal)
SYSV_SIGNAL(__sysv_signal)

HD_EXPORT int siginterrupt(int signal, int interrupt)
{
	struct hd_action action;

	if (!hd_active())
		return HD_REAL(siginterrupt)(signal, interrupt);
	if (!may_change(signal))
		return hd_error(EINVAL);
	sigaction_point(signal, HD_SITE());
	action = *hd_action_of(signal);
	action.flags = interrupt ? action.flags & ~SA_RESTART : action.flags | SA_RESTART;
	if (interrupt)
		*interrupting() |= HD_SIGBIT(signal);
	else
		*interrupting() &= ~HD_SIGBIT(signal);
	set_action(signal, &action);
	return 0;
}

HD_EXPORT int sigignore(int signal)
{
	if (!hd_active())
		return HD_REAL(sigignore)(signal);
	if (!may_change(signal))
		return hd_error(EINVAL);
	sigaction_point(signal, HD_SITE());
	set_action(signal, &(struct hd_action){.handler = SIG_IGN});
	return 0;
}

/* System V: SIG_HOLD blocks the signal, any other disposition unblocks it. */
HD_EXPORT sighandler_t sigset(int signal, sighandler_t handler)
{
	hd_sigset mask, bit;
	sighandler_t before;

	if (!hd_active())
		return HD_REAL(sigset)(signal, handler);
	if (!may_change(signal)) {
		errno = EINVAL;
		return SIG_ERR;
	}
	sigaction_point(signal, HD_SITE());
	mask = hd_self()->sigmask;
	bit = HD_SIGBIT(signal);
	before = mask & bit ? SIG_HOLD : hd_action_of(signal)->handler;
	if (handler != SIG_HOLD)
		set_action(signal, &(struct hd_action){.handler = handler});
	hd_sigmask_set(handler == SIG_HOLD ? mask | bit : mask & ~bit);
	return before;
}

static bool is_altstack_in_use(const struct hd_thread *t)
{
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);

	return t->altstack && sp - (uintptr_t)t->altstack < t->altstack_size;
}

static int change_altstack(const stack_t *new, stack_t *old)
{
	struct hd_thread *t = hd_self();
	stack_t before = {.ss_sp = t->altstack,
			  .ss_size = t->altstack_size,
			  .ss_flags = t->altstack ? t->altstack_flags : SS_DISABLE};
	int mode;

	if (is_altstack_in_use(t))
		before.ss_flags |= SS_ONSTACK;
	if (new &&is_altstack_in_use(t))
		return hd_error(EPERM);
	mode = new ? new->ss_flags & ~(int)AUTO_DISARM : 0;
	if (mode && mode != SS_DISABLE && mode != SS_ONSTACK)
		return hd_error(EINVAL);
	if (new &&mode != SS_DISABLE &&new->ss_size < KERNEL_MINIMUM)
		return hd_error(ENOMEM);
	if (new) {
		bool off = mode == SS_DISABLE;

		t->altstack = off ? NULL : new->ss_sp;
		t->altstack_size = off ? 0 : new->ss_size;
		t->altstack_flags = new->ss_flags &(int)AUTO_DISARM;
	}
	if (old)
		*old = before;
	return 0;
}

HD_EXPORT int sigaltstack(const stack_t *new, stack_t *old)
{
	if (!hd_active())
		return HD_REAL(sigaltstack)(new, old);
	return change_altstack(new, old);
}
