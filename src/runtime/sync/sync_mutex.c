/* SPDX-License-Identifier: Apache-2.0
 *
 * Mutexes of all types. The state is in glibc's fields: __lock is 0 when free, __owner is its holder
 * (hd_owner_code), __count the depth of a recursive one. Process-shared ones are treated alike, and what
 * priority protocols ask for means nothing here.
 *
 * Taking a recursive mutex again, and giving it back but for the last time, concern no other thread: they are
 * no scheduling points. */
#include "runtime/sync/sync_mutex.h"

#include <errno.h>
#include <limits.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/pshared_lock.h"
#include "runtime/sync/settings.h"
#include "runtime/sync/sync.h"

#define KIND_TYPE      3
#define KIND_ROBUST    16
#define KIND_INHERIT   32 /* PTHREAD_PRIO_INHERIT: the kernel knows the holder */
#define KIND_PROTECT   64 /* PTHREAD_PRIO_PROTECT: the ceiling is in the upper bits of __lock, always */
#define KIND_DESTROYED (-1)

/* __lock of robust mutexes: free because its owner died; held, and not yet made consistent again. */
#define LOCK_HELD	  1
#define LOCK_INCONSISTENT 0x20000000
#define LOCK_OWNER_DIED	  0x40000000

#define CEILING_SHIFT 19
#define CEILING_BITS  (int)(~0u << CEILING_SHIFT)

#define OWNER_NOT_RECOVERABLE (INT_MAX - 1)

static int type_of(const pthread_mutex_t *m)
{
	return m->__data.__kind & KIND_TYPE;
}

static bool is_robust(const pthread_mutex_t *m)
{
	return m->__data.__kind & KIND_ROBUST;
}

static bool mutex_is_destroyed(const pthread_mutex_t *m)
{
	return m->__data.__kind == KIND_DESTROYED;
}

static bool has_ceiling(const pthread_mutex_t *m)
{
	return m->__data.__kind & KIND_PROTECT && !mutex_is_destroyed(m);
}

/* The bits of __lock that hold the priority ceiling: they say nothing about the holder. */
static int ceiling_bits(const pthread_mutex_t *m)
{
	return has_ceiling(m) ? m->__data.__lock & CEILING_BITS : 0;
}

static int ceiling_of(const pthread_mutex_t *m)
{
	return (int)((unsigned)ceiling_bits(m) >> CEILING_SHIFT);
}

static bool is_held(const pthread_mutex_t *m)
{
	return (m->__data.__lock ^ ceiling_bits(m)) & ~LOCK_OWNER_DIED;
}

hd_tid hd_mutex_owner(const pthread_mutex_t *m)
{
	if (hd_mutex_is_outside(m))
		return hd_some_holder(m);
	return is_held(m) ? hd_owner_tid(m->__data.__owner) : HD_NO_TID;
}

static bool is_mine(const pthread_mutex_t *m)
{
	return hd_mutex_owner(m) == hd_self()->id;
}

_Noreturn static void misuse(const pthread_mutex_t *m, uint32_t site, const char *does)
{
	hd_tid owner = hd_mutex_owner(m), self = hd_self()->id;
	uint64_t addr = (uint64_t)(uintptr_t)m;

	if (mutex_is_destroyed(m))
		hd_fail(HD_OUT_LOCK_MISUSE, site, addr, "thread %u %s a mutex that was destroyed", self,
			does);
	if (owner == HD_NO_TID)
		hd_fail(HD_OUT_LOCK_MISUSE, site, addr, "thread %u %s a mutex that no thread holds", self,
			does);
	if (owner == self)
		hd_fail(HD_OUT_LOCK_MISUSE, site, addr, "thread %u %s a mutex that it holds already", self,
			does);
	hd_fail(HD_OUT_LOCK_MISUSE, site, addr, "thread %u %s a mutex that is held by thread %u", self, does,
		owner);
}

bool hd_mutex_can_lock(const struct hd_thread *t)
{
	const pthread_mutex_t *m = hd_pending_object(t);

	if (!is_held(m) || mutex_is_destroyed(m))
		return true;
	return type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP && hd_mutex_owner(m) == t->id;
}

static int take_again(pthread_mutex_t *m)
{
	if (m->__data.__count == UINT_MAX)
		return EAGAIN;
	m->__data.__count++;
	return 0;
}

int hd_mutex_take(pthread_mutex_t *m, uint32_t site)
{
	bool owner_died;

	hd_object_check(m, sizeof(*m), site);
	if (mutex_is_destroyed(m))
		misuse(m, site, "locks");
	if (m->__data.__owner == OWNER_NOT_RECOVERABLE)
		return ENOTRECOVERABLE;
	if (is_held(m))
		return take_again(m);
	owner_died = m->__data.__lock == LOCK_OWNER_DIED;
	m->__data.__lock = ceiling_bits(m) | LOCK_HELD | (owner_died ? LOCK_INCONSISTENT : 0);
	m->__data.__owner = hd_owner_code(hd_self()->id);
	m->__data.__count = type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP;
	m->__data.__nusers = 1;
	hd_held_add(hd_self(), (uint64_t)(uintptr_t)m, site, HD_LOCK);
	hd_object_changed(m);
	return owner_died ? EOWNERDEAD : 0;
}

void hd_mutex_give(pthread_mutex_t *m)
{
	if (type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP && m->__data.__count > 1) {
		m->__data.__count--;
		return;
	}
	m->__data.__owner =
	    !has_ceiling(m) && m->__data.__lock & LOCK_INCONSISTENT ? OWNER_NOT_RECOVERABLE : 0;
	m->__data.__lock = ceiling_bits(m);
	m->__data.__count = 0;
	m->__data.__nusers = 0;
	hd_held_remove(hd_self(), (uint64_t)(uintptr_t)m);
	hd_object_changed(m);
}

/* A thread with a higher priority than the mutex's ceiling must not lock it; others must be allowed to get
 * the ceiling as their priority. 0 or an error number. */
static int why_above_ceiling(const pthread_mutex_t *m)
{
	if (!has_ceiling(m))
		return 0;
	if (hd_settings_priority(hd_self()) > ceiling_of(m))
		return EINVAL;
	return hd_settings_may_raise(hd_self(), ceiling_of(m));
}

int hd_mutex_lock(pthread_mutex_t *m, uint32_t site, uint64_t deadline)
{
	struct hd_op op = hd_op(HD_LOCK, m, site);
	int error;

	hd_object_check(m, sizeof(*m), site);
	if (hd_mutex_is_outside(m))
		return hd_outside_mutex_lock(m, deadline, site);
	if (is_mine(m)) {
		if (type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP)
			return take_again(m);
		if (type_of(m) == PTHREAD_MUTEX_ERRORCHECK_NP)
			return EDEADLK;
		if (deadline == HD_NO_DEADLINE)
			hd_feed_relock(&op);
	}
	error = why_above_ceiling(m);
	if (error)
		return error;
	if (hd_object_wait(&op, sizeof(*m), hd_mutex_can_lock, deadline, 0) == HD_WAKE_TIMEOUT)
		return ETIMEDOUT;
	if (hd_mutex_is_outside(m)) /* a child was made during the wait */
		return hd_outside_mutex_lock(m, deadline, site);
	return hd_mutex_take(m, site);
}

int hd_mutex_trylock(pthread_mutex_t *m, uint32_t site)
{
	struct hd_op op = hd_op(HD_TRYLOCK, m, site);
	int error;

	hd_object_check(m, sizeof(*m), site);
	if (hd_mutex_is_outside(m))
		return hd_outside_mutex_trylock(m, site);
	if (is_mine(m) && type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP)
		return take_again(m);
	hd_object_point(&op, sizeof(*m));
	if (is_held(m) && !mutex_is_destroyed(m))
		return EBUSY;
	error = why_above_ceiling(m);
	return error ? error : hd_mutex_take(m, site);
}

/* A time that is not valid is an error only if the mutex is held, so that the thread would have to wait. */
static int mutex_lock_until(pthread_mutex_t *m, clockid_t clock, const struct timespec *abstime,
			    uint32_t site)
{
	uint64_t deadline;
	int error;

	if (hd_deadline(clock, abstime, &deadline))
		return hd_mutex_lock(m, site, deadline);
	error = hd_mutex_trylock(m, site);
	return error == EBUSY ? EINVAL : error;
}

/* libc checks that the thread which unlocks the mutex holds it. */
static bool knows_owner(const pthread_mutex_t *m)
{
	return m->__data.__kind & (KIND_ROBUST | KIND_INHERIT) || type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP ||
	       type_of(m) == PTHREAD_MUTEX_ERRORCHECK_NP;
}

int hd_mutex_check_owner(pthread_mutex_t *m, uint32_t site, const char *does)
{
	hd_object_check(m, sizeof(*m), site);
	if (is_mine(m) && !mutex_is_destroyed(m))
		return 0;
	if (mutex_is_destroyed(m) || !knows_owner(m))
		misuse(m, site, does);
	return EPERM;
}

int hd_mutex_unlock(pthread_mutex_t *m, uint32_t site)
{
	struct hd_op op = hd_op(HD_UNLOCK, m, site);
	bool inner;
	int error;

	hd_object_check(m, sizeof(*m), site);
	if (hd_mutex_is_outside(m))
		return hd_outside_mutex_unlock(m, site);
	inner = is_mine(m) && m->__data.__count > 1;
	if (!inner)
		hd_object_point(&op, sizeof(*m));
	error = hd_mutex_check_owner(m, site, "unlocks");
	if (!error)
		hd_mutex_give(m);
	return error;
}

/* A thread that has been signalled and wants the mutex back still uses it, even while it is free. */
int hd_mutex_destroy(pthread_mutex_t *m, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, m, site);
	const hd_tid *waiters;

	if (hd_mutex_is_outside(m))
		return hd_outside_mutex_destroy(m, site);
	hd_object_point(&op, sizeof(*m));
	if (mutex_is_destroyed(m))
		return 0;
	if (is_held(m))
		misuse(m, site, "destroys");
	if (hd_object_waiters(m, HD_RELOCK, &waiters))
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u destroys a mutex that thread %u waits for", hd_self()->id, waiters[0]);
	m->__data.__kind = KIND_DESTROYED;
	hd_object_changed(m);
	return 0;
}

/* A child made by fork often puts a mutex that it holds into order in this way: the calling thread may hold
 * it. */
int hd_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr, uint32_t site)
{
	struct hd_op op = hd_op(HD_INIT, m, site);
	hd_tid owner;
	int error;

	hd_object_point(&op, sizeof(*m));
	owner = hd_other_holder(m);
	if (owner != HD_NO_TID && hd_mutex_owner(m) == owner)
		misuse(m, site, "initialises");
	hd_held_remove(hd_self(), op.addr);
	error = HD_REAL(pthread_mutex_init)(m, attr);
	hd_object_changed(m);
	return error;
}

static void leave_to_next(pthread_mutex_t *m, struct hd_thread *t)
{
	if (hd_mutex_is_outside(m)) {
		hd_outside_mutex_abandon(m, t);
		return;
	}
	m->__data.__lock = LOCK_OWNER_DIED;
	m->__data.__owner = 0;
	m->__data.__count = 0;
	m->__data.__nusers = 0;
	hd_held_remove(t, (uint64_t)(uintptr_t)m);
	hd_object_changed(m);
}

void hd_mutex_thread_exit(struct hd_thread *t)
{
	for (unsigned i = t->nheld; i-- > 0;) {
		pthread_mutex_t *m = (pthread_mutex_t *)(uintptr_t)t->held[i].addr;

		if (t->held[i].kind == HD_LOCK && !mutex_is_destroyed(m) && is_robust(m) &&
		    hd_mutex_owner(m) == t->id)
			leave_to_next(m, t);
	}
}

HD_EXPORT int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_init)(m, attr);
	return hd_mutex_init(m, attr, HD_SITE());
}

HD_EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_lock)(m);
	return hd_mutex_lock(m, HD_SITE(), HD_NO_DEADLINE);
}

HD_EXPORT int pthread_mutex_trylock(pthread_mutex_t *m)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_trylock)(m);
	return hd_mutex_trylock(m, HD_SITE());
}

HD_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_timedlock)(m, abstime);
	return mutex_lock_until(m, CLOCK_REALTIME, abstime, HD_SITE());
}

HD_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
				      const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_clocklock)(m, clock, abstime);
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	return mutex_lock_until(m, clock, abstime, HD_SITE());
}

HD_EXPORT int pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_unlock)(m);
	return hd_mutex_unlock(m, HD_SITE());
}

HD_EXPORT int pthread_mutex_destroy(pthread_mutex_t *m)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_destroy)(m);
	return hd_mutex_destroy(m, HD_SITE());
}

HD_EXPORT int pthread_mutex_consistent(pthread_mutex_t *m)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_consistent)(m);
	hd_object_check(m, sizeof(*m), HD_SITE());
	if (hd_mutex_is_outside(m))
		return HD_REAL(pthread_mutex_consistent)(m);
	if (!is_robust(m) || !is_mine(m) || !(m->__data.__lock & LOCK_INCONSISTENT))
		return EINVAL;
	m->__data.__lock &= ~LOCK_INCONSISTENT;
	return 0;
}

/* ---- ceilings ---- */

HD_EXPORT int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict m, int *restrict ceiling)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_getprioceiling)(m, ceiling);
	hd_object_check((pthread_mutex_t *)m, sizeof(*m), HD_SITE());
	if (!has_ceiling(m))
		return EINVAL;
	*ceiling = ceiling_of(m);
	return 0;
}

/* The calling thread locks the mutex for the change, whatever its priority is. */
static int change_ceiling(pthread_mutex_t *m, int ceiling, int *old, uint32_t site)
{
	struct hd_op op = hd_op(HD_LOCK, m, site);
	bool again = is_mine(m) && type_of(m) == PTHREAD_MUTEX_RECURSIVE_NP;

	if (is_mine(m) && type_of(m) == PTHREAD_MUTEX_ERRORCHECK_NP)
		return EDEADLK;
	if (!again)
		hd_object_wait(&op, sizeof(*m), hd_mutex_can_lock, HD_NO_DEADLINE, 0);
	if (old)
		*old = ceiling_of(m);
	m->__data.__lock = (m->__data.__lock & ~CEILING_BITS) | (int)((unsigned)ceiling << CEILING_SHIFT);
	hd_object_changed(m);
	return 0;
}

HD_EXPORT int pthread_mutex_setprioceiling(pthread_mutex_t *restrict m, int ceiling, int *restrict old)
{
	if (!hd_active())
		return HD_REAL(pthread_mutex_setprioceiling)(m, ceiling, old);
	hd_object_check(m, sizeof(*m), HD_SITE());
	if (!has_ceiling(m) || ceiling < sched_get_priority_min(SCHED_FIFO) ||
	    ceiling > sched_get_priority_max(SCHED_FIFO))
		return EINVAL;
	return change_ceiling(m, ceiling, old, HD_SITE());
}
