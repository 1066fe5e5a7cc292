/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a command in which one system call fails with EPERM, as a container's seccomp profile makes it:
 * `deny personality|ptrace|dispatch|… COMMAND…`. Needs no privileges. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANY (-1)

static const struct {
	const char *name;
	unsigned number;
	int first; /* only with this first argument; ANY: with every one */
} calls[] = {
    {"personality", SYS_personality, ANY},
    {"ptrace", SYS_ptrace, ANY},
    {"perf_event_open", SYS_perf_event_open, ANY},
    {"userfaultfd", SYS_userfaultfd, ANY},
    {"dispatch", SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH},
};

static int refuse(unsigned number, int first)
{
	struct sock_filter code[] = {
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 3),
	    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
	    BPF_JUMP(BPF_JMP | (first == ANY ? BPF_JGE : BPF_JEQ) | BPF_K, first == ANY ? 0 : (unsigned)first,
		     0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof code[0], code};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fputs("usage: deny CALL COMMAND…\n", stderr);
		return 2;
	}
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		if (strcmp(calls[i].name, argv[1]) != 0)
			continue;
		if (refuse(calls[i].number, calls[i].first)) {
			perror("deny: prctl");
			return 2;
		}
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		return 2;
	}
	fprintf(stderr, "deny: no system call %s here\n", argv[1]);
	return 2;
}
