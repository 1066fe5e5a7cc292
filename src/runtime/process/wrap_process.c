/* SPDX-License-Identifier: Apache-2.0
 *
 * fork() and vfork(), starting another program, and exec. */
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/process/child_control.h"
#include "runtime/process/children.h"

/* The parent of a vfork() waits until the child has ended. */
static pid_t make_controlled(bool waits, uint32_t site)
{
	pid_t pid = hd_child_controlled(site);

	if (pid)
		hd_child_controlled_made();
	if (pid > 0 && waits)
		hd_child_await_end(pid, site);
	return pid;
}

static pid_t make_copy(const char *call, pid_t (*real)(void), uint32_t site)
{
	pid_t pid;

	hd_child_begins(site, call, hd_rt.wire->controls_children);
	hd_fork_handlers_run();
	if (hd_rt.wire->controls_children)
		return make_controlled(call[0] == 'v', site);
	pid = real();
	if (pid)
		hd_child_made(pid, false);
	else
		hd_child_goes_native(); /* if no handler of fork has seen to it */
	return pid;
}

HD_EXPORT pid_t fork(void)
{
	return hd_active() ? make_copy("fork", &HD_REAL(fork), HD_SITE()) : HD_REAL(fork)();
}

/* A child that shares our memory would have to be controlled: it gets a copy. */
HD_EXPORT pid_t vfork(void)
{
	return hd_active() ? make_copy("vfork", &HD_REAL(fork), HD_SITE()) : HD_REAL(fork)();
}

HD_EXPORT pid_t _Fork(void)
{
	return hd_active() ? make_copy("_Fork", &HD_REAL(_Fork), HD_SITE()) : HD_REAL(_Fork)();
}

HD_EXPORT int daemon(int keep_directory, int keep_files)
{
	if (hd_active())
		hd_unsupported(HD_SITE(),
			       "the program goes into the background (daemon): start it in the foreground");
	return HD_REAL(daemon)(keep_directory, keep_files);
}

/* ---- starting another program ---- */

#define SPAWNS(name)                                                                                         \
	HD_EXPORT int name(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,          \
			   const posix_spawnattr_t *attributes, char *const argv[], char *const env[])       \
	{                                                                                                    \
		pid_t child = -1;                                                                            \
		int error;                                                                                   \
                                                                                                             \
		if (!hd_active())                                                                            \
			return HD_REAL(name)(pid, path, actions, attributes, argv, env);                     \
		hd_child_refuse_native(HD_SITE(), #name);                                                    \
		hd_child_begins(HD_SITE(), #name, false);                                                    \
		error = HD_REAL(name)(&child, path, actions, attributes, argv, env);                         \
		hd_child_made(error ? -1 : child, !actions);                                                 \
		if (error)                                                                                   \
			return error;                                                                        \
		if (pid)                                                                                     \
			*pid = child;                                                                        \
		return 0;                                                                                    \
	}

SPAWNS(posix_spawn)
SPAWNS(posix_spawnp)

/* ---- becoming another program ---- */

static bool on_path(const char *file, char *found)
{
	const char *path = getenv("PATH");

	while (path) {
		size_t n = strcspn(path, ":");

		if (n + strlen(file) + 2 < PATH_MAX) {
			memcpy(found, path, n);
			found[n] = '/';
			memcpy(found + n + 1, file, strlen(file) + 1);
			if (!access(found, X_OK))
				return true;
		}
		path = path[n] ? path + n + 1 : NULL;
	}
	return false;
}

/* In a run: exec would take the program out of Heddle's control. If exec would fail, the program goes on. */
static void before_exec(const char *file, bool search, uint32_t site)
{
	char found[PATH_MAX];

	if (hd_process)
		hd_unsupported(
		    site,
		    "a child becomes another program, %s (exec), which --children controlled cannot "
		    "do: use --children native",
		    file);
	if (search && !strchr(file, '/') ? on_path(file, found) : !access(file, X_OK))
		hd_unsupported(
		    site,
		    "the program replaces itself by %s (exec): let heddle test that one, or start it "
		    "as a child",
		    file);
}

#define EXECS(name, search, params, args)                                                                    \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		if (hd_active())                                                                             \
			before_exec(path, search, HD_SITE());                                                \
		return HD_REAL(name) args;                                                                   \
	}

EXECS(execve, false, (const char *path, char *const argv[], char *const env[]), (path, argv, env))
EXECS(execv, false, (const char *path, char *const argv[]), (path, argv))
EXECS(execvp, true, (const char *path, char *const argv[]), (path, argv))
EXECS(execvpe, true, (const char *path, char *const argv[], char *const env[]), (path, argv, env))

HD_EXPORT int fexecve(int fd, char *const argv[], char *const env[])
{
	if (hd_active())
		hd_unsupported(HD_SITE(), "the program replaces itself by another one (fexecve)");
	return HD_REAL(fexecve)(fd, argv, env);
}

HD_EXPORT int execveat(int dir, const char *path, char *const argv[], char *const env[], int flags)
{
	if (hd_active())
		hd_unsupported(HD_SITE(), "the program replaces itself by %s (execveat)", path);
	return HD_REAL(execveat)(dir, path, argv, env, flags);
}

/* The arguments of execl() and its relatives as an array; what follows them stays in ap. */
static size_t count_arguments(va_list ap)
{
	size_t n = 1;

	while (va_arg(ap, char *))
		n++;
	return n;
}

static void take_arguments(char **argv, const char *first, size_t n, va_list *ap)
{
	argv[0] = (char *)first;
	for (size_t i = 1; i <= n; i++)
		argv[i] = va_arg(*ap, char *);
}

#define EXECS_LIST(name, search, call)                                                                       \
	HD_EXPORT int name(const char *path, const char *first, ...)                                         \
	{                                                                                                    \
		char **env = environ;                                                                        \
		va_list ap;                                                                                  \
		size_t n;                                                                                    \
                                                                                                             \
		if (hd_active())                                                                             \
			before_exec(path, search, HD_SITE());                                                \
		va_start(ap, first);                                                                         \
		n = count_arguments(ap);                                                                     \
		va_end(ap);                                                                                  \
		char *argv[n + 1];                                                                           \
		va_start(ap, first);                                                                         \
		take_arguments(argv, first, n, &ap);                                                         \
		call;                                                                                        \
		va_end(ap);                                                                                  \
		return search ? HD_REAL(execvpe)(path, argv, env) : HD_REAL(execve)(path, argv, env);        \
	}

EXECS_LIST(execl, false, (void)0)
EXECS_LIST(execlp, true, (void)0)
EXECS_LIST(execle, false, env = va_arg(ap, char **))
