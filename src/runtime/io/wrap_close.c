/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions that close descriptors. One that was open before main cannot be opened again for the next run. */
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/io/socket_arrival.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/kernel.h"

/* The runtime's own descriptor does not exist for the program. */
static bool is_ours(int fd)
{
	return hd_rt.mode == HD_MODE_CONTROL && fd == hd_rt.control_fd;
}

static int bad_descriptor(void)
{
	errno = EBADF;
	return -1;
}

/* Before a descriptor is closed, which may be the end of a stream for its readers. If its number becomes that
 * of another file (HD_OPEN), the race analysis sees only a use: programs often put an empty file in the place
 * of one that other threads still use. */
static void before_close(int fd, enum hd_event_kind seen_as, uint32_t site)
{
	struct hd_op op = hd_op(HD_CLOSE, NULL, site);

	op.addr = hd_fd_channel(fd);
	if (op.addr)
		hd_sched_point(&op);
	else if (fd >= 0)
		hd_fd_point(HD_CLOSE, site);
	hd_fd_is_used(!op.addr);
	if (fd >= 0)
		hd_feed_descriptor(fd, seen_as, site);
	if (op.addr)
		hd_feed_send((void *)op.addr);
	hd_outside_closed(fd);
	if (hd_kernel_is_old_file(fd))
		hd_taint(HD_TAINT_DESCRIPTORS);
}

static void after_close(int fd)
{
	int saved = errno;

	hd_fd_closed(fd);
	hd_outside_changed();
	errno = saved;
}

HD_EXPORT int close(int fd)
{
	int result, other;

	if (is_ours(fd))
		return bad_descriptor();
	if (!hd_active())
		return HD_REAL(close)(fd);
	before_close(fd, HD_CLOSE, HD_SITE());
	other = hd_file_of(fd) && hd_file_of(fd)->refs == 1 ? hd_socket_other_end(fd) : -1;
	result = HD_REAL(close)(fd);
	if (other >= 0)
		hd_socket_settle_end(other);
	after_close(fd);
	return result;
}

HD_EXPORT int dup(int from)
{
	int to;

	if (hd_active())
		hd_fd_point(HD_OPEN, HD_SITE());
	to = HD_REAL(dup)(from);
	hd_fd_copied(from, to);
	return to;
}

static int copy_over(int from, int to, int flags, uint32_t site)
{
	int result;

	before_close(to, HD_OPEN, site);
	result = (int)hd_syscall(SYS_dup3, from, to, flags);
	if (result >= 0) {
		after_close(to);
		hd_fd_copied(from, to);
	}
	return result;
}

HD_EXPORT int dup2(int from, int to)
{
	if (is_ours(to))
		return bad_descriptor();
	if (!hd_active() || from == to)
		return HD_REAL(dup2)(from, to);
	return copy_over(from, to, 0, HD_SITE());
}

HD_EXPORT int dup3(int from, int to, int flags)
{
	if (is_ours(to))
		return bad_descriptor();
	if (!hd_active() || from == to)
		return HD_REAL(dup3)(from, to, flags);
	return copy_over(from, to, flags, HD_SITE());
}

HD_EXPORT int close_range(unsigned first, unsigned last, int flags)
{
	unsigned ours = (unsigned)hd_rt.control_fd;

	if (hd_active())
		hd_taint(HD_TAINT_DESCRIPTORS);
	if (!is_ours((int)ours) || ours < first || ours > last)
		return HD_REAL(close_range)(first, last, flags);
	if (ours > first && HD_REAL(close_range)(first, ours - 1, flags))
		return -1;
	return ours < last ? HD_REAL(close_range)(ours + 1, last, flags) : 0;
}

HD_EXPORT void closefrom(int first)
{
	close_range(first < 0 ? 0 : (unsigned)first, ~0U, 0);
}
