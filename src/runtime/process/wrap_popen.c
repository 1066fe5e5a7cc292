/* SPDX-License-Identifier: Apache-2.0
 *
 * Commands of the shell: system(), popen(), pclose(). libc's own would block for real. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/io/io.h"
#include "runtime/process/children.h"
#include "runtime/stdio/streams.h"

#define SHELL	     "/bin/sh"
#define CANNOT_START 127

/* Starts it with `own` as its `target`, -1: with what we have. Returns an error number. */
static int start_shell(pid_t *pid, const char *command, int own, int target)
{
	char *argv[] = {"sh", "-c", (char *)command, NULL};
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return error;
	if (own >= 0)
		error = posix_spawn_file_actions_adddup2(&actions, own, target);
	if (!error)
		error = hd_streams_close_in(&actions);
	if (!error)
		error = HD_REAL(posix_spawn)(pid, SHELL, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int wait_for_shell(pid_t pid, uint32_t site)
{
	siginfo_t info;

	while (hd_child_wait(P_PID, (id_t)pid, &info, WEXITED, NULL, site))
		if (errno != EINTR)
			return -1;
	return hd_child_status(&info);
}

static int run_command(const char *command, uint32_t site)
{
	pid_t pid;

	hd_child_refuse_native(site, "system");
	hd_child_begins(site, "system", false);
	if (start_shell(&pid, command, -1, 0))
		pid = -1;
	hd_child_made(pid, true);
	if (pid < 0)
		return W_EXITCODE(CANNOT_START, 0);
	return wait_for_shell(pid, site);
}

HD_EXPORT int system(const char *command)
{
	if (!hd_active())
		return HD_REAL(system)(command);
	return command ? run_command(command, HD_SITE()) : !access(SHELL, X_OK);
}

static FILE *open_command(const char *command, const char *mode, uint32_t site)
{
	bool reads = mode[0] == 'r';
	int ends[2], ours, theirs, error;
	FILE *stream;
	pid_t pid;

	hd_child_refuse_native(site, "popen");
	hd_child_begins(site, "popen", false);
	if (hd_syscall(SYS_pipe2, ends, O_CLOEXEC))
		return NULL;
	ours = ends[reads ? 0 : 1];
	theirs = ends[reads ? 1 : 0];
	error = start_shell(&pid, command, theirs, reads ? STDOUT_FILENO : STDIN_FILENO);
	hd_syscall(SYS_close, theirs);
	if (error) {
		hd_syscall(SYS_close, ours);
		errno = error;
		return NULL;
	}
	hd_child_made(pid, true);
	hd_fd_made(ours, HD_FILE_PIPE, false, HD_OUTSIDE);
	if (!strchr(mode, 'e'))
		hd_syscall(SYS_fcntl, ours, F_SETFD, 0);
	stream = hd_stream_make(ours, reads ? "r" : "w");
	if (stream)
		hd_stream_set_child(stream, pid);
	return stream;
}

HD_EXPORT FILE *popen(const char *command, const char *mode)
{
	if (!hd_active() || (mode[0] != 'r' && mode[0] != 'w'))
		return HD_REAL(popen)(command, mode);
	return open_command(command, mode, HD_SITE());
}

HD_EXPORT int pclose(FILE *stream)
{
	pid_t child = hd_active() ? hd_stream_child(stream) : 0;

	if (!child)
		return HD_REAL(pclose)(stream);
	fclose(stream);
	return wait_for_shell(child, HD_SITE());
}
