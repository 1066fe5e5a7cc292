/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/outside_time.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/common/search_gap.h"
#include "runtime/engine/failure.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_state.h"
#include "runtime/state/run_record.h"
#include "runtime/state/hooks.h"
#include "runtime/common/team.h"
#include "runtime/engine/vtimer.h"
#include "strategy/replay.h"
#include "strategy/strategy.h"

#define GRACE_NS       20000000ULL /* real time that a possible peer gets before virtual time jumps */
#define LONG_GRACE_NS  1000000000ULL
#define GRACE_HALVINGS 4
#define SLICE_MS       50	    /* a real wait checks after this time whether the run is to end */
#define ASK_MS	       1	    /* … when a look has an ask() to call */
#define LATE_NS	       300000000ULL /* real time that the kernel may take to deliver data */
#define NS_PER_MS      1000000ULL

static uint64_t began_at; /* the real time at which virtual time was 0 */
static unsigned *lonely;  /* real waits in a row that no outside process ended; shared by all runs */

void hd_outside_init(void)
{
	lonely = hd_keep_alloc(sizeof *lonely);
}

void hd_outside_run_begin(void)
{
	hd_looks_run_begin();
	began_at = 0;
}

/* Real time, counted from the virtual time of the first wait for the outside. Virtual time must not run ahead
 * of it. */
static uint64_t real_elapsed(void)
{
	if (!began_at)
		began_at = hd_real_now() - hd_rt.run.vtime;
	return hd_real_now() - began_at;
}

/* Another slice of a real wait. Ends the run if its time is over or the controller has stopped it. */
static bool wait_slice(uint64_t ns)
{
	uint64_t ms = (ns + NS_PER_MS - 1) / NS_PER_MS, most = hd_looks.nasked ? ASK_MS : SLICE_MS;
	bool ready = hd_outside_look_for((int)(ms < most ? ms : most));

	ready |= hd_hooks.signals_arrive();
	if (hd_rt.run.overdue)
		hd_failure_hang("the run did not end within its time (--timeout gives it more): it waits for "
				"another process");
	if (atomic_load_explicit(&hd_rt.wire->stop, memory_order_relaxed))
		hd_run_stopped();
	return ready;
}

/* An outside process that only might be there gets a moment before virtual time jumps, and a long one before
 * virtual time jumps so far that a watchdog goes off. The moment gets shorter, over all runs, while no such
 * process comes. It does not get shorter in a program that has forked: a child may be about to act. */
static uint64_t grace(void)
{
	uint64_t most = hd_time_is_far() ? LONG_GRACE_NS : GRACE_NS;

	if (hd_rt.run.taint & 1u << HD_TAINT_FORKED)
		return most;
	return most >> (*lonely < GRACE_HALVINGS ? *lonely : GRACE_HALVINGS);
}

static bool expects_outside(void)
{
	return hd_looks.nlistening + hd_looks.noutside || hd_hooks.signals_may_come();
}

/* An outside process acts whether or not a thread waits for it, and needs real time for that. */
static bool outside_acts(void)
{
	return hd_looks.noutside || hd_rt.wire->served || hd_hooks.children_live();
}

/* The same for decisions that a run and its replay must take alike. */
static bool outside_may_act(void)
{
	return hd_rt.wire->served || hd_rt.run.shares;
}

/* How long to wait for real. While an outside process is there, virtual time passes no faster than real time,
 * or the answers of that process would come too late. */
static uint64_t patience(uint64_t next_deadline)
{
	uint64_t elapsed, due;

	if (next_deadline == HD_NO_DEADLINE)
		return expects_outside() ? HD_NO_DEADLINE : LATE_NS;
	if (!outside_acts())
		return grace();
	due = hd_time_next_due();
	if (due)
		return due > hd_real_now() ? due - hd_real_now() : 0;
	elapsed = real_elapsed();
	return next_deadline > elapsed ? next_deadline - elapsed : 0;
}

bool hd_outside_moment(void)
{
	uint64_t until = hd_real_now() + (hd_looks.noutside ? GRACE_NS : grace());

	while (expects_outside() && !hd_run_replays() && hd_real_now() < until)
		if (wait_slice(NS_PER_MS))
			return true;
	return false;
}

static bool script_goes_on(void)
{
	return hd_run_replays() && hd_replay_next(hd_run_strategy_state());
}

/* Threads that spin must not make virtual time outrun an outside process. */
static bool is_that_late(uint64_t vtime)
{
	uint64_t due = hd_time_next_due();

	if (!outside_acts())
		return true;
	return due ? hd_real_now() >= due : real_elapsed() >= vtime;
}

bool hd_outside_time_jump(bool while_spinning)
{
	if (!hd_looks.nlate && !expects_outside() && !outside_may_act())
		return hd_time_jump();
	if (hd_run_replays()) /* the recorded jumps have been made */
		return false;
	if ((while_spinning && !is_that_late(hd_time_next())) || !hd_time_jump())
		return false;
	hd_record_time_jump();
	return true;
}

void hd_outside_catch_up(void)
{
	hd_rt.run.behind = false;
	while (hd_rt.run.worked > HD_WORK_GRACE_NS && !hd_time_is_far() &&
	       hd_time_next() <= hd_rt.run.worked - HD_WORK_GRACE_NS && hd_time_jump()) {
		hd_gap(HD_GAP_BIT(TIME));
		hd_record_time_jump();
	}
}

/* In the recorded run children had that much real time, and not all they did was recorded: docs/io.md. */
static void give_children_time(void)
{
	uint64_t due = hd_time_next_due();

	while (hd_hooks.children_live() && hd_real_now() < due && !hd_rt.run.overdue)
		hd_outside_poll(NULL, 0, ASK_MS);
}

void hd_outside_time_jumps_again(void)
{
	while (hd_replay_time_jumps(hd_run_strategy_state())) {
		give_children_time();
		hd_time_jump();
		hd_record_time_jump();
	}
}

bool hd_outside_idle(uint64_t next_deadline)
{
	uint64_t began, limit;

	/* A change that does not show on its channel has made no thread look: this look sees it. */
	if (hd_looks.looks && hd_outside_look_for(0))
		return true;
	if (script_goes_on() || !(hd_looks.nlate || expects_outside() || hd_hooks.children_live()))
		return false;
	limit = patience(next_deadline);
	began = hd_real_now();
	for (uint64_t waited = 0; waited < limit; waited = hd_real_now() - began) {
		if (wait_slice(limit - waited)) {
			*lonely = 0;
			return true;
		}
		if (!(hd_looks.nlate || expects_outside() || hd_hooks.children_live()))
			return false;
	}
	++*lonely;
	return false;
}

/* The schedule says that the thread was ready here, even if another thread had taken the data by then. The
 * schedule also tells the thread's call what it found, and the call waits for real for what it needs. */
void hd_outside_await(struct hd_thread *t)
{
	if (t->look->ready)
		return;
	t->look->ready = true;
	hd_ready_again(t);
	hd_sched_progress();
}
