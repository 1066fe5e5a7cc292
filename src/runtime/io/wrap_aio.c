/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of <aio.h>. Offsets have 64 bits in both forms of each function, so both are one. */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include "runtime/common/caller.h"
#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/io/aio.h"
#include "runtime/observe/analysis_feed.h"

_Static_assert(sizeof(struct aiocb) == sizeof(struct aiocb64) &&
		   __builtin_offsetof(struct aiocb, aio_offset) ==
		       __builtin_offsetof(struct aiocb64, aio_offset),
	       "both kinds of control block are alike");

static void aio_point(uint32_t site)
{
	struct hd_op op = hd_op(HD_AIO, &hd_aio_object, site);

	hd_sched_point(&op);
}

/* ---- single requests ---- */

static int submit(struct aiocb *cb, enum hd_aio_what what, uintptr_t pc)
{
	aio_point(hd_site_of(pc));
	return hd_aio_submit(cb, what, NULL, pc);
}

static int sync_file(int mode, struct aiocb *cb, uintptr_t pc)
{
	long flags;

	if (mode != O_SYNC && mode != O_DSYNC)
		return hd_error(EINVAL);
	flags = hd_syscall(SYS_fcntl, cb->aio_fildes, F_GETFL);
	if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
		return hd_error(EBADF);
	return submit(cb, mode == O_SYNC ? HD_AIO_SYNC : HD_AIO_DATA_SYNC, pc);
}

/* It may be asked for again and again until it is finished. */
static int error_of(const struct aiocb *cb, uint32_t site)
{
	struct hd_op op = hd_op(HD_ATOMIC_LOAD, &cb->__error_code, site);

	op.size = sizeof cb->__error_code;
	hd_sched_point(&op);
	if (!hd_aio_in_progress(cb))
		hd_feed_receive(cb);
	return cb->__error_code;
}

static int cancel(int fd, const struct aiocb *cb, uint32_t site)
{
	if (hd_syscall(SYS_fcntl, fd, F_GETFL) < 0)
		return hd_error(EBADF);
	if (cb && cb->aio_fildes != fd)
		return hd_error(EINVAL);
	return hd_aio_cancel(fd, cb, site);
}

/* ---- waiting ---- */

/* What a thread waits for, by its number. */
static struct wish {
	const struct aiocb *const *list;
	int n;
	const struct hd_aio_group *group; /* all of it, instead */
} wishes[HD_MAX_THREADS];

static bool is_fulfilled(const struct hd_thread *t)
{
	const struct wish *w = &wishes[t->id];
	bool any = false;

	if (w->group)
		return w->group->left == 0;
	for (int i = 0; i < w->n; i++) {
		if (w->list[i] && !hd_aio_in_progress(w->list[i]))
			return true;
		any |= w->list[i] != NULL;
	}
	return !any;
}

/* 0, EAGAIN or EINTR. */
static int wait_for_requests(const struct wish *wish, uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(HD_AIO_WAIT, &hd_aio_object, site);

	hd_cancel_point();
	wishes[hd_self()->id] = *wish;
	op.timed = deadline != HD_NO_DEADLINE;
	switch (hd_sched_wait(&op, is_fulfilled, deadline, HD_WAIT_CANCEL | HD_WAIT_SIGNAL)) {
	case HD_WAKE_TIMEOUT:
		return EAGAIN;
	case HD_WAKE_SIGNAL:
		return EINTR;
	case HD_WAKE_CANCEL:
		hd_cancel_act();
	default:
		return 0;
	}
}

static void receive_all(const struct aiocb *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (list[i] && !hd_aio_in_progress(list[i]))
			hd_feed_receive(list[i]);
}

static int suspend(const struct aiocb *const list[], int n, const struct timespec *timeout, uint32_t site)
{
	struct wish wish = {.list = list, .n = n};
	uint64_t deadline = HD_NO_DEADLINE;
	int error;

	if (n < 0 || (timeout && !hd_timespec_valid(timeout)))
		return hd_error(EINVAL);
	if (timeout)
		deadline = hd_deadline_in(timeout->tv_sec < 0 ? 0 : hd_timespec_ns(timeout));
	error = wait_for_requests(&wish, deadline, site);
	if (error)
		return hd_error(error);
	receive_all(list, n);
	return 0;
}

/* ---- lists of requests ---- */

static bool wants_transfer(const struct aiocb *cb)
{
	return cb && cb->aio_lio_opcode != LIO_NOP;
}

/* False: it could not be made. */
static bool submit_one(struct aiocb *cb, struct hd_aio_group *group, uintptr_t pc)
{
	enum hd_aio_what what = cb->aio_lio_opcode == LIO_READ ? HD_AIO_READ : HD_AIO_WRITE;

	return !hd_aio_submit(cb, what, group, pc);
}

static bool all_went_well(struct aiocb *const list[], int n)
{
	for (int i = 0; i < n; i++)
		if (wants_transfer(list[i]) && list[i]->__error_code)
			return false;
	return true;
}

static int submit_list(int mode, struct aiocb *const list[], int n, struct sigevent *event, uintptr_t pc)
{
	static const struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
	struct hd_aio_group *group;
	struct wish wish;
	bool made = true;
	int error;

	if ((mode != LIO_WAIT && mode != LIO_NOWAIT) || n < 0)
		return hd_error(EINVAL);
	aio_point(hd_site_of(pc));
	group = hd_aio_group(mode == LIO_WAIT ? NULL : event ? event : &nothing, hd_site_of(pc));
	for (int i = 0; i < n; i++)
		if (wants_transfer(list[i]))
			made &= submit_one(list[i], group, pc);
	hd_aio_group_made(group, hd_site_of(pc));
	if (mode == LIO_NOWAIT)
		return made ? 0 : hd_error(EIO);
	wish = (struct wish){.group = group};
	error = wait_for_requests(&wish, HD_NO_DEADLINE, hd_site_of(pc));
	if (error)
		return hd_error(error);
	group->used = false;
	receive_all((const struct aiocb *const *)list, n);
	return made && all_went_well(list, n) ? 0 : hd_error(EIO);
}

/* ---- the exported functions ---- */

#define BOTH(result, name, name64, params, params64, native, native64, body)                                 \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name) native;                                                         \
		return body;                                                                                 \
	}                                                                                                    \
	HD_EXPORT result name64 params64                                                                     \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name64) native64;                                                     \
		return body;                                                                                 \
	}

#define CB ((struct aiocb *)cb)

BOTH(int, aio_read, aio_read64, (struct aiocb * cb), (struct aiocb64 * cb), (cb), (cb),
     submit(CB, HD_AIO_READ, HD_PC()))
BOTH(int, aio_write, aio_write64, (struct aiocb * cb), (struct aiocb64 * cb), (cb), (cb),
     submit(CB, HD_AIO_WRITE, HD_PC()))
BOTH(int, aio_fsync, aio_fsync64, (int mode, struct aiocb *cb), (int mode, struct aiocb64 *cb), (mode, cb),
     (mode, cb), sync_file(mode, CB, HD_PC()))
BOTH(int, aio_error, aio_error64, (const struct aiocb *cb), (const struct aiocb64 *cb), (cb), (cb),
     error_of(CB, HD_SITE()))
BOTH(ssize_t, aio_return, aio_return64, (struct aiocb * cb), (struct aiocb64 * cb), (cb), (cb),
     CB->__return_value)
BOTH(int, aio_cancel, aio_cancel64, (int fd, struct aiocb *cb), (int fd, struct aiocb64 *cb), (fd, cb),
     (fd, cb), cancel(fd, CB, HD_SITE()))
BOTH(int, aio_suspend, aio_suspend64, (const struct aiocb *const list[], int n, const struct timespec *until),
     (const struct aiocb64 *const list[], int n, const struct timespec *until), (list, n, until),
     (list, n, until), suspend((const struct aiocb *const *)list, n, until, HD_SITE()))
BOTH(int, lio_listio, lio_listio64,
     (int mode, struct aiocb *const list[restrict], int n, struct sigevent *restrict event),
     (int mode, struct aiocb64 *const list[restrict], int n, struct sigevent *restrict event),
     (mode, list, n, event), (mode, list, n, event),
     submit_list(mode, (struct aiocb *const *)list, n, event, HD_PC()))

/* Advice for libc's own threads, of which a run has none. */
HD_EXPORT void aio_init(const struct aioinit *advice)
{
	if (!hd_active())
		HD_REAL(aio_init)(advice);
}
