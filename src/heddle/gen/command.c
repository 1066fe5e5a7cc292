/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"

int hd_command_run(char **argv, const char *folder, const char *log)
{
	static char self[] = "/proc/self/exe";
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none;
	pid_t child;
	int error, status;

	argv[0] = self;
	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	posix_spawn_file_actions_addchdir_np(&actions, folder);
	error = posix_spawn(&child, self, &actions, &attributes, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	if (error)
		return hd_complain_errno(error, "cannot run heddle %s", argv[1]);
	if (TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) != child)
		return hd_complain_errno(errno, "cannot wait for heddle %s", argv[1]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : HD_EXIT_TROUBLE;
}

void hd_command_show(const char *log)
{
	FILE *f = fopen(log, "re");
	int c;

	if (!f)
		return;
	while ((c = getc(f)) != EOF)
		putc(c, stderr);
	fclose(f);
}
