/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/backtrack.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/site.h"
#include "runtime/engine/point_image.h"
#include "runtime/engine/point_process.h"
#include "runtime/engine/spin.h"
#include "runtime/state/hooks.h"
#include "runtime/state/run_state.h"
#include "strategy/strategy.h"

#define MAX_DOUBT 8

static bool forks(void)
{
	return hd_rt.reset == HD_RESET_FORK;
}

static size_t size_of_run(const struct hd_strategy_ops *strategy)
{
	size_t size = 0;

	for (unsigned i = 0; i < HD_RUN_PARTS; i++)
		size += strategy->of_run[i].size;
	return size;
}

static size_t largest_of_run(void)
{
	size_t most = 0;

	for (int i = 0; i < HD_STRATEGY_COUNT; i++)
		if (size_of_run(hd_strategies[i]) > most)
			most = size_of_run(hd_strategies[i]);
	return most;
}

/* The strategy's state of the run, from or to the one that is under way. */
static void copy_of_run(char *kept, bool back)
{
	for (unsigned i = 0; i < HD_RUN_PARTS; i++) {
		const struct hd_state_part *part = &hd_run_strategy()->of_run[i];
		char *own = (char *)hd_run_strategy_state() + part->at;

		memcpy(back ? own : kept, back ? kept : own, part->size);
		kept += part->size;
	}
}

static bool is_wanted(void)
{
	const struct hd_wire *w = hd_rt.wire;

	return w->backtracks && !w->replaying && !w->verify && !w->trace && !w->served &&
	       !w->controls_children && hd_rt.reset != HD_RESET_EXEC &&
	       hd_strategy_at(w->options.strategy)->keeps;
}

void hd_backtrack_init(void)
{
	struct hd_backpoint *points;

	hd_backpoints = hd_keep_alloc(sizeof *hd_backpoints);
	if (!is_wanted())
		return;
	hd_backpoints->control = (pid_t)hd_syscall(SYS_getpid);
	points = hd_keep_alloc(sizeof *points * HD_MAX_BACKPOINTS);
	for (unsigned i = 0; i < HD_MAX_BACKPOINTS; i++) {
		points[i].of_run = hd_keep_alloc(largest_of_run());
		hd_backpoints->all[i] = &points[i];
	}
	hd_backpoints->possible = forks() || hd_point_images_prepare(points, HD_MAX_BACKPOINTS);
}

/* ---- giving points up ---- */

static void remove_point(unsigned at)
{
	struct hd_backpoint *p = hd_backpoints->all[at];

	hd_point_process_end(p, hd_backpoints->control);
	for (; at + 1 < HD_MAX_BACKPOINTS; at++)
		hd_backpoints->all[at] = hd_backpoints->all[at + 1];
	hd_backpoints->all[at] = p;
	if (--hd_backpoints->n == 0)
		hd_hooks.points_are_gone();
}

static void give_up_last(void)
{
	bool used = hd_backpoints->all[hd_backpoints->n - 1]->used;

	if (!used && hd_backpoints->doubt < MAX_DOUBT)
		hd_backpoints->doubt++;
	if (used && hd_backpoints->doubt)
		hd_backpoints->doubt--;
	remove_point(hd_backpoints->n - 1);
}

void hd_backtrack_give_up(void)
{
	while (hd_backpoints->n)
		remove_point(hd_backpoints->n - 1);
	hd_backpoints->start = 0;
}

/* ---- between runs ---- */

/* All that the runs before the points depend on is the same for the coming run. */
static bool still_fits(void)
{
	return !hd_backpoints->spoilt && hd_backpoints->points_known == hd_sites_shared() &&
	       !memcmp(&hd_backpoints->plan, &hd_rt.run.plan, sizeof hd_backpoints->plan);
}

/* The coming run begins with so many decisions of the run before: deeper points are of no use. */
static void drop_passed_by(uint64_t keeps)
{
	struct hd_backpoint_list *p = hd_backpoints;

	if (!still_fits())
		hd_backtrack_give_up();
	while (p->n && p->all[p->n - 1]->decided > keeps)
		give_up_last();
	p->spoilt = false;
	p->keeps = keeps;
	p->near = keeps && p->work >= hd_backpoints_price(HD_POINT_NEAR);
	p->plan = hd_rt.run.plan;
	p->points_known = hd_sites_shared();
}

void hd_backtrack_run_begins(void)
{
	const struct hd_strategy_ops *strategy = hd_run_strategy();
	struct hd_backpoint_list *p = hd_backpoints;

	p->stopped = false;
	p->made = 0;
	p->off = !p->possible || !strategy->keeps || hd_rt.run.watched;
	if (p->possible && strategy->keeps)
		drop_passed_by(strategy->keeps(hd_run_strategy_state()));
	p->start = p->off ? 0 : p->n;
	hd_backpoints_run_begins();
}

struct hd_backpoint *hd_backtrack_start(void)
{
	return hd_backpoints->start ? hd_backpoints->all[hd_backpoints->start - 1] : NULL;
}

void hd_backtrack_run_ends(void)
{
	hd_backpoints->work = hd_backpoints_work();
}

static void count_saved(const struct hd_backpoint *p)
{
	struct hd_wire_worker *w = hd_rt.slot;

	atomic_store_explicit(&w->saved_runs, w->saved_runs + 1, memory_order_relaxed);
	atomic_store_explicit(&w->saved_steps, w->saved_steps + p->steps, memory_order_relaxed);
	atomic_store_explicit(&w->saved_accesses, w->saved_accesses + p->accesses, memory_order_relaxed);
}

void hd_backtrack_resumed(struct hd_backpoint *p)
{
	struct hd_wire_worker *w = hd_rt.slot;

	copy_of_run(p->of_run, true);
	w->schedule_lost = 0;
	w->failure.early = p->early;
	atomic_store_explicit(&w->unseen_spins, 0, memory_order_relaxed);
	atomic_store_explicit(&w->nschedule, p->nschedule, memory_order_relaxed);
	atomic_store_explicit(&w->ntrace, 0, memory_order_relaxed);
	count_saved(p);
	hd_hooks.point_returns(p->mark);
	p->used = true;
	hd_backpoints_run_begins();
}

/* ---- making a point ---- */

/* The deeper, the closer together: the point goes whose neighbours are closest, compared with how far they
 * are from the end. */
static void make_room(void)
{
	uint64_t now = hd_backpoints_work(), best = UINT64_MAX;
	unsigned which = 0;

	for (unsigned i = 0; i + 1 < hd_backpoints->n; i++) {
		uint64_t before = i ? hd_backpoints->all[i - 1]->work : 0;
		uint64_t gap = hd_backpoints->all[i + 1]->work - before,
			 closeness = gap * 64 / (now - before + 1);

		if (closeness < best) {
			best = closeness;
			which = i;
		}
	}
	remove_point(which);
}

static void describe_point(struct hd_backpoint *p)
{
	p->used = false;
	p->decided = hd_run_strategy()->decided(hd_run_strategy_state());
	p->work = hd_backpoints_work();
	p->steps = hd_rt.run.steps;
	p->accesses = hd_rt.run.accesses;
	p->nschedule = hd_rt.slot->nschedule;
	p->early = hd_rt.slot->failure.early;
	p->mark = hd_hooks.point_marks();
	copy_of_run(p->of_run, false);
}

static bool keep_point(struct hd_backpoint *p)
{
	enum hd_point_side side;

	if (!forks())
		return hd_point_image_take(p);
	side = hd_point_process_take(p, hd_backpoints->control);
	if (side == HD_POINT_BRANCH) {
		hd_hooks.fork_begins();
		hd_spin_watch();
		hd_backtrack_resumed(p);
	}
	return side != HD_POINT_NONE;
}

static void add_point(void)
{
	struct hd_backpoint *p;

	if (hd_backpoints->n == HD_MAX_BACKPOINTS)
		make_room();
	p = hd_backpoints->all[hd_backpoints->n];
	describe_point(p);
	hd_backpoints->n++;
	hd_backpoints->made++;
	atomic_store_explicit(&hd_rt.slot->points_made, hd_rt.slot->points_made + 1, memory_order_relaxed);
	if (!keep_point(p)) { /* it would not work the next time either */
		remove_point(hd_backpoints->n - 1);
		hd_backpoints->possible = false;
		hd_backpoints->off = true;
		hd_backpoints_run_begins();
	}
}

bool hd_backtrack_take(void)
{
	int saved = errno;

	if (!hd_backpoints->stopped)
		return false;
	hd_backpoints->stopped = false;
	add_point();
	errno = saved;
	return true;
}
