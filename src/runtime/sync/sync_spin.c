/* SPDX-License-Identifier: Apache-2.0
 *
 * Spin locks. A thread that wants one simply waits. The value is glibc's: 1 is free, 0 or less is held.
 * The threads' lists of held locks say by which thread; a lock taken before the run began is main's. */
#include <errno.h>
#include <pthread.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/pshared_lock.h"
#include "runtime/sync/sync.h"

#define FREE 1
#define HELD 0
/* A destroyed lock looks held, but no thread holds it. */
#define DESTROYED (-0xdead)

static bool spin_is_unlocked(const pthread_spinlock_t *s)
{
	return *s == FREE;
}

static bool spin_is_destroyed(const pthread_spinlock_t *s)
{
	return *s == DESTROYED;
}

static bool can_spin(const struct hd_thread *t)
{
	return spin_is_unlocked(hd_pending_object(t)) || spin_is_destroyed(hd_pending_object(t));
}

static hd_tid spin_owner(const pthread_spinlock_t *s)
{
	hd_tid owner = hd_some_holder(s);

	return owner == HD_NO_TID ? 0 : owner;
}

static int spin_take(pthread_spinlock_t *s, uint32_t site)
{
	*s = HELD;
	hd_held_add(hd_self(), (uint64_t)(uintptr_t)s, site, HD_SPINLOCK);
	hd_object_changed(s);
	return 0;
}

static int spin_lock(pthread_spinlock_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_SPINLOCK, s, site);

	hd_object_check((const void *)s, sizeof(*s), site);
	if (hd_spin_is_outside(s))
		return hd_outside_spin_lock(s, site);
	if (!spin_is_unlocked(s) && hd_thread_holds(hd_self(), s))
		hd_feed_relock(&op);
	hd_object_wait(&op, sizeof(*s), can_spin, HD_NO_DEADLINE, 0);
	if (hd_spin_is_outside(s)) /* by now */
		return hd_outside_spin_lock(s, site);
	if (spin_is_destroyed(s))
		hd_object_destroyed(&op, "locks", "spin lock");
	return spin_take(s, site);
}

static int spin_try_lock(pthread_spinlock_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_TRYLOCK, s, site);

	if (hd_spin_is_outside(s))
		return hd_outside_spin_trylock(s, site);
	hd_object_point(&op, sizeof(*s));
	if (spin_is_destroyed(s))
		hd_object_destroyed(&op, "tries to lock", "spin lock");
	return spin_is_unlocked(s) ? spin_take(s, site) : EBUSY;
}

static int spin_unlock(pthread_spinlock_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_UNLOCK, s, site);

	if (hd_spin_is_outside(s))
		return hd_outside_spin_unlock(s, site);
	hd_object_point(&op, sizeof(*s));
	if (spin_is_destroyed(s))
		hd_object_destroyed(&op, "unlocks", "spin lock");
	if (spin_is_unlocked(s))
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u unlocks a spin lock that no thread holds", hd_self()->id);
	if (spin_owner(s) != hd_self()->id)
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u unlocks a spin lock that is held by thread %u", hd_self()->id,
			spin_owner(s));
	*s = FREE;
	hd_held_remove(hd_self(), op.addr);
	hd_object_changed(s);
	return 0;
}

static int spin_destroy(pthread_spinlock_t *s, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, s, site);

	hd_object_point(&op, sizeof(*s));
	if (!spin_is_unlocked(s) && hd_some_holder(s) != HD_NO_TID)
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u destroys a spin lock that is held by thread %u", hd_self()->id,
			spin_owner(s));
	*s = DESTROYED;
	hd_object_changed(s);
	return 0;
}

static int spin_init(pthread_spinlock_t *s, int shared, uint32_t site)
{
	struct hd_op op = hd_op(HD_INIT, s, site);
	hd_tid owner;
	int result;

	hd_object_point(&op, sizeof(*s));
	owner = hd_other_holder(s);
	if (*s == HELD && owner != HD_NO_TID)
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u initialises a spin lock that is held by thread %u", hd_self()->id, owner);
	hd_held_remove(hd_self(), op.addr);
	result = HD_REAL(pthread_spin_init)(s, shared);
	hd_object_changed(s);
	return result;
}

HD_EXPORT int pthread_spin_lock(pthread_spinlock_t *s)
{
	if (!hd_active())
		return HD_REAL(pthread_spin_lock)(s);
	return spin_lock(s, HD_SITE());
}

HD_EXPORT int pthread_spin_trylock(pthread_spinlock_t *s)
{
	if (!hd_active())
		return HD_REAL(pthread_spin_trylock)(s);
	return spin_try_lock(s, HD_SITE());
}

HD_EXPORT int pthread_spin_unlock(pthread_spinlock_t *s)
{
	if (!hd_active())
		return HD_REAL(pthread_spin_unlock)(s);
	return spin_unlock(s, HD_SITE());
}

HD_EXPORT int pthread_spin_init(pthread_spinlock_t *s, int shared)
{
	if (!hd_active())
		return HD_REAL(pthread_spin_init)(s, shared);
	return spin_init(s, shared, HD_SITE());
}

HD_EXPORT int pthread_spin_destroy(pthread_spinlock_t *s)
{
	if (!hd_active())
		return HD_REAL(pthread_spin_destroy)(s);
	return spin_destroy(s, HD_SITE());
}
