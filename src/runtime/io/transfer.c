/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/transfer.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>

#include "runtime/access/access.h"
#include "runtime/common/caller.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/io/iovec.h"
#include "runtime/io/socket_arrival.h"
#include "runtime/io/socket_timeout.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/state/run_state.h"

#define FAILED	  0x80000000u /* an observed error: its number is in the other bits */
#define UNBOUNDED ((size_t)-1)

/* One part of a transfer that is under way. */
struct transfer_part {
	const struct hd_transfer *x;
	struct hd_file *file;
	size_t done;  /* bytes that were moved before */
	size_t limit; /* bytes that may be moved now */
	bool out;
};

/* ---- calls that do not block ---- */

/* The message without what was done already, at most as much as the limit. */
static struct msghdr rest_of(const struct transfer_part *p)
{
	struct msghdr m = *p->x->msg;

	if (p->done || p->limit != UNBOUNDED)
		m.msg_iov = hd_iovec_slice(m.msg_iov, &m.msg_iovlen, p->done, p->limit);
	if (p->done) {
		m.msg_control = NULL; /* went with the first part */
		m.msg_controllen = 0;
	}
	return m;
}

/* A descriptor that was open for output before main, such as stdout, has a reader outside of the run: the
 * kernel's call is made as it is, may block, and moves all. */
static bool is_given(const struct transfer_part *p)
{
	return p->out && p->file->old && !p->file->nonblock;
}

static long call_socket(const struct transfer_part *p, struct msghdr *m)
{
	int flags = p->x->flags | (is_given(p) ? 0 : MSG_DONTWAIT);
	long n = hd_syscall(p->out ? SYS_sendmsg : SYS_recvmsg, p->x->fd, m, flags);

	if (!p->out && n >= 0) { /* what a receiver is told beside the data */
		p->x->msg->msg_namelen = m->msg_namelen;
		p->x->msg->msg_controllen = m->msg_controllen;
		p->x->msg->msg_flags = m->msg_flags;
	}
	return n;
}

static long call_special(const struct transfer_part *p, const struct iovec *to)
{
	if (p->out)
		return p->file->ops->write(p->file, p->x->fd, to->iov_base, to->iov_len);
	return p->file->ops->read(p->file, p->x->fd, to->iov_base, to->iov_len);
}

/* A counter uses the first buffer alone; a plain file goes on with the next ones. */
static long call_special_all(const struct transfer_part *p, const struct msghdr *m)
{
	long done = call_special(p, m->msg_iov);

	for (size_t i = 1; done >= 0 && i < m->msg_iovlen && p->file->kind == HD_FILE_PLAIN; i++) {
		long n = call_special(p, &m->msg_iov[i]);

		if (n < 0)
			break;
		done += n;
	}
	return done;
}

static long call_now(void *arg)
{
	const struct transfer_part *p = arg;
	struct msghdr m = rest_of(p);

	if (p->file->kind == HD_FILE_SOCKET)
		return call_socket(p, &m);
	if (p->file->ops && m.msg_iovlen &&
	    (p->out ? p->file->ops->write != NULL : p->file->ops->read != NULL))
		return call_special_all(p, &m);
	return hd_syscall(p->out ? SYS_writev : SYS_readv, p->x->fd, m.msg_iov, m.msg_iovlen);
}

static bool keeps_messages(const struct transfer_part *p)
{
	return p->file->kind == HD_FILE_SOCKET && p->file->type != SOCK_STREAM;
}

/* In a replay: move as many bytes as the recorded run did. */
static long call_again(void *arg, long told)
{
	const struct transfer_part *p = arg;
	struct transfer_part now = *p;
	bool whole = keeps_messages(p), peeks = p->x->flags & MSG_PEEK;
	long n;

	if (!told && !whole)
		return 0; /* the end of the stream, whether it has come already or not */
	while (whole || now.done < p->done + (size_t)told) {
		if (!whole)
			now.limit = p->done + (size_t)told - now.done;
		if (!hd_outside_expect(p->x->fd, p->out ? POLLOUT : POLLIN))
			break;
		n = call_now(&now);
		if (whole || (n <= 0 && !(n < 0 && errno == EAGAIN)) || (peeks && n == told))
			return n;
		if (!peeks && n > 0)
			now.done += (size_t)n;
	}
	return told;
}

/* ---- observations ---- */

static long see_transfer(long result)
{
	hd_outside_saw(result < 0 ? FAILED | (uint32_t)errno : (uint32_t)result);
	return result;
}

long hd_observe_as(enum hd_distance distance, long (*do_call)(void *), long (*again)(void *, long told),
		   void *arg)
{
	uint32_t told;

	if (distance == HD_INSIDE)
		return do_call(arg);
	if (!hd_run_replays())
		return see_transfer(do_call(arg));
	told = hd_outside_told();
	if (!(told & FAILED))
		return again ? again(arg, told) : (long)told;
	errno = (int)(told & ~FAILED);
	return -1;
}

long hd_observe(int fd, long (*do_call)(void *), long (*again)(void *, long told), void *arg)
{
	/* How TCP cuts data into pieces depends on when the kernel found the time. */
	return hd_observe_as(hd_socket_is_late(fd) ? HD_OUTSIDE : hd_fd_distance(fd), do_call, again, arg);
}

/* ---- waiting ---- */

int hd_look_wait(const struct hd_op *op, struct hd_look *look, uint64_t deadline, bool hold_cancel)
{
	enum hd_wake wake;

	do
		wake = hd_outside_wait(op, look, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL);
	while (wake == HD_WAKE_SIGNAL && deadline == HD_NO_DEADLINE && hd_signals_restart());
	switch (wake) {
	case HD_WAKE_TIMEOUT:
		return EAGAIN;
	case HD_WAKE_SIGNAL:
		return EINTR;
	case HD_WAKE_CANCEL:
		if (hold_cancel)
			return ECANCELED;
		hd_cancel_act();
	default:
		return 0;
	}
}

int hd_fd_wait(int fd, short events, const struct hd_op *op, bool hold_cancel)
{
	struct pollfd poll = {.fd = fd, .events = events};
	struct hd_look look = {
	    .fds = &poll, .nfds = 1, .distance = hd_fd_distance(fd), .late = hd_socket_is_late(fd)};

	return hd_look_wait(op, &look, hd_socket_deadline(fd, events), hold_cancel);
}

void hd_fd_changed(int fd)
{
	hd_socket_settle(fd);
	hd_sched_progress();
	hd_outside_changed();
}

/* Data went through: what that makes ready is on the same channel, unless messages are sent to an address. */
static void transferred(const struct hd_transfer *x, const struct hd_file *f)
{
	if (f->kind == HD_FILE_SOCKET && f->type != SOCK_STREAM) {
		hd_fd_changed(x->fd);
		return;
	}
	hd_socket_settle(x->fd);
	hd_sched_progress();
	hd_outside_channel_changed(hd_fd_channel(x->fd), hd_fd_is_on);
}

static int due_cancellation(const struct hd_transfer *x)
{
	if (!hd_cancel_due(hd_self()))
		return 0;
	if (!x->hold_cancel)
		hd_cancel_act();
	return ECANCELED;
}

/* The file, before anything is waited for; NULL and errno. */
static struct hd_file *enter_call(const struct hd_transfer *x, enum hd_event_kind kind)
{
	int error = due_cancellation(x);
	struct hd_file *file = error ? NULL : hd_file_of(x->fd);

	hd_fd_is_used(false);
	if (!error && !file && x->fd >= 0) {
		hd_fd_point(kind, x->site);
		file = hd_file_of(x->fd);
	}
	if (!file)
		errno = error ? error : EBADF;
	return file;
}

static bool never_waits(const struct transfer_part *p)
{
	return p->file->nonblock || p->file->kind == HD_FILE_PLAIN ||
	       p->x->flags & (MSG_DONTWAIT | MSG_ERRQUEUE);
}

/* Another thread may have closed the descriptor meanwhile. */
static bool still_open(struct transfer_part *p)
{
	p->file = hd_file_of(p->x->fd);
	hd_feed_descriptor(p->x->fd, p->out ? HD_OUTPUT : HD_INPUT, p->x->site);
	return p->file;
}

static int wait_for_descriptor(struct transfer_part *p, const struct hd_op *op)
{
	short events = p->out ? POLLOUT : p->x->flags & MSG_OOB ? POLLPRI : POLLIN;
	int error = hd_fd_wait(p->x->fd, events, op, p->x->hold_cancel);

	return error || still_open(p) ? error : EBADF;
}

/* A call that found nothing, or the end once more, is no progress: a thread that repeats it only spins. */
static bool did_something(const struct transfer_part *p, long n)
{
	if (p->file->kind == HD_FILE_PLAIN)
		return false;
	return n > 0 || (n < 0 ? errno != EAGAIN : keeps_messages(p));
}

static ssize_t result_of_call(size_t done, int error)
{
	if (done || !error)
		return (ssize_t)done;
	errno = error;
	return -1;
}

/* ---- the program's memory ---- */

static void touch(const struct hd_transfer *x, size_t size, bool write)
{
	if (!x->pc || !hd_by_program(x->pc))
		return;
	hd_access_parts(x->msg->msg_iov, x->msg->msg_iovlen, size, write, x->pc);
	if (x->msg->msg_name)
		hd_access_range((uintptr_t)x->msg->msg_name, x->msg->msg_namelen, write, x->pc);
	if (x->msg->msg_control)
		hd_access_range((uintptr_t)x->msg->msg_control, x->msg->msg_controllen, write, x->pc);
}

static ssize_t received(const struct hd_transfer *x, uint64_t channel, size_t done, int error)
{
	ssize_t n = result_of_call(done, error);
	int saved = errno;

	if (n >= 0) {
		hd_feed_receive((void *)channel);
		touch(x, done, true);
	}
	errno = saved;
	return n;
}

/* ---- receiving ---- */

static bool wants_more(const struct transfer_part *p, size_t size)
{
	return p->x->flags & MSG_WAITALL && !keeps_messages(p) && !(p->x->flags & MSG_PEEK) && p->done < size;
}

/* A call whose buffer has no room for anything returns at once. */
static bool is_enough(const struct transfer_part *p, size_t size)
{
	if (p->file->ops && size < p->file->ops->least)
		return false;
	return size || keeps_messages(p);
}

ssize_t hd_receive(const struct hd_transfer *x)
{
	struct transfer_part p = {.x = x, .file = enter_call(x, HD_INPUT), .limit = UNBOUNDED};
	struct hd_op op = hd_op(HD_INPUT, NULL, x->site);
	size_t size = hd_iovec_size(x->msg->msg_iov, x->msg->msg_iovlen);
	bool waits = p.file && !never_waits(&p) && is_enough(&p, size);
	int error = 0;
	long n;

	if (!p.file)
		return -1;
	op.addr = hd_fd_channel(x->fd);
	for (;;) {
		if (waits)
			error = wait_for_descriptor(&p, &op);
		else
			hd_sched_point(&op);
		if (error || !still_open(&p))
			return received(x, op.addr, p.done, error ? error : EBADF);
		n = hd_observe(x->fd, call_now, call_again, &p);
		if (n < 0 && errno == EAGAIN && waits)
			continue;
		if (n > 0)
			p.done += (size_t)n;
		if (did_something(&p, n))
			transferred(x, p.file);
		if (n <= 0 || !waits || !wants_more(&p, size))
			return received(x, op.addr, p.done, n < 0 ? errno : 0);
	}
}

/* ---- sending ---- */

/* A pipe that is ready has room for PIPE_BUF bytes: more could block. */
static bool goes_in_pieces(const struct transfer_part *p)
{
	return p->file->kind == HD_FILE_PIPE && !never_waits(p) && !is_given(p);
}

static bool has_room_to_write(int fd)
{
	struct pollfd poll = {.fd = fd, .events = POLLOUT};

	return hd_outside_poll(&poll, 1, 0) > 0;
}

/* Sends as much as goes without waiting. */
static long send_part(struct transfer_part *p, size_t size)
{
	size_t before = p->done;
	long n = 0;

	p->limit = goes_in_pieces(p) ? PIPE_BUF : UNBOUNDED;
	do {
		n = is_given(p) ? call_now(p) : hd_observe(p->x->fd, call_now, call_again, p);
		if (n > 0)
			p->done += (size_t)n;
	} while (n > 0 && p->limit == PIPE_BUF && p->done < size && hd_fd_distance(p->x->fd) == HD_INSIDE &&
		 has_room_to_write(p->x->fd));
	return p->done > before || n >= 0 ? (long)(p->done - before) : -1;
}

/* A socket is ready for output only when it has much room, so the call itself must show whether it has to
 * wait. */
static bool tries_first(const struct transfer_part *p)
{
	return never_waits(p) || p->file->kind == HD_FILE_SOCKET || is_given(p);
}

static bool is_finished(const struct transfer_part *p, size_t size, int error)
{
	if (never_waits(p) || (error && error != EAGAIN))
		return true;
	return !error && (keeps_messages(p) || p->file->kind == HD_FILE_COUNTER || p->done >= size);
}

ssize_t hd_send(const struct hd_transfer *x)
{
	struct transfer_part p = {.x = x, .file = enter_call(x, HD_OUTPUT), .out = true};
	struct hd_op op = hd_op(HD_OUTPUT, NULL, x->site);
	size_t size = hd_iovec_size(x->msg->msg_iov, x->msg->msg_iovlen);
	bool waits = p.file && !tries_first(&p) && size;
	int error = 0;
	long n;

	if (!p.file)
		return -1;
	op.addr = hd_fd_channel(x->fd);
	touch(x, size, false);
	for (;;) {
		if (waits)
			error = wait_for_descriptor(&p, &op);
		else
			hd_sched_point(&op);
		if (error || !still_open(&p))
			return result_of_call(p.done, error ? error : EBADF);
		hd_feed_send((void *)op.addr);
		n = send_part(&p, size);
		error = n < 0 ? errno : 0;
		if (did_something(&p, n))
			transferred(x, p.file);
		if (error == EPIPE && !(x->flags & MSG_NOSIGNAL))
			hd_signals_pipe();
		if (is_finished(&p, size, error))
			return result_of_call(p.done, error);
		waits = true;
		error = 0;
	}
}
