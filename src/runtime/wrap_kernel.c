/* SPDX-License-Identifier: Apache-2.0
 *
 * System calls that change what a reset in place would have to undo. They are not controlled here: they are
 * noted, and either undone after the run or the reason why the program is run in forked processes from then
 * on. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/crash.h"
#include "runtime/failure.h"
#include "runtime/kernel_state.h"
#include "runtime/real.h"
#include "runtime/sched.h"

/* ---- calls that are only noted ---- */

#define NOTED(taint, result, name, params, args)                                                             \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		if (hd_active())                                                                             \
			hd_taint(taint);                                                                     \
		return HD_REAL(name) args;                                                                   \
	}

NOTED(HD_TAINT_KERNEL, unsigned, alarm, (unsigned s), (s))
NOTED(HD_TAINT_KERNEL, int, setitimer, (__itimer_which_t w, const struct itimerval *n, struct itimerval *o),
      (w, n, o))
NOTED(HD_TAINT_KERNEL, int, timer_create, (clockid_t c, struct sigevent *e, timer_t *t), (c, e, t))
NOTED(HD_TAINT_KERNEL, int, setrlimit, (__rlimit_resource_t r, const struct rlimit *l), (r, l))
NOTED(HD_TAINT_KERNEL, int, chdir, (const char *path), (path))
NOTED(HD_TAINT_KERNEL, int, fchdir, (int fd), (fd))
NOTED(HD_TAINT_KERNEL, mode_t, umask, (mode_t m), (m))
NOTED(HD_TAINT_KERNEL, int, setuid, (uid_t u), (u))
NOTED(HD_TAINT_KERNEL, int, setgid, (gid_t g), (g))
NOTED(HD_TAINT_KERNEL, pid_t, setsid, (void), ())
NOTED(HD_TAINT_KERNEL, int, setpgid, (pid_t p, pid_t g), (p, g))
NOTED(HD_TAINT_SIGNALS, int, sigaltstack, (const stack_t *n, stack_t *o), (n, o))
NOTED(HD_TAINT_MAPPINGS, void *, dlopen, (const char *file, int mode), (file, mode))
NOTED(HD_TAINT_MAPPINGS, int, dlclose, (void *h), (h))
NOTED(HD_TAINT_MAPPINGS, void *, shmat, (int id, const void *at, int flags), (id, at, flags))
NOTED(HD_TAINT_MAPPINGS, int, shmdt, (const void *at), (at))
NOTED(HD_TAINT_MAPPINGS, int, brk, (void *end), (end))
NOTED(HD_TAINT_MAPPINGS, void *, sbrk, (intptr_t n), (n))
NOTED(HD_TAINT_FORKED, int, system, (const char *c), (c))
NOTED(HD_TAINT_FORKED, FILE *, popen, (const char *c, const char *m), (c, m))
NOTED(HD_TAINT_FORKED, int, posix_spawn,
      (pid_t * pid, const char *path, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *a,
       char *const argv[], char *const env[]),
      (pid, path, f, a, argv, env))
NOTED(HD_TAINT_FORKED, int, posix_spawnp,
      (pid_t * pid, const char *file, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *a,
       char *const argv[], char *const env[]),
      (pid, file, f, a, argv, env))
NOTED(HD_TAINT_DESCRIPTORS, FILE *, freopen, (const char *p, const char *m, FILE *f), (p, m, f))

/* ---- descriptors that were open before main ---- */

/* The runtime's own descriptor does not exist for the program. */
static bool is_ours(int fd)
{
	return hd_rt.mode == HD_MODE_CONTROL && !hd_rt.forked && fd == hd_rt.control_fd;
}

static int bad_descriptor(void)
{
	errno = EBADF;
	return -1;
}

HD_EXPORT int close(int fd)
{
	if (is_ours(fd))
		return bad_descriptor();
	if (hd_active() && hd_kernel_is_old_file(fd))
		hd_taint(HD_TAINT_DESCRIPTORS);
	return HD_REAL(close)(fd);
}

HD_EXPORT int dup2(int from, int to)
{
	if (is_ours(to))
		return bad_descriptor();
	if (hd_active() && hd_kernel_is_old_file(to))
		hd_taint(HD_TAINT_DESCRIPTORS);
	hd_kernel_state.opened = true;
	return HD_REAL(dup2)(from, to);
}

HD_EXPORT int dup3(int from, int to, int flags)
{
	if (is_ours(to))
		return bad_descriptor();
	if (hd_active() && hd_kernel_is_old_file(to))
		hd_taint(HD_TAINT_DESCRIPTORS);
	hd_kernel_state.opened = true;
	return HD_REAL(dup3)(from, to, flags);
}

HD_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
	unsigned ours = (unsigned)hd_rt.control_fd;

	if (hd_active())
		hd_taint(HD_TAINT_DESCRIPTORS);
	if (!is_ours((int)ours) || ours < first || ours > last)
		return HD_REAL(close_range)(first, last, flags);
	if (ours > first && HD_REAL(close_range)(first, ours - 1, flags))
		return -1;
	return ours < last ? HD_REAL(close_range)(ours + 1, last, flags) : 0;
}

HD_EXPORT void closefrom(int first)
{
	close_range(first < 0 ? 0 : (unsigned)first, ~0U, 0);
}

HD_EXPORT int fclose(FILE *f)
{
	if (hd_active() && f && hd_kernel_is_old_file(fileno(f)))
		hd_taint(HD_TAINT_DESCRIPTORS);
	return HD_REAL(fclose)(f);
}

/* ---- processes ---- */

/* In the child only the calling thread exists; it goes on natively. */
static void become_native(void)
{
	hd_rt.run.active = false;
	hd_rt.forked = true;
	HD_REAL(close)(hd_rt.control_fd);
	hd_crash_forget();
}

HD_EXPORT pid_t fork(void)
{
	pid_t pid;

	if (!hd_active())
		return HD_REAL(fork)();
	hd_taint(HD_TAINT_FORKED);
	pid = HD_REAL(fork)();
	if (pid == 0)
		become_native();
	return pid;
}

HD_EXPORT pid_t vfork(void)
{
	return fork(); /* a child that shares our memory would have to be controlled */
}

/* ---- signals ---- */

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
