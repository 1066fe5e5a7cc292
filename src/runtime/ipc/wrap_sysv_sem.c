/* SPDX-License-Identifier: Apache-2.0
 *
 * Semaphores of System V: see sysv.h. */
#include <errno.h>
#include <stdarg.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/syscall.h>

#include "runtime/access/access.h"
#include "runtime/common/real.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/vtime.h"
#include "runtime/io/transfer.h"
#include "runtime/ipc/leavings.h"
#include "runtime/ipc/sysv.h"
#include "runtime/observe/analysis_feed.h"

#define MAX_OPERATIONS 500 /* the kernel's own limit */

struct operation {
	struct hd_look look;
	int id;
	struct sembuf *parts;
	size_t n;
};

/* What earlier parts of the operation add to the semaphore of this one. */
static int added_before(const struct operation *o, size_t part)
{
	int sum = 0;

	for (size_t i = 0; i < part; i++)
		if (o->parts[i].sem_num == o->parts[part].sem_num)
			sum += o->parts[i].sem_op;
	return sum;
}

static bool part_goes(const struct operation *o, size_t part)
{
	const struct sembuf *p = &o->parts[part];
	long value = hd_syscall(SYS_semctl, o->id, p->sem_num, GETVAL, 0);

	if (value < 0 || p->sem_flg & IPC_NOWAIT) /* the semaphore is gone, or the call does not wait */
		return true;
	value += added_before(o, part);
	return p->sem_op ? value + p->sem_op >= 0 : value == 0;
}

static bool operations_would_go(const struct hd_look *look)
{
	const struct operation *o = (const struct operation *)look;
	int saved = errno;
	bool goes = true;

	for (size_t i = 0; goes && i < o->n; i++)
		goes = part_goes(o, i);
	errno = saved;
	return goes;
}

static const struct timespec no_time;

/* Does the operation without waiting: its timeout is 0. */
static long operate(void *arg)
{
	const struct operation *o = arg;

	return hd_syscall(SYS_semtimedop, o->id, o->parts, o->n, &no_time);
}

static long operate_again(void *arg, long told)
{
	const struct operation *o = arg;

	if (hd_outside_expect_so(&o->look))
		operate(arg);
	return told;
}

static bool operations_never_wait(const struct operation *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (o->parts[i].sem_flg & IPC_NOWAIT)
			return true;
	return false;
}

static bool takes(const struct operation *o)
{
	for (size_t i = 0; i < o->n; i++)
		if (o->parts[i].sem_op <= 0)
			return true;
	return false;
}

static int carry_out_operations(struct operation *o, uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(takes(o) ? HD_SEM_WAIT : HD_SEM_POST, NULL, site);
	bool waited = false;

	op.addr = hd_sysv_object(HD_LEFT_SYSV_SEMAPHORES, o->id, site);
	op.timed = deadline != HD_NO_DEADLINE;
	o->look.ask = operations_would_go;
	o->look.distance = hd_sysv_distance();
	for (;; waited = true) {
		int error = hd_sysv_wait(&op, &o->look, deadline, o->n > MAX_OPERATIONS || !takes(o));

		if (error) {
			errno = error;
			return -1;
		}
		if (!hd_observe_as(o->look.distance, operate, operate_again, o)) {
			hd_feed_receive((void *)op.addr);
			hd_feed_send((void *)op.addr);
			hd_sysv_changed();
			return 0;
		}
		if (errno != EAGAIN || operations_never_wait(o))
			return hd_sysv_failed(waited);
	}
}

HD_EXPORT int semget(key_t key, int n, int flags)
{
	int id;

	if (!hd_has_leavings())
		return HD_REAL(semget)(key, n, flags);
	hd_sysv_point(HD_OPEN, HD_SITE());
	id = HD_REAL(semget)(hd_kernel_key(key), n, flags);
	if (id >= 0)
		hd_leaving_made(HD_LEFT_SYSV_SEMAPHORES, NULL, id);
	return id;
}

HD_EXPORT int semctl(int id, int number, int command, ...)
{
	void *arg;
	va_list ap;
	int result;

	va_start(ap, command);
	arg = va_arg(ap, void *); /* whatever the union holds, it is a machine word */
	va_end(ap);
	if (hd_active())
		hd_sysv_point(HD_SEM_POST, HD_SITE());
	result = HD_REAL(semctl)(id, number, command, arg);
	if (result >= 0 && command == IPC_RMID && hd_has_leavings())
		hd_leaving_gone(HD_LEFT_SYSV_SEMAPHORES, NULL, id);
	if (hd_active())
		hd_sysv_changed();
	return result;
}

HD_EXPORT int semop(int id, struct sembuf *parts, size_t n)
{
	struct operation o = {.id = id, .parts = parts, .n = n};

	if (!hd_active())
		return HD_REAL(semop)(id, parts, n);
	return carry_out_operations(&o, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int semtimedop(int id, struct sembuf *parts, size_t n, const struct timespec *timeout)
{
	struct operation o = {.id = id, .parts = parts, .n = n};

	if (!hd_active())
		return HD_REAL(semtimedop)(id, parts, n, timeout);
	if (timeout && (timeout->tv_sec < 0 || !hd_timespec_valid(timeout))) {
		errno = EINVAL;
		return -1;
	}
	return carry_out_operations(&o, timeout ? hd_deadline_in(hd_timespec_ns(timeout)) : HD_NO_DEADLINE,
				    HD_SITE());
}
