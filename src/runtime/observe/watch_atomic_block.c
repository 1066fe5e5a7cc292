/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of the run under way that another thread could interrupt (analysis/atomic_block.h) become aims of
 * later runs. Only the strategy `atomicity` needs them. */
#include "analysis/analysis.h"
#include "analysis/atomic_block.h"
#include "runtime/aim/aim_findings.h"
#include "runtime/common/stack_ids.h"
#include "runtime/engine/threads.h"

static void blocks_init(void *state, const struct hd_analysis_env *env)
{
	struct hd_blocks *b = state;

	b->order = env->order;
	b->arena = env->arena;
	b->found = hd_aim_block;
	b->threads = env->alloc(sizeof *b->threads * HD_MAX_THREADS);
}

static bool blocks_run_begin(void *state)
{
	hd_blocks_begin(state);
	return true;
}

static void blocks_access(void *state, const struct hd_access *a)
{
	hd_blocks_access(state, a->tid, a->addr, a->size, a->write);
}

static void blocks_call(void *state, const struct hd_call_event *c)
{
	hd_blocks_call(state, c->tid, c->depth);
}

static void blocks_locked(void *state, const struct hd_lock_event *l)
{
	hd_blocks_locked(state, l->tid, l->lock, l->site, hd_stack_id_of_calls(&hd_threads[l->tid]),
			 l->depth);
}

static void blocks_unlocks(void *state, const struct hd_lock_event *l)
{
	hd_blocks_unlocked(state, l->tid, l->lock, l->waits);
}

const struct hd_analysis_ops hd_analysis_atomic_block = {
    .size = sizeof(struct hd_blocks),
    .init = blocks_init,
    .run_begin = blocks_run_begin,
    .access = blocks_access,
    .call = blocks_call,
    .locked = blocks_locked,
    .unlocks = blocks_unlocks,
};
