/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stdio/streams.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/failure.h"
#include "runtime/io/transfer.h"

#define NEARLY_FULL    256 /* bytes of room */
#define LIBC_LOCK_SIZE 16  /* of what _lock points to: a futex, a depth, an owner */

static struct stream {
	FILE *file; /* NULL: closed */
	int fd;
	pid_t child;
	uint32_t site;	/* of the call that is under way */
	bool cancelled; /* … and that found out that its thread is to end */
} streams[HD_MAX_STREAMS];
static unsigned nstreams;

void hd_streams_run_begin(void)
{
	nstreams = 0;
}

static struct stream *find_stream_state(const FILE *file)
{
	if (file->_fileno != HD_COOKIE_FILENO)
		return NULL;
	for (unsigned i = 0; i < nstreams; i++)
		if (streams[i].file == file)
			return &streams[i];
	return NULL;
}

int hd_stream_fd(const FILE *file)
{
	const struct stream *s = find_stream_state(file);

	return s ? s->fd : -1;
}

pid_t hd_stream_child(const FILE *file)
{
	const struct stream *s = find_stream_state(file);

	return s ? s->child : 0;
}

void hd_stream_set_child(const FILE *file, pid_t child)
{
	struct stream *s = find_stream_state(file);

	if (s)
		s->child = child;
}

int hd_streams_close_in(posix_spawn_file_actions_t *actions)
{
	int error = 0;

	for (unsigned i = 0; i < nstreams && !error; i++)
		if (streams[i].file && streams[i].child)
			error = posix_spawn_file_actions_addclose(actions, streams[i].fd);
	return error;
}

void hd_stream_forget(const FILE *file)
{
	for (unsigned i = 0; i < nstreams; i++) /* the memory of the file is gone */
		if (streams[i].file == file)
			streams[i].file = NULL;
}

/* ---- what libc calls ---- */

/* A thread must not be unwound out of libc's functions: they would leave their locks behind. */
static ssize_t transfer_stream(struct stream *s, void *data, size_t size,
			       ssize_t (*move)(const struct hd_transfer *))
{
	struct iovec iov = {data, size};
	struct msghdr m = {.msg_iov = &iov, .msg_iovlen = 1};
	struct hd_transfer x = {.fd = s->fd, .site = s->site, .msg = &m, .hold_cancel = true};
	ssize_t n = move(&x);

	if (n < 0 && errno == ECANCELED) {
		s->cancelled = true;
		errno = EINTR;
	}
	return n;
}

static ssize_t read_cookie(void *cookie, char *to, size_t size)
{
	struct stream *s = cookie;

	return hd_active() ? transfer_stream(s, to, size, hd_receive) : HD_REAL(read)(s->fd, to, size);
}

/* Returns 0 and not -1 for an error: that is how fopencookie() wants it. */
static ssize_t write_cookie(void *cookie, const char *from, size_t size)
{
	struct stream *s = cookie;
	ssize_t n =
	    hd_active() ? transfer_stream(s, (void *)from, size, hd_send) : HD_REAL(write)(s->fd, from, size);

	return n < 0 ? 0 : n;
}

static int seek_cookie(void *cookie, off64_t *at, int from)
{
	const struct stream *s = cookie;
	off64_t place = hd_syscall(SYS_lseek, s->fd, *at, from);

	*at = place < 0 ? *at : place;
	return place < 0 ? -1 : 0;
}

/* No scheduling point here: the wrapper announced the step before it called libc. */
static int close_cookie(void *cookie)
{
	const struct stream *s = cookie;
	int result = (int)hd_syscall(SYS_close, s->fd);

	if (hd_active()) {
		hd_fd_closed(s->fd);
		hd_outside_changed();
	}
	return result;
}

/* ---- making them ---- */

static struct stream *new_stream(void)
{
	for (unsigned i = 0; i < nstreams; i++)
		if (!streams[i].file)
			return &streams[i];
	hd_room_for(HD_FULL_STREAMS, nstreams, HD_NO_SITE);
	return &streams[nstreams++];
}

bool hd_stream_is_wanted(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && f->kind != HD_FILE_PLAIN && !f->old;
}

FILE *hd_stream_make(int fd, const char *mode)
{
	static const cookie_io_functions_t functions = {read_cookie, write_cookie, seek_cookie, close_cookie};
	struct stream *s = new_stream();

	*s = (struct stream){.fd = fd};
	s->file = fopencookie(s, mode, functions);
	if (s->file && isatty(fd))
		HD_REAL(setvbuf)(s->file, NULL, _IOLBF, 0);
	return s->file;
}

/* ---- calls ---- */

/* Bits of libc's _flags. */
#define UNBUFFERED    0x0002
#define NO_READS      0x0004
#define LINE_BUFFERED 0x0200

/* Is the next call likely to enter the kernel? Only then is it a cancellation point for libc. A buffer that
 * is nearly full counts: how much the call brings is not known here. */
static bool will_transfer(const FILE *file)
{
	if (file->_flags & (UNBUFFERED | LINE_BUFFERED))
		return true;
	if (file->_IO_write_ptr > file->_IO_write_base)
		return file->_IO_buf_end - file->_IO_write_ptr < NEARLY_FULL;
	return !(file->_flags & NO_READS) && file->_IO_read_ptr >= file->_IO_read_end;
}

bool hd_stream_begin_slow(FILE *file, uint32_t site)
{
	struct stream *s = find_stream_state(file);

	if (hd_cancel_due(hd_self()) && will_transfer(file))
		hd_cancel_act();
	if (!s) {
		hd_stdio_pass(file, site);
		return false;
	}
	hd_stdio_enter(file, site);
	s = find_stream_state(file); /* NULL: closed during the wait, which libc deals with */
	if (s)
		s->site = site;
	return true;
}

void hd_stream_end(FILE *file)
{
	struct stream *s = find_stream_state(file);
	bool cancelled = s && s->cancelled;

	hd_stdio_leave(file);
	hd_sched_changed((uintptr_t)streams); /* a thread may wait until all are free */
	if (!cancelled)
		return;
	s->cancelled = false;
	hd_cancel_act();
}

/* ---- flushing all ---- */

static bool has_output(const FILE *file)
{
	return file->_IO_write_ptr > file->_IO_write_base;
}

static bool is_stream_free(const FILE *file, hd_tid for_whom)
{
	hd_tid owner = hd_stdio_owner(file);

	return owner == HD_NO_TID || owner == for_whom;
}

static bool are_free(const struct hd_thread *t)
{
	for (unsigned i = 0; i < nstreams; i++)
		if (streams[i].file && !is_stream_free(streams[i].file, t->id))
			return false;
	return true;
}

static void flush_stream(FILE **stream, uint32_t site)
{
	FILE *file = *stream;

	hd_stdio_enter(file, site);
	if (*stream == file)
		HD_REAL(fflush)(file);
	hd_stdio_leave(file);
}

/* libc flushes all streams under a lock of its own and takes the lock of each: then no thread may be within a
 * stream, and no output may be left that would have to wait. */
void hd_streams_flush(uint32_t site)
{
	struct hd_op op = hd_op(HD_LOCK, streams, site);

	for (unsigned i = 0; i < nstreams; i++)
		if (streams[i].file && has_output(streams[i].file))
			flush_stream(&streams[i].file, site);
	hd_sched_wait(&op, are_free, HD_NO_DEADLINE, 0);
}

void hd_streams_flush_at_exit(uint32_t site)
{
	for (unsigned i = 0; i < nstreams; i++)
		if (streams[i].file && has_output(streams[i].file) &&
		    is_stream_free(streams[i].file, hd_self()->id))
			flush_stream(&streams[i].file, site);
}

void hd_streams_give_up(void)
{
	for (unsigned i = 0; i < nstreams; i++) {
		FILE *file = streams[i].file;

		if (!file || is_stream_free(file, hd_self()->id))
			continue;
		file->_IO_write_ptr = file->_IO_write_base;
		memset(file->_lock, 0, LIBC_LOCK_SIZE);
	}
}
