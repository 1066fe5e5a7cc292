/* SPDX-License-Identifier: Apache-2.0
 *
 * The iRoots that the run under way exposes (analysis/iroots/idiom.h), and in a profile run those that it
 * could have exposed (analysis/iroots/profile.h), become aims of later runs.
 *
 * An access counts when its step is carried out. What takes a lock or gives it back counts when that has
 * happened: an attempt may fail and a wait may time out, and a wait for a condition variable gives a mutex
 * back. So does a read-modify-write: a compare-exchange that fails is a read. */
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/iroots/idiom.h"
#include "analysis/iroots/profile.h"
#include "runtime/aim/aim_iroots.h"
#include "runtime/aim/aim_places.h"
#include "runtime/aim/aim_run.h"
#include "runtime/common/rt.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/heap.h"

#define AUTO_THREADS 32
#define AUTO_STEPS   20000

struct iroots {
	bool profiles; /* in this run */
	struct hd_idioms idioms;
	struct hd_profile profile;
};

/* The place has been read by the program, so it is mapped. */
static uint64_t pointer_at(uint64_t addr, uint64_t *end)
{
	struct hd_wire_place place;
	uint64_t value;

	memcpy(&value, (const void *)(uintptr_t)addr, sizeof value);
	if (value - HD_HEAP_ADDRESS >= hd_heap_reserved || !hd_heap_describe(value, &place) ||
	    place.offset >= place.size)
		return 0;
	*end = value - place.offset + place.size;
	return value;
}

static void iroots_init(void *state, const struct hd_analysis_env *env)
{
	struct iroots *r = state;

	r->idioms.arena = env->arena;
	r->idioms.exposed = hd_aim_iroots_exposed;
	r->idioms.threads = env->alloc(sizeof *r->idioms.threads * HD_MAX_THREADS);
	r->idioms.window = r->profile.predict.window = hd_aim_iroots_window();
	r->profile.order = env->order;
	r->profile.arena = env->arena;
	r->profile.pointer_at = pointer_at;
	r->profile.threads = env->alloc(sizeof *r->profile.threads * HD_MAX_THREADS);
	r->profile.predict.arena = env->arena;
	r->profile.predict.predicted = hd_aim_iroots_predicted;
	r->profile.predict.wanted = hd_aim_iroots_wanted;
}

static bool iroots_run_begin(void *state)
{
	struct iroots *r = state;

	hd_idioms_begin(&r->idioms);
	r->idioms.exactly = hd_aim_iroots_tries();
	r->profiles = hd_aim_watch() == HD_WATCH_PREDICT;
	if (r->profiles)
		hd_profile_begin(&r->profile);
	r->profile.predict.every = hd_aim_places_picks();
	r->profile.predict.chance = hd_rt.run.plan.seed;
	return true;
}

/* What is predicted for a large run costs more than the run: `auto` leaves it at what was predicted so far.
 */
static void leave_large_run(struct iroots *r)
{
	if (hd_rt.wire->options.strategy < 0 &&
	    (hd_rt.run.nthreads > AUTO_THREADS || hd_rt.run.steps > AUTO_STEPS))
		r->profiles = false;
}

/* Of the step that was recorded last. */
static uint32_t place_in_schedule(void)
{
	uint64_t n = atomic_load_explicit(&hd_rt.slot->nschedule, memory_order_relaxed);

	return n ? (uint32_t)n - 1 : 0;
}

static void tell(struct iroots *r, hd_tid t, const struct hd_op *op, enum hd_role role)
{
	hd_idioms_see(&r->idioms, t, op, role);
	if (!r->profiles)
		return;
	leave_large_run(r);
	r->profile.when = place_in_schedule();
	hd_profile_see(&r->profile, t, op, role);
}

static void iroots_step(void *state, hd_tid t, const struct hd_op *op)
{
	tell(state, t, op, op->kind == HD_ATOMIC_RMW ? HD_NO_ROLE : hd_role_of_access(op->kind));
}

/* Only of a step: at some places, atomics are none. */
static void iroots_atomic(void *state, const struct hd_access *a)
{
	struct hd_op op = hd_threads[a->tid].op;

	if (op.kind != HD_ATOMIC_RMW || op.addr != a->addr || op.site != a->site)
		return;
	if (!a->write)
		op.kind = HD_ATOMIC_LOAD;
	tell(state, a->tid, &op, hd_role_of_access(op.kind));
}

/* The operation under way, if it takes this lock; it has no address otherwise. */
static struct hd_op taker(hd_tid t, uint64_t lock)
{
	struct hd_op op = hd_threads[t].op;

	if (op.addr != lock || !hd_kind_takes(op.kind))
		op.addr = 0;
	return op;
}

/* … or gives it back. */
static struct hd_op giver(const struct hd_lock_event *l)
{
	struct hd_op op = hd_threads[l->tid].op;

	if (op.kind == HD_COND_WAIT)
		op.addr = l->lock;
	else if (op.addr != l->lock || !hd_kind_gives(op.kind))
		op.addr = 0;
	return op;
}

static void iroots_wants(void *state, const struct hd_lock_event *l)
{
	struct iroots *r = state;

	hd_idioms_want(&r->idioms, l->tid,
		       &(struct hd_op){.addr = l->lock, .site = l->site, .kind = l->kind});
}

static void iroots_locked(void *state, const struct hd_lock_event *l)
{
	struct iroots *r = state;
	struct hd_op op = taker(l->tid, l->lock);

	tell(r, l->tid, &op, HD_TAKES);
	if (r->profiles)
		hd_profile_locked(&r->profile, l->tid, l->lock, l->shared);
}

static void iroots_unlocks(void *state, const struct hd_lock_event *l)
{
	struct hd_op op = giver(l);

	tell(state, l->tid, &op, HD_GIVES);
}

static void iroots_unlocked(void *state, const struct hd_lock_event *l)
{
	struct iroots *r = state;

	if (r->profiles)
		hd_profile_unlocked(&r->profile, l->tid, l->lock);
}

static void iroots_sem_taken(void *state, const struct hd_lock_event *l)
{
	struct iroots *r = state;
	struct hd_op op = taker(l->tid, l->lock);

	tell(r, l->tid, &op, HD_TAKES);
	if (!r->profiles)
		return;
	if (!l->shared)
		hd_profile_locked(&r->profile, l->tid, l->lock, false);
}

static void iroots_sem_gives(void *state, const struct hd_lock_event *l)
{
	iroots_unlocks(state, l);
	if (!l->shared)
		iroots_unlocked(state, l);
}

static void iroots_sem_signal(void *state, uint64_t semaphore)
{
	struct iroots *r = state;

	if (r->profiles)
		hd_profile_no_lock(&r->profile, semaphore);
}

static void iroots_new_memory(void *state, uint64_t addr, uint64_t size)
{
	struct iroots *r = state;

	hd_idioms_new_memory(&r->idioms, addr, size);
	if (r->profiles)
		hd_profile_new_memory(&r->profile, addr, size);
}

static void iroots_created(void *state, hd_tid child)
{
	struct iroots *r = state;

	if (r->profiles)
		hd_profile_created(&r->profile, child);
}

static void iroots_joined(void *state, hd_tid dead)
{
	struct iroots *r = state;

	if (r->profiles)
		hd_profile_joined(&r->profile, dead);
}

static void iroots_run_end(void *state)
{
	struct iroots *r = state;

	if (r->profiles)
		hd_profile_end(&r->profile);
}

const struct hd_analysis_ops hd_analysis_iroots = {
    .size = sizeof(struct iroots),
    .init = iroots_init,
    .run_begin = iroots_run_begin,
    .step = iroots_step,
    .atomic = iroots_atomic,
    .wants = iroots_wants,
    .locked = iroots_locked,
    .unlocks = iroots_unlocks,
    .unlocked = iroots_unlocked,
    .sem_taken = iroots_sem_taken,
    .sem_gives = iroots_sem_gives,
    .sem_signal = iroots_sem_signal,
    .new_memory = iroots_new_memory,
    .created = iroots_created,
    .joined = iroots_joined,
    .run_end = iroots_run_end,
};
