/* SPDX-License-Identifier: Apache-2.0
 *
 * Futexes as locks that hand priorities on: the word holds the owner's thread id, and the kernel gives the
 * lock to a waiter. Threads have no priorities here, so which waiter gets it is a choice. */
#include "runtime/sync/sync_futex_pi.h"

#include <errno.h>
#include <linux/futex.h>
#include <time.h>
#include <unistd.h>

#include "runtime/engine/vtime.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/clocks.h"
#include "runtime/sync/sync.h"

static uint32_t own_id(void)
{
	return (uint32_t)gettid() & FUTEX_TID_MASK;
}

/* The thread with this id; NULL: none that is alive. */
static struct hd_thread *thread_of(uint32_t id)
{
	uint32_t first = own_id() - hd_self()->id;
	struct hd_thread *t = id >= first ? hd_thread_by_id((hd_tid)(id - first)) : NULL;

	return t && t->life == HD_LIFE_ALIVE ? t : NULL;
}

static bool has_been_given(const struct hd_thread *t)
{
	return t->signalled;
}

/* Take the lock if no thread holds it. A dead owner's mark stays, for the new owner to see. */
static bool take_free(uint32_t *word)
{
	uint32_t value = __atomic_load_n(word, __ATOMIC_SEQ_CST);

	if (value & FUTEX_TID_MASK)
		return false;
	__atomic_store_n(word, value | own_id(), __ATOMIC_SEQ_CST);
	hd_feed_receive(word);
	hd_sched_progress();
	return true;
}

/* 1: taken, 0: another thread holds it, or minus an error number. */
static long try_to_take(uint32_t *word, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAIT, word, site);
	uint32_t owner;

	hd_object_point(&op, sizeof *word);
	if (take_free(word))
		return 1;
	owner = __atomic_load_n(word, __ATOMIC_SEQ_CST) & FUTEX_TID_MASK;
	if (owner == own_id())
		return -EDEADLK;
	return thread_of(owner) ? 0 : -ESRCH;
}

long hd_futex_trylock_pi(uint32_t *word, uint32_t site)
{
	long taken = try_to_take(word, site);

	return taken > 0 ? 0 : taken ? taken : -EAGAIN;
}

long hd_futex_lock_pi(uint32_t *word, const void *time, int clock, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_SLEEP, word, site);
	const struct timespec *until = time;
	struct hd_thread *self = hd_self();
	long taken;

	if (until && (!hd_timespec_valid(until) || until->tv_sec < 0))
		return -EINVAL;
	taken = try_to_take(word, site);
	if (taken)
		return taken > 0 ? 0 : taken;
	__atomic_fetch_or(word, FUTEX_WAITERS, __ATOMIC_SEQ_CST);
	self->signalled = false;
	if (hd_sched_wait(&op, has_been_given,
			  until ? hd_deadline_from_abstime(clock, until) : HD_NO_DEADLINE,
			  0) == HD_WAKE_TIMEOUT)
		return -ETIMEDOUT;
	hd_feed_receive(word);
	return 0;
}

/* The threads that wait for the lock: how many, and one of them. */
static unsigned waiters(uint32_t *word, struct hd_thread **chosen)
{
	const hd_tid *tids;
	unsigned all = hd_object_waiters(word, HD_FUTEX_SLEEP, &tids), n = 0;
	static hd_tid waiting[HD_MAX_THREADS]; /* not on the stack, which may be small */

	for (unsigned i = 0; i < all; i++)
		if (hd_thread_by_id(tids[i])->can == has_been_given && !hd_thread_by_id(tids[i])->signalled)
			waiting[n++] = tids[i];
	*chosen = n ? hd_thread_by_id(waiting[hd_sched_value(n)]) : NULL;
	return n;
}

long hd_futex_unlock_pi(uint32_t *word, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAKE, word, site);
	struct hd_thread *next;
	unsigned n;

	hd_object_point(&op, sizeof *word);
	if ((__atomic_load_n(word, __ATOMIC_SEQ_CST) & FUTEX_TID_MASK) != own_id())
		return -EPERM;
	hd_feed_send(word);
	n = waiters(word, &next);
	if (next) {
		uint32_t id = own_id() - hd_self()->id + next->id;

		__atomic_store_n(word, id | (n > 1 ? FUTEX_WAITERS : 0), __ATOMIC_SEQ_CST);
		next->signalled = true;
	} else {
		__atomic_store_n(word, 0, __ATOMIC_SEQ_CST);
	}
	hd_sched_changed((uint64_t)(uintptr_t)word);
	hd_sched_progress();
	return 0;
}
