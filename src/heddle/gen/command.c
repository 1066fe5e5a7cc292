/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"

static struct hd_signals *watched;

void hd_command_watch(struct hd_signals *signals)
{
	watched = signals;
}

/* The end of the child, as waitpid gives it. False: it cannot be waited for. */
static bool await_child(pid_t child, int *status)
{
	unsigned told = 0;

	for (;;) {
		struct pollfd news = {.fd = watched ? watched->fd : -1, .events = POLLIN};
		pid_t ended = TEMP_FAILURE_RETRY(waitpid(child, status, watched ? WNOHANG : 0));

		if (ended)
			return ended == child;
		poll(&news, 1, -1);
		hd_signals_read(watched);
		if (watched->interrupts > told) {
			told = watched->interrupts;
			kill(child, SIGTERM);
		}
	}
}

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
	if (!await_child(child, &status))
		return hd_complain_errno(errno, "cannot wait for heddle %s", argv[1]);
	if (watched && watched->interrupts)
		return HD_COMMAND_STOPPED;
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
