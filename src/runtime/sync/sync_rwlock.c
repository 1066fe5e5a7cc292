/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers-writer locks. The state is in glibc's fields: __readers counts readers above three flag bits,
 * __cur_writer is the writer that holds it. Which readers hold it is known from the threads' lists of held
 * locks, and __writers counts the writers that wait.
 *
 * Any thread that could be let in may be the next one: POSIX leaves open whether readers or writers are
 * preferred, and no program can tell whether a thread waits already or is only about to. The exception is a
 * lock of glibc's kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. While readers hold it and a writer
 * waits, it lets in no further reader, not even one that holds it already. So it matters there when a writer
 * begins to wait: its lock has two steps, the first of which is always possible. */
#include "runtime/sync/sync_rwlock.h"

#include <errno.h>

#include "runtime/common/real.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/pshared_lock.h"
#include "runtime/sync/sync.h"

#define WRITE_PHASE  1u /* free for writers first, or held by one */
#define WRITE_LOCKED 2u
#define ONE_READER   8u

#define FLAGS_DESTROYED 0xdeadu /* in the place of the preference */

static bool is_write_locked(const pthread_rwlock_t *rw)
{
	return rw->__data.__readers & WRITE_LOCKED;
}

static unsigned reader_count(const pthread_rwlock_t *rw)
{
	return rw->__data.__readers / ONE_READER;
}

hd_tid hd_rwlock_owner(const pthread_rwlock_t *rw)
{
	if (hd_rwlock_is_outside(rw))
		return hd_some_holder(rw);
	return is_write_locked(rw) ? hd_owner_tid(rw->__data.__cur_writer) : hd_some_holder(rw);
}

hd_tid hd_rwlock_keeps_out_reader(const pthread_rwlock_t *rw)
{
	const hd_tid *writers;

	if (is_write_locked(rw) || !hd_object_waiters(rw, HD_WRLOCK, &writers))
		return hd_rwlock_owner(rw);
	return writers[0];
}

static bool is_written_by_me(const pthread_rwlock_t *rw)
{
	return is_write_locked(rw) && hd_rwlock_owner(rw) == hd_self()->id;
}

static bool rwlock_is_destroyed(const pthread_rwlock_t *rw)
{
	return rw->__data.__flags == FLAGS_DESTROYED;
}

static bool prefers_writers(const pthread_rwlock_t *rw)
{
	return rw->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* A writer waits until the readers have gone, and new ones have to wait behind it. */
static bool is_reserved(const pthread_rwlock_t *rw)
{
	return prefers_writers(rw) && rw->__data.__writers && reader_count(rw);
}

static bool is_open_for_readers(const pthread_rwlock_t *rw)
{
	return !is_write_locked(rw) && !is_reserved(rw);
}

static bool can_read(const struct hd_thread *t)
{
	return is_open_for_readers(hd_pending_object(t));
}

static bool can_write(const struct hd_thread *t)
{
	const pthread_rwlock_t *rw = hd_pending_object(t);

	return !is_write_locked(rw) && !reader_count(rw);
}

static int take_for_reading(pthread_rwlock_t *rw, uint32_t site)
{
	rw->__data.__readers = (rw->__data.__readers & ~WRITE_PHASE) + ONE_READER;
	rw->__data.__wrphase_futex = 0;
	hd_held_add(hd_self(), (uint64_t)(uintptr_t)rw, site, HD_RDLOCK);
	hd_object_changed(rw);
	return 0;
}

static int take_for_writing(pthread_rwlock_t *rw, uint32_t site)
{
	rw->__data.__readers |= WRITE_PHASE | WRITE_LOCKED;
	rw->__data.__wrphase_futex = 1;
	rw->__data.__writers_futex = 1;
	rw->__data.__cur_writer = hd_owner_code(hd_self()->id);
	hd_held_add(hd_self(), (uint64_t)(uintptr_t)rw, site, HD_WRLOCK);
	hd_object_changed(rw);
	return 0;
}

/* From here on readers have to wait behind the calling thread. */
static void rwlock_announce_writer(pthread_rwlock_t *rw, uint32_t site)
{
	struct hd_op op = hd_op(HD_WRLOCK_ASK, rw, site);

	hd_object_point(&op, sizeof(*rw));
	rw->__data.__writers++;
	hd_object_changed(rw);
}

static void rwlock_retract_writer(pthread_rwlock_t *rw)
{
	rw->__data.__writers--;
	hd_object_changed(rw);
}

static int rwlock_lock(pthread_rwlock_t *rw, enum hd_event_kind kind, uint64_t deadline, uint32_t site)
{
	struct hd_op op = hd_op(kind, rw, site);
	hd_can can = kind == HD_RDLOCK ? can_read : can_write;
	bool announces;
	enum hd_wake wake;

	hd_object_check(rw, sizeof(*rw), site);
	if (hd_rwlock_is_outside(rw))
		return hd_outside_rwlock_lock(rw, kind, deadline, site);
	if (is_written_by_me(rw))
		return EDEADLK;
	if (kind == HD_WRLOCK && deadline == HD_NO_DEADLINE && reader_count(rw) &&
	    hd_thread_holds(hd_self(), rw))
		hd_feed_relock(&op);
	announces = kind == HD_WRLOCK && prefers_writers(rw);
	if (announces)
		rwlock_announce_writer(rw, site);
	wake = hd_object_wait(&op, sizeof(*rw), can, deadline, 0);
	if (announces)
		rwlock_retract_writer(rw);
	if (rwlock_is_destroyed(rw))
		hd_object_destroyed(&op, "locks", "read-write lock");
	if (wake == HD_WAKE_TIMEOUT)
		return ETIMEDOUT;
	if (hd_rwlock_is_outside(rw)) /* by now */
		return hd_outside_rwlock_lock(rw, kind, deadline, site);
	return kind == HD_RDLOCK ? take_for_reading(rw, site) : take_for_writing(rw, site);
}

static int rwlock_lock_until(pthread_rwlock_t *rw, enum hd_event_kind kind, clockid_t clock,
			     const struct timespec *abstime, uint32_t site)
{
	uint64_t deadline;

	return hd_deadline(clock, abstime, &deadline) ? rwlock_lock(rw, kind, deadline, site) : EINVAL;
}

static int rwlock_try_lock(pthread_rwlock_t *rw, enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = hd_op(HD_TRYLOCK, rw, site);

	if (hd_rwlock_is_outside(rw))
		return hd_outside_rwlock_trylock(rw, kind, site);
	hd_object_point(&op, sizeof(*rw));
	if (rwlock_is_destroyed(rw))
		hd_object_destroyed(&op, "tries to lock", "read-write lock");
	if (kind == HD_RDLOCK ? !is_open_for_readers(rw) : is_write_locked(rw) || reader_count(rw))
		return EBUSY;
	return kind == HD_RDLOCK ? take_for_reading(rw, site) : take_for_writing(rw, site);
}

static bool some_reader_is_on_no_list(const pthread_rwlock_t *rw)
{
	unsigned listed = 0;

	for (unsigned id = 0; id < hd_thread_count(); id++) {
		const struct hd_thread *t = hd_thread_by_id((hd_tid)id);

		for (unsigned i = 0; hd_may_share(t, (uintptr_t)rw) && i < t->nheld; i++)
			listed += t->held[i].addr == (uint64_t)(uintptr_t)rw;
	}
	return listed < reader_count(rw);
}

/* A read lock taken before the run began is on no list; it is main's. */
static bool is_held_by_me(const pthread_rwlock_t *rw)
{
	const struct hd_thread *self = hd_self();

	if (is_write_locked(rw))
		return is_written_by_me(rw);
	return hd_thread_holds(self, rw) || (self->id == 0 && some_reader_is_on_no_list(rw));
}

static void check_held_by_me(const pthread_rwlock_t *rw, uint32_t site)
{
	uint64_t addr = (uint64_t)(uintptr_t)rw;
	hd_tid self = hd_self()->id, owner;

	if (!is_write_locked(rw) && !reader_count(rw))
		hd_fail(HD_OUT_LOCK_MISUSE, site, addr,
			"thread %u unlocks a read-write lock that no thread holds", self);
	if (is_held_by_me(rw))
		return;
	owner = hd_rwlock_owner(rw);
	hd_fail(HD_OUT_LOCK_MISUSE, site, addr,
		"thread %u unlocks a read-write lock that is held by thread %u", self,
		owner == HD_NO_TID ? 0 : owner);
}

static int rwlock_unlock(pthread_rwlock_t *rw, uint32_t site)
{
	struct hd_op op = hd_op(HD_UNLOCK, rw, site);

	if (hd_rwlock_is_outside(rw))
		return hd_outside_rwlock_unlock(rw, site);
	hd_object_point(&op, sizeof(*rw));
	if (rwlock_is_destroyed(rw))
		hd_object_destroyed(&op, "unlocks", "read-write lock");
	check_held_by_me(rw, site);
	if (is_write_locked(rw)) {
		rw->__data.__readers &= ~WRITE_LOCKED;
		rw->__data.__writers_futex = 0;
		rw->__data.__cur_writer = 0;
	} else {
		rw->__data.__readers -= ONE_READER;
	}
	hd_held_remove(hd_self(), op.addr);
	hd_object_changed(rw);
	return 0;
}

static int rwlock_destroy(pthread_rwlock_t *rw, uint32_t site)
{
	struct hd_op op = hd_op(HD_DESTROY, rw, site);
	hd_tid owner;

	hd_object_point(&op, sizeof(*rw));
	if (hd_rwlock_is_outside(rw))
		return 0;
	owner = hd_rwlock_owner(rw);
	if (is_write_locked(rw) || reader_count(rw))
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u destroys a read-write lock that is held by thread %u", hd_self()->id,
			owner == HD_NO_TID ? 0 : owner);
	rw->__data.__flags = FLAGS_DESTROYED;
	return 0;
}

static int rwlock_init(pthread_rwlock_t *rw, const pthread_rwlockattr_t *attr, uint32_t site)
{
	struct hd_op op = hd_op(HD_INIT, rw, site);
	hd_tid owner;
	int error;

	hd_object_point(&op, sizeof(*rw));
	owner = hd_other_holder(rw);
	if (owner != HD_NO_TID && (is_write_locked(rw) ? hd_rwlock_owner(rw) == owner : reader_count(rw)))
		hd_fail(HD_OUT_LOCK_MISUSE, site, op.addr,
			"thread %u initialises a read-write lock that is held by thread %u", hd_self()->id,
			owner);
	hd_held_remove(hd_self(), op.addr);
	error = HD_REAL(pthread_rwlock_init)(rw, attr);
	hd_object_changed(rw);
	return error;
}

HD_EXPORT int pthread_rwlock_init(pthread_rwlock_t *restrict rw, const pthread_rwlockattr_t *restrict attr)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_init)(rw, attr);
	return rwlock_init(rw, attr, HD_SITE());
}

HD_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *rw)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_rdlock)(rw);
	return rwlock_lock(rw, HD_RDLOCK, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *rw)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_tryrdlock)(rw);
	return rwlock_try_lock(rw, HD_RDLOCK, HD_SITE());
}

HD_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict rw,
					 const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_timedrdlock)(rw, abstime);
	return rwlock_lock_until(rw, HD_RDLOCK, CLOCK_REALTIME, abstime, HD_SITE());
}

HD_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict rw, clockid_t clock,
					 const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_clockrdlock)(rw, clock, abstime);
	return rwlock_lock_until(rw, HD_RDLOCK, clock, abstime, HD_SITE());
}

HD_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *rw)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_wrlock)(rw);
	return rwlock_lock(rw, HD_WRLOCK, HD_NO_DEADLINE, HD_SITE());
}

HD_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *rw)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_trywrlock)(rw);
	return rwlock_try_lock(rw, HD_WRLOCK, HD_SITE());
}

HD_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict rw,
					 const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_timedwrlock)(rw, abstime);
	return rwlock_lock_until(rw, HD_WRLOCK, CLOCK_REALTIME, abstime, HD_SITE());
}

HD_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict rw, clockid_t clock,
					 const struct timespec *restrict abstime)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_clockwrlock)(rw, clock, abstime);
	return rwlock_lock_until(rw, HD_WRLOCK, clock, abstime, HD_SITE());
}

HD_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *rw)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_unlock)(rw);
	return rwlock_unlock(rw, HD_SITE());
}

HD_EXPORT int pthread_rwlock_destroy(pthread_rwlock_t *rw)
{
	if (!hd_active())
		return HD_REAL(pthread_rwlock_destroy)(rw);
	return rwlock_destroy(rw, HD_SITE());
}
