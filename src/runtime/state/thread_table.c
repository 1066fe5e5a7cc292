/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/thread_table.h"

#include <errno.h>
#include <string.h>

#include "runtime/common/rt.h"
#include "runtime/common/team.h"
#include "runtime/state/hooks.h"
#include "runtime/state/pool.h"

#define HELD_FIRST 16

struct hd_thread *hd_threads;

/* Processes of one run share the table of threads, and what hangs on it. */
static void *table_alloc(size_t size)
{
	return hd_rt.wire->controls_children ? hd_keep_alloc(size) : hd_own_alloc(size);
}

void hd_thread_table_init(void)
{
	hd_threads = table_alloc(sizeof *hd_threads * HD_MAX_THREADS);
}

void hd_thread_renew(struct hd_thread *t, hd_tid id)
{
	struct hd_held *held = t->held;
	struct hd_call *calls = t->calls;
	unsigned cap = t->held_cap;

	if (!held) {
		cap = HELD_FIRST;
		held = table_alloc(sizeof *held * cap);
		calls = table_alloc(sizeof *calls * HD_CALLS_MAX);
	}
	memset(t, 0, sizeof *t);
	t->id = id;
	t->held = held;
	t->held_cap = cap;
	t->calls = calls;
	t->life = HD_LIFE_ALIVE;
	t->deadline = HD_NO_DEADLINE;
	t->joiner = t->parent = HD_NO_TID;
	t->accessor = id;
	t->process = (uint16_t)hd_process;
	t->op.kind = HD_START;
}

struct hd_thread *hd_thread_by_id(hd_tid id)
{
	return id < hd_rt.run.nthreads ? &hd_threads[id] : NULL;
}

struct hd_thread *hd_thread_by_handle(unsigned long handle)
{
	int slot = hd_slot_of(handle);
	struct hd_thread *t = slot < 0 ? NULL : hd_thread_by_id(hd_slots[slot].tid);

	return t && t->fs == handle ? t : NULL;
}

void hd_thread_name(const struct hd_thread *t, char *name)
{
	hd_format(name, sizeof t->name, "%s", t->name[0] ? t->name : program_invocation_short_name);
}

void hd_held_add(struct hd_thread *t, uint64_t addr, uint32_t site, enum hd_event_kind kind)
{
	if (t->nheld == t->held_cap) {
		struct hd_held *more = table_alloc(sizeof *more * t->held_cap * 2);

		memcpy(more, t->held, sizeof *more * t->nheld);
		t->held = more;
		t->held_cap *= 2;
	}
	t->held[t->nheld++] = (struct hd_held){addr, site, (uint8_t)kind};
	if (hd_watched())
		hd_hooks.lock_taken(t, addr, kind == HD_RDLOCK);
}

void hd_held_remove(struct hd_thread *t, uint64_t addr)
{
	for (unsigned i = t->nheld; i-- > 0;) {
		if (t->held[i].addr != addr)
			continue;
		if (hd_watched())
			hd_hooks.lock_released(t, addr, t->held[i].kind == HD_RDLOCK);
		memmove(&t->held[i], &t->held[i + 1], (t->nheld - i - 1) * sizeof *t->held);
		t->nheld--;
		return;
	}
}
