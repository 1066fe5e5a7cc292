/* SPDX-License-Identifier: Apache-2.0
 *
 * recv() and its relatives. */
#include <errno.h>
#include <sys/socket.h>

#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/io/transfer.h"
#include "runtime/sockets/rights.h"

extern ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags);
extern ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags, struct sockaddr *from,
			      socklen_t *from_size);

/* If not, libc says which error that is. */
static bool receives_from_socket(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && f->kind == HD_FILE_SOCKET;
}

static ssize_t receive_data(int fd, struct msghdr *m, int flags, uintptr_t pc)
{
	struct hd_transfer x = {.fd = fd, .site = hd_site_of(pc), .pc = pc, .flags = flags, .msg = m};
	ssize_t n = hd_receive(&x);

	if (n >= 0)
		hd_rights_received(m);
	return n;
}

static ssize_t receive_from(int fd, struct iovec *iov, int flags, struct sockaddr *from, socklen_t *size,
			    uintptr_t pc)
{
	struct msghdr m = {
	    .msg_iov = iov, .msg_iovlen = 1, .msg_name = from, .msg_namelen = from && size ? *size : 0};
	ssize_t n = receive_data(fd, &m, flags, pc);

	if (n >= 0 && from && size)
		*size = m.msg_namelen;
	return n;
}

HD_EXPORT ssize_t recv(int fd, void *to, size_t size, int flags)
{
	struct iovec iov = {to, size};

	if (!hd_active() || !receives_from_socket(fd))
		return HD_REAL(recv)(fd, to, size, flags);
	return receive_from(fd, &iov, flags, NULL, NULL, HD_PC());
}

HD_EXPORT ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags)
{
	struct iovec iov = {to, size};

	if (!hd_active() || size > room || !receives_from_socket(fd))
		return HD_REAL(__recv_chk)(fd, to, size, room, flags);
	return receive_from(fd, &iov, flags, NULL, NULL, HD_PC());
}

HD_EXPORT ssize_t recvfrom(int fd, void *restrict to, size_t size, int flags, struct sockaddr *restrict from,
			   socklen_t *restrict from_size)
{
	struct iovec iov = {to, size};

	if (!hd_active() || !receives_from_socket(fd))
		return HD_REAL(recvfrom)(fd, to, size, flags, from, from_size);
	return receive_from(fd, &iov, flags, from, from_size, HD_PC());
}

HD_EXPORT ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags, struct sockaddr *from,
				 socklen_t *from_size)
{
	struct iovec iov = {to, size};

	if (!hd_active() || size > room || !receives_from_socket(fd))
		return HD_REAL(__recvfrom_chk)(fd, to, size, room, flags, from, from_size);
	return receive_from(fd, &iov, flags, from, from_size, HD_PC());
}

HD_EXPORT ssize_t recvmsg(int fd, struct msghdr *m, int flags)
{
	if (!hd_active() || !receives_from_socket(fd))
		return HD_REAL(recvmsg)(fd, m, flags);
	return receive_data(fd, m, flags, HD_PC());
}

static int receive_many(int fd, struct mmsghdr *m, unsigned n, int flags, uint64_t deadline, uintptr_t pc)
{
	unsigned done = 0;

	while (done < n) {
		ssize_t got = receive_data(fd, &m[done].msg_hdr, flags & ~MSG_WAITFORONE, pc);

		if (got < 0)
			return done ? (int)done : -1;
		m[done++].msg_len = (unsigned)got;
		if (flags & MSG_WAITFORONE)
			flags |= MSG_DONTWAIT;
		if (hd_vtime_now() >= deadline) /* as natively, looked at only after a message */
			break;
	}
	return (int)done;
}

HD_EXPORT int recvmmsg(int fd, struct mmsghdr *m, unsigned n, int flags, struct timespec *timeout)
{
	if (!hd_active() || !receives_from_socket(fd) ||
	    (timeout && (timeout->tv_sec < 0 || !hd_timespec_valid(timeout))))
		return HD_REAL(recvmmsg)(fd, m, n, flags, timeout);
	return receive_many(fd, m, n, flags,
			    timeout ? hd_deadline_in(hd_timespec_ns(timeout)) : HD_NO_DEADLINE, HD_PC());
}
