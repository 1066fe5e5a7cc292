/* SPDX-License-Identifier: Apache-2.0
 *
 * write() and its relatives. */
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/io/transfer.h"

static ssize_t send_data(int fd, const struct iovec *iov, size_t n, uintptr_t pc)
{
	struct msghdr m = {.msg_iov = (struct iovec *)iov, .msg_iovlen = n};
	struct hd_transfer x = {.fd = fd, .site = hd_site_of(pc), .pc = pc, .msg = &m};

	return hd_send(&x);
}

HD_EXPORT ssize_t write(int fd, const void *from, size_t size)
{
	struct iovec iov = {(void *)from, size};

	if (!hd_active())
		return HD_REAL(write)(fd, from, size);
	return send_data(fd, &iov, 1, HD_PC());
}

HD_EXPORT ssize_t writev(int fd, const struct iovec *iov, int n)
{
	if (!hd_active() || n < 0)
		return HD_REAL(writev)(fd, iov, n);
	return send_data(fd, iov, (size_t)n, HD_PC());
}
