/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic sets and units of work of the run under way (analysis/sets/sets.h): events become accesses to
 * locations of sets by units, and violations (analysis/sets/set_violations.h) become findings and aims. */
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/sets/set_violations.h"
#include "analysis/sets/sets.h"
#include "analysis/sets/sets_place.h"
#include "analysis/sets/sets_section.h"
#include "analysis/sets/sets_unit.h"
#include "runtime/aim/aim_findings.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"
#include "runtime/memory/analysis_memory.h"
#include "runtime/memory/heap.h"
#include "runtime/observe/finding_set.h"
#include "runtime/observe/unit_log.h"
#include "runtime/state/stack_frame.h"
#include "runtime/state/thread_table.h"
#include "strategy/strategy.h"

#define CALLS	   4096 /* functions that are known by the place where they begin */
#define SEMAPHORES 64
#define SAME	   4 /* predictions of one pattern, by the same functions on the same kind of set */

/* The threads that have waited for a semaphore and not posted it yet: a semaphore that other threads post is
 * no lock. */
struct semaphore {
	uint64_t addr;
	uint32_t run;
	bool signals;
	uint64_t inside; /* bit set of threads, by id modulo 64 */
};

struct watch_sets {
	bool looks;    /* at the run under way */
	bool violated; /* … a set */
	struct hd_arena arena, violations_arena;
	struct hd_sets sets;
	struct hd_set_violations violations;
	struct {
		uintptr_t pc;
		uint32_t function;
	} functions[CALLS];
	struct semaphore semaphores[SEMAPHORES];
};

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

static uint32_t function_at(struct watch_sets *w, uintptr_t pc)
{
	unsigned slot = (unsigned)(pc * 0x9E3779B97F4A7C15ULL >> 40) % CALLS;

	if (w->functions[slot].pc != pc) {
		w->functions[slot].function = look_up_function(pc);
		w->functions[slot].pc = pc;
	}
	return w->functions[slot].function;
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

/* The local variables of an activation, as those of main that threads get a pointer or a reference to. */
static bool locals_at(uint64_t addr, struct hd_sets_block *b)
{
	uintptr_t lo, hi;

	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life != HD_LIFE_ALIVE ||
		    addr - (uintptr_t)t->stack_lo >= (uintptr_t)(t->stack_hi - t->stack_lo))
			continue;
		if (!hd_is_here(t) || !hd_stack_activation(t, addr, &b->depth, &lo, &hi))
			return false;
		b->frame = look_up_function(t->calls[b->depth].code);
		b->lo = lo;
		b->size = hi - lo;
		b->by = t->id;
		return b->frame;
	}
	return false;
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
	if (!m)
		return locals_at(addr, b);
	module = layout_module(m);
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

static uint64_t code_offset(uint64_t pc)
{
	const struct hd_module *m = hd_module_of(pc);

	return m ? pc - m->base : 0;
}

static void saw_cycle(void *to, const struct hd_conflict_cycle *c)
{
	struct watch_sets *w = to;

	w->violated = true;
	hd_finding_conflict(NULL, c);
}

static void saw_pattern(void *to, const struct hd_conflict_match *m)
{
	struct watch_sets *w = to;

	w->violated = true;
	hd_finding_pattern(NULL, m);
}

static void init_violations(struct watch_sets *w, const struct hd_analysis_env *env)
{
	struct hd_set_violations *v = &w->violations;

	w->violations_arena = hd_analysis_memory();
	v->arena = &w->violations_arena;
	v->log = hd_unit_log_init();
	v->call_stack = env->call_stack;
	v->locks = env->locks;
	v->conflict.arena = v->arena;
	v->conflict.threads = env->alloc(sizeof(struct hd_conflict_open *) * HD_MAX_THREADS);
	v->conflict.thread_run = env->alloc(sizeof *v->conflict.thread_run * HD_MAX_THREADS);
	v->conflict.cycle = saw_cycle;
	v->conflict.match = saw_pattern;
	v->conflict.to = w;
	v->potential.arena = v->arena;
	v->potential.order = env->order;
	v->potential.threads = env->alloc(sizeof *v->potential.threads * HD_MAX_THREADS);
	v->potential.most = SAME;
	v->potential.found = hd_aim_violation;
}

static void sets_init(void *state, const struct hd_analysis_env *env)
{
	struct watch_sets *w = state;
	struct hd_sets *s = &w->sets;

	init_violations(w, env);
	w->arena = hd_analysis_memory();
	s->arena = &w->arena;
	s->layout = &hd_rt.wire->layout;
	s->learnt = &hd_rt.wire->inferred;
	s->threads = env->alloc(sizeof *s->threads * HD_MAX_THREADS);
	s->thread_run = env->alloc(sizeof *s->thread_run * HD_MAX_THREADS);
	s->block_at = block_at;
	s->pointer_at = pointer_at;
	s->to = &w->violations;
	s->site_pc = hd_site_address;
	s->code_offset = code_offset;
	s->describe = hd_set_violations_describe;
	s->sections_only = !(hd_rt.wire->checks & HD_CHECK_OPERATIONS);
}

/* The run before has taught nothing new, so what is inferred is reliable. */
static bool is_settled(_Atomic uint32_t *news, _Atomic uint32_t *before)
{
	uint32_t now = atomic_load(news);

	return atomic_exchange(before, now) == now && now;
}

/* Predictions cost time. They are made only in runs without an aim, and only for strategies that check atomic
 * sets. */
static bool sets_predicts(void)
{
	int strategy = hd_rt.wire->options.strategy;

	return !hd_rt.slot->failure.aim && hd_rt.wire->checks & HD_CHECK_OPERATIONS &&
	       (strategy < 0 || hd_strategy_at(strategy)->checks & HD_CHECK_atomic_set);
}

static bool sets_run_begin(void *state)
{
	struct watch_sets *w = state;
	struct hd_inferred *learnt = w->sets.learnt;
	bool tell = is_settled(&learnt->news, &learnt->news_before);

	w->sets.sections_settled = is_settled(&learnt->section_news, &learnt->section_news_before) &&
				   !atomic_load(&learnt->sections_lost);
	/* Critical sections that are all units by themselves are in order. */
	if (w->sets.sections_only)
		tell = w->sets.sections_settled && tell && atomic_load(&learnt->chained);
	w->looks = true;
	w->violated = false;
	hd_set_violations_begin(&w->violations, tell, sets_predicts());
	w->sets.access = tell ? hd_set_violations_access : NULL;
	w->sets.unit_end = tell ? hd_set_violations_unit_end : NULL;
	w->sets.set_gone = tell ? hd_set_violations_set_gone : NULL;
	hd_arena_begin(&w->arena);
	hd_sets_begin(&w->sets);
	return true;
}

static void sets_call(void *state, const struct hd_call_event *c)
{
	struct watch_sets *w = state;

	if (c->depth >= hd_rt.slot->set_depth)
		hd_rt.slot->set_depth = c->depth + 1;
	if (w->looks)
		hd_sets_enter(&w->sets, c->tid, c->depth, function_at(w, c->pc), c->caller);
}

static void sets_back(void *state, hd_tid t, unsigned depth)
{
	struct watch_sets *w = state;

	if (w->looks)
		hd_sets_leave(&w->sets, t, depth);
}

static bool is_signalled(struct watch_sets *w, hd_tid t, const struct hd_op *op)
{
	struct semaphore *s = &w->semaphores[(op->addr >> 4) % SEMAPHORES];
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
static bool waits_for_others(struct watch_sets *w, hd_tid t, const struct hd_op *op)
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
	case HD_SLEEP:
	case HD_YIELD:
		return true;
	case HD_SEM_WAIT:
	case HD_SEM_POST:
		return is_signalled(w, t, op);
	default:
		return false;
	}
}

static void sets_stops(void *state)
{
	struct watch_sets *w = state;

	w->looks = false;
	hd_set_violations_begin(&w->violations, false, false);
}

/* In a large run not all accesses are told, unless all are asked for: what a critical section uses is not
 * known any more. */
static bool misses_accesses(const struct watch_sets *w)
{
	return w->looks && hd_rt.run.large && w->sets.sections_only;
}

/* It is an access to memory, or about a lock. */
static bool is_ordinary(const struct hd_op *op)
{
	switch (op->kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_UNLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK_ASK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
	case HD_READ:
	case HD_WRITE:
		return true;
	default:
		return false;
	}
}

static void sets_step(void *state, hd_tid t, const struct hd_op *op)
{
	struct watch_sets *w = state;

	if (!w->looks)
		return;
	if (waits_for_others(w, t, op))
		hd_sets_split(&w->sets, t, op->site);
	else if (hd_event_flags[op->kind] & HD_F_SYNC)
		hd_sets_sync(&w->sets, t);
	if (!is_ordinary(op))
		hd_section_interrupt(&w->sets, t, hd_event_flags[op->kind] & HD_F_SYNC);
}

static void sets_locked(void *state, const struct hd_lock_event *l)
{
	struct watch_sets *w = state;
	struct hd_potential_lock lock = {.lock = l->lock, .site = l->site, .shared = l->shared};

	hd_set_violations_locked(&w->violations, l->tid, &lock);
	if (!w->looks)
		return;
	hd_sets_locked(&w->sets, l->tid, l->lock);
	hd_section_begin(&w->sets, l->tid, l->lock, l->site);
}

static void sets_unlocks(void *state, const struct hd_lock_event *l)
{
	struct watch_sets *w = state;

	if (misses_accesses(w))
		sets_stops(w);
	if (w->looks)
		hd_section_end(&w->sets, l->tid, l->lock, l->waits);
	hd_set_violations_unlocked(&w->violations, l->tid, l->lock);
}

static void sets_new_memory(void *state, uint64_t addr, uint64_t size)
{
	struct watch_sets *w = state;
	struct hd_sets_block b = {0};

	if (w->looks && heap_block_at(addr, &b))
		hd_sets_new_block(&w->sets, hd_rt.run.current, addr, size, b.alloc_site);
}

static void sets_freed(void *state, const struct hd_access *a)
{
	struct watch_sets *w = state;

	if (w->looks)
		hd_sets_gone(&w->sets, a->addr);
}

static void sets_access(void *state, const struct hd_access *a)
{
	struct watch_sets *w = state;

	if (misses_accesses(w))
		sets_stops(w);
	if (w->looks && a->atomic)
		hd_sets_atomic(&w->sets, a->tid, a->addr, a->size);
	else if (w->looks)
		hd_sets_access(&w->sets, a->tid, a->addr, a->size, a->write, a->site);
}

static void count_run(const struct watch_sets *w, struct hd_wire_worker *to)
{
	bool aimed = to->failure.aim;

	to->set_runs[aimed]++;
	to->set_violating[aimed] += w->violated;
	if (w->violations.conflict.graph.most > to->set_graph)
		to->set_graph = w->violations.conflict.graph.most;
}

static void sets_run_end(void *state)
{
	struct watch_sets *w = state;

	if (w->looks && w->violations.looks)
		count_run(w, hd_rt.slot);
	hd_set_violations_end(&w->violations);
	hd_analysis_memory_look(&w->violations_arena);
	hd_analysis_memory_look(&w->arena);
}

const struct hd_analysis_ops hd_analysis_atomic_set = {
    .size = sizeof(struct watch_sets),
    .every_access = HD_CHECK_OPERATIONS,
    .init = sets_init,
    .run_begin = sets_run_begin,
    .step = sets_step,
    .access = sets_access,
    .freed = sets_freed,
    .new_memory = sets_new_memory,
    .call = sets_call,
    .back = sets_back,
    .locked = sets_locked,
    .unlocks = sets_unlocks,
    .stops = sets_stops,
    .run_end = sets_run_end,
};
