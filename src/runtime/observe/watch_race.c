/* SPDX-License-Identifier: Apache-2.0
 *
 * Data races (analysis/race.h) in the run under way become findings. */
#include "analysis/analysis.h"
#include "analysis/race.h"
#include "runtime/common/rt.h"
#include "runtime/common/stack_ids.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/heap.h"
#include "runtime/observe/finding.h"

static uint64_t block_of(uint64_t addr)
{
	struct hd_wire_place place;

	return hd_heap_describe(addr, &place) && place.offset < place.size ? addr - place.offset : 0;
}

static void race_init(void *state, const struct hd_analysis_env *env)
{
	struct hd_race *r = state;

	r->order = env->order;
	r->arena = env->arena;
	r->found = hd_finding_race;
	r->block_of = block_of;
	r->shadow.buckets = env->alloc(sizeof *r->shadow.buckets * HD_RACE_BUCKETS);
}

static bool race_run_begin(void *state)
{
	hd_race_begin(state);
	return true;
}

static struct hd_race_access race_access_of(const struct hd_access *a)
{
	return (struct hd_race_access){.site = a->site,
				       .tid = a->tid,
				       .kind = a->kind,
				       .write = a->write,
				       .atomic = a->atomic,
				       .context = hd_stack_id_of_calls(&hd_threads[a->tid]),
				       .locks = hd_stack_id_of_locks(&hd_threads[a->tid])};
}

static void race_access(void *state, const struct hd_access *a)
{
	struct hd_race_access r;

	if (a->ignored)
		return;
	r = race_access_of(a);
	hd_race_see(state, &r, a->addr, a->size);
}

/* While there is only one thread, all that it did comes before what later threads do, so it is not
 * recorded. */
static void race_object(void *state, const struct hd_access *a)
{
	if (hd_rt.run.nthreads > 1 && a->site != HD_NO_SITE)
		race_access(state, a);
}

static void race_filled(void *state, const struct hd_access *a)
{
	struct hd_race_access r;

	if (a->ignored || hd_rt.run.nthreads < 2 || a->site == HD_NO_SITE)
		return;
	r = race_access_of(a);
	hd_race_fill(state, &r, a->addr, a->size);
}

static void race_freed(void *state, const struct hd_access *a)
{
	struct hd_race_access r;

	if (a->ignored) {
		hd_race_forget(state, a->addr, a->size);
		return;
	}
	r = race_access_of(a);
	hd_race_end(state, &r, a->addr, a->size);
}

static void race_new_memory(void *state, uint64_t addr, uint64_t size)
{
	hd_race_forget(state, addr, size);
}

const struct hd_analysis_ops hd_analysis_race = {
    .size = sizeof(struct hd_race),
    .init = race_init,
    .run_begin = race_run_begin,
    .access = race_access,
    .object = race_object,
    .filled = race_filled,
    .freed = race_freed,
    .new_memory = race_new_memory,
};
