/* SPDX-License-Identifier: Apache-2.0
 *
 * Waiting for the program's children. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/process/children.h"

static pid_t wait_for_child(pid_t pid, int *status, int options, struct rusage *usage, uint32_t site)
{
	idtype_t type = pid > 0 ? P_PID : pid == -1 ? P_ALL : P_PGID;
	siginfo_t info;

	if (options & ~(WNOHANG | WUNTRACED | WCONTINUED | __WALL | __WCLONE | __WNOTHREAD)) {
		errno = EINVAL;
		return -1;
	}
	if (hd_child_wait(type, type == P_PID ? (id_t)pid : (id_t)-pid, &info, options | WEXITED, usage,
			  site))
		return -1;
	if (info.si_pid && status)
		*status = hd_child_status(&info);
	return info.si_pid;
}

HD_EXPORT pid_t waitpid(pid_t pid, int *status, int options)
{
	if (!hd_active())
		return HD_REAL(waitpid)(pid, status, options);
	return wait_for_child(pid, status, options, NULL, HD_SITE());
}

HD_EXPORT pid_t wait(int *status)
{
	if (!hd_active())
		return HD_REAL(wait)(status);
	return wait_for_child(-1, status, 0, NULL, HD_SITE());
}

HD_EXPORT pid_t wait3(int *status, int options, struct rusage *usage)
{
	if (!hd_active())
		return HD_REAL(wait3)(status, options, usage);
	return wait_for_child(-1, status, options, usage, HD_SITE());
}

HD_EXPORT pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	if (!hd_active())
		return HD_REAL(wait4)(pid, status, options, usage);
	return wait_for_child(pid, status, options, usage, HD_SITE());
}

HD_EXPORT int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
	siginfo_t own;

	if (!hd_active())
		return HD_REAL(waitid)(type, id, info, options);
	return hd_child_wait(type, id, info ? info : &own, options, NULL, HD_SITE());
}
