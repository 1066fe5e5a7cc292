/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/before_main.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "runtime/common/full.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/io/epoll.h"
#include "runtime/io/eventfd.h"
#include "runtime/io/io.h"
#include "runtime/signals/timerfd.h"

struct early {
	int fd;
	enum hd_before_main_kind kind;
	clockid_t clock;	   /* timers */
	int flags;		   /* timers: of the setting */
	struct itimerspec setting; /* timers */
	uint64_t count;		   /* what could be read: the count, or the number of bytes */
};

struct member {
	int ep, fd;
	struct epoll_event event;
};

static struct {
	struct early files[HD_MAX_EARLY_FILES];
	unsigned nfiles;
	struct member members[HD_MAX_EARLY_WATCHES];
	unsigned nmembers;
} early;

/* ---- before main ---- */

bool hd_is_early(void)
{
	return hd_is_under_test() && !hd_active();
}

static struct early *file_of(int fd)
{
	for (unsigned i = 0; i < early.nfiles; i++)
		if (early.files[i].fd == fd)
			return &early.files[i];
	return NULL;
}

void hd_before_main_made(int fd, enum hd_before_main_kind kind)
{
	struct early *f = file_of(fd); /* an entry of a closed descriptor that had this number */

	if (fd < 0 || !hd_is_early() || (!f && hd_is_full(HD_FULL_EARLY_FILES, early.nfiles)))
		return;
	if (!f)
		f = &early.files[early.nfiles++];
	*f = (struct early){.fd = fd, .kind = kind};
}

void hd_before_main_timer_clock(int fd, clockid_t clock)
{
	struct early *f = file_of(fd);

	if (f)
		f->clock = clock;
}

bool hd_before_main_timer_set(int fd, int flags, const struct itimerspec *setting)
{
	struct early *f = file_of(fd);

	if (!f || f->kind != HD_BEFORE_MAIN_TIMERFD)
		return false;
	f->flags = flags;
	f->setting = *setting;
	return true;
}

static struct member *member_of(int ep, int fd)
{
	for (unsigned i = 0; i < early.nmembers; i++)
		if (early.members[i].ep == ep && early.members[i].fd == fd)
			return &early.members[i];
	return NULL;
}

void hd_before_main_epoll_ctl(int ep, int op, int fd, const struct epoll_event *event)
{
	struct member *m = member_of(ep, fd);

	if (!hd_is_early())
		return;
	if (op == EPOLL_CTL_DEL) {
		if (m)
			*m = early.members[--early.nmembers];
		return;
	}
	if (!m && !hd_is_full(HD_FULL_EARLY_WATCHES, early.nmembers))
		m = &early.members[early.nmembers++];
	if (m)
		*m = (struct member){.ep = ep, .fd = fd, .event = *event};
}

/* ---- the snapshot ---- */

static const char *const expected[] = {[HD_BEFORE_MAIN_PIPE] = "pipe:",
				       [HD_BEFORE_MAIN_EVENTFD] = "anon_inode:[eventfd]",
				       [HD_BEFORE_MAIN_TIMERFD] = "anon_inode:[eventfd]",
				       [HD_BEFORE_MAIN_EPOLL] = "anon_inode:[eventpoll]"};

/* The program may have closed the descriptor, and its number may stand for something else. */
static bool is_still_there(const struct early *f)
{
	char path[64], target[64];
	long n;

	hd_format(path, sizeof path, "/proc/self/fd/%d", f->fd);
	n = hd_syscall(SYS_readlink, path, target, sizeof target - 1);
	target[n > 0 ? n : 0] = 0;
	return !strncmp(target, expected[f->kind], strlen(expected[f->kind]));
}

static uint64_t count_of(const struct early *f)
{
	int bytes = 0;

	if (f->kind == HD_BEFORE_MAIN_EVENTFD)
		return hd_eventfd_count(f->fd);
	if (f->kind == HD_BEFORE_MAIN_PIPE && !hd_syscall(SYS_ioctl, f->fd, FIONREAD, &bytes))
		return (uint64_t)bytes;
	return 0;
}

void hd_before_main_snapshot(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < early.nfiles; i++) {
		if (!is_still_there(&early.files[i]))
			continue;
		early.files[n] = early.files[i];
		early.files[n].count = count_of(&early.files[n]);
		n++;
	}
	early.nfiles = n;
}

/* ---- a run begins ---- */

static void drain(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	char bytes[4096];

	while (hd_outside_poll(&p, 1, 0) > 0 && p.revents & POLLIN &&
	       hd_syscall(SYS_read, fd, bytes, sizeof bytes) > 0)
		;
}

static void put_back_count(const struct early *f)
{
	drain(f->fd);
	if (f->count)
		hd_syscall(SYS_write, f->fd, &f->count, sizeof f->count);
}

/* Data that constructors left in a pipe cannot be put back once a run has read it. Most leave none. */
static void put_back_pipe(const struct early *f)
{
	if (!f->count && (hd_syscall(SYS_fcntl, f->fd, F_GETFL) & O_ACCMODE) == O_RDONLY)
		drain(f->fd);
}

/* The kernel lists the members of the instance: "tfd: 5 events: 19 data: …" */
static void remove_strangers(int ep)
{
	static char text[1 << 16];
	char path[64];
	long file, n = 0;

	hd_format(path, sizeof path, "/proc/self/fdinfo/%d", ep);
	file = hd_syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return;
	n = hd_syscall(SYS_read, file, text, sizeof text - 1);
	hd_syscall(SYS_close, file);
	text[n > 0 ? n : 0] = 0;
	for (const char *at = strstr(text, "tfd:"); at; at = strstr(at + 1, "tfd:")) {
		int fd = (int)strtol(at + sizeof "tfd:" - 1, NULL, 10);

		if (!member_of(ep, fd))
			hd_syscall(SYS_epoll_ctl, ep, EPOLL_CTL_DEL, fd, NULL);
	}
}

static void put_back_epoll(int ep)
{
	remove_strangers(ep);
	hd_epoll_adopt(ep);
	for (unsigned i = 0; i < early.nmembers; i++) {
		struct member *m = &early.members[i];

		if (m->ep != ep)
			continue;
		if (hd_syscall(SYS_epoll_ctl, ep, EPOLL_CTL_MOD, m->fd, &m->event))
			hd_syscall(SYS_epoll_ctl, ep, EPOLL_CTL_ADD, m->fd, &m->event);
		hd_epoll_note(ep, m->fd, &m->event);
	}
}

static void put_back(const struct early *f)
{
	switch (f->kind) {
	case HD_BEFORE_MAIN_PIPE:
		put_back_pipe(f);
		break;
	case HD_BEFORE_MAIN_EVENTFD:
		put_back_count(f);
		hd_eventfd_adopt(f->fd);
		break;
	case HD_BEFORE_MAIN_TIMERFD:
		put_back_count(f);
		hd_timerfd_adopt(f->fd, f->clock, f->flags, &f->setting);
		break;
	case HD_BEFORE_MAIN_EPOLL:
		put_back_epoll(f->fd);
		break;
	}
	hd_fd_set_distance(f->fd, HD_INSIDE);
}

void hd_before_main_run_begin(void)
{
	int saved = errno;

	for (unsigned i = 0; i < early.nfiles; i++)
		put_back(&early.files[i]);
	errno = saved;
}
