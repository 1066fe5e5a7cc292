/* SPDX-License-Identifier: Apache-2.0
 *
 * Condition variables and barriers that the program shares with children that go on natively. libc has no
 * wait for them that does not block: see blocking.h. */
#include "runtime/sync/pshared_cond.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/io/transfer.h"
#include "runtime/sync/blocking.h"
#include "runtime/sync/sync_mutex.h"

/* libc's functions as the kernel threads call them, which must not look them up themselves. */
static struct {
	__typeof__(&pthread_mutex_lock) lock;
	__typeof__(&pthread_mutex_unlock) unlock;
	__typeof__(&pthread_cond_wait) wait;
	__typeof__(&pthread_cond_clockwait) timed_wait;
	__typeof__(&pthread_barrier_wait) meet;
} libc;

static void look_up_libc(void)
{
	libc.lock = &HD_REAL(pthread_mutex_lock);
	libc.unlock = &HD_REAL(pthread_mutex_unlock);
	libc.wait = &HD_REAL(pthread_cond_wait);
	libc.timed_wait = &HD_REAL(pthread_cond_clockwait);
	libc.meet = &HD_REAL(pthread_barrier_wait);
}

/* ---- condition variables ---- */

/* The wait of one thread. It has a mutex of its own in place of the program's, which the thread of the
 * program gives back and takes again by itself. */
struct cond_wait {
	struct hd_blocking blocking;
	pthread_cond_t *cond;
	pthread_mutex_t own;
	struct timespec until;
	bool timed;
	int began; /* by __atomic_ functions only */
};

static int wait_really(void *arg)
{
	struct cond_wait *w = arg;
	int result;

	libc.lock(&w->own);
	__atomic_store_n(&w->began, 1, __ATOMIC_RELEASE);
	if (w->timed)
		result = libc.timed_wait(w->cond, &w->own, CLOCK_MONOTONIC, &w->until);
	else
		result = libc.wait(w->cond, &w->own);
	libc.unlock(&w->own);
	return result;
}

/* The kernel thread waits once it has released its own mutex. */
static bool is_waiting(const struct cond_wait *w)
{
	return __atomic_load_n(&w->blocking.done, __ATOMIC_ACQUIRE) ||
	       (__atomic_load_n(&w->began, __ATOMIC_ACQUIRE) &&
		!__atomic_load_n(&w->own.__data.__lock, __ATOMIC_ACQUIRE));
}

/* The real time at which the wait ends: beside native children virtual time passes as real time does. */
static void set_end(struct cond_wait *w, uint64_t deadline)
{
	uint64_t now = hd_vtime_now(), at;

	w->timed = deadline != HD_NO_DEADLINE;
	if (!w->timed)
		return;
	hd_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &w->until);
	at = hd_timespec_ns(&w->until) + (deadline > now ? deadline - now : 0);
	w->until = (struct timespec){.tv_sec = (time_t)(at / HD_NS_PER_SECOND),
				     .tv_nsec = (long)(at % HD_NS_PER_SECOND)};
}

static long result_of_wait(void *arg)
{
	return hd_blocking_end(arg);
}

static long result_again(void *arg, long told)
{
	hd_blocking_end(arg);
	return told;
}

/* End the call of a cancelled thread by waking all waiters: spurious wakeups are always allowed. */
static void take_back(struct cond_wait *w)
{
	HD_REAL(pthread_cond_broadcast)(w->cond);
	hd_blocking_end(&w->blocking);
}

int hd_outside_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(HD_COND_SLEEP, c, site);
	struct cond_wait w = {
	    .blocking = {.call = wait_really, .arg = &w}, .cond = c, .own = PTHREAD_MUTEX_INITIALIZER};
	int error, result = 0;
	bool cancelled;

	look_up_libc();
	set_end(&w, deadline);
	hd_blocking_begin(&w.blocking, site);
	while (!is_waiting(&w))
		hd_syscall(SYS_sched_yield);
	error = hd_mutex_unlock(m, site);
	cancelled = !error && !hd_blocking_wait(&w.blocking, &op, true);
	if (error || cancelled)
		take_back(&w);
	else
		result = (int)hd_observe_as(HD_OUTSIDE, result_of_wait, result_again, &w.blocking);
	if (error)
		return error;
	if (result == ETIMEDOUT && hd_vtime_now() < deadline)
		hd_vtime_advance(deadline - hd_vtime_now());
	error = hd_mutex_lock(m, site, HD_NO_DEADLINE);
	if (cancelled)
		hd_cancel_act();
	return error ? error : result;
}

void hd_outside_cond_wake(pthread_cond_t *c, bool all, uint32_t site)
{
	struct hd_op op = hd_op(all ? HD_BROADCAST : HD_SIGNAL, c, site);

	hd_sched_point(&op);
	if (all)
		HD_REAL(pthread_cond_broadcast)(c);
	else
		HD_REAL(pthread_cond_signal)(c);
	hd_sched_progress();
}

void hd_outside_cond_destroy(pthread_cond_t *c, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, c, site);

	hd_sched_point(&op);
	HD_REAL(pthread_cond_destroy)(c);
}

/* ---- barriers ---- */

static int meet_really(void *arg)
{
	return libc.meet(arg) == PTHREAD_BARRIER_SERIAL_THREAD;
}

int hd_outside_barrier_wait(pthread_barrier_t *b, uint32_t site)
{
	struct hd_op arrive = hd_op(HD_BARRIER, b, site), leave = hd_op(HD_BARRIER_LEAVE, b, site);
	struct hd_blocking blocking = {.call = meet_really, .arg = b};

	look_up_libc();
	hd_sched_point(&arrive);
	hd_blocking_begin(&blocking, site);
	hd_blocking_wait(&blocking, &leave, false);
	return hd_observe_as(HD_OUTSIDE, result_of_wait, result_again, &blocking)
		   ? PTHREAD_BARRIER_SERIAL_THREAD
		   : 0;
}

int hd_outside_barrier_destroy(pthread_barrier_t *b, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, b, site);

	hd_sched_point(&op);
	return HD_REAL(pthread_barrier_destroy)(b);
}
