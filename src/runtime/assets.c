/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/assets.h"

#include "analysis/conflict.h"
#include "runtime/chain.h"
#include "runtime/finding_set.h"
#include "runtime/rt.h"
#include "runtime/sched.h"
#include "runtime/threads.h"

#define ARENA (256UL << 20) /* for one run; only what is used is ever there */

static struct hd_arena arena;
static struct hd_conflict *conflict;
static bool looks;

void hd_assets_init(void)
{
	if (!(hd_rt.wire->checks & HD_CHECK_ATOMIC_SETS))
		return;
	arena = (struct hd_arena){.base = hd_own_alloc(ARENA), .size = ARENA};
	conflict = hd_own_alloc(sizeof *conflict);
	conflict->arena = &arena;
	conflict->threads = hd_own_alloc(sizeof(struct hd_conflict_open *) * HD_MAX_THREADS);
	conflict->thread_run = hd_own_alloc(sizeof *conflict->thread_run * HD_MAX_THREADS);
	conflict->cycle = hd_finding_conflict;
	conflict->match = hd_finding_pattern;
}

void hd_assets_run_begin(bool look)
{
	looks = look && conflict;
	if (!looks)
		return;
	hd_arena_begin(&arena);
	hd_conflict_begin(conflict);
}

void hd_assets_access(const struct hd_unit_access *access)
{
	struct hd_unit_access a = *access;

	if (!looks || hd_conflict_knows(conflict, access))
		return;
	a.context = hd_chain_of_calls(&hd_threads[a.tid]);
	a.locks = hd_chain_of_locks(&hd_threads[a.tid]);
	hd_conflict_see(conflict, &a);
}

void hd_assets_unit_end(hd_tid t, uint64_t unit)
{
	if (looks)
		hd_conflict_unit_end(conflict, t, unit);
}

void hd_assets_set_gone(uint64_t set)
{
	if (looks)
		hd_conflict_set_gone(conflict, set);
}
