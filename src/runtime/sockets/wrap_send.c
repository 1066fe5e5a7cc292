/* SPDX-License-Identifier: Apache-2.0
 *
 * send() and its relatives. */
#include <sys/socket.h>

#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/io/socket_arrival.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sockets/rights.h"
#include "runtime/sockets/sockets.h"

static bool sends_to_socket(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && f->kind == HD_FILE_SOCKET;
}

static ssize_t send_socket_message(int fd, const struct msghdr *m, int flags, uintptr_t pc)
{
	struct msghdr copy = *m;
	struct hd_transfer x = {.fd = fd, .site = hd_site_of(pc), .pc = pc, .flags = flags, .msg = &copy};
	ssize_t n = hd_send(&x);

	if (n >= 0)
		hd_rights_sent(fd, m);
	return n;
}

static ssize_t send_to(int fd, struct iovec *iov, int flags, const struct sockaddr *to, socklen_t size,
		       uintptr_t pc)
{
	struct msghdr m = {
	    .msg_iov = iov, .msg_iovlen = 1, .msg_name = (void *)to, .msg_namelen = to ? size : 0};

	return send_socket_message(fd, &m, flags, pc);
}

HD_EXPORT ssize_t send(int fd, const void *from, size_t size, int flags)
{
	struct iovec iov = {(void *)from, size};

	if (!hd_active() || !sends_to_socket(fd))
		return HD_REAL(send)(fd, from, size, flags);
	return send_to(fd, &iov, flags, NULL, 0, HD_PC());
}

HD_EXPORT ssize_t sendto(int fd, const void *from, size_t size, int flags, const struct sockaddr *to,
			 socklen_t to_size)
{
	struct iovec iov = {(void *)from, size};

	if (!hd_active() || !sends_to_socket(fd))
		return HD_REAL(sendto)(fd, from, size, flags, to, to_size);
	return send_to(fd, &iov, flags, to, to_size, HD_PC());
}

HD_EXPORT ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
	if (!hd_active() || !sends_to_socket(fd))
		return HD_REAL(sendmsg)(fd, m, flags);
	return send_socket_message(fd, m, flags, HD_PC());
}

HD_EXPORT int sendmmsg(int fd, struct mmsghdr *m, unsigned n, int flags)
{
	uintptr_t pc;
	unsigned done = 0;

	if (!hd_active() || !sends_to_socket(fd))
		return HD_REAL(sendmmsg)(fd, m, n, flags);
	for (pc = HD_PC(); done < n; done++) {
		ssize_t sent = send_socket_message(fd, &m[done].msg_hdr, flags, pc);

		if (sent < 0)
			break;
		m[done].msg_len = (unsigned)sent;
	}
	return done || !n ? (int)done : -1;
}

HD_EXPORT int shutdown(int fd, int how)
{
	struct hd_op op;
	int result, other;

	if (!hd_active() || !sends_to_socket(fd))
		return HD_REAL(shutdown)(fd, how);
	op = hd_op(HD_OUTPUT, NULL, HD_SITE());
	op.addr = hd_fd_channel(fd);
	hd_sched_point(&op);
	hd_feed_descriptor(fd, HD_OUTPUT, op.site);
	hd_feed_send((void *)op.addr);
	result = HD_REAL(shutdown)(fd, how);
	other = how == SHUT_RD || result ? -1 : hd_socket_other_end(fd);
	if (other >= 0)
		hd_socket_settle_end(other);
	hd_fd_changed(fd);
	return result;
}
