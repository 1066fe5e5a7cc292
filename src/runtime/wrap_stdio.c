/* SPDX-License-Identifier: Apache-2.0
 *
 * flockfile, ftrylockfile and funlockfile: a recursive lock for each stream, kept here. libc's own must stay
 * free between scheduling points, or the next fiber that prints would block for real. */
#include "runtime/stdio_lock.h"

#include <stdio.h>

#include "runtime/failure.h"
#include "runtime/real.h"
#include "runtime/sched.h"

#define MAX_LOCKED 64

struct stream_lock {
	uint64_t stream; /* its address */
	hd_tid owner;
	unsigned depth; /* how often the owner has locked it; never 0 */
};

static struct stream_lock locks[MAX_LOCKED]; /* those that are held, in no order */
static unsigned nlocks;

void hd_stdio_run_begin(void)
{
	nlocks = 0;
}

static struct stream_lock *find_lock(uint64_t stream)
{
	for (unsigned i = 0; i < nlocks; i++)
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
	if (nlocks == MAX_LOCKED)
		hd_unsupported(site, "the program holds the locks of more than %d streams at once",
			       MAX_LOCKED);
	locks[nlocks++] = (struct stream_lock){.stream = (uintptr_t)stream, .owner = self->id, .depth = 1};
	hd_held_add(self, (uintptr_t)stream, site, HD_LOCK);
	hd_sched_changed((uintptr_t)stream); /* who could have locked it must wait now */
}

static void release(struct stream_lock *lock)
{
	uint64_t addr = lock->stream;

	if (--lock->depth)
		return;
	*lock = locks[--nlocks];
	hd_held_remove(hd_self(), addr);
	hd_sched_changed(addr);
}

HD_EXPORT void flockfile(FILE *stream)
{
	struct hd_op op;

	if (!hd_active()) {
		HD_REAL(flockfile)(stream);
		return;
	}
	op = hd_op(HD_LOCK, stream, HD_SITE());
	hd_sched_wait(&op, can_lock, HD_NO_DEADLINE, 0);
	acquire(stream, op.site);
}

HD_EXPORT int ftrylockfile(FILE *stream)
{
	const struct stream_lock *lock;
	struct hd_op op;

	if (!hd_active())
		return HD_REAL(ftrylockfile)(stream);
	op = hd_op(HD_TRYLOCK, stream, HD_SITE());
	hd_sched_point(&op);
	lock = find_lock((uintptr_t)stream);
	if (lock && lock->owner != hd_self()->id)
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
