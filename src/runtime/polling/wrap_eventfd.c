/* SPDX-License-Identifier: Apache-2.0
 *
 * eventfd: the kernel's own. It can be polled, and a thread that reads it waits as for any other file; only a
 * write that would make its count too large waits for something that poll does not show. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/memory.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/io/before_main.h"
#include "runtime/io/io.h"
#include "runtime/io/transfer.h"
#include "runtime/polling/wrap_eventfd.h"

#define COUNT_MAX (UINT64_MAX - 1)
#define LABEL	  "eventfd-count:"

struct addition { /* a look at whether a number may be added */
	struct hd_look look;
	int fd;
	uint64_t number;
};

/* What the counter shows, as the kernel tells in /proc: read() would reset the counter. */
uint64_t hd_eventfd_count(int fd)
{
	char path[64], text[256] = "", *at;
	long file, n = 0;

	hd_format(path, sizeof path, "/proc/self/fdinfo/%d", fd);
	file = hd_syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
	if (file >= 0) {
		n = hd_syscall(SYS_read, file, text, sizeof text - 1);
		hd_syscall(SYS_close, file);
	}
	text[n > 0 ? n : 0] = 0;
	at = strstr(text, LABEL);
	return at ? strtoull(at + sizeof LABEL - 1, NULL, 16) : 0;
}

static bool has_room_in_counter(const struct hd_look *look)
{
	const struct addition *a = (const struct addition *)look;

	return a->number <= COUNT_MAX - hd_eventfd_count(a->fd);
}

static int wait_for_room(int fd, uint64_t number)
{
	struct addition a = {
	    .look = {.ask = has_room_in_counter, .distance = HD_INSIDE}, .fd = fd, .number = number};
	struct hd_op op = hd_op(HD_OUTPUT, (void *)hd_fd_channel(fd), hd_self()->op.site);

	return hd_look_wait(&op, &a.look, HD_NO_DEADLINE, false);
}

static ssize_t add_to_counter(struct hd_file *f, int fd, const void *from, size_t size)
{
	uint64_t number = 0;
	int error = 0;

	if (size >= sizeof number)
		hd_copy(&number, from, sizeof number);
	/* Where the descriptor says that it can be written, 1 can be added. */
	if (number > 1 && number <= COUNT_MAX && !f->nonblock && hd_fd_distance(fd) == HD_INSIDE)
		error = wait_for_room(fd, number);
	if (!error)
		return hd_syscall(SYS_write, fd, from, size);
	errno = error;
	return -1;
}

static const struct hd_file_ops event_ops = {
    .write = add_to_counter, .least = sizeof(uint64_t), .name = HD_CHANNEL_EVENTFD};

void hd_eventfd_adopt(int fd)
{
	struct hd_file *f = hd_file_of(fd);

	if (f)
		f->ops = &event_ops;
}

HD_EXPORT int eventfd(unsigned value, int flags)
{
	int fd = HD_REAL(eventfd)(value, flags);
	struct hd_file *f = hd_fd_made(fd, HD_FILE_COUNTER, flags & EFD_NONBLOCK, HD_INSIDE);

	if (f)
		f->ops = &event_ops;
	else
		hd_before_main_made(fd, HD_BEFORE_MAIN_EVENTFD);
	return fd;
}

/* libc's own do not come through our read() and write(). */
static int move_count(ssize_t (*how)(const struct hd_transfer *), int fd, eventfd_t *value, uint32_t site)
{
	struct iovec iov = {value, sizeof *value};
	struct msghdr m = {.msg_iov = &iov, .msg_iovlen = 1};
	struct hd_transfer x = {.fd = fd, .site = site, .msg = &m};

	return how(&x) == sizeof *value ? 0 : -1;
}

HD_EXPORT int eventfd_read(int fd, eventfd_t *value)
{
	if (!hd_active())
		return HD_REAL(eventfd_read)(fd, value);
	return move_count(hd_receive, fd, value, HD_SITE());
}

HD_EXPORT int eventfd_write(int fd, eventfd_t value)
{
	if (!hd_active())
		return HD_REAL(eventfd_write)(fd, value);
	return move_count(hd_send, fd, &value, HD_SITE());
}
