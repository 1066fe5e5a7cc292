/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/server/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/workers/environment.h"
#include "heddle/workers/family.h"
#include "heddle/workers/inherited.h"

#define NO_SHELL   127
#define STORY_MAX  300 /* characters of the last words */
#define TEXT_SHOWN 120 /* characters of the command */

_Noreturn static void child(const struct hd_command *c, const struct hd_target *t, char **env,
			    const struct hd_network *network, pid_t parent)
{
	char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)c->text, NULL};
	int input = open("/dev/null", O_RDONLY | O_CLOEXEC);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(NO_SHELL);
	hd_signals_restore(t->signals);
	hd_inherited_pass_on();
	if (input < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(c->output.write_fd, STDOUT_FILENO) < 0 ||
	    dup2(c->output.write_fd, STDERR_FILENO) < 0 || hd_network_enter(network) || chdir(t->directory))
		_exit(NO_SHELL);
	execve("/bin/sh", argv, env);
	_exit(NO_SHELL);
}

int hd_command_start(struct hd_command *c, const struct hd_target *t, unsigned worker,
		     const struct hd_network *network)
{
	pid_t parent = getpid(), pid;
	char **env;

	hd_command_term(c);
	if (hd_capture_init(&c->output))
		return -1;
	c->captured = true;
	c->overdue = false;
	c->status = 0;
	c->since = hd_now();
	env = hd_environment_command(t, worker);
	pid = fork();
	if (!pid)
		child(c, t, env, network, parent);
	hd_environment_free(env);
	if (pid < 0)
		return -1;
	hd_family_add(pid);
	setpgid(pid, pid); /* parent and child both do it, because either may run first */
	c->pid = pid;
	return 0;
}

static void gone(struct hd_command *c)
{
	hd_capture_drain(&c->output);
	hd_family_remove(c->pid);
	hd_family_keep_orphans();
	c->pid = 0;
}

bool hd_command_ended(struct hd_command *c)
{
	siginfo_t info = {0};

	if (!c->pid)
		return true;
	hd_capture_drain(&c->output);
	if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid)
		return false;
	waitpid(c->pid, &c->status, 0);
	gone(c);
	return true;
}

void hd_command_kill(struct hd_command *c)
{
	if (!c->pid)
		return;
	kill(-c->pid, SIGKILL);
	kill(c->pid, SIGKILL);
	waitpid(c->pid, &c->status, 0);
	gone(c);
}

void hd_command_term(struct hd_command *c)
{
	hd_command_kill(c);
	if (c->captured)
		hd_capture_term(&c->output);
	c->captured = false;
}

bool hd_command_succeeded(const struct hd_command *c)
{
	return !c->overdue && WIFEXITED(c->status) && !WEXITSTATUS(c->status);
}

static char *ending(const struct hd_command *c)
{
	if (c->overdue)
		return hd_strdup("did not end in time");
	if (WIFSIGNALED(c->status))
		return hd_sprintf("was killed by signal %d", WTERMSIG(c->status));
	return hd_sprintf("ended with exit status %d", WEXITSTATUS(c->status));
}

char *hd_command_story(const struct hd_command *c)
{
	char *words = c->captured ? hd_capture_last(&c->output, STORY_MAX) : hd_strdup("");
	char *how = ending(c);
	char *story = hd_sprintf("the command of --%s `%.*s%s` %s%s%s", c->name, TEXT_SHOWN, c->text,
				 strlen(c->text) > TEXT_SHOWN ? "…" : "", how,
				 *words ? "; its last words: " : " and printed nothing", words);

	free(words);
	free(how);
	return story;
}
