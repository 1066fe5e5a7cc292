/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/annotate.h"

#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/observe/benign.h"

void hd_annotate_benign(const volatile void *addr, size_t size)
{
	if (hd_is_under_test())
		hd_benign_add((uintptr_t)addr, size);
}

void hd_annotate_ignore_accesses(void)
{
	if (hd_active())
		hd_self()->ignores_accesses++;
}

/* A call without a matching hd_annotate_ignore_accesses() ends a section that began before main. */
void hd_annotate_see_accesses(void)
{
	if (hd_active() && hd_self()->ignores_accesses)
		hd_self()->ignores_accesses--;
}

void hd_annotate_ignore_order(void)
{
	if (hd_active())
		hd_self()->ignores_order++;
}

void hd_annotate_see_order(void)
{
	if (hd_active() && hd_self()->ignores_order)
		hd_self()->ignores_order--;
}

/* An address that no memory has, for the same annotation once more: the annotated address is often that of an
 * atomic, and a relaxed store to it would take the order back. */
static const volatile void *beside(const volatile void *addr)
{
	return (const volatile void *)((uintptr_t)addr | 1ULL << 63);
}

void hd_annotate_before(const volatile void *addr)
{
	if (!hd_active())
		return;
	hd_feed_send(addr);
	hd_feed_send(beside(addr));
}

void hd_annotate_after(const volatile void *addr)
{
	if (!hd_active())
		return;
	hd_feed_receive(addr);
	hd_feed_receive(beside(addr));
}

void hd_annotate_new_memory(const volatile void *addr, size_t size)
{
	if (hd_active())
		hd_feed_new_memory((const void *)addr, size);
}

void hd_annotate_lock_life(const volatile void *lock, enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = hd_op(kind, lock, site);

	if (hd_active())
		hd_feed_object(&op, 1);
}

static enum hd_event_kind kind_of(bool shared)
{
	return shared ? HD_RDLOCK : HD_WRLOCK; /* HD_LOCK is for libc's mutexes, which are looked into */
}

void hd_annotate_lock_wanted(const volatile void *lock, bool shared, uint32_t site)
{
	struct hd_op op = hd_op(kind_of(shared), lock, site);

	if (!hd_active())
		return;
	hd_feed_object(&op, 1);
	hd_feed_wants(&op);
}

void hd_annotate_locked(const volatile void *lock, bool shared, uint32_t site)
{
	if (hd_active())
		hd_held_add(hd_self(), (uintptr_t)lock, site, kind_of(shared));
}

void hd_annotate_unlocked(const volatile void *lock, uint32_t site)
{
	struct hd_op op = hd_op(HD_UNLOCK, lock, site);

	if (!hd_active())
		return;
	hd_feed_object(&op, 1);
	hd_held_remove(hd_self(), op.addr);
}
