/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sockets.h"

#include <errno.h>
#include <netinet/in.h>
#include <linux/tcp.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/io.h"
#include "runtime/rt.h"
#include "runtime/sched.h"
#include "runtime/vtime.h"

#define SETTLE_TRIES 2000 /* each gives the kernel a moment */

static bool timeouts_set; /* in this run */

void hd_sockets_run_begin(void)
{
	timeouts_set = false;
}

void hd_socket_timeout_set(void)
{
	timeouts_set = true;
}

uint64_t hd_socket_deadline(int fd, short events)
{
	struct timeval tv = {0, 0};
	socklen_t size = sizeof tv;
	int option = events & POLLOUT ? SO_SNDTIMEO : SO_RCVTIMEO;

	if (!timeouts_set || hd_syscall(SYS_getsockopt, fd, SOL_SOCKET, option, &tv, &size) ||
	    !(tv.tv_sec || tv.tv_usec))
		return HD_NO_DEADLINE;
	return hd_deadline_in((uint64_t)tv.tv_sec * HD_NS_PER_SECOND + (uint64_t)tv.tv_usec * 1000);
}

/* ---- ports ---- */

static bool is_internet(const struct hd_file *f)
{
	return f->kind == HD_FILE_SOCKET && (f->family == AF_INET || f->family == AF_INET6);
}

static uint16_t port_of(long call, int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_storage room;
	} a = {.any.sa_family = AF_UNSPEC};
	socklen_t size = sizeof a;

	if (hd_syscall(call, fd, &a, &size))
		return 0;
	return a.any.sa_family == AF_INET ? a.in.sin_port : a.any.sa_family == AF_INET6 ? a.in6.sin6_port : 0;
}

struct wanted {
	const struct hd_file * not ;
	uint16_t port;
	uint8_t type;
	bool listens;
	uint32_t channel;
};

static bool has_port(const struct hd_file *f, const void *what)
{
	const struct wanted *w = what;

	return f != w->not &&is_internet(f) && f->type == w->type && f->listens == w->listens &&
	       f->port == w->port;
}

/* ---- the other end ---- */

static bool is_tcp(const struct hd_file *f)
{
	return is_internet(f) && f->type == SOCK_STREAM;
}

bool hd_socket_is_late(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && is_tcp(f) && !f->listens && hd_fd_distance(fd) == HD_INSIDE;
}

static bool is_other_end(const struct hd_file *f, const void *what)
{
	const struct wanted *w = what;

	return f != w->not &&f->kind == HD_FILE_SOCKET && f->channel == w->channel;
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
	struct wanted w = {.not = hd_file_of(fd)};
	int saved = errno, other;

	if (!hd_socket_is_late(fd))
		return;
	w.channel = w.not ->channel;
	other = hd_fd_search(is_other_end, &w);
	for (int i = 0; other >= 0 && i < SETTLE_TRIES && !has_arrived(fd, other); i++)
		hd_syscall(SYS_sched_yield);
	errno = saved;
}

void hd_socket_listens(int fd)
{
	struct hd_file *f = hd_file_of(fd);

	if (!f || f->kind != HD_FILE_SOCKET)
		return;
	f->listens = true;
	f->port = is_internet(f) ? port_of(SYS_getsockname, fd) : 0;
	hd_fd_set_distance(fd, HD_LISTENING);
}

/* Connections within the UNIX family tell whose process is at the other end. */
static bool peer_is_us(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof peer;

	return !hd_syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) &&
	       peer.pid == hd_syscall(SYS_getpid);
}

void hd_socket_connected(int fd)
{
	struct hd_file *f = hd_file_of(fd);
	struct wanted w = {.not = f, .listens = true};
	bool inside;

	if (!f || f->kind != HD_FILE_SOCKET)
		return;
	w.type = f->type;
	w.listens = f->type == SOCK_STREAM;
	if (is_internet(f)) {
		f->port = port_of(SYS_getsockname, fd);
		w.port = port_of(SYS_getpeername, fd);
		inside = hd_fd_search(has_port, &w) >= 0;
	} else {
		inside = f->type == SOCK_STREAM || f->type == SOCK_SEQPACKET ? peer_is_us(fd) : false;
	}
	hd_fd_set_distance(fd, inside ? HD_INSIDE : HD_OUTSIDE);
}

static void no_delay(int fd)
{
	int one = 1;

	hd_syscall(SYS_setsockopt, fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

/* Small pieces that the kernel holds back until others are acknowledged would arrive in real time. */
static void connect_inside(int one, int other)
{
	hd_fd_join(one, other);
	no_delay(one);
	no_delay(other);
}

void hd_socket_accepted(int listener, int fd)
{
	struct hd_file *f = hd_file_of(fd);
	struct wanted w = {.not = f, .type = SOCK_STREAM};
	int other;

	(void)listener;
	if (!f)
		return;
	if (!is_internet(f)) {
		hd_fd_set_distance(fd, peer_is_us(fd) ? HD_INSIDE : HD_OUTSIDE);
		return;
	}
	f->port = port_of(SYS_getsockname, fd);
	w.port = port_of(SYS_getpeername, fd);
	other = hd_fd_search(has_port, &w);
	if (other >= 0)
		connect_inside(other, fd);
	else
		hd_fd_set_distance(fd, HD_OUTSIDE);
}
