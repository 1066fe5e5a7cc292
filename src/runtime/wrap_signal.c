/* SPDX-License-Identifier: Apache-2.0
 *
 * Signal state: noted, and put back after the run. */
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "runtime/kernel_state.h"
#include "runtime/noted.h"

HD_NOTED(HD_TAINT_KERNEL, unsigned, alarm, (unsigned s), (s))
HD_NOTED(HD_TAINT_KERNEL, int, setitimer,
	 (__itimer_which_t w, const struct itimerval *n, struct itimerval *o), (w, n, o))
HD_NOTED(HD_TAINT_KERNEL, int, timer_create, (clockid_t c, struct sigevent *e, timer_t *t), (c, e, t))
HD_NOTED(HD_TAINT_SIGNALS, int, sigaltstack, (const stack_t *n, stack_t *o), (n, o))

static void note_signal(int signal)
{
	if (hd_active() && signal > 0 && signal <= 64)
		hd_kernel_state.signals |= 1ULL << (signal - 1);
}

HD_EXPORT int sigaction(int signal, const struct sigaction *action, struct sigaction *old)
{
	if (action)
		note_signal(signal);
	return HD_REAL(sigaction)(signal, action, old);
}

HD_EXPORT sighandler_t signal(int number, sighandler_t handler)
{
	note_signal(number);
	return HD_REAL(signal)(number, handler);
}

HD_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	hd_kernel_state.mask_changed |= set && hd_active();
	return HD_REAL(sigprocmask)(how, set, old);
}

HD_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	hd_kernel_state.mask_changed |= set && hd_active();
	return HD_REAL(pthread_sigmask)(how, set, old);
}
