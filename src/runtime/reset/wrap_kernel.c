/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that leave something behind in the kernel. They are not controlled: they are carried out, and from
 * then on the program is run in forked processes. */
#include <errno.h>
#include <grp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/state/run_state.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/taint.h"
#include "runtime/reset/wrap_kernel.h"

#define ONLY_ASK 0xffffffffUL /* personality() changes nothing then */

extern int capset(void *header, const void *sets);

#define HD_LEAVES(what, type, name, params, args)                                                            \
	HD_EXPORT type name params                                                                           \
	{                                                                                                    \
		type result = HD_REAL(name) args;                                                            \
                                                                                                             \
		if (hd_active() && result != (type)-1)                                                       \
			hd_taint(HD_TAINT_##what);                                                           \
		return result;                                                                               \
	}
#define HD_LEAVES_FUNCTION HD_LEAVES
#define HD_LEAVES_CALL(what, name)
#include "runtime/reset/leaves.def"
#undef HD_LEAVES
#undef HD_LEAVES_FUNCTION
#undef HD_LEAVES_CALL

/* By number of a system call; 0: it leaves nothing behind. */
static const uint8_t left_by[] = {
#define HD_LEAVES(what, type, name, params, args) [SYS_##name] = HD_TAINT_##what,
#define HD_LEAVES_FUNCTION(what, type, name, params, args)
#define HD_LEAVES_CALL(what, name) [SYS_##name] = HD_TAINT_##what,
#include "runtime/reset/leaves.def"
#undef HD_LEAVES
#undef HD_LEAVES_FUNCTION
#undef HD_LEAVES_CALL
};

void hd_leaves_call(long number)
{
	if (number >= 0 && number < (long)sizeof left_by && left_by[number])
		hd_taint(left_by[number]);
}

void hd_leaves_fork_first(void)
{
	if (hd_rt.reset != HD_RESET_PLACE)
		return;
	hd_taint(HD_TAINT_KERNEL);
	hd_run_in_fork();
}

void hd_leaves_strict(uint32_t site)
{
	hd_unsupported(
	    site, "the program enters the strict mode of seccomp, in which the kernel would end Heddle's "
		  "runtime together with it");
}

/* ---- calls for which it depends ---- */

/* One thread of the program, or others. */
static id_t whose(__priority_which_t which, id_t who)
{
	return which == PRIO_PROCESS ? (id_t)hd_id_of_number((pid_t)who) : who;
}

HD_EXPORT int setpriority(__priority_which_t which, id_t who, int value)
{
	int result = HD_REAL(setpriority)(which, whose(which, who), value);

	if (hd_active() && !result)
		hd_taint(HD_TAINT_KERNEL);
	return result;
}

HD_EXPORT int getpriority(__priority_which_t which, id_t who)
{
	return HD_REAL(getpriority)(which, whose(which, who));
}

HD_EXPORT int sched_rr_get_interval(pid_t pid, struct timespec *slice)
{
	return HD_REAL(sched_rr_get_interval)(hd_id_of_number(pid), slice);
}

/* -1 is a priority as well as an error. */
HD_EXPORT int nice(int more)
{
	if (hd_active())
		hd_taint(HD_TAINT_KERNEL);
	return HD_REAL(nice)(more);
}

HD_EXPORT int personality(unsigned long persona)
{
	if (hd_active() && (persona & ONLY_ASK) != ONLY_ASK)
		hd_taint(HD_TAINT_KERNEL);
	return HD_REAL(personality)(persona);
}

/* This process leads a group already, for the controller's sake; a forked one does not. */
static int lead(int result)
{
	if (hd_active() && result != -1)
		hd_identity_changed();
	return result;
}

HD_EXPORT pid_t setsid(void)
{
	if (hd_active())
		hd_leaves_fork_first();
	return lead(HD_REAL(setsid)());
}

HD_EXPORT int setpgid(pid_t process, pid_t group)
{
	if (!hd_active() || (process && process != hd_shown_pid()))
		return HD_REAL(setpgid)(process, group);
	hd_leaves_fork_first();
	return lead(HD_REAL(setpgid)(0, hd_pid_of(group)));
}

HD_EXPORT int setpgrp(void)
{
	return setpgid(0, 0);
}

/* The kernel allows some of these flags only for a process with one thread. A forked process has one kernel
 * thread however many threads the program has, so the error is given here. */
HD_EXPORT int unshare(int flags)
{
	if (hd_active())
		hd_leaves_fork_first();
	if (hd_active() && hd_rt.run.nlive > 1 &&
	    flags & (CLONE_NEWUSER | CLONE_THREAD | CLONE_SIGHAND | CLONE_VM)) {
		errno = EINVAL;
		return -1;
	}
	return HD_REAL(unshare)(flags);
}

HD_EXPORT int setns(int fd, int kind)
{
	if (hd_active())
		hd_leaves_fork_first();
	return HD_REAL(setns)(fd, kind);
}

/* This process has much more address space than the program knows of: to have it locked would fill the
 * machine's memory. What the program sees of a lock is that it may have it. */
static int lock_all(int flags)
{
	struct rlimit limit;

	if (!flags || flags & ~(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) || flags == MCL_ONFAULT)
		errno = EINVAL;
	else if (geteuid() && !getrlimit(RLIMIT_MEMLOCK, &limit) && !limit.rlim_cur)
		errno = EPERM;
	else
		return 0;
	return -1;
}

HD_EXPORT int mlockall(int flags)
{
	return hd_active() ? lock_all(flags) : HD_REAL(mlockall)(flags);
}
