/* SPDX-License-Identifier: Apache-2.0
 *
 * Data from one descriptor to another: sendfile, splice, tee, vmsplice, copy_file_range. */
#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/io/iovec.h"
#include "runtime/io/transfer.h"
#include "runtime/io/wrap_splice.h"
#include "runtime/observe/analysis_feed.h"

#define PIECE (64UL << 10)

/* ---- sendfile: a copy by hand, because the kernel would wait for room ---- */

static struct moved_piece {
	char *data;
	bool busy;
} pieces[HD_MAX_SENDFILES];

void hd_splice_run_begin(void)
{
	for (unsigned i = 0; i < HD_MAX_SENDFILES; i++)
		pieces[i].busy = false;
}

static struct moved_piece *take_piece(uint32_t site)
{
	struct moved_piece *piece = pieces;

	for (unsigned i = 0; piece->busy; piece = &pieces[i])
		hd_room_for(HD_FULL_SENDFILES, ++i, site);
	if (!piece->data)
		piece->data = hd_own_alloc(PIECE);
	piece->busy = true;
	return piece;
}

/* Bytes that were sent, or -1. */
static ssize_t send_piece(int to, const char *data, size_t size, uint32_t site)
{
	struct iovec iov = {(void *)data, size};
	struct msghdr m = {.msg_iov = &iov, .msg_iovlen = 1};
	struct hd_transfer x = {.fd = to, .site = site, .msg = &m};

	return hd_send(&x);
}

static ssize_t copy(int to, int from, off64_t *at, size_t size, char *room, uint32_t site)
{
	size_t done = 0;

	while (done < size) {
		size_t want = size - done < PIECE ? size - done : PIECE;
		ssize_t n = hd_syscall(SYS_pread64, from, room, want, *at), sent;

		if (n <= 0)
			return n < 0 && !done ? -1 : (ssize_t)done;
		sent = send_piece(to, room, (size_t)n, site);
		if (sent < 0)
			return done ? (ssize_t)done : -1;
		*at += sent;
		done += (size_t)sent;
		if (sent < n)
			break;
	}
	return (ssize_t)done;
}

/* As sendfile(): if `at` gives a place, the file's own place does not move. */
static ssize_t send_file(int to, int from, off64_t *at, size_t size, uint32_t site)
{
	struct moved_piece *piece;
	off64_t place = at ? *at : hd_syscall(SYS_lseek, from, 0, SEEK_CUR);
	ssize_t n;

	if (place < 0)
		return hd_syscall(SYS_sendfile, to, from, at, 0); /* the kernel says what is wrong */
	piece = take_piece(site);
	n = copy(to, from, &place, size, piece->data, site);
	piece->busy = false;
	if (n < 0)
		return -1;
	if (at)
		*at = place;
	else
		hd_syscall(SYS_lseek, from, place, SEEK_SET);
	return n;
}

HD_EXPORT ssize_t sendfile(int to, int from, off_t *at, size_t size)
{
	if (!hd_active())
		return HD_REAL(sendfile)(to, from, at, size);
	return send_file(to, from, at, size, HD_SITE());
}

HD_EXPORT ssize_t sendfile64(int to, int from, off64_t *at, size_t size)
{
	if (!hd_active())
		return HD_REAL(sendfile64)(to, from, at, size);
	return send_file(to, from, at, size, HD_SITE());
}

/* ---- the kernel's own moves between descriptors ---- */

struct move {
	long call;
	int from, to; /* -1: memory */
	off64_t *from_at, *to_at;
	size_t size;
	unsigned flags;
	const struct iovec *iov; /* vmsplice */
};

static long move_at_most(const struct move *m, size_t size)
{
	unsigned flags = m->flags | SPLICE_F_NONBLOCK;
	size_t n = m->size;

	switch (m->call) {
	case SYS_splice:
		return hd_syscall(SYS_splice, m->from, m->from_at, m->to, m->to_at, size, flags);
	case SYS_tee:
		return hd_syscall(SYS_tee, m->from, m->to, size, flags);
	default: /* m->size is the number of parts */
		return hd_syscall(SYS_vmsplice, m->from < 0 ? m->to : m->from,
				  hd_iovec_slice(m->iov, &n, 0, size), n, flags);
	}
}

static size_t all_of(const struct move *m)
{
	return m->call == SYS_vmsplice ? hd_iovec_size(m->iov, m->size) : m->size;
}

static long call_move(void *arg)
{
	return move_at_most(arg, all_of(arg));
}

static long move_data_again(void *arg, long told)
{
	const struct move *m = arg;
	long done = 0, n = 0;

	while (done < told && n >= 0) {
		if ((m->from >= 0 && !hd_outside_expect(m->from, POLLIN)) ||
		    (m->to >= 0 && !hd_outside_expect(m->to, POLLOUT)))
			break;
		n = move_at_most(m, (size_t)(told - done));
		done += n > 0 ? n : 0;
		if (n == 0 || m->call != SYS_splice)
			break;
	}
	return told;
}

static bool may_wait(int fd)
{
	const struct hd_file *f = fd >= 0 ? hd_file_of(fd) : NULL;

	return f && f->kind != HD_FILE_PLAIN && !f->nonblock;
}

static int wait_for_both(const struct move *m, struct hd_op *op)
{
	int error = 0;

	if (may_wait(m->from)) {
		op->kind = HD_INPUT;
		op->addr = hd_fd_channel(m->from);
		error = hd_fd_wait(m->from, POLLIN, op, false);
	}
	if (!error && may_wait(m->to)) {
		op->kind = HD_OUTPUT;
		op->addr = hd_fd_channel(m->to);
		error = hd_fd_wait(m->to, POLLOUT, op, false);
	}
	return error;
}

static int farther(const struct move *m)
{
	if (m->from < 0 || m->to < 0)
		return m->from < 0 ? m->to : m->from;
	return hd_fd_distance(m->from) > hd_fd_distance(m->to) ? m->from : m->to;
}

static ssize_t move_data(struct move *m, uint32_t site)
{
	struct hd_op op = hd_op(HD_OUTPUT, NULL, site);
	bool waits = !(m->flags & SPLICE_F_NONBLOCK) && m->size && (may_wait(m->from) || may_wait(m->to));
	long n;

	hd_cancel_point();
	op.addr = hd_fd_channel(m->to >= 0 ? m->to : m->from);
	do {
		int error = waits ? wait_for_both(m, &op) : 0;

		if (error) {
			errno = error;
			return -1;
		}
		if (!waits)
			hd_sched_point(&op);
		n = hd_observe(farther(m), call_move, move_data_again, m);
	} while (n < 0 && errno == EAGAIN && waits);
	if (m->from >= 0) {
		hd_feed_receive((void *)hd_fd_channel(m->from));
		hd_fd_changed(m->from);
	}
	if (m->to >= 0) {
		hd_feed_send((void *)hd_fd_channel(m->to));
		hd_fd_changed(m->to);
	}
	return n;
}

HD_EXPORT ssize_t splice(int from, off64_t *from_at, int to, off64_t *to_at, size_t size, unsigned flags)
{
	struct move m = {SYS_splice, from, to, from_at, to_at, size, flags, NULL};

	if (!hd_active())
		return HD_REAL(splice)(from, from_at, to, to_at, size, flags);
	return move_data(&m, HD_SITE());
}

HD_EXPORT ssize_t tee(int from, int to, size_t size, unsigned flags)
{
	struct move m = {SYS_tee, from, to, NULL, NULL, size, flags, NULL};

	if (!hd_active())
		return HD_REAL(tee)(from, to, size, flags);
	return move_data(&m, HD_SITE());
}

HD_EXPORT ssize_t vmsplice(int pipe, const struct iovec *iov, size_t n, unsigned flags)
{
	struct move m = {SYS_vmsplice, -1, pipe, NULL, NULL, n, flags, iov};

	if (!hd_active())
		return HD_REAL(vmsplice)(pipe, iov, n, flags);
	if ((hd_syscall(SYS_fcntl, pipe, F_GETFL) & O_ACCMODE) == O_RDONLY) {
		m.from = pipe;
		m.to = -1;
	}
	return move_data(&m, HD_SITE());
}

HD_EXPORT ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t size,
				  unsigned flags)
{
	struct hd_op op;

	if (!hd_active())
		return HD_REAL(copy_file_range)(from, from_at, to, to_at, size, flags);
	op = hd_op(HD_OUTPUT, NULL, HD_SITE());
	op.addr = hd_fd_channel(to);
	hd_cancel_point();
	hd_sched_point(&op);
	return HD_REAL(copy_file_range)(from, from_at, to, to_at, size, flags);
}
