/* SPDX-License-Identifier: Apache-2.0
 *
 * The ids of this process, its parent, its group and its session. */
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/uncontrolled_calls.h"

/* The runtime itself needs the real ids. */
HD_EXPORT pid_t getpid(void)
{
	return hd_from_program(HD_PC()) ? hd_shown_pid() : (pid_t)hd_syscall(SYS_getpid);
}

/* A child of the program, which runs by itself, must find the parent that it was told about. */
HD_EXPORT pid_t getppid(void)
{
	pid_t real;

	if (hd_active())
		return hd_shown_parent();
	real = (pid_t)hd_syscall(SYS_getppid);
	return hd_rt.mode == HD_MODE_CHILD ? hd_parent_as_told(real) : real;
}

static bool is_own_number(pid_t pid)
{
	return !pid || hd_thread_of_number(pid);
}

HD_EXPORT pid_t getpgrp(void)
{
	return hd_active() ? hd_shown_group() : (pid_t)hd_syscall(SYS_getpgid, 0);
}

HD_EXPORT pid_t getpgid(pid_t pid)
{
	if (hd_active() && is_own_number(pid))
		return hd_shown_group();
	return HD_REAL(getpgid)(pid);
}

HD_EXPORT pid_t getsid(pid_t pid)
{
	if (hd_active() && is_own_number(pid))
		return hd_shown_session();
	return HD_REAL(getsid)(pid);
}
