/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes that the program makes. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/crash.h"
#include "runtime/noted.h"

HD_NOTED(HD_TAINT_FORKED, int, system, (const char *c), (c))
HD_NOTED(HD_TAINT_FORKED, FILE *, popen, (const char *c, const char *m), (c, m))
HD_NOTED(HD_TAINT_FORKED, int, posix_spawn,
	 (pid_t * pid, const char *path, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *a,
	  char *const argv[], char *const env[]),
	 (pid, path, f, a, argv, env))
HD_NOTED(HD_TAINT_FORKED, int, posix_spawnp,
	 (pid_t * pid, const char *file, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *a,
	  char *const argv[], char *const env[]),
	 (pid, file, f, a, argv, env))

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
