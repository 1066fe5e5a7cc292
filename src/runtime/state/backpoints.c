/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/backpoints.h"

#include "runtime/state/hooks.h"
#include "runtime/state/outside_look.h"
#include "runtime/state/run_state.h"
#include "strategy/strategy.h"

#define MADE_MAX   64 /* points that one run makes                                                   */
#define MARGIN	   8  /* decisions before the one that changes: the next ones to change are near it  */
#define STEP_WORK  8  /* a step takes as long as so many accesses                                    */
#define OFTEN_WORK 24 /* what a point must save where time does not matter                           */
#define FORK_SHIFT 2  /* a fork is dearer than an image                                              */

struct hd_backpoint_list *hd_backpoints;

uint64_t hd_backpoints_work(void)
{
	return hd_rt.run.accesses + STEP_WORK * hd_rt.run.steps;
}

uint64_t hd_backpoints_price(uint64_t work)
{
	if (hd_rt.wire->backtracks == HD_BACKTRACKS_OFTEN)
		return OFTEN_WORK;
	return work << (hd_backpoints->doubt + (hd_rt.reset == HD_RESET_FORK ? FORK_SHIFT : 0));
}

void hd_backpoints_spoil(void)
{
	hd_backpoints->spoilt = true;
}

bool hd_backpoints_exist(void)
{
	return hd_backpoints->n && !hd_backpoints->spoilt;
}

bool hd_backpoints_have_process(pid_t pid)
{
	for (unsigned i = 0; i < hd_backpoints->n; i++)
		if (hd_backpoints->all[i]->process == pid)
			return true;
	return false;
}

/* Since the last point, or since main. */
static uint64_t work_since(void)
{
	return hd_backpoints_work() - (hd_backpoints->n ? hd_backpoints->all[hd_backpoints->n - 1]->work : 0);
}

static void look_next(void)
{
	uint64_t price = hd_backpoints_price(HD_POINT_FAR), since = work_since();
	uint64_t left = price > since ? price - since : 1;

	hd_rt.run.point_step = hd_backpoints->near ? 0 : hd_rt.run.steps + left / STEP_WORK + 1;
	hd_rt.run.point_access = hd_rt.run.accesses + left;
}

void hd_backpoints_run_begins(void)
{
	hd_rt.run.point_step = hd_rt.run.point_access = UINT64_MAX;
	if (!hd_backpoints->off)
		look_next();
}

/* The run is in a state that can be put back: it has left nothing in the kernel, and what it did depends on
 * nothing outside of it and not on real time. */
static bool may_stop_here(void)
{
	const struct hd_run *r = &hd_rt.run;
	const struct hd_wire_worker *w = hd_rt.slot;

	return !r->taint && !r->watched && !r->async && !r->shares && !r->processes && !r->exiting &&
	       !r->overdue && !r->large && !w->schedule_lost && !w->unseen_spins && !hd_looks.looks &&
	       !hd_looks.seen && hd_hooks.run_can_be_put_back();
}

/* The run has all decisions in common with the run before, and comes to the one that changes. */
static bool comes_near(void)
{
	uint64_t decided = hd_run_strategy()->decided(hd_run_strategy_state());

	if (decided >= hd_backpoints->keeps)
		hd_backpoints->near = false;
	return decided + MARGIN >= hd_backpoints->keeps;
}

void hd_backpoints_consider(void)
{
	uint64_t least =
	    hd_backpoints_price(hd_backpoints->near && comes_near() ? HD_POINT_NEAR : HD_POINT_FAR);

	if (work_since() >= least && hd_backpoints->made < MADE_MAX && !hd_backpoints->spoilt &&
	    may_stop_here()) {
		hd_backpoints->near = false;
		hd_backpoints->stopped = true;
		hd_run_pause();
	}
	look_next();
}
