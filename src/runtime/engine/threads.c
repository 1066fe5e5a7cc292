/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/threads.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/arch/arch.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"
#include "runtime/state/hooks.h"
#include "runtime/state/pool.h"
#include "runtime/state/ready_threads.h"
#include "runtime/engine/sched.h"
#include "runtime/common/team.h"
#include "runtime/engine/vtimer.h"
#include "runtime/state/run_state.h"

static struct big_stack { /* larger than a slot's, as thread attributes may ask for */
	void *at;
	size_t size;
	bool in_use;
} * big_stacks;
static unsigned nbig_stacks;

static void use_slot(struct hd_thread *t, unsigned slot)
{
	t->slot = (uint16_t)slot;
	hd_slots[slot].tid = t->id;
	t->fs = hd_slots[slot].fs;
	t->stack_lo = hd_slots[slot].stack_lo;
	t->stack_hi = hd_slots[slot].stack_hi;
	t->min_sp = (uintptr_t)t->stack_hi;
}

static void fold_stack_use(const struct hd_thread *t)
{
	struct hd_slot *s = &hd_slots[t->slot];

	if (t->stack_hi == s->stack_hi && t->min_sp < s->min_sp)
		s->min_sp = t->min_sp;
}

void hd_threads_init(void)
{
	hd_thread_table_init();
	big_stacks = hd_own_alloc(sizeof *big_stacks * HD_MAX_THREADS);
}

void hd_threads_run_begin(void (*entry)(void))
{
	struct hd_thread *t = &hd_threads[0];

	hd_thread_renew(t, 0);
	use_slot(t, 0);
	t->sp = hd_arch_prepare(t->stack_hi, entry);
	hd_rt.run.nthreads = hd_rt.run.nlive = 1;
	hd_rt.run.multi = hd_rt.run.had_choices = hd_rt.run.async = false;
	hd_look_at_accesses();
	hd_rt.run.current = hd_rt.run.accessor = 0;
	hd_rt.run.self = t;
	hd_sched_add(t);
}

void hd_threads_note_stacks(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_is_here(&hd_threads[i]))
			fold_stack_use(&hd_threads[i]);
}

bool hd_threads_have_big_stacks(void)
{
	return nbig_stacks;
}

void hd_threads_run_end(void)
{
	hd_threads_note_stacks();
	for (unsigned i = 0; i < nbig_stacks; i++)
		munmap(big_stacks[i].at, big_stacks[i].size);
	nbig_stacks = 0;
}

static void fiber_entry(void)
{
	struct hd_thread *t = hd_rt.run.self;

	hd_hooks.thread_returned(t->start(t->arg));
}

/* A stack that a thread of this run has left, emptied, or a new one. A thread that is about to end may still
 * run on a stack that it has left. */
static void *take_big_stack(size_t size)
{
	void *at;

	for (unsigned i = 0; i < nbig_stacks; i++)
		if (!big_stacks[i].in_use && big_stacks[i].size == size &&
		    big_stacks[i].at != hd_rt.run.self->stack_lo &&
		    !madvise(big_stacks[i].at, size, MADV_DONTNEED)) {
			big_stacks[i].in_use = true;
			return big_stacks[i].at;
		}
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at == MAP_FAILED)
		return NULL;
	big_stacks[nbig_stacks++] = (struct big_stack){at, size, true};
	return at;
}

static void leave_big_stack(const void *at)
{
	for (unsigned i = 0; i < nbig_stacks; i++)
		if (big_stacks[i].at == at)
			big_stacks[i].in_use = false;
}

static bool give_stack(struct hd_thread *t, void *stack, size_t size)
{
	if (!stack && size > (size_t)(t->stack_hi - t->stack_lo)) {
		stack = take_big_stack(size);
		if (!stack)
			return false;
	}
	if (stack) {
		t->stack_lo = stack;
		t->stack_hi = t->stack_lo + size;
		t->min_sp = (uintptr_t)t->stack_hi;
	}
	return true;
}

/* The thread is set up: from now on it can be chosen. */
static void begin_thread(struct hd_thread *t)
{
	hd_hooks.thread_begins();
	hd_rt.run.nthreads++;
	hd_rt.run.nlive++;
	if (!hd_rt.run.had_choices)
		hd_hooks.run_has_choices();
	hd_rt.run.multi = hd_rt.run.had_choices = true;
	hd_look_at_accesses();
	hd_rt.run.progress++;
	hd_run_born(t->id, t->parent);
	hd_sched_add(t);
}

hd_tid hd_thread_create(void *(*start)(void *), void *arg, unsigned long *handle, uint32_t site,
			bool detached, void *stack, size_t stack_size)
{
	hd_tid id = (hd_tid)hd_rt.run.nthreads;
	struct hd_thread *t = &hd_threads[id];
	unsigned slot;

	hd_room_for(HD_FULL_THREADS, id, site);
	slot = hd_slot_take();
	if (!slot)
		hd_run_grow();
	hd_thread_renew(t, id);
	use_slot(t, slot);
	if (!give_stack(t, stack, stack_size)) {
		hd_slot_give_back(slot);
		return HD_NO_TID;
	}
	t->start = start;
	t->arg = arg;
	t->detached = detached;
	t->parent = hd_rt.run.current;
	t->sigmask = hd_rt.run.self->sigmask;
	t->create_site = t->op.site = site;
	t->op.addr = (uintptr_t)start; /* names the thread in reports */
	t->sp = hd_arch_prepare(t->stack_hi, fiber_entry);
	*handle = t->fs;
	hd_rt.run.unjoined++;
	begin_thread(t);
	if (hd_watched())
		hd_hooks.thread_created(t);
	return id;
}

/* Thread t of a new process holds the locks that `from` held in memory of its own; `from` keeps locks in
 * memory that both processes share. */
static void inherit_locks(struct hd_thread *t, const struct hd_thread *from)
{
	for (unsigned i = 0; i < from->nheld; i++)
		if (!hd_team_sees(from->held[i].addr))
			hd_held_add(t, from->held[i].addr, from->held[i].site,
				    (enum hd_event_kind)from->held[i].kind);
}

struct hd_thread *hd_thread_fork(uint32_t site, unsigned process)
{
	const struct hd_thread *self = hd_rt.run.self;
	hd_tid id = (hd_tid)hd_rt.run.nthreads;
	struct hd_thread *t = &hd_threads[id], fresh;

	hd_room_for(HD_FULL_THREADS, id, site);
	hd_thread_renew(t, id);
	fresh = *t;
	*t = *self;
	t->id = t->accessor = id;
	t->parent = self->id;
	t->held = fresh.held;
	t->held_cap = fresh.held_cap;
	t->calls = fresh.calls;
	t->nheld = 0;
	t->in_bucket = t->ready = t->yielded = t->signal_due = t->attention = t->cancel_pending = false;
	t->can = NULL;
	t->look = NULL;
	t->sigpending = 0;
	t->cpu = 0;
	t->joiner = HD_NO_TID;
	t->op = (struct hd_op){.kind = HD_START, .site = site};
	t->create_site = site;
	memcpy(t->calls, self->calls, sizeof *t->calls * HD_CALLS_MAX);
	t->process = (uint16_t)process;
	inherit_locks(t, self);
	begin_thread(t);
	return t;
}

void hd_threads_forked(void)
{
	struct hd_thread *t = hd_rt.run.self;

	for (unsigned i = 1; i < hd_nslots; i++)
		if (hd_slots[i].in_use && i != t->slot)
			hd_slot_give_back(i);
	hd_slots[t->slot].tid = t->id;
}

static void end_thread(struct hd_thread *t)
{
	t->life = HD_LIFE_DEAD;
	hd_pending_leave(t);
	hd_deadline_leave(t);
	hd_sched_remove(t);
	t->op = (struct hd_op){.kind = HD_EXIT};
	hd_rt.run.multi = --hd_rt.run.nlive > 1 || hd_rt.run.async;
}

void hd_thread_unfork(struct hd_thread *t)
{
	end_thread(t);
}

void hd_threads_end_here(void (*release_locks)(struct hd_thread *t))
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		struct hd_thread *t = &hd_threads[i];

		if (!hd_is_here(t) || t->life != HD_LIFE_ALIVE)
			continue;
		release_locks(t);
		end_thread(t);
	}
}

void hd_thread_release(struct hd_thread *t)
{
	if (t->slot == 0)
		return;
	fold_stack_use(t);
	leave_big_stack(t->stack_lo);
	hd_slot_give_back(t->slot);
	t->fs = 0; /* the handle may now mean another thread */
}

/* A thread that is alone has choices for as long as the others have not been joined: what it does now could
 * have come before their last steps. */
void hd_thread_retire(struct hd_thread *t)
{
	t->op = (struct hd_op){.kind = HD_EXIT};
	hd_rt.run.multi = --hd_rt.run.nlive > 1 || hd_rt.run.async || hd_rt.run.unjoined;
	hd_sched_remove(t);
	hd_sched_changed(t->fs); /* the thread that joins it can run now */
}
