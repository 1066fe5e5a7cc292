/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/run_record.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/rng.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"
#include "runtime/memory/heap.h"
#include "runtime/state/hooks.h"
#include "runtime/state/stack_frame.h"
#include "runtime/state/thread_table.h"

static uint64_t nschedule;

void hd_record_resume(void)
{
	nschedule = atomic_load_explicit(&hd_rt.slot->nschedule, memory_order_relaxed);
}

void hd_record_run_begin(void)
{
	nschedule = 0;
	hd_rt.slot->schedule_lost = 0;
	atomic_store_explicit(&hd_rt.slot->unseen_spins, 0, memory_order_relaxed);
	atomic_store_explicit(&hd_rt.slot->nschedule, 0, memory_order_relaxed);
	atomic_store_explicit(&hd_rt.slot->ntrace, 0, memory_order_relaxed);
}

static void push(struct hd_step step)
{
	struct hd_wire_worker *w = hd_rt.slot;

	if (__builtin_expect(nschedule >= HD_MAX_SCHEDULE, 0)) {
		w->schedule_lost++;
		return;
	}
	w->schedule[nschedule++] = step;
	atomic_store_explicit(&w->nschedule, nschedule, memory_order_relaxed);
}

static void mix(uint64_t v)
{
	uint64_t h = (hd_rt.run.hash ^ v) * 0x9E3779B97F4A7C15ULL;

	hd_rt.run.hash = h ^ (h >> 29);
}

static bool describe_tls_of(const struct hd_thread *t, uint64_t addr, struct hd_wire_place *place)
{
	const struct hd_module *m = hd_is_here(t) ? hd_module_of_tls(t->fs, (uintptr_t)addr) : NULL;

	if (!m)
		return false;
	place->kind = HD_PLACE_TLS;
	place->tid = (uint16_t)t->id;
	place->module = m->index;
	place->offset = addr - (t->fs - hd_rt.wire->modules[m->index].tls_below);
	return true;
}

/* A thread-local variable. Threads that have ended come last: their memory may belong to another one now. */
static bool describe_tls(uint64_t addr, struct hd_wire_place *place)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && describe_tls_of(&hd_threads[i], addr, place))
			return true;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_DEAD && describe_tls_of(&hd_threads[i], addr, place))
			return true;
	return false;
}

void hd_place_of(uint64_t addr, struct hd_wire_place *place)
{
	const struct hd_module *m;

	memset(place, 0, sizeof *place);
	if (!addr || hd_heap_describe((uintptr_t)addr, place) || hd_hooks.describe_channel(addr, place) ||
	    describe_tls(addr, place))
		return;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life != HD_LIFE_ALIVE || addr < (uintptr_t)t->stack_lo ||
		    addr >= (uintptr_t)t->stack_hi)
			continue;
		place->kind = HD_PLACE_STACK;
		place->tid = (uint16_t)i;
		place->offset = (uintptr_t)t->stack_hi - addr;
		if (hd_is_here(t))
			hd_stack_frame_of(t, (uintptr_t)addr, place);
		return;
	}
	m = hd_module_of((uintptr_t)addr);
	place->kind = m ? HD_PLACE_GLOBAL : HD_PLACE_OTHER;
	place->module = m ? m->index : 0;
	place->offset = m ? addr - m->base : addr;
}

static uint32_t other_thread(const struct hd_op *op)
{
	struct hd_thread *t = op->kind == HD_JOIN ? hd_thread_by_handle(op->addr) : NULL;

	if (op->kind == HD_CREATE)
		return hd_rt.run.nthreads; /* the number that the new thread will get */
	return t ? t->id : HD_NO_TID;
}

/* The bytes of an access; through the kernel, because the address may be a wild one. */
static void read_value(struct hd_wire_event *e)
{
	struct iovec to = {&e->value, e->op.size}, from = {(void *)(uintptr_t)e->op.addr, e->op.size};

	e->value = 0;
	e->value_known = hd_syscall(SYS_process_vm_readv, getpid(), &to, 1, &from, 1, 0) == (long)e->op.size;
}

static bool has_value(const struct hd_wire_event *e)
{
	return hd_event_flags[e->op.kind] & HD_F_ACCESS && e->op.kind != HD_FREE &&
	       e->op.size <= sizeof e->value;
}

/* What a write wrote can be seen as soon as its thread has come to its next step, or another thread to its
 * own. */
void hd_record_written(void)
{
	uint64_t n = atomic_load_explicit(&hd_rt.slot->ntrace, memory_order_relaxed);
	struct hd_wire_event *e = &hd_rt.slot->trace[(n - 1) % HD_MAX_TRACE];

	if (hd_rt.wire->trace && n && has_value(e) && hd_event_flags[e->op.kind] & HD_F_WRITE &&
	    !(e->note & HD_NOTE_SIGNAL))
		read_value(e);
}

void hd_record_interrupted(void)
{
	uint64_t n = atomic_load_explicit(&hd_rt.slot->ntrace, memory_order_relaxed);

	if (hd_rt.wire->trace && n)
		hd_rt.slot->trace[(n - 1) % HD_MAX_TRACE].note |= HD_NOTE_SIGNAL;
}

static void note_callers(const struct hd_thread *t, struct hd_wire_event *e)
{
	uint32_t depth = t->depth < HD_CALLS_MAX ? t->depth : HD_CALLS_MAX;
	uint32_t call = hd_stack_library_call(t, t->op.site);
	unsigned n = 0;

	if (call != HD_NO_SITE)
		e->callers[n++] = call;
	while (n < HD_CALLERS && depth-- > 0)
		e->callers[n++] = hd_site_of(t->calls[depth].pc);
}

static void trace(const struct hd_thread *t, uint8_t note)
{
	uint64_t n = atomic_load_explicit(&hd_rt.slot->ntrace, memory_order_relaxed);
	struct hd_wire_event *e =
	    &hd_rt.slot->trace[n % HD_MAX_TRACE]; /* a ring: the end of a run matters most */

	hd_record_written();
	memset(e, 0, sizeof *e);
	e->step = hd_rt.run.steps;
	e->op = t->op;
	e->tid = t->id;
	e->note = note;
	e->aux = other_thread(&t->op);
	hd_place_of(t->op.addr, &e->place);
	note_callers(t, e);
	if (has_value(e) && !(hd_event_flags[e->op.kind] & HD_F_WRITE))
		read_value(e);
	atomic_store_explicit(&hd_rt.slot->ntrace, n + 1, memory_order_relaxed);
}

/* Heap addresses are the same everywhere; others depend on where things were loaded, so they are left out. */
static uint64_t stable_address(uint64_t addr)
{
	uint64_t off = addr - (uintptr_t)hd_heap_base;

	return off < hd_heap_reserved ? off : 0;
}

void hd_record_step(struct hd_thread *t, uint8_t note)
{
	push((struct hd_step){.tid = t->id, .kind = t->op.kind, .note = note, .site = t->op.site});
	if (__builtin_expect(hd_rt.wire->trace, 0))
		trace(t, note);
	hd_rt.run.steps++;
	if (hd_event_flags[t->op.kind] & HD_F_KERNEL)
		hd_team_changed();
	if (t->op.kind == HD_SPIN) { /* that the runtime has noticed it is a matter of real time */
		atomic_fetch_add_explicit(&hd_rt.slot->unseen_spins, 1, memory_order_relaxed);
		return;
	}
	mix(hd_site_hash(t->op.site) ^ ((uint64_t)t->id << 48) ^ ((uint64_t)t->op.kind << 40) ^
	    ((uint64_t)note << 32));
	mix(stable_address(t->op.addr));
	hd_not_quiet();
}

void hd_record_value(uint64_t value)
{
	push((struct hd_step){.tid = hd_rt.run.current, .kind = HD_VALUE, .site = (uint32_t)value});
	mix(value + 1);
}

void hd_record_fact(uint32_t value)
{
	push((struct hd_step){
	    .tid = hd_rt.run.current, .kind = HD_VALUE, .note = HD_NOTE_FACT, .site = value});
	mix(1);
}

void hd_record_time_jump(void)
{
	push((struct hd_step){.tid = hd_rt.run.current, .kind = HD_VALUE, .note = HD_NOTE_TIMEOUT});
}

void hd_record_arrival(unsigned signal)
{
	hd_gap(HD_GAP_BIT(OUTSIDE));
	push((struct hd_step){
	    .tid = hd_rt.run.current, .kind = HD_VALUE, .note = HD_NOTE_SIGNAL, .site = signal});
	mix(~(uint64_t)signal);
}

void hd_record_pending(const struct hd_thread *t)
{
	push((struct hd_step){.tid = t->id, .kind = t->op.kind, .note = HD_NOTE_PENDING, .site = t->op.site});
}
