/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/kernel.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "runtime/common/full.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/reset/address_space.h"
#include "runtime/reset/kernel_state.h"
#include "runtime/reset/run_mappings.h"
#include "runtime/state/backpoints.h"

#define LOOK_EVERY 64 /* runs */
#define GROWN_MAX  8
#define LAST_FD	   0x7fffffffu

static struct {
	unsigned nfiles;
	struct {
		int fd;
		off_t offset; /* -1: not a regular file */
		int flags;
		bool is_terminal;
		struct termios terminal;
	} files[HD_MAX_OPEN_BEFORE_MAIN];
	bool has_terminal; /* the process has one, open or not */
	struct termios terminal;
	struct sigaction actions[NSIG];
	sigset_t mask;
} before_main;

struct hd_kernel_state hd_kernel_state;

/* Of the address space. Kept where it stays though a run begins at a backtracking point. */
static struct {
	long largest;
	unsigned grown; /* how often it was found to be larger than ever */
} * size;

/* lseek() is a scheduling point, also where the runtime calls it in a run. */
static off_t place_in_file(int fd)
{
	return hd_syscall(SYS_lseek, fd, 0, SEEK_CUR);
}

static void remember_file(int fd)
{
	struct stat st;
	unsigned at = before_main.nfiles;

	if (hd_is_full(HD_FULL_OPEN_BEFORE_MAIN, at) || fstat(fd, &st))
		return;
	for (; at > 0 && before_main.files[at - 1].fd > fd; at--)
		before_main.files[at] = before_main.files[at - 1];
	before_main.files[at].fd = fd;
	before_main.files[at].offset = S_ISREG(st.st_mode) ? place_in_file(fd) : -1;
	before_main.files[at].flags = (int)hd_syscall(SYS_fcntl, fd, F_GETFL);
	before_main.files[at].is_terminal =
	    S_ISCHR(st.st_mode) && !tcgetattr(fd, &before_main.files[at].terminal);
	before_main.nfiles++;
}

static int open_terminal(void)
{
	return (int)hd_syscall(SYS_openat, AT_FDCWD, "/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
}

/* A run may open it by this name. */
static void remember_terminal(void)
{
	int fd = open_terminal();

	before_main.has_terminal = fd >= 0 && !tcgetattr(fd, &before_main.terminal);
	if (fd >= 0)
		hd_syscall(SYS_close, fd);
}

struct directory_entry { /* as the kernel gives it; opendir() would allocate from the program's heap */
	uint64_t inode, offset;
	unsigned short length;
	unsigned char type;
	char name[];
};

/* Call `each` for each descriptor that is open. False: the kernel does not tell. */
static bool for_each_file(void (*each)(int fd))
{
	char buffer[4096] __attribute__((aligned(8)));
	int dir = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	long n;

	if (dir < 0)
		return false;
	while ((n = hd_syscall(SYS_getdents64, dir, buffer, sizeof buffer)) > 0)
		for (long at = 0; at < n; at += ((struct directory_entry *)(buffer + at))->length) {
			const struct directory_entry *e = (struct directory_entry *)(buffer + at);

			if (e->name[0] != '.' && atoi(e->name) != dir)
				each(atoi(e->name));
		}
	hd_syscall(SYS_close, dir);
	return n == 0;
}

void hd_kernel_snapshot(void)
{
	size = hd_keep_alloc(sizeof *size);
	remember_terminal();
	if (!for_each_file(remember_file))
		hd_refuse("/proc/self/fd cannot be read: is /proc mounted?");
	for (int i = 1; i < NSIG; i++)
		HD_REAL(sigaction)(i, NULL, &before_main.actions[i]);
	HD_REAL(sigprocmask)(SIG_SETMASK, NULL, &before_main.mask);
	prctl(PR_SET_CHILD_SUBREAPER, 1); /* what runs leave behind comes back to us */
}

void hd_kernel_stays_open(int fd)
{
	remember_file(fd);
}

bool hd_kernel_is_old_file(int fd)
{
	for (unsigned i = 0; i < before_main.nfiles; i++)
		if (before_main.files[i].fd == fd)
			return true;
	return false;
}

static bool is_time_to_look(void)
{
	return atomic_load_explicit(&hd_rt.slot->runs, memory_order_relaxed) % LOOK_EVERY == 0;
}

/* Descriptors are given out by many functions; those that the runtime sees tell that there is something to
 * close, and now and then it looks in any case. */
static void close_new_files(void)
{
	unsigned from = 0;

	if (!hd_kernel_state.opened && !is_time_to_look())
		return;
	hd_kernel_state.opened = false;
	for (unsigned i = 0; i < before_main.nfiles; i++) {
		unsigned fd = (unsigned)before_main.files[i].fd;

		if (fd > from)
			hd_syscall(SYS_close_range, from, fd - 1, 0);
		from = fd + 1;
	}
	hd_syscall(SYS_close_range, from, LAST_FD, 0);
}

void hd_kernel_rewind(void)
{
	hd_kernel_state.opened = false; /* what was opened before main stays open */
	hd_kernel_state.not_only_memory = false;
	for (unsigned i = 0; i < before_main.nfiles; i++)
		if (before_main.files[i].offset >= 0)
			hd_syscall(SYS_lseek, before_main.files[i].fd, before_main.files[i].offset, SEEK_SET);
}

static bool are_files_as_before_main(void)
{
	for (unsigned i = 0; i < before_main.nfiles; i++)
		if (before_main.files[i].offset >= 0 &&
		    place_in_file(before_main.files[i].fd) != before_main.files[i].offset)
			return false;
	return true;
}

static bool is_as_before_main_but_files(void)
{
	const struct hd_kernel_state *k = &hd_kernel_state;

	return !k->signals && !k->mask_changed && !k->flags_changed && !k->nmappings && !k->nchanged &&
	       are_files_as_before_main();
}

bool hd_kernel_is_as_before_main(void)
{
	return !hd_kernel_state.opened && is_as_before_main_but_files();
}

static unsigned nfiles_old, nfiles_new;

static void count_file(int fd)
{
	if (hd_kernel_is_old_file(fd))
		nfiles_old++;
	else
		nfiles_new++;
}

static bool same_files_are_open(void)
{
	nfiles_old = nfiles_new = 0;
	return for_each_file(count_file) && nfiles_old == before_main.nfiles && !nfiles_new;
}

static uint64_t mapped_at_first;

void hd_kernel_prefix_begins(void)
{
	mapped_at_first = hd_address_space();
}

bool hd_kernel_prefix_is_memory(void)
{
	return !hd_kernel_state.not_only_memory && is_as_before_main_but_files() &&
	       (!hd_kernel_state.opened || same_files_are_open()) && mapped_at_first &&
	       hd_address_space() == mapped_at_first;
}

static bool is_same_terminal(const struct termios *a, const struct termios *b)
{
	return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag &&
	       a->c_lflag == b->c_lflag && !memcmp(a->c_cc, b->c_cc, sizeof a->c_cc);
}

/* A terminal may be changed from the background with SIGTTOU blocked alone. */
static void undo_terminal(int fd, const struct termios *before)
{
	struct termios now;
	sigset_t set, old;

	if (tcgetattr(fd, &now) || is_same_terminal(&now, before))
		return;
	sigemptyset(&set);
	sigaddset(&set, SIGTTOU);
	HD_REAL(sigprocmask)(SIG_BLOCK, &set, &old);
	HD_REAL(tcsetattr)(fd, TCSANOW, before);
	HD_REAL(sigprocmask)(SIG_SETMASK, &old, NULL);
}

static void undo_own_terminal(void)
{
	int fd = open_terminal();

	if (fd < 0)
		return;
	undo_terminal(fd, &before_main.terminal);
	hd_syscall(SYS_close, fd);
}

void hd_kernel_undo_flags(void)
{
	for (unsigned i = 0; i < before_main.nfiles; i++) {
		int fd = before_main.files[i].fd, flags = before_main.files[i].flags;

		if (flags >= 0 && hd_syscall(SYS_fcntl, fd, F_GETFL) != flags)
			hd_syscall(SYS_fcntl, fd, F_SETFL, flags);
		if (before_main.files[i].is_terminal)
			undo_terminal(fd, &before_main.files[i].terminal);
	}
	if (before_main.has_terminal)
		undo_own_terminal();
	hd_kernel_state.flags_changed = false;
}

static void undo_signals(void)
{
	struct hd_kernel_state *k = &hd_kernel_state;

	for (int i = 1; i < NSIG && k->signals; i++)
		if (k->signals >> (i - 1) & 1)
			HD_REAL(sigaction)(i, &before_main.actions[i], NULL);
	k->signals = 0;
	if (k->mask_changed)
		HD_REAL(sigprocmask)(SIG_SETMASK, &before_main.mask, NULL);
	k->mask_changed = false;
}

/* The first number in a file of /proc; 0 if there is none. */
static long first_number(const char *path)
{
	char text[32];
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	return strtol(text, NULL, 10);
}

/* libc maps memory by itself at times (locales, character sets, plugins). The runtime does not see that, but
 * it can see the process grow again and again. */
static bool keeps_growing(void)
{
	long now;

	if (!is_time_to_look())
		return false;
	now = first_number("/proc/self/statm"); /* pages of address space in use */
	if (now > size->largest) {
		size->largest = now;
		size->grown++;
	}
	return size->grown > GROWN_MAX;
}

enum hd_taint hd_kernel_reset(void)
{
	uint32_t taint = hd_rt.run.taint;

	if (keeps_growing())
		taint |= 1u << HD_TAINT_MAPPINGS;

	undo_signals();
	hd_mappings_undo();
	taint |= hd_rt.run.taint;
	close_new_files();
	if (hd_kernel_state.flags_changed)
		hd_kernel_undo_flags();
	if (taint & 1u << HD_TAINT_FORKED)
		hd_kernel_reap_orphans();
	return taint ? (enum hd_taint)__builtin_ctz(taint) : HD_TAINT_NONE;
}

static pid_t first_orphan(void)
{
	char text[1024];
	char *at = text, *end;
	ssize_t n;
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	for (;; at = end) {
		pid_t pid = (pid_t)strtol(at, &end, 10);

		if (end == at || pid <= 0)
			return 0;
		if (!hd_backpoints_have_process(pid))
			return pid;
	}
}

void hd_kernel_reap_orphans(void)
{
	pid_t pid;

	/* The kernel lists our children; any that is there now was left behind by a run, unless it is a
	 * backtracking point. */
	while ((pid = first_orphan()) > 0) {
		kill(pid, SIGKILL);
		if (HD_REAL(waitpid)(pid, NULL, 0) != pid)
			return;
	}
}
