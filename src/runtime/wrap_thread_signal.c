/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals sent to one thread. All fibers share a kernel thread, so a signal reaches whoever runs: that is
 * right for the caller itself and for signals that end the process; a handler that must run in another fiber
 * is more than can be controlled. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/failure.h"
#include "runtime/real.h"
#include "runtime/sched.h"

static bool has_handler(int sig)
{
	struct sigaction action;

	return !sigaction(sig, NULL, &action) && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

/* 0: the signal may be sent to the kernel thread that runs the fibers. */
static int check_signal(pthread_t thread, int sig, uint32_t site)
{
	struct hd_op op = hd_op(HD_YIELD, NULL, site);
	const struct hd_thread *target;

	hd_sched_point(&op);
	target = hd_thread_by_handle(thread);
	if (!target)
		return ESRCH;
	if (sig < 0 || sig > SIGRTMAX)
		return EINVAL;
	if (sig && target != hd_self() && has_handler(sig))
		hd_unsupported(site, "pthread_kill sends signal %d to another thread, to be handled there",
			       sig);
	return 0;
}

HD_EXPORT int pthread_kill(pthread_t thread, int sig)
{
	int error;

	if (!hd_active())
		return HD_REAL(pthread_kill)(thread, sig);
	error = check_signal(thread, sig, HD_SITE());
	if (error || !sig)
		return error;
	return HD_REAL(pthread_kill)(pthread_self(), sig);
}

static int queue_to_caller(int sig, union sigval value)
{
	pid_t pid = (pid_t)hd_syscall(SYS_getpid);
	siginfo_t info = {.si_signo = sig, .si_code = SI_QUEUE};

	info.si_pid = pid;
	info.si_uid = getuid();
	info.si_value = value;
	return hd_syscall(SYS_rt_tgsigqueueinfo, pid, hd_syscall(SYS_gettid), sig, &info) ? errno : 0;
}

HD_EXPORT int pthread_sigqueue(pthread_t thread, int sig, const union sigval value)
{
	int error;

	if (!hd_active())
		return HD_REAL(pthread_sigqueue)(thread, sig, value);
	error = check_signal(thread, sig, HD_SITE());
	if (error || !sig)
		return error;
	return queue_to_caller(sig, value);
}
