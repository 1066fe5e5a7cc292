/* SPDX-License-Identifier: Apache-2.0
 *
 * flockfile, ftrylockfile and funlockfile: a recursive lock for each stream, kept here. Only the thread that
 * holds this lock takes libc's own, so that no thread ever blocks on libc's for real. */
#include "runtime/stdio/stdio_lock.h"

#include <stdio.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"

struct stream_lock {
	uint64_t stream; /* its address */
	hd_tid owner;
	unsigned depth; /* how often the owner has locked it; never 0 */
};

static struct stream_lock locks[HD_MAX_LOCKED_STREAMS]; /* those that are held, in no order */
unsigned hd_stdio_nlocked;

void hd_stdio_run_begin(void)
{
	hd_stdio_nlocked = 0;
}

static struct stream_lock *find_lock(uint64_t stream)
{
	for (unsigned i = 0; i < hd_stdio_nlocked; i++)
		if (locks[i].stream == stream)
			return &locks[i];
	return NULL;
}

static bool can_lock(const struct hd_thread *t)
{
	const struct stream_lock *lock = find_lock(t->op.addr);

	return !lock || lock->owner == t->id;
}

static void acquire(FILE *stream, uint32_t site)
{
	struct stream_lock *lock = find_lock((uintptr_t)stream);
	struct hd_thread *self = hd_self();

	if (lock) {
		lock->depth++;
		return;
	}
	hd_room_for(HD_FULL_LOCKED_STREAMS, hd_stdio_nlocked, site);
	locks[hd_stdio_nlocked++] =
	    (struct stream_lock){.stream = (uintptr_t)stream, .owner = self->id, .depth = 1};
	hd_held_add(self, (uintptr_t)stream, site, HD_LOCK);
	hd_sched_changed((uintptr_t)stream); /* threads that could have locked it must wait now */
}

static void release(struct stream_lock *lock)
{
	uint64_t addr = lock->stream;

	if (--lock->depth)
		return;
	*lock = locks[--hd_stdio_nlocked];
	hd_held_remove(hd_self(), addr);
	hd_sched_changed(addr);
}

hd_tid hd_stdio_owner(const FILE *stream)
{
	const struct stream_lock *lock = find_lock((uintptr_t)stream);

	return lock ? lock->owner : HD_NO_TID;
}

static bool is_taken(const FILE *stream)
{
	hd_tid owner = hd_stdio_owner(stream);

	return owner != HD_NO_TID && owner != hd_self()->id;
}

void hd_stdio_enter(FILE *stream, uint32_t site)
{
	struct hd_op op = hd_op(HD_LOCK, stream, site);

	hd_sched_wait(&op, can_lock, HD_NO_DEADLINE, 0);
	acquire(stream, site);
}

void hd_stdio_leave(FILE *stream)
{
	struct stream_lock *lock = find_lock((uintptr_t)stream);

	if (lock)
		release(lock);
}

void hd_stdio_pass(FILE *stream, uint32_t site)
{
	struct hd_op op = hd_op(HD_LOCK, stream, site);

	if (is_taken(stream))
		hd_sched_wait(&op, can_lock, HD_NO_DEADLINE, 0);
}

HD_EXPORT void flockfile(FILE *stream)
{
	if (!hd_active()) {
		HD_REAL(flockfile)(stream);
		return;
	}
	hd_stdio_enter(stream, HD_SITE());
}

HD_EXPORT int ftrylockfile(FILE *stream)
{
	struct hd_op op;

	if (!hd_active())
		return HD_REAL(ftrylockfile)(stream);
	op = hd_op(HD_TRYLOCK, stream, HD_SITE());
	hd_sched_point(&op);
	if (is_taken(stream))
		return -1;
	acquire(stream, op.site);
	return 0;
}

HD_EXPORT void funlockfile(FILE *stream)
{
	struct stream_lock *lock;
	struct hd_op op;

	if (!hd_active()) {
		HD_REAL(funlockfile)(stream);
		return;
	}
	op = hd_op(HD_UNLOCK, stream, HD_SITE());
	hd_sched_point(&op);
	lock = find_lock((uintptr_t)stream);
	if (lock && lock->owner == hd_self()->id)
		release(lock);
	else
		hd_fail(HD_OUT_LOCK_MISUSE, op.site, (uintptr_t)stream,
			"funlockfile by a thread that does not hold the stream's lock");
}
