/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/polling/before_main_reset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"
#include "runtime/engine/outside.h"
#include "runtime/io/before_main.h"
#include "runtime/io/io.h"
#include "runtime/polling/epoll.h"
#include "runtime/polling/wrap_eventfd.h"
#include "runtime/polling/wrap_timerfd.h"

static const char *const expected[] = {[HD_BEFORE_MAIN_PIPE] = "pipe:",
				       [HD_BEFORE_MAIN_EVENTFD] = "anon_inode:[eventfd]",
				       [HD_BEFORE_MAIN_TIMERFD] = "anon_inode:[eventfd]",
				       [HD_BEFORE_MAIN_EPOLL] = "anon_inode:[eventpoll]"};

/* The program may have closed the descriptor, and its number may stand for something else. */
static bool is_still_there(const struct hd_early_file *f)
{
	char path[64], target[64];
	long n;

	hd_format(path, sizeof path, "/proc/self/fd/%d", f->fd);
	n = hd_syscall(SYS_readlink, path, target, sizeof target - 1);
	target[n > 0 ? n : 0] = 0;
	return !strncmp(target, expected[f->kind], strlen(expected[f->kind]));
}

static uint64_t count_of(const struct hd_early_file *f)
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

	for (unsigned i = 0; i < hd_before_main.nfiles; i++) {
		if (!is_still_there(&hd_before_main.files[i]))
			continue;
		hd_before_main.files[n] = hd_before_main.files[i];
		hd_before_main.files[n].count = count_of(&hd_before_main.files[n]);
		n++;
	}
	hd_before_main.nfiles = n;
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

static void put_back_count(const struct hd_early_file *f)
{
	drain(f->fd);
	if (f->count)
		hd_syscall(SYS_write, f->fd, &f->count, sizeof f->count);
}

/* Data that constructors left in a pipe cannot be put back once a run has read it. Most leave none. */
static void put_back_pipe(const struct hd_early_file *f)
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

		if (!hd_before_main_member(ep, fd))
			hd_syscall(SYS_epoll_ctl, ep, EPOLL_CTL_DEL, fd, NULL);
	}
}

static void put_back_epoll(int ep)
{
	remove_strangers(ep);
	hd_epoll_adopt(ep);
	for (unsigned i = 0; i < hd_before_main.nmembers; i++) {
		struct hd_early_member *m = &hd_before_main.members[i];

		if (m->ep != ep)
			continue;
		if (hd_syscall(SYS_epoll_ctl, ep, EPOLL_CTL_MOD, m->fd, &m->event))
			hd_syscall(SYS_epoll_ctl, ep, EPOLL_CTL_ADD, m->fd, &m->event);
		hd_epoll_note(ep, m->fd, &m->event);
	}
}

static void put_back(const struct hd_early_file *f)
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

	for (unsigned i = 0; i < hd_before_main.nfiles; i++)
		put_back(&hd_before_main.files[i]);
	errno = saved;
}
