/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/socket_arrival.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"
#include "runtime/io/io.h"

#define TRIES 2000 /* each gives the kernel a moment */

bool hd_socket_is_late(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && f->kind == HD_FILE_SOCKET && (f->family == AF_INET || f->family == AF_INET6) &&
	       f->type == SOCK_STREAM && !f->listens && hd_fd_distance(fd) == HD_INSIDE;
}

static bool is_other_end(const struct hd_file *f, int fd, void *what)
{
	const struct hd_file *one = what;

	(void)fd;
	return f != one && f->kind == HD_FILE_SOCKET && f->channel == one->channel;
}

int hd_socket_other_end(int fd)
{
	return hd_socket_is_late(fd) ? hd_fd_search(is_other_end, hd_file_of(fd)) : -1;
}

static bool tcp_info(int fd, struct tcp_info *info)
{
	socklen_t size = sizeof *info;

	return !hd_syscall(SYS_getsockopt, fd, IPPROTO_TCP, TCP_INFO, info, &size);
}

static bool has_arrived(int from, int to)
{
	struct tcp_info sender = {0}, receiver = {0};

	return !tcp_info(from, &sender) || !tcp_info(to, &receiver) ||
	       receiver.tcpi_bytes_received >= sender.tcpi_bytes_sent - sender.tcpi_bytes_retrans;
}

void hd_socket_settle(int fd)
{
	int saved = errno, other = hd_socket_other_end(fd);

	for (int i = 0; other >= 0 && i < TRIES; i++) {
		if (has_arrived(fd, other) && has_arrived(other, fd))
			break;
		hd_syscall(SYS_sched_yield);
	}
	errno = saved;
}

static bool comes_to(int fd, short events)
{
	struct pollfd p = {.fd = fd, .events = events};

	for (int i = 0; i < TRIES; i++) {
		if (hd_outside_poll(&p, 1, 0) > 0)
			return true;
		hd_syscall(SYS_sched_yield);
	}
	return false;
}

bool hd_socket_has_connected(int fd)
{
	return comes_to(fd, POLLOUT);
}

void hd_socket_settle_end(int fd)
{
	comes_to(fd, POLLRDHUP);
}
