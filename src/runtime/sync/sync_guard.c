/* SPDX-License-Identifier: Apache-2.0
 *
 * Guards of C++ static variables inside functions: the compiler calls these around the first initialisation.
 * The first byte is the ABI's, 1 means done; the second is where libstdc++ marks one in progress. The upper
 * half of the guard is not used by either, and holds the thread that initialises. */
#include "runtime/sync/sync_guard.h"

#include "runtime/common/real.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/sync.h"

struct guard {
	uint8_t done, in_progress;
	uint16_t unused;
	uint32_t owner; /* one more than the thread's id; 0: none */
};
_Static_assert(sizeof(struct guard) == sizeof(uint64_t), "the C++ ABI's guard");

int __cxa_guard_acquire(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard);
void __cxa_guard_abort(uint64_t *guard);

hd_tid hd_guard_owner(const void *guard)
{
	const struct guard *g = guard;

	return g->in_progress && g->owner ? (hd_tid)(g->owner - 1) : HD_NO_TID;
}

static bool guard_can_begin(const struct hd_thread *t)
{
	return !((const struct guard *)hd_pending_object(t))->in_progress;
}

static int guard_begin(struct guard *g, uint32_t site)
{
	struct hd_op op = hd_op(HD_ONCE, g, site);

	hd_object_wait(&op, sizeof(*g), guard_can_begin, HD_NO_DEADLINE, 0);
	hd_feed_receive(g);
	if (g->done)
		return 0;
	g->in_progress = 1;
	g->owner = hd_self()->id + 1u;
	hd_object_changed(g);
	return 1;
}

static void guard_end(struct guard *g, bool done)
{
	*g = (struct guard){.done = done};
	hd_feed_send(g); /* also to threads that only read the guard, as compiled code does first */
	hd_object_changed(g);
}

HD_EXPORT int __cxa_guard_acquire(uint64_t *guard)
{
	if (!hd_active())
		return HD_REAL(__cxa_guard_acquire)(guard);
	return guard_begin((struct guard *)guard, HD_SITE());
}

HD_EXPORT void __cxa_guard_release(uint64_t *guard)
{
	if (!hd_active())
		HD_REAL(__cxa_guard_release)(guard);
	else
		guard_end((struct guard *)guard, true);
}

HD_EXPORT void __cxa_guard_abort(uint64_t *guard)
{
	if (!hd_active())
		HD_REAL(__cxa_guard_abort)(guard);
	else
		guard_end((struct guard *)guard, false);
}
