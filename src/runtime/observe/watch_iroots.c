/* SPDX-License-Identifier: Apache-2.0
 *
 * The iRoots that the run under way exposes (analysis/iroots/idiom.h), and in a profile run those that it
 * could have exposed (analysis/iroots/profile.h), become aims of later runs. */
#include "analysis/analysis.h"
#include "analysis/iroots/idiom.h"
#include "analysis/iroots/profile.h"
#include "runtime/aim/aim_iroots.h"
#include "runtime/aim/aim_places.h"
#include "runtime/aim/aim_run.h"
#include "runtime/common/rt.h"

#define AUTO_THREADS 32
#define AUTO_STEPS   20000

struct iroots {
	bool profiles; /* in this run */
	struct hd_idioms idioms;
	struct hd_profile profile;
};

static void iroots_init(void *state, const struct hd_analysis_env *env)
{
	struct iroots *r = state;

	r->idioms.arena = env->arena;
	r->idioms.exposed = hd_aim_iroots_exposed;
	r->idioms.thread_run = env->alloc(sizeof *r->idioms.thread_run * HD_MAX_THREADS);
	r->idioms.thread_ops = env->alloc(sizeof *r->idioms.thread_ops * HD_MAX_THREADS);
	r->profile.order = env->order;
	r->profile.arena = env->arena;
	r->profile.threads = env->alloc(sizeof *r->profile.threads * HD_MAX_THREADS);
	r->profile.predict.arena = env->arena;
	r->profile.predict.predicted = hd_aim_iroots_predicted;
	r->profile.predict.wanted = hd_aim_iroots_wanted;
}

static bool iroots_run_begin(void *state)
{
	struct iroots *r = state;

	hd_idioms_begin(&r->idioms);
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

static void iroots_step(void *state, hd_tid t, const struct hd_op *op)
{
	struct iroots *r = state;

	hd_idioms_see(&r->idioms, t, op);
	if (!r->profiles)
		return;
	leave_large_run(r);
	r->profile.when = place_in_schedule();
	hd_profile_see(&r->profile, t, op);
}

static void iroots_locked(void *state, const struct hd_lock_event *l)
{
	struct iroots *r = state;

	if (!r->profiles)
		return;
	r->profile.when = place_in_schedule();
	hd_profile_locked(&r->profile, l->tid, l->lock, l->shared);
}

static void iroots_unlocked(void *state, const struct hd_lock_event *l)
{
	struct iroots *r = state;

	if (r->profiles)
		hd_profile_unlocked(&r->profile, l->tid, l->lock);
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
    .locked = iroots_locked,
    .unlocked = iroots_unlocked,
    .created = iroots_created,
    .joined = iroots_joined,
    .run_end = iroots_run_end,
};
