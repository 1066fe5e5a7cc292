/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/access.h"

#include "runtime/access/alone.h"
#include "runtime/access/sample.h"
#include "runtime/access/spin_probe.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/state/spinning.h"

#define NEVER                                                                                                \
	INT32_MAX /* as good as: what is no scheduling point is looked at again after that many visits */

/* A site that is a scheduling point still teaches about its partners: accesses of the other threads to the
 * same location may come from sites that are not known to be shared yet. */
void hd_access_point(uintptr_t addr, size_t size, enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = {.addr = addr, .site = site, .size = (uint32_t)size, .kind = (uint8_t)kind};

	__builtin_prefetch(hd_share_of(addr >> 3), 1); /* other threads run before it is needed */
	hd_sched_point(&op);
	if (hd_rt.run.self->again || hd_rt.run.self->vain)
		hd_spin_read(hd_rt.run.self, addr, size);
	hd_share_learn(addr, size, hd_event_flags[kind] & HD_F_WRITE, site);
}

static void learn(uintptr_t addr, size_t size, bool write, struct hd_pc *e)
{
	if (hd_share_note(addr, size, write, e))
		return;
	hd_share_learn(addr, size, write, e->site);
	if (!(e->flags & HD_PC_SHARED) && hd_site_is_shared(e->site))
		e->flags |= HD_PC_SHARED;
}

void hd_access_atomic(uintptr_t addr, size_t size, enum hd_event_kind kind, struct hd_pc *e)
{
	bool write = hd_event_flags[kind] & HD_F_WRITE;

	hd_rt.run.accesses++;
	if (!e->skip) {
		e->flags |= HD_PC_ATOMIC;
		hd_sample_visit(e, addr);
		hd_access_point(addr, size, kind, e->site);
		return;
	}
	if (hd_pc_rests(e))
		return;
	e->skip--;
	learn(addr, size, write, e);
}

/* The running thread comes to a plain access, which may be a scheduling point. */
static void visit(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, struct hd_pc *e)
{
	if (e->skip) {
		e->skip--;
		hd_leading.visits++;
	} else if (!(e->flags & HD_PC_POINT)) {
		if (!hd_rt.run.large)
			e->skip = NEVER;
		else if (!hd_spin_observes())
			hd_sample_rest(e, addr, write);
	} else if (hd_rt.run.multi) {
		hd_sample_visit(e, addr);
		hd_access_point(addr, size, kind, e->site);
		return;
	} else if (hd_rt.run.large) { /* the thread is alone now */
		hd_sample_rest(e, addr, write);
	}
	learn(addr, size, write, e);
}

void hd_access_check(uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	enum hd_outcome misuse = hd_heap_check(addr, size);

	if (misuse != HD_OUT_NONE)
		hd_access_misuse(misuse, addr, size, write, pc);
}

void hd_access_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc)
{
	struct hd_pc *e = hd_pc_find(pc);

	if (!hd_pc_rests(e)) {
		hd_rt.run.accesses++;
		visit(addr, size, kind, write, e);
		if (hd_rt.run.accesses > hd_rt.run.quiet_until)
			hd_spin_probe(e, addr, size, write);
		hd_feed_access(addr, size, write, e->site);
		hd_rt.run.progress += write;
		hd_rt.run.stack_writes += write && hd_rt.run.tells_stack_writes && hd_on_own_stack(addr);
	} else if (hd_rt.run.watches_all) {
		hd_feed_access(addr, size, write, e->site);
	}
	hd_access_check(addr, size, write, pc);
}

void hd_access_rare(uintptr_t addr, size_t size, enum hd_event_kind kind, bool write, uintptr_t pc)
{
	if (hd_rt.run.had_choices) {
		hd_access_slow(addr, size, kind, write, pc);
		return;
	}
	hd_access_check(addr, size, write, pc);
	hd_alone_visit(pc);
}

void hd_access_misuse(enum hd_outcome what, uintptr_t addr, size_t size, bool write, uintptr_t pc)
{
	const char *verb = write ? "writes" : "reads";

	if (what == HD_OUT_USE_AFTER_FREE)
		hd_fail(what, hd_site_of(pc), addr, "thread %u %s %lu byte%s of a block that has been freed",
			hd_rt.run.current, verb, size, size == 1 ? "" : "s");
	hd_fail(what, hd_site_of(pc), addr, "thread %u %s %lu byte%s outside of a heap block",
		hd_rt.run.current, verb, size, size == 1 ? "" : "s");
}

void hd_access_range(uintptr_t addr, size_t n, bool write, uintptr_t pc)
{
	if (n)
		hd_access(addr, n, write ? HD_WRITE : HD_READ, write, pc);
}
