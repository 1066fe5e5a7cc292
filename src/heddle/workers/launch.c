/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <unistd.h>

#include "heddle/workers/environment.h"
#include "heddle/workers/inherited.h"
#include "heddle/workers/terminal.h"

#define HIGH_FD	    1000 /* out of the way: the program sees its usual 3, 4, … */
#define MIN_HIGH_FD 10

static int high_fd(void)
{
	struct rlimit limit;
	int fd = HIGH_FD;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < HIGH_FD + 2)
		fd = (int)limit.rlim_cur - 2;
	return fd < MIN_HIGH_FD ? MIN_HIGH_FD : fd;
}

/* A worker has a process group of its own, which is not in the foreground of the terminal. It shall not be
 * stopped for that when it uses the terminal. */
static void use_terminal(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return;
	close(fd);
	signal(SIGTTOU, SIG_IGN);
	signal(SIGTTIN, SIG_IGN);
}

static void child_isolate(pid_t parent)
{
	const struct rlimit no_core = {0, 0};
	int old = personality(0xffffffff);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(HD_EXIT_DONE);
	if (old != -1)
		personality((unsigned long)old |
			    ADDR_NO_RANDOMIZE); /* refused in some containers: then without */
	setrlimit(RLIMIT_CORE, &no_core);
	use_terminal();
}

static bool child_input(const struct hd_target *t)
{
	char path[64] = "/dev/null";
	int fd;

	if (t->input >= 0) /* opened anew, so that each worker has an offset of its own */
		snprintf(path, sizeof(path), "/proc/self/fd/%d", t->input);
	fd = open(path, O_RDONLY);
	if (fd < 0 || dup2(fd, STDIN_FILENO) < 0)
		return false;
	if (fd != STDIN_FILENO)
		close(fd);
	return true;
}

static bool child_output(int output)
{
	int fd = output;

	if (output == HD_OUTPUT_INHERIT)
		return true;
	if (output == HD_OUTPUT_NONE)
		fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0 && dup2(fd, STDERR_FILENO) >= 0;
}

_Noreturn static void child_refuse(struct hd_wire_worker *slot, const char *what, const char *of)
{
	snprintf(slot->broken, sizeof(slot->broken), "cannot %s %s: %s", what, of, strerror(errno));
	_exit(HD_EXIT_REFUSED);
}

pid_t hd_target_launch(const struct hd_target *t, struct hd_wire_worker *slot, int wire_fd, int control_fd,
		       unsigned index, int output, const struct hd_network *network)
{
	int high = high_fd();
	char **env = hd_environment_program(t, high, high + 1, index);
	pid_t parent = getpid(), pid;

	hd_terminal_put_back();
	pid = fork();
	if (pid) {
		if (pid > 0)
			setpgid(pid, pid); /* parent and child both do it, because either may run first */
		hd_environment_free(env);
		return pid;
	}
	child_isolate(parent);
	hd_signals_restore(t->signals);
	hd_inherited_pass_on();
	if (dup2(wire_fd, high) < 0 || dup2(control_fd, high + 1) < 0)
		child_refuse(slot, "pass descriptors to", t->program);
	if (!child_input(t) || !child_output(output))
		child_refuse(slot, "set up the input and output of", t->program);
	if (hd_network_enter(network))
		child_refuse(slot, "enter the network of", t->program);
	if (chdir(t->directory))
		child_refuse(slot, "enter the directory", t->directory);
	if (t->traced && ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		child_refuse(slot, "trace", t->program);
	execve(t->program, t->argv, env);
	child_refuse(slot, "start", t->program);
}
