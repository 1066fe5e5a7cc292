/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading and writing at a place in a file. Files never block, but the order of operations on one can
 * matter. */
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/access/access.h"
#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/io/iovec.h"
#include "runtime/observe/analysis_feed.h"

extern ssize_t __pread_chk(int fd, void *to, size_t size, off_t at, size_t room);
extern ssize_t __pread64_chk(int fd, void *to, size_t size, off64_t at, size_t room);

static void positioned_point(enum hd_event_kind kind, int fd, uint32_t site)
{
	struct hd_op op = hd_op(kind, NULL, site);

	hd_cancel_point();
	hd_fd_is_used(false);
	op.addr = hd_fd_channel(fd);
	hd_sched_point(&op);
	hd_feed_descriptor(fd, kind, site);
	if (kind == HD_OUTPUT)
		hd_feed_send((void *)op.addr);
	else
		hd_feed_receive((void *)op.addr);
}

#define AT_PLACE(kind, result, name, params, args)                                                           \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		if (hd_active())                                                                             \
			positioned_point(kind, fd, HD_SITE());                                               \
		return HD_REAL(name) args;                                                                   \
	}

/* The same for one buffer of the program. */
#define BUFFER_AT_PLACE(kind, name, params, args, buffer)                                                    \
	HD_EXPORT ssize_t name params                                                                        \
	{                                                                                                    \
		bool seen = hd_by_program(HD_PC());                                                          \
		ssize_t n;                                                                                   \
                                                                                                             \
		if (seen && (kind) == HD_OUTPUT)                                                             \
			hd_access_range((uintptr_t)(buffer), size, false, HD_PC());                          \
		if (hd_active())                                                                             \
			positioned_point(kind, fd, HD_SITE());                                               \
		n = HD_REAL(name) args;                                                                      \
		if (seen && (kind) == HD_INPUT && n > 0)                                                     \
			hd_access_range((uintptr_t)(buffer), (size_t)n, true, HD_PC());                      \
		return n;                                                                                    \
	}

/* Reports the parts that were moved. Only after the call is it known that their memory is valid. */
static ssize_t moved_bytes(enum hd_event_kind kind, const struct iovec *iov, int n, ssize_t size,
			   uintptr_t pc)
{
	if (size >= 0 && hd_by_program(pc))
		hd_access_parts(iov, (size_t)n, (size_t)size, kind == HD_INPUT, pc);
	return size;
}

/* The same for several. */
#define PARTS_AT_PLACE(kind, name, offset)                                                                   \
	HD_EXPORT ssize_t name(int fd, const struct iovec *iov, int n, offset at)                            \
	{                                                                                                    \
		if (hd_active())                                                                             \
			positioned_point(kind, fd, HD_SITE());                                               \
		return moved_bytes(kind, iov, n, HD_REAL(name)(fd, iov, n, at), HD_PC());                    \
	}

BUFFER_AT_PLACE(HD_INPUT, pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at), to)
BUFFER_AT_PLACE(HD_INPUT, pread64, (int fd, void *to, size_t size, off64_t at), (fd, to, size, at), to)
BUFFER_AT_PLACE(HD_INPUT, __pread_chk, (int fd, void *to, size_t size, off_t at, size_t room),
		(fd, to, size, at, room), to)
BUFFER_AT_PLACE(HD_INPUT, __pread64_chk, (int fd, void *to, size_t size, off64_t at, size_t room),
		(fd, to, size, at, room), to)
BUFFER_AT_PLACE(HD_OUTPUT, pwrite, (int fd, const void *from, size_t size, off_t at), (fd, from, size, at),
		from)
BUFFER_AT_PLACE(HD_OUTPUT, pwrite64, (int fd, const void *from, size_t size, off64_t at),
		(fd, from, size, at), from)
PARTS_AT_PLACE(HD_INPUT, preadv, off_t)
PARTS_AT_PLACE(HD_INPUT, preadv64, off64_t)
PARTS_AT_PLACE(HD_OUTPUT, pwritev, off_t)
PARTS_AT_PLACE(HD_OUTPUT, pwritev64, off64_t)

AT_PLACE(HD_OUTPUT, int, ftruncate, (int fd, off_t size), (fd, size))
AT_PLACE(HD_OUTPUT, int, ftruncate64, (int fd, off64_t size), (fd, size))

/* Moves the file's place, from which all threads and processes that share the file go on. */
AT_PLACE(HD_OUTPUT, off_t, lseek, (int fd, off_t by, int from), (fd, by, from))
AT_PLACE(HD_OUTPUT, off64_t, lseek64, (int fd, off64_t by, int from), (fd, by, from))

/* Without a place these are readv() and writev(). */
#define AT_PLACE_OR_NOT(kind, name, plain, offset)                                                           \
	HD_EXPORT ssize_t name(int fd, const struct iovec *iov, int n, offset at, int flags)                 \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name)(fd, iov, n, at, flags);                                         \
		if (at == -1 && !flags)                                                                      \
			return plain(fd, iov, n);                                                            \
		positioned_point(kind, fd, HD_SITE());                                                       \
		return moved_bytes(kind, iov, n, HD_REAL(name)(fd, iov, n, at, flags), HD_PC());             \
	}

AT_PLACE_OR_NOT(HD_INPUT, preadv2, readv, off_t)
AT_PLACE_OR_NOT(HD_INPUT, preadv64v2, readv, off64_t)
AT_PLACE_OR_NOT(HD_OUTPUT, pwritev2, writev, off_t)
AT_PLACE_OR_NOT(HD_OUTPUT, pwritev64v2, writev, off64_t)
