/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/units.h"

#include <string.h>

#include "analysis/sets/sets.h"
#include "analysis/sets/sets_place.h"
#include "analysis/sets/sets_unit.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/engine/sched.h"
#include "runtime/memory/analysis_memory.h"
#include "runtime/memory/heap.h"
#include "runtime/observe/set_violations.h"

#define CALLS	   4096 /* functions that are known by the place where they begin */
#define SEMAPHORES 64

bool hd_units_looks;

static struct hd_arena arena;
static struct hd_sets *sets;

static struct {
	uintptr_t pc;
	uint32_t function;
} * functions;

/* The threads that have waited for a semaphore and not posted it yet: a semaphore that other threads post is
 * no lock. */
static struct semaphore {
	uint64_t addr;
	uint32_t run;
	bool signals;
	uint64_t inside; /* bit set of threads, by id modulo 64 */
} semaphores[SEMAPHORES];

/* The layout's number of a loaded module, by the path of its file; -1: it has none. */
static int layout_module(const struct hd_module *m)
{
	static int8_t known[HD_MAX_MODULES]; /* 0: not looked up yet, else number + 2 */
	const struct hd_layout *l = &hd_rt.wire->layout;

	if (m->index >= HD_MAX_MODULES)
		return -1;
	if (known[m->index])
		return known[m->index] - 2;
	known[m->index] = 1;
	for (unsigned i = 0; i < l->nmodules && i < HD_LAYOUT_MODULES; i++)
		if (!strncmp(l->modules[i], hd_rt.wire->modules[m->index].path, HD_LAYOUT_PATH - 1))
			known[m->index] = (int8_t)(i + 2);
	return known[m->index] - 2;
}

static uint32_t look_up_function(uintptr_t pc)
{
	const struct hd_module *m = hd_module_of(pc);
	int module = m ? layout_module(m) : -1;

	return module < 0 ? 0 : hd_layout_function_at(&hd_rt.wire->layout, (unsigned)module, pc - m->base);
}

static uint32_t function_at(uintptr_t pc)
{
	unsigned slot = (unsigned)(pc * 0x9E3779B97F4A7C15ULL >> 40) % CALLS;

	if (functions[slot].pc != pc) {
		functions[slot].function = look_up_function(pc);
		functions[slot].pc = pc;
	}
	return functions[slot].function;
}

static bool heap_block_at(uint64_t addr, struct hd_sets_block *b)
{
	struct hd_wire_place place;

	if (!hd_heap_describe(addr, &place) || place.offset >= place.size)
		return false;
	b->lo = addr - place.offset;
	b->size = place.size;
	b->alloc_site = place.alloc_site;
	b->by = place.tid;
	return true;
}

static bool block_at(uint64_t addr, struct hd_sets_block *b)
{
	const struct hd_layout *l = &hd_rt.wire->layout;
	const struct hd_module *m;
	uint32_t variable;
	int module;

	if (addr - HD_HEAP_ADDRESS < hd_heap_reserved)
		return heap_block_at(addr, b);
	m = hd_module_of(addr);
	module = m ? layout_module(m) : -1;
	variable = module < 0 ? 0 : hd_layout_variable_at(l, (unsigned)module, addr - m->base);
	if (!variable)
		return false;
	b->lo = m->base + l->variables[variable].lo;
	b->size = l->variables[variable].size;
	b->variable = variable;
	b->type = l->variables[variable].type;
	b->stride = l->variables[variable].stride;
	return true;
}

static uint64_t pointer_at(uint64_t addr)
{
	uint64_t value = 0;

	/* The program has read it; a heap block may have been freed since, but its memory is still mapped. */
	memcpy(&value, (const void *)(uintptr_t)addr, sizeof value);
	return value;
}

void hd_units_init(void)
{
	if (!(hd_rt.wire->checks & HD_CHECK_ATOMIC_SETS))
		return;
	hd_set_violations_init();
	arena = hd_analysis_memory();
	functions = hd_own_alloc(sizeof *functions * CALLS);
	sets = hd_own_alloc(sizeof *sets);
	sets->arena = &arena;
	sets->layout = &hd_rt.wire->layout;
	sets->learnt = &hd_rt.wire->inferred;
	sets->threads = hd_own_alloc(sizeof *sets->threads * HD_MAX_THREADS);
	sets->thread_run = hd_own_alloc(sizeof *sets->thread_run * HD_MAX_THREADS);
	sets->block_at = block_at;
	sets->pointer_at = pointer_at;
}

static void tell_access(void *to, struct hd_unit_access *a)
{
	(void)to;
	hd_set_violations_access(a);
}

static void tell_unit_end(void *to, hd_tid tid, uint64_t unit)
{
	(void)to;
	hd_set_violations_unit_end(tid, unit);
}

static void tell_set_gone(void *to, uint64_t set)
{
	(void)to;
	hd_set_violations_set_gone(set);
}

/* The run before has taught nothing new about objects and functions, so what is inferred is reliable. */
static bool is_settled(void)
{
	uint32_t news = atomic_load(&sets->learnt->news);

	return atomic_exchange(&sets->learnt->news_before, news) == news && news;
}

void hd_units_run_begin(bool look)
{
	bool tell;

	hd_units_looks = look && sets;
	tell = hd_units_looks && is_settled();
	hd_set_violations_run_begin(tell);
	if (!hd_units_looks)
		return;
	sets->access = tell ? tell_access : NULL;
	sets->unit_end = tell ? tell_unit_end : NULL;
	sets->set_gone = tell ? tell_set_gone : NULL;
	hd_arena_begin(&arena);
	hd_sets_begin(sets);
}

void hd_units_enter(const struct hd_thread *t, uintptr_t pc, uintptr_t caller)
{
	hd_sets_enter(sets, t->id, t->depth, function_at(pc), caller);
}

void hd_units_leave(const struct hd_thread *t)
{
	hd_sets_leave(sets, t->id, t->depth);
}

static bool is_signalled(hd_tid t, const struct hd_op *op)
{
	struct semaphore *s = &semaphores[(op->addr >> 4) % SEMAPHORES];
	uint64_t bit = 1ULL << (t % 64);

	if (s->addr != op->addr || s->run != hd_rt.run.epoch)
		*s = (struct semaphore){.addr = op->addr, .run = hd_rt.run.epoch};
	if (op->kind == HD_SEM_WAIT) {
		s->inside |= bit;
		return s->signals;
	}
	s->signals |= !(s->inside & bit);
	s->inside &= ~bit;
	return false;
}

/* The thread waits for, or starts, work of other threads and then uses the result. */
static bool waits_for_others(hd_tid t, const struct hd_op *op)
{
	switch (op->kind) {
	case HD_COND_WAIT:
	case HD_BARRIER:
	case HD_JOIN:
	case HD_CREATE:
	case HD_INPUT:
	case HD_POLL:
	case HD_EPOLL_WAIT:
	case HD_WAIT_CHILD:
	case HD_AIO_WAIT:
	case HD_SIGWAIT:
	case HD_PAUSE:
		return true;
	case HD_SEM_WAIT:
	case HD_SEM_POST:
		return is_signalled(t, op);
	default:
		return false;
	}
}

void hd_units_step(hd_tid t, const struct hd_op *op)
{
	if (waits_for_others(t, op))
		hd_sets_split(sets, t, op->site);
	else if (hd_event_flags[op->kind] & HD_F_SYNC)
		hd_sets_sync(sets, t);
}

void hd_units_locked(hd_tid t, uint64_t lock)
{
	hd_sets_locked(sets, t, lock);
}

void hd_units_new_block(uintptr_t addr, size_t size)
{
	struct hd_sets_block b = {0};

	if (heap_block_at(addr, &b))
		hd_sets_new_block(sets, hd_rt.run.current, addr, size, b.alloc_site);
}

void hd_units_gone(uintptr_t addr)
{
	hd_sets_gone(sets, addr);
}

void hd_units_access(const struct hd_thread *t, uintptr_t addr, size_t size, bool write, uint32_t site)
{
	hd_sets_access(sets, t->id, addr, size, write, site);
}

void hd_units_atomic(hd_tid t, uintptr_t addr, size_t size)
{
	hd_sets_atomic(sets, t, addr, size);
}

unsigned hd_units_evidence(uint64_t kind)
{
	for (unsigned i = 0; i < HD_KINDS; i++)
		if (atomic_load_explicit(&hd_rt.wire->inferred.kinds[i].key, memory_order_relaxed) == kind)
			return atomic_load_explicit(&hd_rt.wire->inferred.kinds[i].evidence,
						    memory_order_relaxed);
	return 0;
}

void hd_units_run_end(void)
{
	hd_analysis_memory_look(&arena);
}
