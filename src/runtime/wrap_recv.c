/* SPDX-License-Identifier: Apache-2.0
 *
 * recv() and its relatives. */
#include <errno.h>
#include <sys/socket.h>

#include "runtime/real.h"
#include "runtime/sched.h"
#include "runtime/transfer.h"
#include "runtime/vtime.h"

extern ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags);
extern ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags, struct sockaddr *from,
			      socklen_t *from_size);

/* If not, libc says which error that is. */
static bool is_socket(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && f->kind == HD_FILE_SOCKET;
}

static ssize_t receive(int fd, struct msghdr *m, int flags, uint32_t site)
{
	struct hd_transfer x = {.fd = fd, .site = site, .flags = flags, .msg = m};

	return hd_receive(&x);
}

static ssize_t receive_from(int fd, struct iovec *iov, int flags, struct sockaddr *from, socklen_t *size,
			    uint32_t site)
{
	struct msghdr m = {
	    .msg_iov = iov, .msg_iovlen = 1, .msg_name = from, .msg_namelen = from && size ? *size : 0};
	ssize_t n = receive(fd, &m, flags, site);

	if (n >= 0 && from && size)
		*size = m.msg_namelen;
	return n;
}

HD_EXPORT ssize_t recv(int fd, void *to, size_t size, int flags)
{
	struct iovec iov = {to, size};

	if (!hd_active() || !is_socket(fd))
		return HD_REAL(recv)(fd, to, size, flags);
	return receive_from(fd, &iov, flags, NULL, NULL, HD_SITE());
}

HD_EXPORT ssize_t __recv_chk(int fd, void *to, size_t size, size_t room, int flags)
{
	struct iovec iov = {to, size};

	if (!hd_active() || size > room || !is_socket(fd))
		return HD_REAL(__recv_chk)(fd, to, size, room, flags);
	return receive_from(fd, &iov, flags, NULL, NULL, HD_SITE());
}

HD_EXPORT ssize_t recvfrom(int fd, void *restrict to, size_t size, int flags, struct sockaddr *restrict from,
			   socklen_t *restrict from_size)
{
	struct iovec iov = {to, size};

	if (!hd_active() || !is_socket(fd))
		return HD_REAL(recvfrom)(fd, to, size, flags, from, from_size);
	return receive_from(fd, &iov, flags, from, from_size, HD_SITE());
}

HD_EXPORT ssize_t __recvfrom_chk(int fd, void *to, size_t size, size_t room, int flags, struct sockaddr *from,
				 socklen_t *from_size)
{
	struct iovec iov = {to, size};

	if (!hd_active() || size > room || !is_socket(fd))
		return HD_REAL(__recvfrom_chk)(fd, to, size, room, flags, from, from_size);
	return receive_from(fd, &iov, flags, from, from_size, HD_SITE());
}

HD_EXPORT ssize_t recvmsg(int fd, struct msghdr *m, int flags)
{
	if (!hd_active() || !is_socket(fd))
		return HD_REAL(recvmsg)(fd, m, flags);
	return receive(fd, m, flags, HD_SITE());
}

static int receive_many(int fd, struct mmsghdr *m, unsigned n, int flags, uint64_t deadline, uint32_t site)
{
	unsigned done = 0;

	while (done < n) {
		ssize_t got = receive(fd, &m[done].msg_hdr, flags & ~MSG_WAITFORONE, site);

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
	if (!hd_active() || !is_socket(fd) ||
	    (timeout && (timeout->tv_sec < 0 || !hd_timespec_valid(timeout))))
		return HD_REAL(recvmmsg)(fd, m, n, flags, timeout);
	return receive_many(fd, m, n, flags,
			    timeout ? hd_deadline_in(hd_timespec_ns(timeout)) : HD_NO_DEADLINE, HD_SITE());
}
