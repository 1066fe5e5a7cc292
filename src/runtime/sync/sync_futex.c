/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread that sleeps is pending on its word with HD_FUTEX_SLEEP until a wake sets its `signalled`. Words
 * are told apart by their addresses, whether the program says that they are private or not. */
#include "runtime/sync/sync_futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/common/team.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/vtime.h"
#include "runtime/io/transfer.h"
#include "runtime/memory/shared_memory.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/clocks.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/sync_futex_pi.h"

#define LOWEST_ADDRESS 4096 /* what lies below is never mapped */

/* What a sleeper has asked for, by thread: set when it falls asleep. */
struct sleeper {
	uint32_t bits;			  /* woken by wakes that name one of these */
	const struct futex_waitv *vector; /* it sleeps on several words            */
	unsigned nvector, woken;	  /* how many, and which one woke it       */
};

static struct { /* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) struct sleeper of[HD_MAX_THREADS];
} sleepers;

void hd_futex_share(void)
{
	hd_team_share(&sleepers, sizeof sleepers);
}

/* Some thread of some run has slept on several words: then a wake has to look at all threads. */
static bool vectors_used;

static hd_tid asleep[HD_MAX_THREADS]; /* scratch: not on the stack, which may be small */

static bool is_woken(const struct hd_thread *t)
{
	return t->signalled;
}

/* 0, or minus the error number that a word at this address gives. */
static long check_word(const uint32_t *word)
{
	if ((uintptr_t)word % sizeof *word)
		return -EINVAL;
	return (uintptr_t)word < LOWEST_ADDRESS ? -EFAULT : 0;
}

/* ---- sleeping ---- */

static bool time_is_valid(const struct timespec *time)
{
	return !time || (hd_timespec_valid(time) && time->tv_sec >= 0);
}

/* FUTEX_WAIT counts from now, all others name a time. */
static uint64_t deadline_of(int operation, const struct timespec *time)
{
	if (!time)
		return HD_NO_DEADLINE;
	if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT)
		return hd_deadline_in(hd_timespec_ns(time));
	return hd_deadline_from_abstime(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC,
					time);
}

static long sleep_on(struct hd_op *op, const struct sleeper *how, uint64_t deadline)
{
	struct hd_thread *self = hd_self();

	sleepers.of[self->id] = *how;
	self->signalled = false;
	op->kind = HD_FUTEX_SLEEP;
	/* Spurious wakeups are allowed: a wake that was meant for an earlier user of the word looks like one.
	 */
	switch (hd_sched_wait(op, is_woken, deadline, HD_WAIT_SPURIOUS | HD_WAIT_SIGNAL | HD_WAIT_BEGUN)) {
	case HD_WAKE_TIMEOUT:
		return -ETIMEDOUT;
	case HD_WAKE_SIGNAL:
		return -EINTR;
	default:
		return 0;
	}
}

/* The word is one that children which go on natively see as well. */
static bool futex_is_outside(const uint32_t *word, int operation)
{
	return hd_rt.run.shares && !(operation & FUTEX_PRIVATE_FLAG) && hd_memory_is_shared((uintptr_t)word);
}

struct outside {
	struct hd_look look;
	const uint32_t *word;
	uint32_t value;
};

static bool has_changed(const struct hd_look *look)
{
	const struct outside *o = (const struct outside *)look;

	return __atomic_load_n(o->word, __ATOMIC_SEQ_CST) != o->value;
}

/* A child cannot wake a thread of this process. The thread goes on when the word has changed, which counts as
 * a spurious wakeup. */
static long wait_outside(struct hd_op *op, uint32_t *word, int operation, const long *args)
{
	struct outside o = {
	    .look = {.ask = has_changed, .distance = HD_OUTSIDE}, .word = word, .value = (uint32_t)args[2]};
	int error =
	    hd_look_wait(op, &o.look, deadline_of(operation, (const struct timespec *)args[3]), false);

	return error == EAGAIN ? -ETIMEDOUT : -error;
}

static long futex_wait(uint32_t *word, int operation, const long *args, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAIT, word, site);
	const struct timespec *time = (const struct timespec *)args[3];
	struct sleeper how = {.bits = FUTEX_BITSET_MATCH_ANY};
	long result;

	if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET)
		how.bits = (uint32_t)args[5];
	if (!how.bits || !time_is_valid(time))
		return -EINVAL;
	do {
		op.kind = HD_FUTEX_WAIT;
		hd_object_point(&op, sizeof *word);
		if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != (uint32_t)args[2])
			return -EAGAIN;
		if (futex_is_outside(word, operation))
			return wait_outside(&op, word, operation, args);
		result = sleep_on(&op, &how, deadline_of(operation, time));
	} while (result == -EINTR && !time && hd_signals_restart());
	return result;
}

/* ---- waking ---- */

/* Which of the thread's words this is; -1: none. */
static int index_of(const struct sleeper *s, const uint32_t *word)
{
	for (unsigned i = 0; i < s->nvector; i++)
		if (s->vector[i].uaddr == (uint64_t)(uintptr_t)word)
			return (int)i;
	return -1;
}

static bool sleeps_on(const struct hd_thread *t, const uint32_t *word)
{
	const struct sleeper *s = &sleepers.of[t->id];

	if (t->life != HD_LIFE_ALIVE || !hd_may_share(t, (uintptr_t)word) || t->op.kind != HD_FUTEX_SLEEP ||
	    t->can != is_woken || t->signalled)
		return false;
	return s->vector && hd_is_here(t) ? index_of(s, word) >= 0 : t->op.addr == (uint64_t)(uintptr_t)word;
}

/* The threads that may sleep on the word, in order of id. */
static unsigned list_waiters(const uint32_t *word)
{
	unsigned n = hd_thread_count();

	if (!vectors_used)
		return hd_sched_pending((uint64_t)(uintptr_t)word, HD_FUTEX_SLEEP, asleep, HD_MAX_THREADS);
	for (unsigned id = 0; id < n; id++)
		asleep[id] = (hd_tid)id;
	return n;
}

/* Which sleeping thread a wake reaches is the kernel's choice, so hd_sched_value() chooses. */
static struct hd_thread *choose_sleeper(const uint32_t *word, uint32_t bits, bool may_be_vector)
{
	unsigned all = list_waiters(word), n = 0;

	for (unsigned i = 0; i < all; i++) {
		const struct sleeper *s = &sleepers.of[asleep[i]];

		if (sleeps_on(hd_thread_by_id(asleep[i]), word) && s->bits & bits &&
		    (may_be_vector || !s->vector))
			asleep[n++] = asleep[i];
	}
	return n ? hd_thread_by_id(asleep[hd_sched_value(n)]) : NULL;
}

static long wake_some(const uint32_t *word, long limit, uint32_t bits)
{
	struct hd_thread *t;
	long woken = 0;

	while (woken < limit && (t = choose_sleeper(word, bits, true))) {
		if (sleepers.of[t->id].vector)
			sleepers.of[t->id].woken = (unsigned)index_of(&sleepers.of[t->id], word);
		t->signalled = true;
		hd_sched_changed(t->op.addr);
		hd_feed_pass(t->id);
		hd_sched_progress();
		woken++;
	}
	return woken;
}

static long at_least_one(long limit)
{
	return (int)limit > 1 ? (int)limit : 1; /* as the kernel counts */
}

/* The word is not read: its memory may have been freed or reused by now. */
static long futex_wake(uint32_t *word, int operation, const long *args, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAKE, word, site);
	uint32_t bits = FUTEX_BITSET_MATCH_ANY;

	if ((operation & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET)
		bits = (uint32_t)args[5];
	if (!bits)
		return -EINVAL;
	hd_sched_point(&op);
	if (futex_is_outside(word, operation)) {
		hd_outside_changed();
		return hd_kernel_result(hd_syscall(SYS_futex, word, operation, args[2], NULL, NULL, args[5]));
	}
	return wake_some(word, at_least_one(args[2]), bits);
}

static long move_some(const uint32_t *from, long limit, const uint32_t *to)
{
	struct hd_thread *t;
	long moved = 0;

	while (from != to && moved < limit && (t = choose_sleeper(from, FUTEX_BITSET_MATCH_ANY, false))) {
		hd_sched_move(t, (uint64_t)(uintptr_t)to);
		moved++;
	}
	return moved;
}

static long requeue(uint32_t *word, int operation, const long *args, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAKE, word, site);
	uint32_t *to = (uint32_t *)args[4];
	long error = check_word(to), woken;

	if (error)
		return error;
	if ((int)args[2] < 0 || (int)args[3] < 0)
		return -EINVAL;
	hd_object_point(&op, sizeof *word);
	if ((operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE &&
	    __atomic_load_n(word, __ATOMIC_SEQ_CST) != (uint32_t)args[5])
		return -EAGAIN;
	woken = wake_some(word, (int)args[2], FUTEX_BITSET_MATCH_ANY);
	return woken + move_some(word, (int)args[3], to);
}

/* ---- FUTEX_WAKE_OP: change a second word, wake on the first, and perhaps on the second ---- */

static int signed_12(uint32_t bits)
{
	return (int)(bits << 20) >> 20;
}

static long change_word(uint32_t *word, uint32_t code, int *old)
{
	int operand = signed_12(code >> 12);

	if (code >> 28 & FUTEX_OP_OPARG_SHIFT)
		operand = 1 << (operand & 31);
	switch (code >> 28 & 7) {
	case FUTEX_OP_SET:
		*old = (int)__atomic_exchange_n(word, (uint32_t)operand, __ATOMIC_SEQ_CST);
		return 0;
	case FUTEX_OP_ADD:
		*old = (int)__atomic_fetch_add(word, (uint32_t)operand, __ATOMIC_SEQ_CST);
		return 0;
	case FUTEX_OP_OR:
		*old = (int)__atomic_fetch_or(word, (uint32_t)operand, __ATOMIC_SEQ_CST);
		return 0;
	case FUTEX_OP_ANDN:
		*old = (int)__atomic_fetch_and(word, ~(uint32_t)operand, __ATOMIC_SEQ_CST);
		return 0;
	case FUTEX_OP_XOR:
		*old = (int)__atomic_fetch_xor(word, (uint32_t)operand, __ATOMIC_SEQ_CST);
		return 0;
	default:
		return -ENOSYS;
	}
}

static long futex_compare(uint32_t code, int old)
{
	int operand = signed_12(code);

	switch (code >> 24 & 15) {
	case FUTEX_OP_CMP_EQ:
		return old == operand;
	case FUTEX_OP_CMP_NE:
		return old != operand;
	case FUTEX_OP_CMP_LT:
		return old < operand;
	case FUTEX_OP_CMP_LE:
		return old <= operand;
	case FUTEX_OP_CMP_GT:
		return old > operand;
	case FUTEX_OP_CMP_GE:
		return old >= operand;
	default:
		return -ENOSYS;
	}
}

static long wake_op(uint32_t *word, const long *args, uint32_t site)
{
	struct hd_op op = hd_op(HD_FUTEX_WAKE, word, site);
	uint32_t *second = (uint32_t *)args[4], code = (uint32_t)args[5];
	long error = check_word(second), also, woken;
	int old = 0;

	if (error)
		return error;
	hd_sched_point(&op);
	hd_object_check(second, sizeof *second, site);
	error = change_word(second, code, &old);
	if (error)
		return error;
	hd_sched_progress();
	also = futex_compare(code, old);
	if (also < 0)
		return also;
	woken = wake_some(word, at_least_one(args[2]), FUTEX_BITSET_MATCH_ANY);
	if (also)
		woken += wake_some(second, at_least_one(args[3]), FUTEX_BITSET_MATCH_ANY);
	return woken;
}

/* ---- the calls ---- */

static _Noreturn void not_modelled(int command, uint32_t site)
{
	hd_unsupported(site, "the program uses futex operation %d, which Heddle does not control", command);
}

static long priority_operation(uint32_t *word, int operation, const void *time, uint32_t site)
{
	switch (operation & FUTEX_CMD_MASK) {
	case FUTEX_LOCK_PI:
		return hd_futex_lock_pi(word, time, CLOCK_REALTIME, site);
	case FUTEX_LOCK_PI2:
		return hd_futex_lock_pi(
		    word, time, operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, site);
	case FUTEX_TRYLOCK_PI:
		return hd_futex_trylock_pi(word, site);
	case FUTEX_UNLOCK_PI:
		return hd_futex_unlock_pi(word, site);
	default:
		not_modelled(operation & FUTEX_CMD_MASK, site);
	}
}

long hd_futex(const long *args, uint32_t site)
{
	uint32_t *word = (uint32_t *)args[0];
	int operation = (int)args[1];
	long error = check_word(word);

	if (error)
		return error;
	switch (operation & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		return futex_wait(word, operation, args, site);
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET:
		return futex_wake(word, operation, args, site);
	case FUTEX_REQUEUE:
	case FUTEX_CMP_REQUEUE:
		return requeue(word, operation, args, site);
	case FUTEX_WAKE_OP:
		return wake_op(word, args, site);
	default:
		return priority_operation(word, operation, (const void *)args[3], site);
	}
}

/* The first word that does not have its value stops the wait. */
static long check_vector(const struct futex_waitv *v, unsigned n, uint32_t site)
{
	for (unsigned i = 0; i < n; i++) {
		uint32_t *word = (uint32_t *)(uintptr_t)v[i].uaddr;
		long error = check_word(word);

		if (error || v[i].__reserved || (v[i].flags & ~FUTEX_PRIVATE_FLAG) != FUTEX_32)
			return error ? error : -EINVAL;
		hd_object_check(word, sizeof *word, site);
		if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != (uint32_t)v[i].val)
			return -EAGAIN;
	}
	return 0;
}

long hd_futex_waitv(const long *args, uint32_t site)
{
	struct sleeper how = {.bits = FUTEX_BITSET_MATCH_ANY,
			      .vector = (const struct futex_waitv *)args[0],
			      .nvector = (unsigned)args[1]};
	const struct timespec *time = (const struct timespec *)args[3];
	int clock = (int)args[4];
	struct hd_op op;
	long error;

	if (!how.vector || !how.nvector || how.nvector > FUTEX_WAITV_MAX || args[2] || !time_is_valid(time) ||
	    (time && clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC))
		return -EINVAL;
	op = hd_op(HD_FUTEX_WAIT, (const void *)(uintptr_t)how.vector[0].uaddr, site);
	hd_sched_point(&op);
	error = check_vector(how.vector, how.nvector, site);
	if (error)
		return error;
	vectors_used = true;
	error = sleep_on(&op, &how, time ? hd_deadline_from_abstime(clock, time) : HD_NO_DEADLINE);
	return error ? error : (long)sleepers.of[hd_self()->id].woken;
}
