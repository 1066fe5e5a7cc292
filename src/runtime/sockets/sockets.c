/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sockets/sockets.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "runtime/common/rt.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/io/socket_timeout.h"

union address {
	struct sockaddr any;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_un un;
	struct sockaddr_storage room;
};

static uint32_t nconnected; /* UNIX sockets, in this run */

void hd_sockets_run_begin(void)
{
	hd_socket_timeouts_forget();
	nconnected = 0;
}

/* ---- addresses ---- */

static bool is_internet(const struct hd_file *f)
{
	return f->kind == HD_FILE_SOCKET && (f->family == AF_INET || f->family == AF_INET6);
}

static uint16_t port_in(const union address *a)
{
	switch (a->any.sa_family) {
	case AF_INET:
		return a->in.sin_port;
	case AF_INET6:
		return a->in6.sin6_port;
	default:
		return 0;
	}
}

static bool is_any_or_loopback(const union address *a)
{
	const unsigned char *bytes = (const unsigned char *)&a->in6.sin6_addr;
	uint32_t v4 = ntohl(a->in.sin_addr.s_addr);

	if (a->any.sa_family == AF_INET)
		return v4 == INADDR_ANY || v4 >> 24 == IN_LOOPBACKNET;
	if (IN6_IS_ADDR_V4MAPPED(&a->in6.sin6_addr))
		return bytes[12] == IN_LOOPBACKNET;
	return IN6_IS_ADDR_UNSPECIFIED(&a->in6.sin6_addr) || IN6_IS_ADDR_LOOPBACK(&a->in6.sin6_addr);
}

/* Which of the two names of a socket: SYS_getsockname, SYS_getpeername. */
static socklen_t socket_address(long call, int fd, union address *a)
{
	socklen_t size = sizeof *a;

	memset(a, 0, sizeof *a);
	return hd_syscall(call, fd, a, &size) ? 0 : size;
}

static uint16_t port_of(long call, int fd)
{
	union address a;

	return socket_address(call, fd, &a) ? port_in(&a) : 0;
}

/* ---- the listener that the program connects to ---- */

struct wanted {
	const struct hd_file *self;
	uint16_t port;
	uint8_t type;
	uint32_t channel;
	const union address *address;
	socklen_t size;
	uint32_t queued; /* found: the first of a queue */
};

static bool listens_at_port(const struct hd_file *f, int fd, void *what)
{
	const struct wanted *w = what;

	(void)fd;
	return is_internet(f) && f->listens && f->port == w->port;
}

static bool listens_at_path(const struct hd_file *f, int fd, void *what)
{
	const struct wanted *w = what;
	union address own;

	return f->kind == HD_FILE_SOCKET && f->listens && f->family == AF_UNIX &&
	       socket_address(SYS_getsockname, fd, &own) == w->size && !memcmp(&own, w->address, w->size);
}

int hd_socket_listener(const struct sockaddr *address, socklen_t size)
{
	union address copy;
	struct wanted w = {.address = &copy, .size = size};

	if (size > sizeof copy || size < sizeof copy.any.sa_family)
		return -1;
	memset(&copy, 0, sizeof copy);
	memcpy(&copy, address, size);
	switch (copy.any.sa_family) {
	case AF_UNIX:
		if (copy.un.sun_path[0]) /* the kernel counts a path with its end */
			w.size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
					     strnlen(copy.un.sun_path, sizeof copy.un.sun_path) + 1);
		return hd_fd_search(listens_at_path, &w);
	case AF_INET:
	case AF_INET6:
		w.port = port_in(&copy);
		return is_any_or_loopback(&copy) ? hd_fd_search(listens_at_port, &w) : -1;
	default:
		return -1;
	}
}

/* ---- after the calls ---- */

void hd_socket_bound(int fd)
{
	struct hd_file *f = hd_file_of(fd);

	if (f && is_internet(f))
		f->port = port_of(SYS_getsockname, fd);
}

void hd_socket_listens(int fd)
{
	struct hd_file *f = hd_file_of(fd);

	if (!f || f->kind != HD_FILE_SOCKET)
		return;
	f->listens = true;
	hd_socket_bound(fd);
	hd_fd_set_distance(fd, HD_LISTENING);
}

static bool is_bound_to(const struct hd_file *f, int fd, void *what)
{
	const struct wanted *w = what;

	(void)fd;
	return f != w->self && is_internet(f) && f->type == w->type && !f->listens && f->port &&
	       f->port == w->port;
}

/* A datagram socket that is connected hears only its peer. */
static bool hears_only_us(const struct hd_file *f, int fd)
{
	struct wanted w = {.self = f, .type = f->type, .port = port_of(SYS_getpeername, fd)};

	return is_internet(f) && f->type == SOCK_DGRAM && hd_fd_search(is_bound_to, &w) >= 0;
}

void hd_socket_connected(int fd, int listener)
{
	struct hd_file *f = hd_file_of(fd);
	const struct hd_file *l = listener >= 0 ? hd_file_of(listener) : NULL;

	if (!f || f->kind != HD_FILE_SOCKET)
		return;
	hd_socket_bound(fd);
	if (l && f->family == AF_UNIX) {
		f->queued = ++nconnected;
		f->queue = l->channel;
	}
	hd_fd_set_distance(fd, l || hears_only_us(f, fd) ? HD_INSIDE : HD_OUTSIDE);
}

/* For a UNIX socket the kernel tells which process is at the other end. */
static bool peer_is_us(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof peer;

	return !hd_syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) &&
	       peer.pid == hd_syscall(SYS_getpid);
}

static bool is_first_in_queue(const struct hd_file *f, int fd, void *what)
{
	struct wanted *w = what;

	(void)fd;
	if (f->queued && f->queue == w->channel && (!w->queued || f->queued < w->queued))
		w->queued = f->queued;
	return false;
}

static bool has_place(const struct hd_file *f, int fd, void *what)
{
	const struct wanted *w = what;

	(void)fd;
	return f->queued == w->queued;
}

/* The kernel accepts in the order of connecting. */
static int first_in_queue(int listener)
{
	const struct hd_file *l = hd_file_of(listener);
	struct wanted w = {.channel = l ? l->channel : 0};
	int fd;

	hd_fd_search(is_first_in_queue, &w);
	fd = l && w.queued ? hd_fd_search(has_place, &w) : -1;
	if (fd >= 0)
		hd_file_of(fd)->queued = 0;
	return fd;
}

static int connector_of(int listener, int fd, const struct hd_file *f)
{
	struct wanted w = {.self = f, .type = SOCK_STREAM};

	if (f->family == AF_UNIX)
		return peer_is_us(fd) ? first_in_queue(listener) : -1;
	if (!is_internet(f))
		return -1;
	w.port = port_of(SYS_getpeername, fd);
	return hd_fd_search(is_bound_to, &w);
}

/* Without this the kernel holds back small pieces until it gets acknowledgements, which takes real time. */
static void no_delay(int fd)
{
	int one = 1;

	hd_syscall(SYS_setsockopt, fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

void hd_socket_accepted(int listener, int fd)
{
	struct hd_file *f = hd_file_of(fd);
	int other = f ? connector_of(listener, fd, f) : -1;

	if (!f)
		return;
	if (other < 0) {
		hd_fd_set_distance(fd, f->family == AF_UNIX && peer_is_us(fd) ? HD_INSIDE : HD_OUTSIDE);
		return;
	}
	hd_fd_join(other, fd);
	if (is_internet(f)) {
		no_delay(other);
		no_delay(fd);
	}
}
