/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/workers/environment.h"
#include "heddle/workers/inherited.h"
#include "heddle/workers/program.h"
#include "heddle/workers/terminal.h"

#define INPUT_MAX   (64u << 20)
#define HIGH_FD	    1000 /* out of the way: the program sees its usual 3, 4, … */
#define MIN_HIGH_FD 10

/* The libraries behind OpenMP let threads that wait spin for a while in code that makes no calls, which the
 * runtime cannot see: they shall sleep at once. A value that the user has set stays. */
static void quieten_openmp(void)
{
	setenv("OMP_WAIT_POLICY", "passive", 0);
	setenv("KMP_BLOCKTIME", "0", 0);
}

int hd_target_init(struct hd_target *t, struct hd_signals *signals, const char *name, char *const *args,
		   unsigned nargs, const char *directory)
{
	char *expected;

	*t = (struct hd_target){.signals = signals, .input = -1, .nargs = nargs};
	quieten_openmp();
	t->program = hd_program_find(name, &t->elf);
	if (!t->program)
		return HD_EXIT_TROUBLE;
	t->runtime = hd_runtime_path(&expected);
	if (!t->runtime)
		hd_complain("the runtime library is missing, it should be %s; install heddle again",
			    expected);
	free(expected);
	t->directory = directory ? hd_strdup(directory) : getcwd(NULL, 0);
	if (!t->directory)
		hd_complain_errno(errno, "cannot tell the current directory");
	if (!t->runtime || !t->directory) {
		hd_target_term(t);
		return HD_EXIT_TROUBLE;
	}
	t->argv = hd_new(nargs + 2, sizeof(*t->argv));
	t->argv[0] = hd_strdup(t->program);
	for (unsigned i = 0; i < nargs; i++)
		t->argv[i + 1] = hd_strdup(args[i]);
	return 0;
}

void hd_target_term(struct hd_target *t)
{
	for (unsigned i = 0; t->argv && t->argv[i]; i++)
		free(t->argv[i]);
	free(t->argv);
	free(t->program);
	free(t->directory);
	free(t->runtime);
	if (t->input >= 0)
		close(t->input);
	*t = (struct hd_target){.input = -1};
}

static int copy_all(int from, int to, size_t *size)
{
	static char buffer[65536];
	ssize_t n;

	while ((n = read(from, buffer, sizeof(buffer))) > 0) {
		*size += (size_t)n;
		if (*size > INPUT_MAX)
			return hd_complain("the program's input is longer than %u MB", INPUT_MAX >> 20);
		if (write(to, buffer, (size_t)n) != n)
			return hd_complain_errno(errno, "cannot keep a copy of the program's input");
	}
	return n < 0 ? hd_complain_errno(errno, "cannot read the program's input") : 0;
}

int hd_target_copy_input(struct hd_target *t, int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !(S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode)))
		return 0;
	t->input = memfd_create("heddle-input", MFD_CLOEXEC);
	if (t->input < 0)
		return hd_complain_errno(errno, "cannot keep a copy of the program's input");
	return copy_all(fd, t->input, &t->input_size);
}

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
	execve(t->program, t->argv, env);
	child_refuse(slot, "start", t->program);
}
