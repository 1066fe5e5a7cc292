/* SPDX-License-Identifier: Apache-2.0
 *
 * Lock orders (analysis/lockorder.h) of the run under way that could deadlock become findings. */
#include "analysis/analysis.h"
#include "analysis/lockorder.h"
#include "runtime/common/rt.h"
#include "runtime/common/stack_ids.h"
#include "runtime/engine/threads.h"
#include "runtime/observe/finding.h"

static void lock_order_init(void *state, const struct hd_analysis_env *env)
{
	struct hd_lockorder *l = state;

	l->order = env->order;
	l->arena = env->arena;
	l->found = hd_finding_cycle;
}

static bool lock_order_run_begin(void *state)
{
	hd_lockorder_begin(state);
	return true;
}

static void lock_order_wants(void *state, const struct hd_lock_event *l)
{
	struct hd_held_lock wants = {.lock = l->lock, .site = l->site, .shared = l->shared};

	if (l->nheld)
		hd_lockorder_request(state, l->tid, &wants, hd_stack_id_of_calls(&hd_threads[l->tid]),
				     l->held, l->nheld);
}

/* A cycle of one: it needs no second thread. */
static void lock_order_relocks(void *state, const struct hd_lock_event *l)
{
	struct hd_lock_edge edge = {.wants = {.lock = l->lock, .site = l->site}, .tid = l->tid};
	const struct hd_lock_edge *cycle[] = {&edge};

	(void)state;
	edge.has = (struct hd_held_lock){.lock = l->lock, .site = HD_NO_SITE};
	for (unsigned i = 0; i < l->nheld; i++)
		if (l->held[i].lock == l->lock)
			edge.has.site = l->held[i].site;
	edge.context = hd_stack_id_of_calls(&hd_threads[l->tid]);
	hd_finding_cycle(NULL, cycle, 1);
}

const struct hd_analysis_ops hd_analysis_lock_order = {
    .size = sizeof(struct hd_lockorder),
    .init = lock_order_init,
    .run_begin = lock_order_run_begin,
    .wants = lock_order_wants,
    .relocks = lock_order_relocks,
};
