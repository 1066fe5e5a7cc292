/* SPDX-License-Identifier: Apache-2.0
 *
 * The user and group ids of the process. libc makes each thread that it knows call the kernel, and waits for
 * all of them. Here all threads of the program are one kernel thread, and those that only lend their TLS
 * never run again: one call is enough. What was changed cannot be undone by a reset in place. */
#include <grp.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"

#define CREDENTIALS(name, params, args, ...)                                                                 \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name) args;                                                           \
		hd_taint(HD_TAINT_KERNEL);                                                                   \
		return (int)hd_syscall(__VA_ARGS__);                                                         \
	}

#define KEEP (-1L) /* this one stays as it is */

CREDENTIALS(setuid, (uid_t u), (u), SYS_setuid, u)
CREDENTIALS(setgid, (gid_t g), (g), SYS_setgid, g)
CREDENTIALS(seteuid, (uid_t u), (u), SYS_setresuid, KEEP, u, KEEP)
CREDENTIALS(setegid, (gid_t g), (g), SYS_setresgid, KEEP, g, KEEP)
CREDENTIALS(setreuid, (uid_t r, uid_t e), (r, e), SYS_setreuid, r, e)
CREDENTIALS(setregid, (gid_t r, gid_t e), (r, e), SYS_setregid, r, e)
CREDENTIALS(setresuid, (uid_t r, uid_t e, uid_t s), (r, e, s), SYS_setresuid, r, e, s)
CREDENTIALS(setresgid, (gid_t r, gid_t e, gid_t s), (r, e, s), SYS_setresgid, r, e, s)
CREDENTIALS(setgroups, (size_t n, const gid_t *groups), (n, groups), SYS_setgroups, n, groups)
CREDENTIALS(setfsuid, (uid_t u), (u), SYS_setfsuid, u)
CREDENTIALS(setfsgid, (gid_t g), (g), SYS_setfsgid, g)
