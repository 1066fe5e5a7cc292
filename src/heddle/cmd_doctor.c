/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle doctor: what this machine supports and what is missing, with the fix. */
#include <argp.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/status.h"
#include "heddle/workers/program.h"
#include "wire/wire.h"

#define HWCAP2_FSGSBASE	 2UL
#define HEAP_RANGE	 (64UL << 30)
#define ENOUGH_PROCESSES 1000
#define OLDEST_KERNEL	 "4.17" /* mmap without replacing what is there */

/* What a check found out. */
struct result {
	bool ok;
	char *what;	 /* to be freed */
	const char *fix; /* a sentence, when it is not ok */
};

struct check {
	struct result (*look)(void);
	bool essential; /* without it heddle does not work */
};

static bool in_path(const char *name)
{
	const char *path = getenv("PATH");
	char *list = hd_strdup(path ? path : "/bin:/usr/bin"), *rest = list;
	bool found = false;

	for (char *dir; !found && (dir = strsep(&rest, ":"));) {
		char *file = hd_sprintf("%s/%s", dir, name);

		found = !access(file, X_OK);
		free(file);
	}
	free(list);
	return found;
}

static struct result look_compiler(void)
{
	bool gcc = in_path("gcc"), clang = in_path("clang");

	return (struct result){gcc || clang,
			       hd_sprintf("compiler: %s%s%s", gcc ? "gcc" : "",
					  gcc && clang ? ", clang"
					  : clang      ? "clang"
						       : "",
					  gcc || clang ? "" : "neither gcc nor clang"),
			       "install gcc or clang (apt-get install gcc), heddle-cc works on top of them"};
}

static struct result look_runtime(void)
{
	char *expected, *path = hd_runtime_path(&expected);
	struct result r = {path != NULL, hd_sprintf("runtime library: %s", path ? path : expected),
			   "build or install heddle again: the library belongs beside the heddle executable, "
			   "in ../lib/heddle"};

	free(path);
	free(expected);
	return r;
}

static struct result look_machine(void)
{
	struct utsname u;
	bool known = !uname(&u);
	bool ok = known && !strcmp(u.machine, "x86_64") && strverscmp(u.release, OLDEST_KERNEL) >= 0;

	return (struct result){ok,
			       known ? hd_sprintf("kernel: %s %s on %s", u.sysname, u.release, u.machine)
				     : hd_strdup("kernel: unknown"),
			       "use Linux " OLDEST_KERNEL " or later on x86-64"};
}

static struct result look_cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

	return (struct result){
	    true, hd_sprintf("cores: %d, so heddle test uses %d worker%s", n, n, n == 1 ? "" : "s"), ""};
}

static struct result look_memfd(void)
{
	int fd = memfd_create("heddle-doctor", MFD_CLOEXEC);
	bool ok = fd >= 0 && !ftruncate(fd, (off_t)hd_wire_size(1));
	struct result r = {ok, hd_sprintf("shared memory: %s", ok ? "memfd works" : strerror(errno)),
			   "allow memfd_create in the container's seccomp profile, and files of some hundred "
			   "MB (ulimit -f)"};

	if (fd >= 0)
		close(fd);
	return r;
}

static bool range_is_free(unsigned long at, size_t size)
{
	void *p = mmap((void *)at, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (p == MAP_FAILED)
		return false;
	munmap(p, size);
	return p == (void *)at;
}

static struct result look_addresses(void)
{
	bool ok =
	    range_is_free(HD_WIRE_ADDRESS, hd_wire_size(1)) && range_is_free(HD_HEAP_ADDRESS, HEAP_RANGE);

	return (struct result){
	    ok, hd_sprintf("address space: %s", ok ? "large ranges can be reserved" : "limited"),
	    "lift the limit on virtual memory (ulimit -v unlimited; sysctl vm.overcommit_memory=0 or 1)"};
}

/* In a child, so that nothing stays changed. */
static bool personality_works(void)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(personality(ADDR_NO_RANDOMIZE) == -1 ? 1 : 0);
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

static struct result look_personality(void)
{
	bool ok = personality_works();

	return (struct result){
	    ok,
	    hd_sprintf("address randomisation: %s", ok ? "can be switched off" : "cannot be switched off"),
	    "nothing needs to be done, only programs that look at addresses may behave differently from run "
	    "to run; in a container, allow personality() in its seccomp profile"};
}

static struct result look_fsgsbase(void)
{
	bool ok = getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE;

	return (struct result){
	    ok, hd_sprintf("fast thread switches: %s", ok ? "fsgsbase" : "no fsgsbase"),
	    "runs are slower, because each switch needs a system call; use Linux 5.9 or later on a processor "
	    "that has fsgsbase"};
}

static long read_number(const char *path)
{
	FILE *f = fopen(path, "re");
	long n = -1;

	if (f && fscanf(f, "%ld", &n) != 1)
		n = -1; /* "max" */
	if (f)
		fclose(f);
	return n;
}

static struct result look_processes(void)
{
	long n = read_number("/sys/fs/cgroup/pids.max");
	struct rlimit limit;

	if (n < 0)
		n = read_number("/sys/fs/cgroup/pids/pids.max");
	if (!getrlimit(RLIMIT_NPROC, &limit) && limit.rlim_cur != RLIM_INFINITY &&
	    (n < 0 || (long)limit.rlim_cur < n))
		n = (long)limit.rlim_cur;
	return (struct result){n < 0 || n >= ENOUGH_PROCESSES,
			       n < 0 ? hd_strdup("processes and threads: no limit")
				     : hd_sprintf("processes and threads: at most %ld", n),
			       "a program with many threads may not get them all: raise the limit (ulimit "
			       "-u, or the container's "
			       "pids limit)"};
}

/* In a child: the setting would stay with us. */
static struct result look_dispatch(void)
{
	static char selector;
	int status = -1;
	pid_t pid = fork();

	if (!pid)
		_exit(prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector) ? 1 : 0);
	if (pid > 0)
		waitpid(pid, &status, 0);
	return (struct result){
	    status == 0,
	    hd_sprintf("system calls without libc: %s", status == 0 ? "controlled" : "not controlled"),
	    "programs with OpenMP (gcc's) or hand-made locks cannot be tested; use Linux 5.11 or later, and "
	    "in a "
	    "container allow prctl(PR_SET_SYSCALL_USER_DISPATCH)"};
}

static struct result look_debugger(void)
{
	bool ok = in_path("gdb");

	return (struct result){ok, hd_sprintf("debugger: %s", ok ? "gdb" : "no gdb"),
			       "install gdb to use heddle replay --gdb (apt-get install gdb)"};
}

static const struct check checks[] = {
    {look_machine, true},    {look_cores, false},    {look_compiler, true},	{look_runtime, true},
    {look_memfd, true},	     {look_addresses, true}, {look_personality, false}, {look_fsgsbase, false},
    {look_processes, false}, {look_dispatch, false}, {look_debugger, false},
};

static void print_result(const struct result *r, bool essential, bool colour)
{
	const char *on = !colour ? "" : r->ok ? "\033[32m" : essential ? "\033[31m" : "\033[33m";

	printf("%s%s%s %s\n", on, r->ok ? "✓" : "✗", colour ? "\033[0m" : "", r->what);
	if (!r->ok)
		printf("  %s: %s\n", essential ? "needed" : "not essential", r->fix);
}

static int run_doctor(int argc, char **argv)
{
	static const struct argp argp = {
	    .doc = "Say what this machine supports and what is missing, with the fix.\v"
		   "Exit status: 0, or 2 when something is missing that heddle cannot do without."};
	bool colour = hd_colours(STDOUT_FILENO);
	unsigned missing = 0;

	argp_parse(&argp, argc, argv, 0, NULL, NULL);
	signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes is something to report */
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		struct result r = checks[i].look();

		print_result(&r, checks[i].essential, colour);
		missing += !r.ok && checks[i].essential;
		free(r.what);
	}
	if (missing)
		return hd_complain("%u thing%s missing that heddle cannot do without", missing,
				   missing == 1 ? " is" : "s are");
	return HD_STATUS_OK;
}

const struct hd_cmd hd_cmd_doctor = {
    "doctor", "", "what this machine supports and what is missing, with the fix", run_doctor};
