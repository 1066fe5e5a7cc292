/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sync_futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <time.h>

#include "runtime/failure.h"
#include "runtime/sync.h"
#include "runtime/vtime.h"

static long error_is(int error)
{
	errno = error;
	return -1;
}

static bool is_woken(const struct hd_thread *t)
{
	return t->signalled;
}

/* FUTEX_WAIT counts from now, FUTEX_WAIT_BITSET names a time. */
static uint64_t deadline_of(int operation, const struct timespec *time)
{
	if (!time)
		return HD_NO_DEADLINE;
	if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
		return hd_deadline_in(hd_timespec_ns(time));
	return hd_deadline_from_abstime(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC,
					time);
}

static long wait(uint32_t *word, int operation, uint32_t expected, const struct timespec *time, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAIT, word, site);
	struct hd_thread *self = hd_self();

	if (time && (!hd_timespec_valid(time) || time->tv_sec < 0))
		return error_is(EINVAL);
	hd_object_point(&op, sizeof *word);
	if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected)
		return error_is(EAGAIN);
	self->signalled = false;
	op.kind = HD_FUTEX_SLEEP;
	switch (hd_sched_wait(&op, is_woken, deadline_of(operation, time), HD_WAIT_SPURIOUS)) {
	case HD_WAKE_TIMEOUT:
		return error_is(ETIMEDOUT);
	case HD_WAKE_SPURIOUS:
		return error_is(EINTR);
	default:
		return 0;
	}
}

/* The sleepers on a word that nobody has woken yet. */
static unsigned asleep(uint32_t *word, hd_tid *out)
{
	const hd_tid *tids;
	unsigned n = hd_object_waiters(word, HD_FUTEX_SLEEP, &tids), left = 0;

	for (unsigned i = 0; i < n; i++)
		if (!hd_thread_by_id(tids[i])->signalled)
			out[left++] = tids[i];
	return left;
}

/* Whom a wake reaches is the kernel's choice. */
static struct hd_thread *choose_sleeper(uint32_t *word)
{
	static hd_tid tids[HD_MAX_THREADS];
	unsigned n = asleep(word, tids);

	return n ? hd_thread_by_id(tids[hd_sched_value(n)]) : NULL;
}

static long wake_some(uint32_t *word, int limit)
{
	struct hd_thread *t;
	long woken = 0;

	while (woken < limit && (t = choose_sleeper(word))) {
		t->signalled = true;
		woken++;
		hd_sched_progress();
	}
	hd_sched_changed((uint64_t)(uintptr_t)word);
	return woken;
}

static long requeue(uint32_t *from, int limit, uint32_t *to)
{
	struct hd_thread *t;
	long moved = 0;

	while (moved < limit && (t = choose_sleeper(from))) {
		struct hd_op op = t->op;

		op.addr = (uint64_t)(uintptr_t)to;
		hd_sched_retarget(t, &op, is_woken);
		moved++;
	}
	return moved;
}

static long wake(uint32_t *word, int operation, const long *args, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAKE, word, site);
	int command = operation & FUTEX_CMD_MASK;
	long woken;

	hd_object_point(&op, sizeof *word);
	if (command == FUTEX_CMP_REQUEUE && __atomic_load_n(word, __ATOMIC_SEQ_CST) != (uint32_t)args[5])
		return error_is(EAGAIN);
	woken = wake_some(word, (int)args[2]);
	if (command == FUTEX_REQUEUE || command == FUTEX_CMP_REQUEUE)
		woken += requeue(word, (int)args[3], (uint32_t *)args[4]);
	return woken;
}

long hd_futex(const long *args, uint32_t site)
{
	uint32_t *word = (uint32_t *)args[0];
	int operation = (int)args[1];

	switch (operation & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		return wait(word, operation, (uint32_t)args[2], (const struct timespec *)args[3], site);
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET:
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
		return wake(word, operation, args, site);
	default:
		hd_unsupported(
		    site, "the program uses futex operation %d directly, which Heddle does not control yet",
		    operation & FUTEX_CMD_MASK);
	}
}
