/* SPDX-License-Identifier: Apache-2.0
 *
 * How sockets come to have a peer: bind, listen, accept, connect. */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/access/access.h"
#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/io/socket_arrival.h"
#include "runtime/io/socket_timeout.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/names.h"
#include "runtime/sockets/sockets.h"

static unsigned naccepted; /* by all listeners, ever */

static void socket_point(enum hd_event_kind kind, int fd, uint32_t site)
{
	struct hd_op op = hd_op(kind, NULL, site);

	op.addr = hd_fd_channel(fd);
	hd_sched_point(&op);
}

/* Runs follow each other faster than the kernel releases a port, so each stream socket may use a port again
 * whose last connections have ended. */
static void reuse_address(int fd)
{
	const struct hd_file *f = hd_file_of(fd);
	int one = 1;

	if (f && f->kind == HD_FILE_SOCKET && f->type == SOCK_STREAM)
		hd_syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
}

/* Called after the kernel has read the memory, so that it is known to be valid. */
static void reads_of_program(const void *p, socklen_t size, uintptr_t pc)
{
	if (hd_by_program(pc))
		hd_access_range((uintptr_t)p, size, false, pc);
}

static void writes_address(int result, const struct sockaddr *address, const socklen_t *size, uintptr_t pc)
{
	if (result < 0 || !address || !hd_by_program(pc))
		return;
	hd_access_range((uintptr_t)address, *size, true, pc);
	hd_access_range((uintptr_t)size, sizeof *size, true, pc);
}

HD_EXPORT int bind(int fd, const struct sockaddr *address, socklen_t size)
{
	int result;

	if (!hd_active())
		return HD_REAL(bind)(fd, address, size);
	socket_point(HD_OPEN, fd, HD_SITE());
	reuse_address(fd);
	result = HD_REAL(bind)(fd, address, size);
	hd_name_bound(address, size);
	if (!result) {
		hd_socket_bound(fd);
		reads_of_program(address, size, HD_PC());
	}
	return result;
}

HD_EXPORT int listen(int fd, int backlog)
{
	int result;

	if (!hd_active())
		return HD_REAL(listen)(fd, backlog);
	socket_point(HD_OPEN, fd, HD_SITE());
	result = HD_REAL(listen)(fd, backlog);
	if (!result)
		hd_socket_listens(fd);
	return result;
}

HD_EXPORT int setsockopt(int fd, int level, int option, const void *value, socklen_t size)
{
	int result;

	if (hd_active() && level == SOL_SOCKET && (option == SO_RCVTIMEO || option == SO_SNDTIMEO))
		hd_socket_timeout_set();
	result = HD_REAL(setsockopt)(fd, level, option, value, size);
	if (!result && value)
		reads_of_program(value, size, HD_PC());
	return result;
}

/* ---- accept ---- */

struct accepting {
	int fd;
	struct sockaddr *address;
	socklen_t *size;
	int flags;
};

static long call_accept(void *arg)
{
	const struct accepting *a = arg;

	return hd_syscall(SYS_accept4, a->fd, a->address, a->size, a->flags);
}

static long accept_again(void *arg, long told)
{
	const struct accepting *a = arg;

	(void)told;
	hd_outside_expect(a->fd, POLLIN);
	return call_accept(arg);
}

static void note_accepted(int listener, int fd, int flags)
{
	const struct hd_file *l = hd_file_of(listener);
	struct hd_file *f = hd_fd_made(fd, HD_FILE_SOCKET, flags & SOCK_NONBLOCK, HD_OUTSIDE);

	if (l && f) {
		f->family = l->family;
		f->type = l->type;
		hd_socket_accepted(listener, fd);
	}
}

static int accept_one(struct accepting *a, uint32_t site)
{
	const struct hd_file *f = hd_file_of(a->fd);
	struct hd_op op = hd_op(HD_ACCEPT, NULL, site);
	bool waits = f && f->listens && !f->nonblock;
	int error = 0;
	long fd;

	hd_cancel_point();
	op.addr = hd_fd_channel(a->fd);
	do {
		if (waits)
			error = hd_fd_wait(a->fd, POLLIN, &op, false);
		else
			hd_sched_point(&op);
		if (error) {
			errno = error;
			return -1;
		}
		hd_feed_descriptor(a->fd, HD_ACCEPT, site);
		fd = hd_observe(a->fd, call_accept, accept_again, a);
	} while (fd < 0 && errno == EAGAIN && waits);
	if (fd >= 0) {
		hd_feed_receive((void *)op.addr);
		naccepted++;
		note_accepted(a->fd, (int)fd, a->flags);
	}
	hd_fd_changed(a->fd);
	return (int)fd;
}

HD_EXPORT int accept4(int fd, struct sockaddr *address, socklen_t *size, int flags)
{
	struct accepting a = {fd, address, size, flags};
	int result;

	if (!hd_active())
		return HD_REAL(accept4)(fd, address, size, flags);
	result = accept_one(&a, HD_SITE());
	writes_address(result, address, size, HD_PC());
	return result;
}

HD_EXPORT int accept(int fd, struct sockaddr *address, socklen_t *size)
{
	struct accepting a = {fd, address, size, 0};
	int result;

	if (!hd_active())
		return HD_REAL(accept)(fd, address, size);
	result = accept_one(&a, HD_SITE());
	writes_address(result, address, size, HD_PC());
	return result;
}

/* ---- connect ---- */

struct connecting {
	int fd;
	const struct sockaddr *address;
	socklen_t size;
	int listener; /* the program's own, or -1 */
};

static void set_nonblocking(int fd, int on)
{
	hd_syscall(SYS_ioctl, fd, FIONBIO, &on);
}

static long call_connect(void *arg)
{
	const struct connecting *c = arg;
	const struct hd_file *f = hd_file_of(c->fd);
	long result;

	if (!f || f->nonblock)
		return hd_syscall(SYS_connect, c->fd, c->address, c->size);
	set_nonblocking(c->fd, 1);
	result = hd_syscall(SYS_connect, c->fd, c->address, c->size);
	set_nonblocking(c->fd, 0);
	return result;
}

/* Asks the kernel for the outcome of a connection that is no longer under way. */
static long outcome_of_connect(void *arg)
{
	const struct connecting *c = arg;
	int error = 0;
	socklen_t size = sizeof error;

	if (hd_syscall(SYS_getsockopt, c->fd, SOL_SOCKET, SO_ERROR, &error, &size) || !error)
		return 0;
	errno = error;
	return -1;
}

static long connected_again(void *arg, long told)
{
	const struct connecting *c = arg;

	hd_outside_expect(c->fd, POLLOUT);
	return told;
}

static long connect_again(void *arg, long told)
{
	call_connect(arg);
	return connected_again(arg, told);
}

static bool is_blocking(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && !f->nonblock;
}

/* A connection that is under way counts as outside, even one within the program: the kernel completes it. */
static int wait_until_connected(struct connecting *c, const struct hd_op *op)
{
	int error;

	hd_fd_set_distance(c->fd, HD_OUTSIDE);
	error = hd_fd_wait(c->fd, POLLOUT, op, false);
	if (error) {
		errno = error == EAGAIN ? EINPROGRESS : error;
		return -1;
	}
	return (int)hd_observe(c->fd, outcome_of_connect, connected_again, c);
}

/* A UNIX listener's queue is full. */
struct queueing {
	struct hd_look look;
	unsigned seen;
};

static bool has_moved(const struct hd_look *look)
{
	return naccepted != ((const struct queueing *)look)->seen;
}

static int wait_in_queue(const struct hd_op *op)
{
	struct queueing q = {.look.ask = has_moved, .seen = naccepted};

	return hd_look_wait(op, &q.look, HD_NO_DEADLINE, false);
}

static int start_connecting(struct connecting *c, const struct hd_op *op)
{
	int error = 0;
	long result;

	while (!error) {
		result =
		    c->listener >= 0 ? call_connect(c) : hd_observe(c->fd, call_connect, connect_again, c);
		if (!(result < 0 && errno == EAGAIN && is_blocking(c->fd) && c->listener >= 0))
			return (int)result;
		error = wait_in_queue(op);
	}
	errno = error;
	return -1;
}

static int finish_connecting(struct connecting *c, const struct hd_op *op)
{
	if (c->listener >= 0 && hd_socket_has_connected(c->fd))
		return (int)outcome_of_connect(c);
	return wait_until_connected(c, op);
}

static int connect_to(struct connecting *c, uint32_t site)
{
	struct hd_op op = hd_op(HD_CONNECT, NULL, site);
	int result, saved;

	hd_cancel_point();
	op.addr = hd_fd_channel(c->listener >= 0 ? c->listener : c->fd);
	hd_sched_point(&op);
	hd_feed_descriptor(c->fd, HD_CONNECT, site);
	hd_feed_send((void *)op.addr);
	if (c->listener < 0)
		hd_fd_set_distance(c->fd, HD_OUTSIDE);
	result = start_connecting(c, &op);
	if (result < 0 && errno == EINPROGRESS && is_blocking(c->fd))
		result = finish_connecting(c, &op);
	saved = errno;
	if (!result || saved == EINPROGRESS)
		hd_socket_connected(c->fd, c->listener);
	hd_fd_changed(c->fd);
	errno = saved;
	return result;
}

HD_EXPORT int connect(int fd, const struct sockaddr *address, socklen_t size)
{
	struct connecting c = {.fd = fd, .address = address, .size = size};
	int result;

	if (!hd_active())
		return HD_REAL(connect)(fd, address, size);
	c.listener = hd_socket_listener(address, size);
	result = connect_to(&c, HD_SITE());
	if (!result)
		reads_of_program(address, size, HD_PC());
	return result;
}
