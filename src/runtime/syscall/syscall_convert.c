/* SPDX-License-Identifier: Apache-2.0
 *
 * System calls that libc has in another form, and a few that must not reach the kernel as they are. */
#include "runtime/syscall/syscall_convert.h"

#include <asm/prctl.h>
#include <errno.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/polling/poll.h"
#include "runtime/process/wrap_clone.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/wrap_kernel.h"
#include "runtime/signals/wrap_kill.h"

#define KERNEL_SET sizeof(uint64_t) /* bytes of a signal set, as the kernel has it */

/* New calls that the headers of older systems do not name. */
#define FUTEX2_FIRST 454 /* futex_wake, futex_wait, futex_requeue */
#define FUTEX2_LAST  456

/* In the section that stands for the program: see hd_by_syscall(). */
#define AS_PROGRAM __attribute__((noinline, section("hd_syscalls")))

static sigset_t *widen(sigset_t *wide, const void *set)
{
	if (!set)
		return NULL;
	sigemptyset(wide);
	memcpy(wide, set, KERNEL_SET);
	return wide;
}

/* The kernel writes back what is left of the time, libc's functions do not. */
static void tell_time_left(struct timespec *timeout, uint64_t deadline)
{
	if (timeout && deadline != HD_NO_DEADLINE)
		*timeout = hd_time_left(deadline);
}

static AS_PROGRAM long call_ppoll(const long *a)
{
	struct timespec *timeout = (struct timespec *)a[2];
	sigset_t set;
	uint64_t deadline;
	long result;

	hd_deadline_of(timeout, &deadline);
	result = ppoll((struct pollfd *)a[0], (nfds_t)a[1], timeout, widen(&set, (const void *)a[3]));
	tell_time_left(timeout, deadline);
	return result;
}

static AS_PROGRAM long call_pselect(const long *a)
{
	const uintptr_t *pair = (const uintptr_t *)a[5]; /* a set and its size */
	struct timespec *timeout = (struct timespec *)a[4];
	sigset_t set;
	uint64_t deadline;
	long result;

	hd_deadline_of(timeout, &deadline);
	result = pselect((int)a[0], (fd_set *)a[1], (fd_set *)a[2], (fd_set *)a[3], timeout,
			 pair ? widen(&set, (const void *)pair[0]) : NULL);
	tell_time_left(timeout, deadline);
	return result;
}

static AS_PROGRAM long call_epoll_pwait(const long *a)
{
	sigset_t set;

	return epoll_pwait((int)a[0], (struct epoll_event *)a[1], (int)a[2], (int)a[3],
			   widen(&set, (const void *)a[4]));
}

static AS_PROGRAM long call_epoll_pwait2(const long *a)
{
	sigset_t set;

	return epoll_pwait2((int)a[0], (struct epoll_event *)a[1], (int)a[2], (const struct timespec *)a[3],
			    widen(&set, (const void *)a[4]));
}

static AS_PROGRAM long call_signalfd(const long *a)
{
	sigset_t set;

	return signalfd((int)a[0], widen(&set, (const void *)a[1]), (int)a[3]);
}

static AS_PROGRAM long call_eventfd(const long *a)
{
	return eventfd((unsigned)a[0], 0);
}

static AS_PROGRAM long call_sigprocmask(const long *a)
{
	sigset_t set, old;
	int result = sigprocmask((int)a[0], widen(&set, (const void *)a[1]), a[2] ? &old : NULL);

	if (!result && a[2])
		memcpy((void *)a[2], &old, KERNEL_SET);
	return result;
}

struct kernel_action { /* as rt_sigaction takes it */
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	unsigned char mask[KERNEL_SET];
};

static AS_PROGRAM long call_sigaction(const long *a)
{
	const struct kernel_action *new = (const struct kernel_action *)a[1];
	struct kernel_action *out = (struct kernel_action *)a[2];
	struct sigaction action = {.sa_handler = SIG_DFL}, old;
	int result;

	if (new) {
		action.sa_handler = new->handler;
		action.sa_flags = (int)new->flags;
		widen(&action.sa_mask, new->mask);
	}
	result = sigaction((int)a[0], new ? &action : NULL, out ? &old : NULL);
	if (!result && out) {
		*out =
		    (struct kernel_action){.handler = old.sa_handler, .flags = (unsigned long)old.sa_flags};
		memcpy(out->mask, &old.sa_mask, KERNEL_SET);
	}
	return result;
}

static AS_PROGRAM long call_sigpending(const long *a)
{
	sigset_t set;
	int result = sigpending(&set);

	if (!result)
		memcpy((void *)a[0], &set, KERNEL_SET);
	return result;
}

static AS_PROGRAM long call_tkill(const long *a)
{
	if ((pid_t)a[0] <= 0) {
		errno = EINVAL;
		return -1;
	}
	return tgkill(getpid(), (pid_t)a[0], (int)a[1]);
}

static AS_PROGRAM long call_sigsuspend(const long *a)
{
	sigset_t set;

	return sigsuspend(widen(&set, (const void *)a[0]));
}

static AS_PROGRAM long call_sigtimedwait(const long *a)
{
	sigset_t set;

	return sigtimedwait(widen(&set, (const void *)a[0]), (siginfo_t *)a[1],
			    (const struct timespec *)a[2]);
}

/* This one returns the number of an error instead of setting errno. */
static AS_PROGRAM long call_clock_nanosleep(const long *a)
{
	errno = clock_nanosleep((clockid_t)a[0], (int)a[1], (const struct timespec *)a[2],
				(struct timespec *)a[3]);
	return errno ? -1 : 0;
}

/* The kernel says how many bytes of the set it has written, and how nice a process is as 20 minus that. */
static AS_PROGRAM long call_getaffinity(const long *a)
{
	unsigned long all[CPU_SETSIZE / 64];
	long written = hd_syscall(SYS_sched_getaffinity, 0, sizeof all, all);

	if (sched_getaffinity((pid_t)a[0], (size_t)a[1], (cpu_set_t *)a[2]))
		return -1;
	return written < a[1] ? written : a[1];
}

static AS_PROGRAM long call_getpriority(const long *a)
{
	long who = a[0] == PRIO_PROCESS ? hd_id_of_number((pid_t)a[1]) : a[1];

	return hd_syscall(SYS_getpriority, a[0], who);
}

/* The second argument is a process or thread id if the first one is 1 (IOPRIO_WHO_PROCESS). */
static AS_PROGRAM long call_ioprio_get(const long *a)
{
	return hd_syscall(SYS_ioprio_get, a[0], a[0] == 1 ? hd_id_of_number((pid_t)a[1]) : a[1]);
}

static AS_PROGRAM long call_ioprio_set(const long *a)
{
	long result = hd_syscall(SYS_ioprio_set, a[0], a[0] == 1 ? hd_id_of_number((pid_t)a[1]) : a[1], a[2]);

	if (!result)
		hd_leaves_call(SYS_ioprio_set);
	return result;
}

static const struct {
	long number;
	long (*call)(const long *args);
} converted[] = {
    {SYS_ppoll, call_ppoll},
    {SYS_pselect6, call_pselect},
    {SYS_epoll_pwait, call_epoll_pwait},
    {SYS_epoll_pwait2, call_epoll_pwait2},
    {SYS_signalfd4, call_signalfd},
    {SYS_eventfd, call_eventfd},
    {SYS_rt_sigprocmask, call_sigprocmask},
    {SYS_rt_sigaction, call_sigaction},
    {SYS_rt_sigpending, call_sigpending},
    {SYS_tkill, call_tkill},
    {SYS_rt_sigsuspend, call_sigsuspend},
    {SYS_rt_sigtimedwait, call_sigtimedwait},
    {SYS_clock_nanosleep, call_clock_nanosleep},
    {SYS_sched_getaffinity, call_getaffinity},
    {SYS_getpriority, call_getpriority},
    {SYS_ioprio_get, call_ioprio_get},
    {SYS_ioprio_set, call_ioprio_set},
};

/* All threads share a kernel thread, so their accesses are in order already: the barrier is something that
 * happens between them, and no more. Those that are asked for by a slow name would only take time. */
static long membarrier(const long *args, uint32_t site)
{
	struct hd_op op = hd_op(HD_FENCE, NULL, site);

	hd_sched_point(&op);
	if (args[0] == MEMBARRIER_CMD_GLOBAL && !args[1])
		return 0;
	return hd_kernel_result(hd_syscall(SYS_membarrier, args[0], args[1], args[2]));
}

static long set_base(const long *args, uint32_t site)
{
	if (args[0] == ARCH_SET_FS)
		hd_unsupported(site, "the program sets the base of its thread-local memory itself");
	return hd_kernel_result(hd_syscall(SYS_arch_prctl, args[0], args[1]));
}

bool hd_syscall_convert(long number, const long *args, uint32_t site, long *result)
{
	for (unsigned i = 0; i < sizeof converted / sizeof *converted; i++)
		if (converted[i].number == number) {
			*result = hd_kernel_result(converted[i].call(args));
			return true;
		}
	switch (number) {
	case SYS_membarrier:
		*result = membarrier(args, site);
		return true;
	case SYS_rt_sigqueueinfo:
		*result = hd_kernel_result(
		    hd_queue_info((pid_t)args[0], 0, (int)args[1], (const siginfo_t *)args[2], site));
		return true;
	case SYS_rt_tgsigqueueinfo:
		*result = hd_kernel_result(hd_queue_info((pid_t)args[0], (pid_t)args[1], (int)args[2],
							 (const siginfo_t *)args[3], site));
		return true;
	case SYS_clone:
		*result = hd_syscall_clone(args, site);
		return true;
	case SYS_arch_prctl:
		*result = set_base(args, site);
		return true;
	case SYS_exit:
		hd_unsupported(site, "a thread ends itself by the system call exit, which leaves libc's part "
				     "of it behind: use pthread_exit()");
	case SYS_seccomp:
		if (args[0] == SECCOMP_SET_MODE_STRICT)
			hd_leaves_strict(site);
		return false;
	case SYS_clone3:
	case SYS_io_uring_setup: /* programs that know these do without them as well */
	case FUTEX2_FIRST ... FUTEX2_LAST:
		*result = -ENOSYS;
		return true;
	default:
		return false;
	}
}
