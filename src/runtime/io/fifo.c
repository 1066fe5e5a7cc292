/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/fifo.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/engine/outside.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/state/run_state.h"

#define MEMORY_MAJOR 1 /* /dev/null, zero, full, random, … */

/* A FIFO that is being opened. */
struct opening {
	struct hd_look look;
	struct pollfd poll;
	int dir;
	const char *path;
	int flags;
	int fd;	       /* -1: not open yet */
	uint32_t seen; /* readers: how many writers had come before */
};

static uint32_t writers[HD_MAX_CHANNELS]; /* how many came, ever */

static struct stat seen; /* what was there when a path was looked at last: a file, or nothing (st_mode 0) */

bool hd_path_may_block(int dir, const char *path)
{
	struct stat st;
	int saved = errno;
	bool there = !hd_syscall(SYS_newfstatat, dir, path, &st, 0);

	errno = saved;
	seen.st_mode = 0;
	if (there && S_ISREG(st.st_mode))
		seen = st;
	return there && (S_ISFIFO(st.st_mode) || (S_ISCHR(st.st_mode) && major(st.st_rdev) != MEMORY_MAJOR));
}

void hd_path_opened(int fd)
{
	hd_fd_made_some(fd);
	if (fd >= 0 && hd_active() && seen.st_mode)
		hd_fd_found(fd, &seen);
	seen.st_mode = 0;
}

static bool is_fifo(int dir, const char *path)
{
	struct stat st;

	return !hd_syscall(SYS_newfstatat, dir, path, &st, 0) && S_ISFIFO(st.st_mode);
}

static void open_now(struct opening *o)
{
	o->fd = (int)hd_syscall(SYS_openat, o->dir, o->path, o->flags | O_NONBLOCK);
	if (o->fd < 0)
		return;
	hd_syscall(SYS_fcntl, o->fd, F_SETFL, o->flags);
	hd_fd_made_some(o->fd);
}

/* Once the writer's end could be opened it stays open: a reader must not see a writer come and go. */
static bool has_reader(const struct hd_look *look)
{
	struct opening *o = (struct opening *)look;
	int saved = errno;

	if (o->fd < 0)
		open_now(o);
	errno = saved;
	return o->fd >= 0;
}

static bool is_writer_of(const struct hd_file *f, int fd, void *channel)
{
	return f->kind == HD_FILE_PIPE && f->channel == *(uint32_t *)channel &&
	       (hd_syscall(SYS_fcntl, fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

/* A writer is there, or has come since, even if it has gone again. A writer outside shows only when it writes
 * or goes. */
static bool has_writer(const struct hd_look *look)
{
	const struct opening *o = (const struct opening *)look;
	uint32_t channel = hd_file_of(o->fd)->channel;

	return writers[channel] != o->seen || hd_fd_search(is_writer_of, &channel) >= 0;
}

static int wait_for_other_end(struct opening *o, const struct hd_op *op)
{
	int error = hd_look_wait(op, &o->look, HD_NO_DEADLINE, true);

	if (!error) {
		if (hd_run_replays())
			hd_outside_expect_so(&o->look);
		return 0;
	}
	if (o->fd >= 0)
		close(o->fd);
	if (error == ECANCELED)
		hd_cancel_act();
	errno = error;
	return -1;
}

static int open_for_reading(struct opening *o, const struct hd_op *op)
{
	open_now(o);
	if (o->fd < 0)
		return -1;
	o->seen = writers[hd_file_of(o->fd)->channel];
	o->poll = (struct pollfd){.fd = o->fd, .events = POLLIN};
	o->look = (struct hd_look){
	    .fds = &o->poll, .nfds = 1, .ask = has_writer, .distance = hd_fd_distance(o->fd)};
	hd_outside_changed();
	return wait_for_other_end(o, op) ? -1 : o->fd;
}

static void note_writer(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	if (f)
		writers[f->channel]++;
	hd_outside_changed();
}

static int open_for_writing(struct opening *o, const struct hd_op *op, enum hd_distance distance)
{
	open_now(o);
	o->look = (struct hd_look){.ask = has_reader, .distance = distance};
	if (o->fd < 0 && (errno != ENXIO || wait_for_other_end(o, op)))
		return -1;
	note_writer(o->fd);
	return o->fd;
}

static int open_at_once(struct opening *o)
{
	o->fd = (int)hd_syscall(SYS_openat, o->dir, o->path, o->flags);
	hd_fd_made_some(o->fd);
	if (o->fd >= 0 && (o->flags & O_ACCMODE) != O_RDONLY)
		note_writer(o->fd);
	return o->fd;
}

static int open_fifo(struct opening *o, const struct hd_op *op, enum hd_distance distance)
{
	switch (o->flags & (O_ACCMODE | O_NONBLOCK)) {
	case O_RDONLY:
		return open_for_reading(o, op);
	case O_WRONLY:
		return open_for_writing(o, op, distance);
	default:
		return open_at_once(o);
	}
}

int hd_open(int dir, const char *path, int flags, uint32_t site)
{
	struct hd_op op = hd_op(HD_OPEN, NULL, site);
	struct opening o = {.dir = dir, .path = path, .flags = flags, .fd = -1};
	enum hd_distance distance = HD_OUTSIDE;
	int fd;

	hd_cancel_point();
	op.addr = hd_path_channel(dir, path, &distance);
	hd_sched_point(&op);
	hd_feed_send((void *)op.addr);
	fd = is_fifo(dir, path) ? open_fifo(&o, &op, distance) : open_at_once(&o);
	hd_feed_receive((void *)op.addr);
	return fd;
}
