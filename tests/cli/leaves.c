/* SPDX-License-Identifier: Apache-2.0
 *
 * For leaves.sh: `leaves NAME` makes one call that leaves something behind in the kernel. Exit status 0: what
 * it changed was not changed before; 1: it was, a run before this one is seen; 2: the call changed nothing;
 * 3: this machine or this user may not. `leaves --list` names them all. */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/aio_abi.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define OTHER 4711 /* a user and a group that nobody is */

static char page[8192] __attribute__((aligned(4096)));
static char first_world[64], first_users[64];
static void *first_break, *attached;

static void world(const char *which, char *out)
{
	ssize_t n = readlink(which, out, 63);

	out[n > 0 ? n : 0] = 0;
}

static bool is_another_world(const char *which, const char *first)
{
	char now[64];

	world(which, now);
	return strcmp(now, first) != 0;
}

static bool file_has(const char *path, const char *text)
{
	static char all[1 << 16];
	int fd = open(path, O_RDONLY);
	size_t n = 0;
	ssize_t got;

	while (n < sizeof all - 1 && (got = read(fd, all + n, sizeof all - 1 - n)) > 0)
		n += (size_t)got;
	close(fd);
	all[n] = 0;
	return strstr(all, text);
}

static bool is_locked(void)
{
	return !file_has("/proc/self/status", "VmLck:\t       0 kB");
}

static bool is_in(const char *where)
{
	char now[256];

	return getcwd(now, sizeof now) && !strcmp(now, where);
}

static bool has_ids(int (*get)(uid_t *, uid_t *, uid_t *))
{
	uid_t real, effective, saved;

	get(&real, &effective, &saved);
	return real == OTHER || effective == OTHER || saved == OTHER;
}

static bool in_group(void)
{
	gid_t groups[64];
	int n = getgroups(64, groups);

	for (int i = 0; i < n; i++)
		if (groups[i] == OTHER)
			return true;
	return false;
}

static int become_member(bool raw)
{
	gid_t group = OTHER;

	return raw ? (int)syscall(SYS_setgroups, 1, &group) : setgroups(1, &group);
}

#define DROPPED (1u << CAP_SYS_PACCT)

static bool has_dropped(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct sets[2];

	return !syscall(SYS_capget, &header, sets) && !(sets[0].effective & DROPPED);
}

extern int capset(void *header, const void *sets);

static int drop(bool raw)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct sets[2];

	syscall(SYS_capget, &header, sets);
	sets[0].effective &= ~DROPPED;
	return raw ? (int)syscall(SYS_capset, &header, sets) : capset(&header, sets);
}

struct attributes {
	unsigned size, policy;
	unsigned long long flags;
	int nice;
	unsigned priority;
	unsigned long long runtime, deadline, period;
};

static bool is_batch(void)
{
	struct attributes a = {.size = sizeof a};

	return !syscall(SYS_sched_getattr, 0, &a, sizeof a, 0) && a.policy == SCHED_BATCH;
}

static int become_batch(void)
{
	struct attributes a = {.size = sizeof a, .policy = SCHED_BATCH};

	return (int)syscall(SYS_sched_setattr, 0, &a, 0);
}

static int restrict_files(void)
{
	unsigned long long handled = 1 << 2; /* to read files */
	int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || rules < 0
		   ? -1
		   : (int)syscall(SYS_landlock_restrict_self, rules, 0);
}

static bool is_restricted(void)
{
	int fd = open("/proc/self/exe", O_RDONLY);

	close(fd);
	return fd < 0;
}

struct filter {
	unsigned short code;
	unsigned char yes, no;
	unsigned k;
};

static int filter_calls(void)
{
	static struct filter all[] = {{6, 0, 0, 0x7fff0000}}; /* return "allowed" */
	struct {
		unsigned short n;
		struct filter *at;
	} program = {1, all};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -1 : (int)syscall(SYS_seccomp, 1, 0, &program);
}

static bool has_table(void)
{
	char table[64];

	return syscall(SYS_modify_ldt, 0, table, sizeof table) > 0;
}

static int make_table(void)
{
	struct {
		unsigned number, base, limit, flags;
	} entry = {1, 0, 0xfffff, 0x51};

	return (int)syscall(SYS_modify_ldt, 1, &entry, sizeof entry);
}

static int policy_of(void *at)
{
	int policy = -1;

	syscall(SYS_get_mempolicy, &policy, NULL, 0, at, at ? 2 : 0);
	return policy;
}

static unsigned long node = 1;

static int open_context(void)
{
	aio_context_t context = 0;

	return (int)syscall(SYS_io_setup, 1, &context);
}

static void *attach(bool raw)
{
	int id = shmget(IPC_PRIVATE, sizeof page, 0600);
	void *at = raw ? (void *)syscall(SYS_shmat, id, NULL, 0) : shmat(id, NULL, 0);

	shmctl(id, IPC_RMID, NULL);
	return at;
}

static bool has_key(void)
{
	int key = (int)syscall(SYS_pkey_alloc, 0, 0);

	syscall(SYS_pkey_free, key);
	return key > 1;
}

static bool limit_is(int which, unsigned long value)
{
	struct rlimit limit;

	return !getrlimit(which, &limit) && limit.rlim_cur == value;
}

static int set_limit(int which, unsigned long value, bool raw)
{
	struct rlimit limit;

	getrlimit(which, &limit);
	limit.rlim_cur = value;
	return raw ? (int)syscall(SYS_setrlimit, which, &limit) : setrlimit(which, &limit);
}

static int prlimit_to(int which, unsigned long value)
{
	struct rlimit limit;

	prlimit(0, which, NULL, &limit);
	limit.rlim_cur = value;
	return prlimit(0, which, &limit, NULL);
}

static bool is_named(void)
{
	char name[16];

	return !prctl(PR_GET_NAME, name) && !strcmp(name, "weft");
}

static int setting(int option)
{
	int value = -1;

	prctl(option, &value);
	return value;
}

static void remember(int argc, char **argv)
{
	world("/proc/self/ns/uts", first_world);
	world("/proc/self/ns/user", first_users);
	first_break = sbrk(0);
	if (argc > 1 && strstr(argv[1], "shmdt"))
		attached = attach(false);
}

__attribute__((constructor)) static void early(int argc, char **argv)
{
	remember(argc, argv);
}

/* The system call, which answers with where the break is now. */
static long move_break(void *to)
{
	return syscall(SYS_brk, to) == (long)to ? 0 : -1;
}

#define TRY(name, changed, call)                                                                             \
	if (list)                                                                                            \
		puts(#name);                                                                                 \
	else if (!strcmp(which, #name))                                                                      \
		return (changed) ? 1 : (call) == -1 ? 3 : (changed) ? 0 : 2;

static int one(const char *which, bool list)
{
	struct stat old;

	TRY(chdir, is_in("/usr"), chdir("/usr"))
	TRY(raw_chdir, is_in("/usr"), syscall(SYS_chdir, "/usr"))
	TRY(fchdir, is_in("/usr"), fchdir(open("/usr", O_RDONLY)))
	TRY(raw_fchdir, is_in("/usr"), syscall(SYS_fchdir, open("/usr", O_RDONLY)))
	TRY(chroot, stat("/usr/include", &old), chroot("/tmp"))
	TRY(raw_chroot, stat("/usr/include", &old), syscall(SYS_chroot, "/tmp"))
	TRY(umask, file_has("/proc/self/status", "Umask:\t0071"), (int)umask(071))
	TRY(raw_umask, file_has("/proc/self/status", "Umask:\t0071"), syscall(SYS_umask, 071))
	TRY(setpriority, getpriority(PRIO_PROCESS, 0) == 19, setpriority(PRIO_PROCESS, 0, 19))
	TRY(raw_setpriority, getpriority(PRIO_PROCESS, 0) == 19,
	    syscall(SYS_setpriority, PRIO_PROCESS, 0, 19))
	TRY(nice, getpriority(PRIO_PROCESS, 0) == 19, nice(19))
	TRY(raw_sched_setattr, is_batch(), become_batch())
	TRY(raw_ioprio_set, syscall(SYS_ioprio_get, 1, 0) == (2 << 13 | 7),
	    syscall(SYS_ioprio_set, 1, 0, 2 << 13 | 7))
	TRY(setuid, has_ids(getresuid), setuid(OTHER))
	TRY(raw_setuid, has_ids(getresuid), syscall(SYS_setuid, OTHER))
	TRY(setgid, has_ids(getresgid), setgid(OTHER))
	TRY(raw_setgid, has_ids(getresgid), syscall(SYS_setgid, OTHER))
	TRY(setreuid, has_ids(getresuid), setreuid(-1, OTHER))
	TRY(raw_setreuid, has_ids(getresuid), syscall(SYS_setreuid, -1, OTHER))
	TRY(setregid, has_ids(getresgid), setregid(-1, OTHER))
	TRY(raw_setregid, has_ids(getresgid), syscall(SYS_setregid, -1, OTHER))
	TRY(setresuid, has_ids(getresuid), setresuid(-1, OTHER, -1))
	TRY(raw_setresuid, has_ids(getresuid), syscall(SYS_setresuid, -1, OTHER, -1))
	TRY(setresgid, has_ids(getresgid), setresgid(-1, OTHER, -1))
	TRY(raw_setresgid, has_ids(getresgid), syscall(SYS_setresgid, -1, OTHER, -1))
	TRY(seteuid, has_ids(getresuid), seteuid(OTHER))
	TRY(setegid, has_ids(getresgid), setegid(OTHER))
	TRY(setfsuid, setfsuid(-1) == OTHER, setfsuid(OTHER))
	TRY(raw_setfsuid, syscall(SYS_setfsuid, -1) == OTHER, syscall(SYS_setfsuid, OTHER))
	TRY(setfsgid, setfsgid(-1) == OTHER, setfsgid(OTHER))
	TRY(raw_setfsgid, syscall(SYS_setfsgid, -1) == OTHER, syscall(SYS_setfsgid, OTHER))
	TRY(setgroups, in_group(), become_member(false))
	TRY(raw_setgroups, in_group(), become_member(true))
	TRY(initgroups, in_group(), initgroups("root", OTHER))
	TRY(setsid, getsid(0) == getpid(), setsid())
	TRY(raw_setsid, getsid(0) == getpid(), syscall(SYS_setsid))
	TRY(setpgid, getpgrp() == getpid(), setpgid(0, 0))
	TRY(raw_setpgid, getpgrp() == getpid(), syscall(SYS_setpgid, 0, 0))
	TRY(setpgrp, getpgrp() == getpid(), setpgrp())
	TRY(capset, has_dropped(), drop(false))
	TRY(raw_capset, has_dropped(), drop(true))
	TRY(raw_seccomp, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1, filter_calls())
	TRY(raw_landlock_restrict_self, is_restricted(), restrict_files())
	TRY(raw_keyctl, syscall(SYS_keyctl, 14, -1) == 1, syscall(SYS_keyctl, 14, 1))
	TRY(mlock, is_locked(), mlock(page, sizeof page))
	TRY(raw_mlock, is_locked(), syscall(SYS_mlock, page, sizeof page))
	TRY(mlock2, is_locked(), mlock2(page, sizeof page, 0))
	TRY(raw_mlock2, is_locked(), syscall(SYS_mlock2, page, sizeof page, 0))
	TRY(pkey_alloc, has_key(), pkey_alloc(0, 0))
	TRY(raw_pkey_alloc, has_key(), syscall(SYS_pkey_alloc, 0, 0))
	TRY(raw_set_mempolicy, policy_of(NULL) == 2, syscall(SYS_set_mempolicy, 2, &node, 8))
	TRY(raw_mbind, policy_of(page) == 2, syscall(SYS_mbind, page, sizeof page, 2, &node, 8, 0))
	TRY(raw_modify_ldt, has_table(), make_table())
	TRY(raw_set_tid_address, !prctl(PR_GET_TID_ADDRESS, page, 0, 0, 0) && *(void **)page == page + 64,
	    syscall(SYS_set_tid_address, page + 64))
	TRY(raw_io_setup, file_has("/proc/self/maps", "/[aio]"), open_context())
	TRY(shmat, file_has("/proc/self/maps", "/SYSV"), attach(false) == (void *)-1 ? -1 : 0)
	TRY(raw_shmat, file_has("/proc/self/maps", "/SYSV"), attach(true) == (void *)-1 ? -1 : 0)
	TRY(shmdt, !file_has("/proc/self/maps", "/SYSV"), shmdt(attached))
	TRY(raw_shmdt, !file_has("/proc/self/maps", "/SYSV"), syscall(SYS_shmdt, attached))
	TRY(brk, sbrk(0) != first_break, brk((char *)first_break + 4096))
	TRY(raw_brk, (void *)syscall(SYS_brk, 0) != first_break, move_break((char *)first_break + 4096))
	TRY(sbrk, sbrk(0) != first_break, sbrk(4096) == (void *)-1 ? -1 : 0)

	TRY(setrlimit, limit_is(RLIMIT_NOFILE, 77), set_limit(RLIMIT_NOFILE, 77, false))
	TRY(raw_setrlimit, limit_is(RLIMIT_NOFILE, 77), set_limit(RLIMIT_NOFILE, 77, true))
	TRY(prlimit, limit_is(RLIMIT_NOFILE, 78), prlimit_to(RLIMIT_NOFILE, 78))
	TRY(address_space, limit_is(RLIMIT_AS, 1UL << 30), set_limit(RLIMIT_AS, 1UL << 30, false))
	TRY(processes, limit_is(RLIMIT_NPROC, 9), set_limit(RLIMIT_NPROC, 9, false))
	TRY(personality, personality(0xffffffff) & ADDR_COMPAT_LAYOUT, personality(ADDR_COMPAT_LAYOUT))
	TRY(raw_personality, personality(0xffffffff) & ADDR_COMPAT_LAYOUT,
	    syscall(SYS_personality, ADDR_COMPAT_LAYOUT))
	TRY(unshare, is_another_world("/proc/self/ns/uts", first_world), unshare(CLONE_NEWUTS))
	TRY(raw_unshare, is_another_world("/proc/self/ns/uts", first_world),
	    syscall(SYS_unshare, CLONE_NEWUTS))
	TRY(unshare_users, is_another_world("/proc/self/ns/user", first_users), unshare(CLONE_NEWUSER))
	TRY(prctl_name, is_named(), prctl(PR_SET_NAME, "weft"))
	TRY(prctl_privileges, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1,
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	TRY(prctl_slack, prctl(PR_GET_TIMERSLACK) == 4711, prctl(PR_SET_TIMERSLACK, 4711))
	TRY(raw_prctl_slack, prctl(PR_GET_TIMERSLACK) == 4711, syscall(SYS_prctl, PR_SET_TIMERSLACK, 4711))
	TRY(prctl_dumpable, prctl(PR_GET_DUMPABLE) == 0, prctl(PR_SET_DUMPABLE, 0))
	TRY(prctl_subreaper, setting(PR_GET_CHILD_SUBREAPER) != 0, prctl(PR_SET_CHILD_SUBREAPER, 1))
	TRY(prctl_death, setting(PR_GET_PDEATHSIG) != 0, prctl(PR_SET_PDEATHSIG, SIGTERM))
	TRY(descriptor_flags, fcntl(0, F_GETFL) & O_NONBLOCK, fcntl(0, F_SETFL, O_NONBLOCK))
	return list ? 0 : 4;
}

int main(int argc, char **argv)
{
	return one(argc > 1 ? argv[1] : "", argc < 2 || !strcmp(argv[1], "--list"));
}
