/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/analysis_feed.h"

#include "analysis/atomic_block.h"
#include "analysis/iroots/idiom.h"
#include "analysis/iroots/profile.h"
#include "analysis/lockorder.h"
#include "analysis/race.h"
#include "runtime/observe/benign.h"
#include "runtime/observe/foreign.h"
#include "runtime/aim/aim.h"
#include "runtime/aim/aim_findings.h"
#include "runtime/aim/aim_iroots.h"
#include "runtime/aim/aim_places.h"
#include "runtime/aim/aim_run.h"
#include "runtime/common/site.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/analysis_memory.h"
#include "runtime/memory/heap.h"
#include "runtime/observe/cxx_library.h"
#include "runtime/observe/finding.h"
#include "runtime/observe/set_violations.h"
#include "runtime/common/stack_ids.h"
#include "runtime/observe/units.h"
#include "strategy/strategy.h"

#define FIRST_RUNS 64 /* all watched */
#define EVERY	   8  /* of the later ones */

static uint64_t block_of(uint64_t addr)
{
	struct hd_wire_place place;

	return hd_heap_describe(addr, &place) && place.offset < place.size ? addr - place.offset : 0;
}

static struct hd_arena arena;
static struct hd_order order = {.arena = &arena};
static struct hd_race race = {
    .order = &order, .arena = &arena, .found = hd_finding_race, .block_of = block_of};
static struct hd_lockorder lockorder = {.order = &order, .arena = &arena, .found = hd_finding_cycle};

static struct hd_idioms idioms = {.arena = &arena, .exposed = hd_aim_iroots_exposed};

static struct hd_profile profile = {
    .order = &order,
    .arena = &arena,
    .predict = {.arena = &arena, .predicted = hd_aim_iroots_predicted, .wanted = hd_aim_iroots_wanted}};
static bool profiling;
static uint32_t accesses_left; /* of this run, that are looked at */

static struct hd_blocks blocks = {.order = &order, .arena = &arena, .found = hd_aim_block};
static bool looks_for_blocks; /* only one strategy wants them */

static hd_tid self(void)
{
	return hd_rt.run.current;
}

void hd_feed_init(void)
{
	if (!hd_rt.wire->checks)
		return;
	arena = hd_analysis_memory();
	order.threads = hd_own_alloc(sizeof *order.threads * HD_MAX_THREADS);
	order.thread_run = hd_own_alloc(sizeof *order.thread_run * HD_MAX_THREADS);
	idioms.thread_run = hd_own_alloc(sizeof *idioms.thread_run * HD_MAX_THREADS);
	idioms.thread_ops = hd_own_alloc(sizeof *idioms.thread_ops * HD_MAX_THREADS);
	profile.threads = hd_own_alloc(sizeof *profile.threads * HD_MAX_THREADS);
	race.buckets = hd_own_alloc(sizeof *race.buckets * HD_RACE_BUCKETS);
	looks_for_blocks =
	    hd_strategy_at(hd_rt.wire->options.strategy)->aims & HD_AIM_BIT(HD_AIM_ATOMIC_BLOCK);
	if (looks_for_blocks)
		blocks.threads = hd_own_alloc(sizeof *blocks.threads * HD_MAX_THREADS);
	hd_stack_id_init();
	hd_finding_init();
	hd_aims_init();
	hd_units_init();
	hd_set_violations_order(&order);
}

/* How many accesses of a run are looked at: the rest of a large run would take minutes. Of hot sites only
 * some visits count (sample.h), unless each one matters. */
static enum hd_capacity accesses_watched(void)
{
	return hd_rt.run.watches_all ? HD_FULL_WATCHED_ALL : HD_FULL_WATCHED_ACCESSES;
}

/* Which runs are watched follows from their numbers, and watching changes nothing about a run. */
void hd_feed_run_begin(uint64_t number)
{
	hd_benign_run_begin();
	hd_rt.run.watched = hd_rt.wire->checks && (!hd_rt.wire->replaying || hd_rt.wire->trace) &&
			    (hd_aim_watch() != HD_WATCH_SOME || hd_rt.wire->watch_all ||
			     number < FIRST_RUNS || number % EVERY == 0);
	hd_units_run_begin(hd_rt.run.watched);
	if (!hd_rt.run.watched)
		return;
	hd_order_begin(&order);
	hd_race_begin(&race);
	hd_lockorder_begin(&lockorder);
	hd_idioms_begin(&idioms);
	if (looks_for_blocks)
		hd_blocks_begin(&blocks);
	hd_rt.run.watches_accesses = true;
	hd_rt.run.watches_all = hd_units_on() || hd_foreign_count;
	accesses_left = hd_rt.wire->most[accesses_watched()];
	profiling = hd_aim_watch() == HD_WATCH_PREDICT;
	if (profiling)
		hd_profile_begin(&profile);
	profile.predict.every = hd_aim_places_picks();
	profile.predict.chance = hd_rt.run.plan.seed;
}

void hd_feed_run_end(void)
{
	hd_analysis_memory_look(&arena);
	if (hd_rt.run.watched && profiling)
		hd_profile_end(&profile);
	if (hd_rt.run.watched)
		hd_set_violations_run_end();
	hd_units_run_end();
	hd_aim_iroots_run_end();
}

/* Accesses are not looked at any more. Races with accesses seen before can still be reported, and no false
 * ones are. */
static void end_of_accesses(void)
{
	hd_rt.run.watches_accesses = hd_rt.run.watches_all = false;
	hd_look_at_accesses();
	hd_units_run_begin(false);
}

/* The run has more steps than analyses look at: stop all of them, so that incomplete data cannot cause a
 * false report. */
static bool enough(void)
{
	if (!hd_is_full(HD_FULL_WATCHED_STEPS, hd_rt.run.steps))
		return false;
	if (profiling)
		hd_profile_end(&profile);
	hd_rt.run.watched = false;
	end_of_accesses();
	return true;
}

/* Of the step that was recorded last. */
static uint32_t place_in_schedule(void)
{
	uint64_t n = atomic_load_explicit(&hd_rt.slot->nschedule, memory_order_relaxed);

	return n ? (uint32_t)n - 1 : 0;
}

void hd_feed_step_slow(hd_tid t, const struct hd_op *op)
{
	if (enough())
		return;
	hd_idioms_see(&idioms, t, op);
	if (hd_units_on())
		hd_units_step(t, op);
	if (!profiling)
		return;
	profile.when = place_in_schedule();
	hd_profile_see(&profile, t, op);
}

/* The program has said that what the running thread does now orders nothing. */
static bool orders_nothing(void)
{
	return hd_self()->ignores_order;
}

void hd_feed_send_slow(uint64_t object)
{
	if (!orders_nothing())
		hd_order_send(&order, self(), object);
}

void hd_feed_receive_slow(uint64_t object)
{
	if (!orders_nothing())
		hd_order_receive(&order, self(), object);
}

void hd_feed_tell_slow(hd_tid to, uint64_t object)
{
	hd_order_receive(&order, to, object);
}

void hd_feed_pass_slow(hd_tid to)
{
	if (!orders_nothing())
		hd_order_pass(&order, self(), to);
}

void hd_feed_pass_to_all(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && i != self())
			hd_order_pass(&order, self(), (hd_tid)i);
}

void hd_feed_created_slow(const struct hd_thread *child)
{
	hd_order_created(&order, self(), child->id);
	if (profiling)
		hd_profile_created(&profile, child->id);
	hd_threads[child->id].in_foreign = hd_foreign_or_unseen((uintptr_t)child->start);
}

void hd_feed_joined_slow(hd_tid dead)
{
	hd_order_joined(&order, self(), dead);
	if (profiling)
		hd_profile_joined(&profile, dead);
}

void hd_feed_locked_slow(const struct hd_thread *t, uint64_t lock, bool shared)
{
	hd_order_locked(&order, t->id, lock, shared);
	hd_set_violations_locked(t, lock, shared);
	if (hd_units_on())
		hd_units_locked(t->id, lock);
	if (looks_for_blocks)
		hd_blocks_locked(&blocks, t->id, lock, t->held[t->nheld - 1].site,
				 hd_stack_id_of_calls(&hd_threads[t->id]), t->depth);
	if (!profiling)
		return;
	profile.when = place_in_schedule();
	hd_profile_locked(&profile, t->id, lock, shared);
}

void hd_feed_unlocked_slow(const struct hd_thread *t, uint64_t lock, bool shared)
{
	hd_set_violations_unlocked(t->id, lock);
	if (looks_for_blocks)
		hd_blocks_unlocked(&blocks, t->id, lock, t->op.kind == HD_COND_WAIT);
	hd_order_unlocked(&order, t->id, lock, shared);
	if (profiling)
		hd_profile_unlocked(&profile, t->id, lock);
}

void hd_feed_wants_slow(const struct hd_op *op)
{
	struct hd_thread *t = hd_self();
	struct hd_held_lock held[HD_MAX_LOCKS_HELD];
	struct hd_held_lock wants = {.lock = op->addr, .site = op->site, .shared = op->kind == HD_RDLOCK};
	unsigned n = 0;

	if (!t->nheld || !(hd_rt.wire->checks & HD_CHECK_LOCK_ORDER))
		return;
	for (; n < t->nheld && !hd_is_full(HD_FULL_LOCKS_HELD, n); n++)
		held[n] = (struct hd_held_lock){
		    .lock = t->held[n].addr, .site = t->held[n].site, .shared = t->held[n].kind == HD_RDLOCK};
	hd_lockorder_request(&lockorder, t->id, &wants, hd_stack_id_of_calls(t), held, n);
}

/* A cycle of one: it needs no second thread. */
void hd_feed_relock_slow(const struct hd_op *op)
{
	struct hd_thread *t = hd_self();
	struct hd_lock_edge edge = {.wants = {.lock = op->addr, .site = op->site}, .tid = t->id};
	const struct hd_lock_edge *cycle[] = {&edge};

	if (!(hd_rt.wire->checks & HD_CHECK_LOCK_ORDER))
		return;
	edge.has = (struct hd_held_lock){.lock = op->addr, .site = HD_NO_SITE};
	for (unsigned i = 0; i < t->nheld; i++)
		if (t->held[i].addr == op->addr)
			edge.has.site = t->held[i].site;
	edge.context = hd_stack_id_of_calls(t);
	hd_finding_cycle(NULL, cycle, 1);
}

void hd_feed_fence_slow(int memory_order)
{
	if (!orders_nothing())
		hd_order_fence(&order, self(), (enum hd_memory_order)memory_order);
}

void hd_feed_new_memory_slow(uintptr_t addr, size_t size)
{
	hd_order_forget(&order, addr, size);
	hd_race_forget(&race, addr, size);
	if (hd_units_on())
		hd_units_new_block(addr, size);
}

static struct hd_race_access access_here(bool write, bool atomic, uint32_t site)
{
	struct hd_thread *t = hd_self();

	hd_foreign_leave(t);
	hd_foreign_mixed(hd_unseen_count ? hd_site_address(site) : 0);
	return (struct hd_race_access){.site = site,
				       .tid = t->id,
				       .write = write,
				       .atomic = atomic,
				       .context = hd_stack_id_of_calls(t),
				       .locks = hd_stack_id_of_locks(t)};
}

/* Races are looked for, and the program has not switched that off for this thread. */
static bool looks_for_races(void)
{
	return hd_rt.wire->checks & HD_CHECK_RACE && !hd_self()->ignores_accesses;
}

static void see(uintptr_t addr, size_t size, bool write, bool atomic, uint32_t site)
{
	struct hd_race_access a;

	if (!looks_for_races())
		return;
	a = access_here(write, atomic, site);
	hd_race_see(&race, &a, addr, size);
}

static bool is_life_event(enum hd_event_kind kind)
{
	return kind == HD_INIT || kind == HD_DESTROY || kind == HD_CLOSE;
}

/* Of calls by a library that was not rebuilt it is not known what else orders them. */
void hd_feed_object_slow(const struct hd_op *op, size_t size)
{
	bool write = is_life_event((enum hd_event_kind)op->kind);
	struct hd_race_access a;

	if (!looks_for_races() || hd_rt.run.nthreads < 2 || op->site == HD_NO_SITE ||
	    ((hd_foreign_count | hd_unseen_count) && hd_foreign_or_unseen(hd_site_address(op->site))))
		return;
	a = access_here(write, !write, op->site);
	a.kind = op->kind;
	hd_race_see(&race, &a, op->addr, write || size < 8 ? size : 8);
}

/* While there is only one thread, all that it did comes before what later threads do, so it is not
 * recorded. */
void hd_feed_filled_slow(uintptr_t addr, size_t size, uint32_t site)
{
	struct hd_race_access a;

	if (!looks_for_races() || hd_rt.run.nthreads < 2 || site == HD_NO_SITE)
		return;
	a = access_here(true, false, site);
	hd_race_fill(&race, &a, addr, size);
}

void hd_feed_free_slow(uintptr_t addr, size_t size, uint32_t site)
{
	struct hd_race_access a;

	if (looks_for_races()) {
		a = access_here(true, false, site);
		hd_race_end(&race, &a, addr, size);
	} else {
		hd_race_forget(&race, addr, size);
	}
	if (hd_units_on())
		hd_units_gone(addr);
}

void hd_feed_access_slow(uintptr_t addr, size_t size, bool write, uint32_t site)
{
	if (accesses_left <= size / 8) { /* large ones count for more */
		hd_full(accesses_watched());
		end_of_accesses();
		return;
	}
	accesses_left -= 1 + (uint32_t)(size / 8);
	if (hd_cxx_library_has(addr))
		return;
	see(addr, size, write, false, site);
	if (hd_units_on())
		hd_units_access(hd_self(), addr, size, write, site);
	if (looks_for_blocks)
		hd_blocks_access(&blocks, self(), addr, size, write);
	if (!write)
		hd_foreign_read(hd_self(), addr, size);
}

void hd_feed_atomic_slow(uintptr_t addr, size_t size, enum hd_event_kind kind, int memory_order,
			 uint32_t site)
{
	enum hd_memory_order o = (enum hd_memory_order)memory_order;

	see(addr, size, kind != HD_ATOMIC_LOAD, true, site);
	if (hd_units_on())
		hd_units_atomic(self(), addr, size);
	if (looks_for_blocks)
		hd_blocks_access(&blocks, self(), addr, size, kind != HD_ATOMIC_LOAD);
	if (orders_nothing())
		return;
	if (kind == HD_ATOMIC_LOAD)
		hd_order_load(&order, self(), addr, o);
	else if (kind == HD_ATOMIC_STORE)
		hd_order_store(&order, self(), addr, o);
	else
		hd_order_rmw(&order, self(), addr, o);
}

/* ---- libraries that were not rebuilt ---- */

bool hd_feed_call(struct hd_thread *t, uintptr_t caller, uintptr_t pc)
{
	bool from_foreign = (*hd_foreign_called | t->in_foreign) && hd_foreign_or_unseen(caller);

	if (looks_for_blocks)
		hd_blocks_call(&blocks, t->id, t->depth);
	hd_foreign_leave(t);
	hd_foreign_mixed(pc);
	if (hd_units_on())
		hd_units_enter(t, pc, caller);
	return from_foreign;
}

void hd_feed_return(struct hd_thread *t)
{
	hd_foreign_leave(t);
	if (hd_units_on())
		hd_units_leave(t);
	if (t->depth >= HD_CALLS_MAX)
		return;
	if (t->calls[t->depth].foreign)
		hd_foreign_entered_slow(t);
	hd_foreign_mixed(t->calls[t->depth].pc);
}
