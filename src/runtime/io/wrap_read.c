/* SPDX-License-Identifier: Apache-2.0
 *
 * read() and its relatives. */
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/io/transfer.h"

static ssize_t receive(int fd, const struct iovec *iov, size_t n, uintptr_t pc)
{
	struct msghdr m = {.msg_iov = (struct iovec *)iov, .msg_iovlen = n};
	struct hd_transfer x = {.fd = fd, .site = hd_site_of(pc), .pc = pc, .msg = &m};

	return hd_receive(&x);
}

HD_EXPORT ssize_t read(int fd, void *to, size_t size)
{
	struct iovec iov = {to, size};

	if (!hd_active())
		return HD_REAL(read)(fd, to, size);
	return receive(fd, &iov, 1, HD_PC());
}

HD_EXPORT ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
extern ssize_t __read_chk(int fd, void *to, size_t size, size_t room);

ssize_t __read_chk(int fd, void *to, size_t size, size_t room)
{
	struct iovec iov = {to, size};

	if (!hd_active() || size > room)
		return HD_REAL(__read_chk)(fd, to, size, room);
	return receive(fd, &iov, 1, HD_PC());
}

HD_EXPORT ssize_t readv(int fd, const struct iovec *iov, int n)
{
	if (!hd_active() || n < 0)
		return HD_REAL(readv)(fd, iov, n);
	return receive(fd, iov, (size_t)n, HD_PC());
}
