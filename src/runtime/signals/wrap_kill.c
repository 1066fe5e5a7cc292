/* SPDX-License-Identifier: Apache-2.0
 *
 * Sending signals: to this process and its threads in the model, to other processes for real. */
#include "runtime/signals/wrap_kill.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/identity.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/signals/signal_send.h"

static void kill_point(int signal, uint32_t site)
{
	struct hd_op op = hd_op(HD_KILL, &hd_signals_object, site);

	op.size = signal > 0 ? (uint32_t)signal : 0; /* for reports */
	hd_sched_point(&op);
	hd_self()->op.site = site; /* also for a thread that is alone: should the signal end the program */
}

static bool is_own_process(pid_t pid)
{
	return hd_pid_of(pid) == (pid_t)hd_syscall(SYS_getpid);
}

static siginfo_t info_of(int signal, int code)
{
	siginfo_t info = {.si_signo = signal, .si_code = code};

	info.si_pid = hd_shown_pid();
	info.si_uid = getuid();
	return info;
}

static siginfo_t queued_info(int signal, union sigval value)
{
	siginfo_t info = info_of(signal, SI_QUEUE);

	info.si_value = value;
	return info;
}

/* 0 or an error number. */
static int send_signal(struct hd_thread *target, const siginfo_t *info)
{
	if (info->si_signo && !hd_signal_send_by_program(target, info))
		return EAGAIN;
	return 0;
}

static bool out_of_range(int signal)
{
	return signal < 0 || signal >= HD_SIGNALS;
}

/* The kernel's list of our children. */
static unsigned list_children(pid_t *pids, unsigned max)
{
	char text[1024];
	long fd = hd_syscall(SYS_openat, AT_FDCWD, "/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
	long size = fd < 0 ? 0 : hd_syscall(SYS_read, fd, text, sizeof text - 1);
	unsigned n = 0;

	if (fd >= 0)
		hd_syscall(SYS_close, fd);
	text[size > 0 ? size : 0] = 0;
	for (char *at = text, *end; n < max; at = end) {
		long pid = strtol(at, &end, 10);

		if (end == at)
			break;
		pids[n++] = (pid_t)pid;
	}
	return n;
}

/* Sends to the caller's process group: to processes under control in the model, to other children for real.
 * All other processes in the group belong to Heddle, and get none. */
static int send_to_group(int signal)
{
	siginfo_t info = info_of(signal, SI_USER);
	pid_t children[64];
	unsigned n = list_children(children, sizeof children / sizeof *children);

	hd_team_mail_group(signal ? &info : NULL);
	for (unsigned i = 0; i < n; i++)
		if (hd_syscall(SYS_getpgid, children[i]) == hd_syscall(SYS_getpgid, 0) && !hd_team())
			hd_syscall(SYS_kill, children[i], signal);
	return send_signal(NULL, &info) ? hd_error(EAGAIN) : 0;
}

/* Sends to another process of the run, which is under control as well. */
static int send_to_member(unsigned number, int signal)
{
	siginfo_t info = info_of(signal, SI_USER);

	if (signal)
		hd_team_mail(number, &info);
	return 0;
}

static int send_to_process(pid_t pid, int signal, uint32_t site)
{
	siginfo_t info = info_of(signal, SI_USER);

	if (out_of_range(signal))
		return hd_error(EINVAL);
	kill_point(signal, site);
	if (pid == -1)
		hd_unsupported(site, "the program sends signal %d to every process there is", signal);
	if (pid == 0 || (pid < 0 && pid == -getpgrp()))
		return send_to_group(signal);
	if (!is_own_process(pid) && hd_team_member(pid) >= 0)
		return send_to_member((unsigned)hd_team_member(pid), signal);
	if (!is_own_process(pid))
		return (int)hd_syscall(SYS_kill, pid, signal);
	return send_signal(NULL, &info) ? hd_error(EAGAIN) : 0;
}

/* 0 or an error number. */
static int send_to_thread(struct hd_thread *target, const siginfo_t *info)
{
	if (out_of_range(info->si_signo))
		return EINVAL;
	if (!target)
		return ESRCH;
	if (target->life == HD_LIFE_DEAD)
		return 0;
	return send_signal(target, info);
}

static int send_to_number(pid_t process, pid_t tid, int signal, uint32_t site)
{
	siginfo_t info = info_of(signal, SI_TKILL);
	int error;

	if (!is_own_process(process))
		return (int)hd_syscall(SYS_tgkill, process, tid, signal);
	kill_point(signal, site);
	error = send_to_thread(hd_thread_of_number(tid), &info);
	return error ? hd_error(error) : 0;
}

static int raise_here(int signal, uint32_t site)
{
	siginfo_t info = info_of(signal, SI_TKILL);
	int error;

	kill_point(signal, site);
	error = send_to_thread(hd_self(), &info);
	return error ? hd_error(error) : 0;
}

HD_EXPORT int kill(pid_t pid, int signal)
{
	if (!hd_active())
		return HD_REAL(kill)(pid, signal);
	return send_to_process(pid, signal, HD_SITE());
}

HD_EXPORT int killpg(pid_t group, int signal)
{
	if (!hd_active())
		return HD_REAL(killpg)(group, signal);
	if (group < 0)
		return hd_error(EINVAL);
	return send_to_process(-group, signal, HD_SITE());
}

HD_EXPORT int raise(int signal)
{
	if (!hd_active())
		return HD_REAL(raise)(signal);
	return raise_here(signal, HD_SITE());
}

HD_EXPORT int gsignal(int signal)
{
	if (!hd_active())
		return HD_REAL(raise)(signal);
	return raise_here(signal, HD_SITE());
}

HD_EXPORT int tgkill(pid_t process, pid_t tid, int signal)
{
	if (!hd_active())
		return HD_REAL(tgkill)(process, tid, signal);
	return send_to_number(process, tid, signal, HD_SITE());
}

HD_EXPORT int pthread_kill(pthread_t thread, int signal)
{
	siginfo_t info;

	if (!hd_active())
		return HD_REAL(pthread_kill)(thread, signal);
	info = info_of(signal, SI_TKILL);
	kill_point(signal, HD_SITE());
	return send_to_thread(hd_thread_by_handle(thread), &info);
}

HD_EXPORT int pthread_sigqueue(pthread_t thread, int signal, const union sigval value)
{
	struct hd_thread *target;
	siginfo_t info;

	if (!hd_active())
		return HD_REAL(pthread_sigqueue)(thread, signal, value);
	info = queued_info(signal, value);
	kill_point(signal, HD_SITE());
	target = hd_thread_by_handle(thread);
	return target && target->life == HD_LIFE_DEAD ? ESRCH : send_to_thread(target, &info);
}

/* As the kernel takes it: the sender says all of what it brings. tid 0: to the process. */
int hd_queue_info(pid_t process, pid_t tid, int signal, const siginfo_t *from, uint32_t site)
{
	siginfo_t info = *from;
	int error;

	info.si_signo = signal;
	if (!is_own_process(process))
		return (int)(tid ? hd_syscall(SYS_rt_tgsigqueueinfo, process, tid, signal, from)
				 : hd_syscall(SYS_rt_sigqueueinfo, process, signal, from));
	if (out_of_range(signal))
		return hd_error(EINVAL);
	kill_point(signal, site);
	error = tid ? send_to_thread(hd_thread_of_number(tid), &info) : send_signal(NULL, &info);
	return error ? hd_error(error) : 0;
}

static int queue_elsewhere(pid_t pid, const siginfo_t *info)
{
	int member = hd_team_member(pid);

	if (member < 0)
		return (int)hd_syscall(SYS_rt_sigqueueinfo, pid, info->si_signo, info);
	if (info->si_signo)
		hd_team_mail((unsigned)member, info);
	return 0;
}

HD_EXPORT int sigqueue(pid_t pid, int signal, const union sigval value)
{
	siginfo_t info;

	if (!hd_active())
		return HD_REAL(sigqueue)(pid, signal, value);
	if (out_of_range(signal))
		return hd_error(EINVAL);
	info = queued_info(signal, value);
	kill_point(signal, HD_SITE());
	if (!is_own_process(pid))
		return queue_elsewhere(pid, &info);
	return send_signal(NULL, &info) ? hd_error(EAGAIN) : 0;
}
