/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/libexec.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"

/* Beside the bin folder that this program is in. To be freed. */
static char *libexec_path(const char *name)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length <= 0)
		return hd_sprintf("libexec/%s", name);
	self[length] = 0;
	for (int parts = 0; parts < 2; parts++) {
		char *slash = strrchr(self, '/');

		if (slash)
			*slash = 0;
	}
	return hd_sprintf("%s/libexec/%s", self, name);
}

static pid_t start_program(const char *path, char **argv, int in, int out)
{
	posix_spawn_file_actions_t actions;
	pid_t child = -1;
	int error;

	posix_spawn_file_actions_init(&actions);
	if (in >= 0)
		posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	error = posix_spawn(&child, path, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	errno = error;
	return error ? -1 : child;
}

int hd_libexec_await(const char *name, pid_t child)
{
	int status;

	if (TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) != child)
		return hd_complain_errno(errno, "cannot wait for libexec/%s", name);
	if (WIFSIGNALED(status))
		return hd_complain(
		    "libexec/%s was ended by a signal (%s); this is a defect of Heddle, or memory is short",
		    name, strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status) ? HD_EXIT_TROUBLE : 0;
}

pid_t hd_libexec_start(const char *name, const char *missing, char **argv, int in, int out)
{
	char *path = libexec_path(name);
	pid_t child = -1;

	if (access(path, X_OK)) {
		hd_complain("%s is missing: %s", path, missing);
	} else {
		argv[0] = path;
		child = start_program(path, argv, in, out);
		if (child < 0)
			hd_complain_errno(errno, "cannot run %s", path);
		argv[0] = NULL;
	}
	free(path);
	return child;
}

int hd_libexec_run(const char *name, const char *missing, char **argv, int in, int out)
{
	pid_t child = hd_libexec_start(name, missing, argv, in, out);

	return child < 0 ? HD_EXIT_TROUBLE : hd_libexec_await(name, child);
}

bool hd_libexec_is_there(const char *name)
{
	char *path = libexec_path(name);
	bool there = !access(path, X_OK);

	free(path);
	return there;
}

char *hd_libexec_output(int fd, size_t *size)
{
	off_t end = lseek(fd, 0, SEEK_END);
	char *text = hd_new((size_t)(end > 0 ? end : 0) + 1, 1);
	ssize_t n;

	for (*size = 0; end > 0 && *size < (size_t)end; *size += (size_t)n) {
		n = TEMP_FAILURE_RETRY(pread(fd, text + *size, (size_t)end - *size, (off_t)*size));
		if (n <= 0)
			break;
	}
	return text;
}
