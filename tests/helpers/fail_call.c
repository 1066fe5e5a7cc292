/* SPDX-License-Identifier: Apache-2.0
 *
 * fail_call CALL ERROR N COUNT-FILE COMMAND…: runs a command in which the N-th system call CALL, counted over
 * the command and all its descendants, fails with ERROR. Writes how many such calls there were to COUNT-FILE.
 * Ends as the command does; with status 90 when a descendant of the command outlives it, 91 when there is no
 * ptrace here. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEFT_BEHIND 90
#define NO_PTRACE   91
#define PATIENCE    10 /* seconds for descendants to end after the command */

static const struct {
	const char *name;
	unsigned number;
} calls[] = {
    {"mmap", SYS_mmap},
    {"munmap", SYS_munmap},
    {"mprotect", SYS_mprotect},
    {"madvise", SYS_madvise},
    {"clone", SYS_clone},
    {"clone3", SYS_clone3},
    {"fork", SYS_fork},
    {"vfork", SYS_vfork},
    {"execve", SYS_execve},
    {"write", SYS_write},
    {"pwrite64", SYS_pwrite64},
    {"fsync", SYS_fsync},
    {"openat", SYS_openat},
    {"ftruncate", SYS_ftruncate},
    {"rename", SYS_rename},
    {"mkdir", SYS_mkdir},
    {"memfd_create", SYS_memfd_create},
    {"pipe2", SYS_pipe2},
    {"read", SYS_read},
    {"fdatasync", SYS_fdatasync},
};

static const struct {
	const char *name;
	int number;
} errors[] = {{"ENOMEM", ENOMEM}, {"EAGAIN", EAGAIN}, {"ENOSPC", ENOSPC},
	      {"EIO", EIO},	  {"EMFILE", EMFILE}, {"EPERM", EPERM}};

static unsigned number_of_call(const char *name)
{
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (!strcmp(calls[i].name, name))
			return calls[i].number;
	fprintf(stderr, "fail_call: no call %s\n", name);
	exit(2);
}

static int number_of_error(const char *name)
{
	for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
		if (!strcmp(errors[i].name, name))
			return errors[i].number;
	fprintf(stderr, "fail_call: no error %s\n", name);
	exit(2);
}

static void become_command(unsigned call, char **command)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof code[0], code};

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(NO_PTRACE);
	raise(SIGSTOP); /* until the parent has set its options */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(NO_PTRACE);
	execvp(command[0], command);
	perror(command[0]);
	_exit(127);
}

static void fail_it(pid_t pid, int error)
{
	ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, orig_rax), -1L);
	ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, rax), (long)-error);
}

/* The signal with which a stopped process goes on. */
static int signal_to_deliver(int status)
{
	int signal = WSTOPSIG(status);

	return signal == SIGSTOP || (signal == SIGTRAP && status >> 16) ? 0 : signal;
}

static void write_count(const char *path, unsigned long n)
{
	FILE *f = fopen(path, "w");

	if (f) {
		fprintf(f, "%lu\n", n);
		fclose(f);
	}
}

/* What the command leaves running ends with this process, because of PTRACE_O_EXITKILL. */
static void tell_left_behind(int unused)
{
	(void)unused;
	_exit(LEFT_BEHIND);
}

static int end_as(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	unsigned long when, count = 0;
	int status, error, result = 0;
	bool over = false;
	unsigned call;
	pid_t child, pid;

	if (argc < 6) {
		fputs("usage: fail_call CALL ERROR N COUNT-FILE COMMAND…\n", stderr);
		return 2;
	}
	call = number_of_call(argv[1]);
	error = number_of_error(argv[2]);
	when = strtoul(argv[3], NULL, 10);
	child = fork();
	if (!child)
		become_command(call, argv + 5);
	if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
		return NO_PTRACE;
	ptrace(PTRACE_SETOPTIONS, child, NULL,
	       PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
		   PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
	ptrace(PTRACE_CONT, child, NULL, NULL);
	signal(SIGALRM, tell_left_behind);
	while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
		if (pid < 0)
			continue;
		if (WIFSTOPPED(status)) {
			if (status >> 16 == PTRACE_EVENT_SECCOMP && ++count == when)
				fail_it(pid, error);
			ptrace(PTRACE_CONT, pid, NULL, (long)signal_to_deliver(status));
		} else if (pid == child) {
			result = end_as(status);
			over = true;
			alarm(PATIENCE);
			write_count(argv[4], count);
		}
	}
	return over ? result : NO_PTRACE;
}
