/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/libraries.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"

extern char **environ;

/* The environment, and what makes the loader list libraries instead of starting the program, as ldd(1) does.
 */
static char **listing_environment(void)
{
	size_t n = 0;
	char **env;

	while (environ[n])
		n++;
	env = hd_new(n + 2, sizeof *env);
	memcpy(env, environ, n * sizeof *env);
	env[n] = "LD_TRACE_LOADED_OBJECTS=1";
	return env;
}

static pid_t start(const char *program, int output)
{
	posix_spawn_file_actions_t actions;
	char **env = listing_environment(), *copy = hd_strdup(program), *argv[] = {copy, NULL};
	pid_t pid = -1;

	if (!posix_spawn_file_actions_init(&actions)) {
		if (posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0) ||
		    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0) ||
		    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) ||
		    posix_spawn(&pid, program, &actions, NULL, argv, env))
			pid = -1;
		posix_spawn_file_actions_destroy(&actions);
	}
	free(copy);
	free(env);
	return pid;
}

/* `	libbank.so => /home/me/libbank.so (0x00007f…)`, or without the arrow for one that was named by its
 * path. */
static void take_line(char *line, void (*found)(void *to, const char *path), void *to)
{
	char *arrow = strstr(line, " => "), *path = arrow ? arrow + 4 : line + strspn(line, " \t");
	char *end = strrchr(path, '(');

	if (path[0] != '/' || !end || end == path)
		return;
	end[-1] = '\0';
	found(to, path);
}

void hd_libraries_of(const char *program, void (*found)(void *to, const char *path), void *to)
{
	int ends[2];
	char *line = NULL;
	size_t size = 0;
	pid_t pid;
	FILE *f;

	if (pipe(ends) != 0)
		return;
	pid = start(program, ends[1]);
	close(ends[1]);
	f = fdopen(ends[0], "r");
	while (f && getline(&line, &size, f) >= 0)
		take_line(line, found, to);
	free(line);
	if (f)
		fclose(f);
	else
		close(ends[0]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
