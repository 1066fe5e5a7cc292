/* SPDX-License-Identifier: Apache-2.0
 *
 * POSIX message queues. They are the kernel's, and it can tell when one is ready: a thread waits for a queue
 * as for a descriptor. Absolute times are virtual. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mqueue.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/access/access.h"
#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/engine/outside.h"
#include "runtime/io/io.h"
#include "runtime/io/transfer.h"
#include "runtime/ipc/leavings.h"
#include "runtime/ipc/mq_notice.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/sync.h"

extern mqd_t __mq_open_2(const char *name, int flags);

static const struct timespec at_once; /* long ago: a call that would have to wait does not */
static const struct hd_file_ops queue_ops = {.name = HD_CHANNEL_QUEUE};

static struct hd_file *queue_of(mqd_t q)
{
	struct hd_file *f = hd_file_of(q);

	return f && f->ops == &queue_ops ? f : NULL;
}

/* ---- opening and closing ---- */

static bool is_same_queue(const struct hd_file *f, int fd, void *what)
{
	struct stat one, other;
	int q = *(int *)what;

	return fd != q && f->ops == &queue_ops && !fstat(fd, &one) && !fstat(q, &other) &&
	       one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

/* All descriptors of one queue have one channel. */
static void know(mqd_t q, int flags)
{
	struct hd_file *f =
	    hd_fd_made(q, HD_FILE_COUNTER, flags & O_NONBLOCK, hd_rt.run.shares ? HD_OUTSIDE : HD_INSIDE);
	int other;

	if (!f)
		return;
	f->ops = &queue_ops;
	other = hd_fd_search(is_same_queue, &q);
	if (other >= 0)
		f->channel = hd_file_of(other)->channel;
}

static void mq_point(enum hd_event_kind kind, uint64_t channel, uint32_t site)
{
	struct hd_op op = hd_op(kind, NULL, site);

	op.addr = channel;
	if (hd_active())
		hd_sched_point(&op);
}

static mqd_t open_queue(const char *name, int flags, mode_t mode, struct mq_attr *attributes, uint32_t site)
{
	char own[HD_KERNEL_NAME];
	const char *told = hd_kernel_name(HD_LEFT_QUEUE, name, own);
	mqd_t q;

	mq_point(HD_OPEN, 0, site);
	q = HD_REAL(mq_open)(told, flags, mode, attributes);
	if (hd_active())
		know(q, flags);
	if (q >= 0 && flags & O_CREAT)
		hd_leaving_made(HD_LEFT_QUEUE, told, 0);
	return q;
}

HD_EXPORT mqd_t mq_open(const char *name, int flags, ...)
{
	struct mq_attr *attributes = NULL;
	mode_t mode = 0;

	if (flags & O_CREAT) {
		va_list ap;

		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		attributes = va_arg(ap, struct mq_attr *);
		va_end(ap);
	}
	if (!hd_has_leavings())
		return HD_REAL(mq_open)(name, flags, mode, attributes);
	return open_queue(name, flags, mode, attributes, HD_SITE());
}

HD_EXPORT mqd_t __mq_open_2(const char *name, int flags)
{
	if (!hd_has_leavings())
		return HD_REAL(__mq_open_2)(name, flags);
	return open_queue(name, flags, 0, NULL, HD_SITE());
}

HD_EXPORT int mq_close(mqd_t q)
{
	if (!hd_active())
		return HD_REAL(mq_close)(q);
	if (queue_of(q))
		hd_notice_closed(q);
	return close(q);
}

HD_EXPORT int mq_unlink(const char *name)
{
	char own[HD_KERNEL_NAME];
	const char *told;
	int result;

	if (!hd_has_leavings())
		return HD_REAL(mq_unlink)(name);
	mq_point(HD_CLOSE, 0, HD_SITE());
	told = hd_kernel_name(HD_LEFT_QUEUE, name, own);
	result = HD_REAL(mq_unlink)(told);
	if (!result)
		hd_leaving_gone(HD_LEFT_QUEUE, told, 0);
	return result;
}

HD_EXPORT int mq_getattr(mqd_t q, struct mq_attr *attributes)
{
	if (hd_active())
		mq_point(HD_POLL, hd_fd_channel(q), HD_SITE());
	return HD_REAL(mq_getattr)(q, attributes);
}

HD_EXPORT int mq_setattr(mqd_t q, const struct mq_attr *restrict new, struct mq_attr *restrict old)
{
	struct hd_file *f = hd_active() ? queue_of(q) : NULL;
	int result;

	if (f)
		mq_point(HD_POLL, hd_fd_channel(q), HD_SITE());
	result = HD_REAL(mq_setattr)(q, new, old);
	if (f && !result)
		f->nonblock = new->mq_flags &O_NONBLOCK;
	return result;
}

/* ---- messages ---- */

struct message {
	mqd_t q;
	char *text;
	size_t size;
	unsigned *priority; /* of one that is received */
	unsigned sent_with; /* … and of one that is sent */
	bool sends;
	uint64_t deadline;
	bool wrong_time; /* the time is not valid, which matters only if the call has to wait */
};

static long mq_move(void *arg)
{
	const struct message *m = arg;

	if (m->sends)
		return hd_syscall(SYS_mq_timedsend, m->q, m->text, m->size, m->sent_with, &at_once);
	return hd_syscall(SYS_mq_timedreceive, m->q, m->text, m->size, m->priority, &at_once);
}

static long mq_move_again(void *arg, long told)
{
	const struct message *m = arg;
	long n = hd_outside_expect(m->q, m->sends ? POLLOUT : POLLIN) ? mq_move(arg) : -1;

	return n < 0 ? told : n;
}

static bool mq_is_ready(const struct message *m)
{
	struct pollfd poll = {.fd = m->q, .events = m->sends ? POLLOUT : POLLIN};

	return hd_outside_poll(&poll, 1, 0) > 0;
}

/* 0, or an error. */
static int wait_until_ready(const struct message *m, const struct hd_file *f, const struct hd_op *op)
{
	struct pollfd poll = {.fd = m->q, .events = m->sends ? POLLOUT : POLLIN};
	struct hd_look look = {.fds = &poll, .nfds = 1, .distance = hd_fd_distance(m->q)};
	int error;

	if (f->nonblock) {
		hd_sched_point(op);
		return 0;
	}
	if (m->wrong_time && !mq_is_ready(m))
		return EINVAL;
	error = hd_look_wait(op, &look, m->deadline, false);
	return error == EAGAIN ? ETIMEDOUT : error;
}

static void mq_moved(const struct message *m, uint64_t channel, bool was_empty, long n, uintptr_t pc)
{
	if (m->sends)
		hd_feed_send((void *)channel);
	else
		hd_feed_receive((void *)channel);
	if (!m->sends)
		hd_access_range((uintptr_t)m->text, (size_t)n, true, pc);
	hd_sched_progress();
	if (m->sends && was_empty)
		hd_notice_sent(m->q, channel);
	hd_fd_changed(m->q);
}

static bool is_empty(mqd_t q)
{
	struct pollfd poll = {.fd = q, .events = POLLIN};

	return !(hd_outside_poll(&poll, 1, 0) > 0 && poll.revents & POLLIN);
}

/* The call fails without waiting: its arguments do not fit the queue, or the queue is not open for it. */
static bool fails_at_once(const struct message *m)
{
	long mode = hd_syscall(SYS_fcntl, m->q, F_GETFL) & O_ACCMODE;
	struct mq_attr attributes;

	if (mode == (m->sends ? O_RDONLY : O_WRONLY) || HD_REAL(mq_getattr)(m->q, &attributes))
		return true;
	if (m->sends)
		return m->size > (size_t)attributes.mq_msgsize || m->sent_with >= MQ_PRIO_MAX;
	return m->size < (size_t)attributes.mq_msgsize;
}

static ssize_t mq_transfer(struct message *m, uintptr_t pc)
{
	const struct hd_file *f = queue_of(m->q);
	struct hd_op op = hd_op(m->sends ? HD_OUTPUT : HD_INPUT, NULL, hd_site_of(pc));
	bool was_empty;
	long n;

	if (!f || fails_at_once(m))
		return mq_move(m);
	op.addr = hd_fd_channel(m->q);
	if (m->sends)
		hd_access_range((uintptr_t)m->text, m->size, false, pc);
	for (;;) {
		int error = wait_until_ready(m, f, &op);

		if (error)
			return hd_error(error);
		was_empty = m->sends && is_empty(m->q);
		n = hd_observe(m->q, mq_move, mq_move_again, m);
		if (n >= 0) {
			mq_moved(m, op.addr, was_empty, n, pc);
			return n;
		}
		if (errno != ETIMEDOUT || f->nonblock)
			return -1;
	}
}

static void mq_set_time(struct message *m, const struct timespec *until)
{
	m->deadline = HD_NO_DEADLINE;
	m->wrong_time = until && !hd_deadline(CLOCK_REALTIME, until, &m->deadline);
}

static ssize_t receive_message(mqd_t q, char *to, size_t size, unsigned *priority,
			       const struct timespec *until, uintptr_t pc)
{
	struct message m = {.q = q, .text = to, .size = size, .priority = priority};

	mq_set_time(&m, until);
	return mq_transfer(&m, pc);
}

static int mq_send_message(mqd_t q, const char *from, size_t size, unsigned priority,
			   const struct timespec *until, uintptr_t pc)
{
	struct message m = {.q = q, .text = (char *)from, .size = size, .sent_with = priority, .sends = true};

	mq_set_time(&m, until);
	return (int)mq_transfer(&m, pc);
}

HD_EXPORT ssize_t mq_receive(mqd_t q, char *to, size_t size, unsigned *priority)
{
	if (!hd_active())
		return HD_REAL(mq_receive)(q, to, size, priority);
	return receive_message(q, to, size, priority, NULL, HD_PC());
}

HD_EXPORT ssize_t mq_timedreceive(mqd_t q, char *restrict to, size_t size, unsigned *restrict priority,
				  const struct timespec *restrict until)
{
	if (!hd_active())
		return HD_REAL(mq_timedreceive)(q, to, size, priority, until);
	return receive_message(q, to, size, priority, until, HD_PC());
}

HD_EXPORT int mq_send(mqd_t q, const char *from, size_t size, unsigned priority)
{
	if (!hd_active())
		return HD_REAL(mq_send)(q, from, size, priority);
	return mq_send_message(q, from, size, priority, NULL, HD_PC());
}

HD_EXPORT int mq_timedsend(mqd_t q, const char *from, size_t size, unsigned priority,
			   const struct timespec *until)
{
	if (!hd_active())
		return HD_REAL(mq_timedsend)(q, from, size, priority, until);
	return mq_send_message(q, from, size, priority, until, HD_PC());
}

HD_EXPORT int mq_notify(mqd_t q, const struct sigevent *event)
{
	if (!hd_active() || !queue_of(q))
		return HD_REAL(mq_notify)(q, event);
	mq_point(HD_SIGACTION, hd_fd_channel(q), HD_SITE());
	return hd_notice_set(q, hd_fd_channel(q), event, HD_SITE());
}
