/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/sched.h"

#include "runtime/arch/arch.h"
#include "runtime/common/stack_ids.h"
#include "runtime/engine/cancel.h"
#include "runtime/state/cpu_time.h"
#include "runtime/engine/early_end.h"
#include "runtime/engine/failure.h"
#include "runtime/state/debug_stop.h"
#include "runtime/state/hooks.h"
#include "runtime/state/backpoints.h"
#include "runtime/engine/avoid.h"
#include "runtime/engine/fairness.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_record.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"
#include "runtime/engine/vtimer.h"
#include "runtime/engine/outside_time.h"
#include "runtime/state/run_state.h"
#include "runtime/state/standstill.h"
#include "strategy/replay.h"
#include "strategy/strategy.h"
#include "strategy/taught.h"

#define SPURIOUS_MAX  3		 /* in one run                                          */
#define TIMES_LONGEST 20	 /* a run may make that many times the steps of the longest one */
#define ALLOWED_LEAST 10000000UL /* … and that many anyway                                   */
#define LOOK_UP_MASK  0xfff	 /* how often a long run looks whether it should stop    */
#define GLANCE_MASK   0x3ff	 /* … and what other processes have done                 */

static uint8_t note_of(enum hd_wake wake)
{
	static const uint8_t notes[] = {[HD_WAKE_OK] = 0,
					[HD_WAKE_TIMEOUT] = HD_NOTE_TIMEOUT,
					[HD_WAKE_SPURIOUS] = HD_NOTE_SPURIOUS,
					[HD_WAKE_CANCEL] = HD_NOTE_CANCEL,
					[HD_WAKE_SIGNAL] = HD_NOTE_SIGNAL};
	return notes[wake];
}

static enum hd_wake wake_of_note(uint8_t note)
{
	for (enum hd_wake wake = HD_WAKE_TIMEOUT; wake <= HD_WAKE_SIGNAL; wake++)
		if (note & note_of(wake))
			return wake;
	return HD_WAKE_OK;
}

/* ---- choosing ---- */

/* The user's limit, or many times the steps of the longest run that ended; no limit before a run has ended.
 */
static uint64_t steps_allowed(void)
{
	uint64_t longest = atomic_load_explicit(&hd_rt.wire->longest_steps, memory_order_relaxed);

	if (hd_rt.wire->max_steps)
		return hd_rt.wire->max_steps;
	if (!longest)
		return UINT64_MAX;
	return longest * TIMES_LONGEST > ALLOWED_LEAST ? longest * TIMES_LONGEST : ALLOWED_LEAST;
}

/* The controller's time limit or a signal from outside needs attention. */
static void attend_outside(void)
{
	hd_rt.run.urgent = false;
	if (hd_rt.run.overdue)
		hd_failure_hang("the run did not end within its time (--timeout gives it more)");
	hd_hooks.signals_arrive();
}

/* Now and then a long run tells the controller how far it is, and looks how long other workers' runs were. */
static void look_up(void)
{
	struct hd_wire_worker *w = hd_rt.slot;

	atomic_store_explicit(&w->live_steps, hd_rt.run.steps, memory_order_relaxed);
	atomic_store_explicit(&w->live_accesses, hd_rt.run.accesses, memory_order_relaxed);
	hd_rt.run.step_limit = steps_allowed();
	hd_hooks.run_goes_on();
}

/* … and whether it has to stop. A short run goes on to its end: what the program has made before its first
 * step, such as a file, it removes itself. */
static void stop_if_asked(void)
{
	if (atomic_load_explicit(&hd_rt.wire->stop, memory_order_relaxed))
		hd_run_stopped();
}

static void check_bounds(void)
{
	if (__builtin_expect(hd_rt.run.urgent, 0))
		attend_outside();
	hd_fair_check_livelock();
	if (__builtin_expect(hd_rt.run.accesses >= HD_LARGE && !hd_rt.run.large, 0))
		hd_hooks.run_grows_large();
	if ((hd_rt.run.steps & LOOK_UP_MASK) == 0) {
		look_up();
		if (hd_rt.run.steps)
			stop_if_asked();
	}
	if (hd_rt.run.steps >= hd_rt.run.step_limit)
		hd_failure_hang("the run did not end within %lu steps (--max-steps allows more)",
				hd_rt.run.step_limit);
}

static uint64_t context_of(hd_tid t)
{
	return hd_stack_id_hash(hd_stack_id_of_calls(&hd_threads[t]));
}

static bool holds(hd_tid tid, uint32_t site)
{
	const struct hd_thread *t = &hd_threads[tid];

	for (unsigned i = 0; i < t->nheld; i++)
		if (t->held[i].site == site)
			return true;
	return false;
}

static uint64_t mutex_of_wait(hd_tid tid)
{
	return hd_threads[tid].cond_mutex;
}

static unsigned missing_at_barrier(hd_tid tid)
{
	const struct hd_op *op = &hd_threads[tid].op;

	return op->kind == HD_BARRIER ? hd_hooks.barrier_missing(op) : 0;
}

/* A thread's own stack is part of its state (local_state). In a large run some writes are not counted: there
 * each step counts as a change. */
static uint64_t count_changes(void)
{
	const struct hd_run *r = &hd_rt.run;

	return r->progress - r->stack_writes + r->activity + (r->large ? r->steps : 0);
}

static uint64_t local_state(hd_tid t)
{
	return &hd_threads[t] == hd_rt.run.self ? hd_standstill_state(&hd_threads[t]) : 0;
}

static const struct hd_facts facts = {.context = context_of,
				      .holds = holds,
				      .mutex = mutex_of_wait,
				      .missing = missing_at_barrier,
				      .changes = count_changes,
				      .state = local_state,
				      .outside = hd_outside_moment};

static struct hd_thread *choose(void)
{
	const struct hd_strategy_ops *strategy = hd_run_strategy();
	void *state = hd_run_strategy_state();
	struct hd_choice c = {.current = hd_rt.run.current,
			      .step = hd_rt.run.steps,
			      .ops = hd_ready.ops,
			      .rng = &hd_rt.run.rng,
			      .facts = &facts};
	struct hd_thread *t;
	hd_tid id;

	do {
		hd_fair_offer(&c);
		c.current_ready = hd_fair_is_offered(&c, c.current);
		if (__builtin_expect(hd_avoids, 0))
			hd_avoid_narrow(&c);
		id = hd_fair_in_lockstep() && !hd_run_replays() ? hd_fair_break_lockstep(&c)
								: strategy->pick(state, &c);
	} while (__builtin_expect(id == HD_ASK_AGAIN, 0));
	if (__builtin_expect(hd_rt.run.ends_at_race, 0) && strategy->reached(state))
		hd_failure_race();
	if (__builtin_expect(id == HD_ENOUGH, 0))
		hd_run_cut();
	if (__builtin_expect(id == HD_NO_TID, 0))
		hd_run_diverged(hd_ready.list, hd_ready.n, hd_ready.ops);
	HD_ASSERT(id < hd_rt.run.nthreads &&
		      (hd_fair_is_offered(&c, id) || (strategy->reached && hd_threads[id].ready)),
		  "%s chose thread %u, which it was not offered", strategy->name, id);
	t = &hd_threads[id];
	/* In a replay the schedule says how a wait for another process ended, whatever that process has done
	 * by now. */
	t->wake = hd_run_replays() && hd_waits_for_outside(t) ? wake_of_note(hd_replay_note(state))
							      : hd_wait_wake(t);
	if (t->wake == HD_WAKE_TIMEOUT && hd_rt.run.vtime < t->deadline)
		hd_early_wait_ends(t);
	if (t->wake == HD_WAKE_SPURIOUS)
		hd_spurious_spent();
	if (t->wake == HD_WAKE_TIMEOUT)
		hd_fair_timed_out();
	hd_record_step(t, note_of(t->wake));
	if (__builtin_expect(hd_avoids, 0))
		hd_avoid_saw(id, &t->op);
	if (hd_watched())
		hd_hooks.step(t->id, &t->op);
	if (strategy->saw)
		strategy->saw(state, id, &t->op, &c);
	if (__builtin_expect(hd_rt.run.teaches, 0))
		hd_taught_saw(hd_run_taught(), id, &t->op, &c);
	return t;
}

/* Switch to the fiber of t. If t is in another process, hand over to that process, and switch to the thread
 * of this process that is chosen next. */
static void switch_here(struct hd_thread *from, struct hd_thread *t)
{
	if (__builtin_expect(!hd_is_here(t), 0)) {
		hd_hooks.team_hands_over();
		t = hd_rt.run.self;
	}
	if (t == from)
		return;
	hd_arch_set_tls(t->fs);
	hd_arch_switch(&from->sp, t->sp);
}

static void switch_to(struct hd_thread *t)
{
	struct hd_thread *from = hd_rt.run.self;
	uintptr_t sp = (uintptr_t)__builtin_frame_address(0);

	if (sp < from->min_sp)
		from->min_sp = sp;
	hd_fair_turn(t == from);
	if (t == from)
		return;
	hd_fair_left(from);
	hd_cpu_turn_ends(from);
	hd_rt.run.current = t->id;
	hd_rt.run.accessor = t->accessor;
	hd_rt.run.self = t;
	t->probed = hd_rt.run.progress;
	t->visited = hd_leading.visits;
	hd_rt.run.switches++;
	switch_here(from, t);
}

/* A replay's next step may be that of a thread which another process has to make ready: wait for that. */
static void follow_outside(void)
{
	const struct hd_step *next = hd_replay_next(hd_run_strategy_state());
	struct hd_thread *t = next && next->tid < hd_rt.run.nthreads ? &hd_threads[next->tid] : NULL;

	if (t && t->life == HD_LIFE_ALIVE && hd_is_here(t) &&
	    (hd_waits_for_outside(t) || (t->look && t->look->late)) && !next->note)
		hd_outside_await(t);
	hd_debug_decision(next ? next->tid : HD_NO_TID);
}

/* No thread is ready: wait for other processes and signals, or let virtual time jump; else it is a deadlock.
 */
static void await_ready_thread(void)
{
	if (hd_team())
		hd_hooks.team_looks(true);
	if (hd_ready.n || hd_hooks.signals_arrive() || hd_outside_idle(hd_time_next()) ||
	    hd_outside_time_jump(false))
		return;
	if (hd_team() && hd_hooks.team_is_done())
		hd_run_passed();
	hd_failure_deadlock();
}

void hd_sched_dispatch(void)
{
	check_bounds();
	if (hd_rt.run.self->op.kind != HD_SPIN)
		hd_time_step();
	if (__builtin_expect(hd_run_replays(), 0)) {
		do
			hd_outside_time_jumps_again();
		while (hd_hooks.signals_arrive());
		follow_outside();
	} else if (__builtin_expect((hd_rt.run.steps & GLANCE_MASK) == 0 || hd_rt.run.behind, 0)) {
		hd_outside_glance();
		hd_outside_catch_up();
	}
	if (hd_team())
		hd_hooks.team_looks(false);
	while (!hd_ready.n)
		await_ready_thread();
	hd_backpoints_look();
	switch_to(choose());
}

/* ---- announcing operations ---- */

/* The thread was chosen, but has not performed its operation yet. True: a signal handler has run, so much may
 * have changed. */
static bool attend(struct hd_thread *t)
{
	if (t->cancel_async && t->cancel_pending && !t->cancel_disabled)
		hd_cancel_act();
	return t->signal_due && hd_hooks.signals_at_point(t);
}

/* The thread is about to perform this operation. */
static void announce(struct hd_thread *t, uint64_t addr, uint64_t place, uint64_t way)
{
	hd_op_store(&t->op, addr, place, way);
	hd_op_store(&hd_ready.ops[t->id], addr, place, way);
}

void hd_sched_point_words(uint64_t addr, uint64_t place, uint64_t way)
{
	struct hd_thread *t = hd_rt.run.self;

	if (!hd_rt.run.multi && (uint8_t)way != HD_CREATE)
		return; /* a thread that is alone has no choice */
	do {
		announce(t, addr, place, way);
		hd_fair_watch(t);
		hd_sched_dispatch();
	} while (__builtin_expect(t->attention, 0) && attend(t));
	if (__builtin_expect(t->waits, 0))
		hd_fair_goes_on(t);
}

void hd_sched_quiet(uint32_t site)
{
	struct hd_op op = {.site = site, .kind = HD_YIELD};

	hd_not_quiet();
	look_up(); /* check_bounds() does this by steps, which are few here */
	stop_if_asked();
	if (__builtin_expect(hd_rt.run.overdue, 0))
		hd_failure_overdue_at(site);
	if (!hd_rt.run.multi)
		return;
	hd_fair_quiet();
	hd_sched_point(&op);
}

/* Note in *w what the thread waits for: hd_sched_retarget or hd_sched_move may have changed it. */
static void keep(const struct hd_thread *t, struct hd_wait *w)
{
	w->op = t->op;
	w->can = t->can;
	w->deadline = t->deadline;
	if (!t->may_cancel)
		w->flags &= ~HD_WAIT_CANCEL;
	if (!t->may_spurious)
		w->flags &= ~HD_WAIT_SPURIOUS;
}

static enum hd_wake wait_once(struct hd_thread *t, struct hd_wait *w)
{
	w->op.timed = w->deadline != HD_NO_DEADLINE;
	announce(t, w->op.addr, hd_op_place(&w->op), hd_op_way(&w->op));
	t->can = w->can;
	t->deadline = w->deadline;
	t->may_cancel = w->flags & HD_WAIT_CANCEL || t->cancel_async;
	t->may_spurious = w->flags & HD_WAIT_SPURIOUS;
	hd_pending_enter(t);
	hd_deadline_enter(t);
	hd_ready_again(t);
	w->blocked = !t->ready;
	/* With a single thread there is no choice; but a wait for another process is always a step. */
	if (hd_rt.run.multi || !t->ready || hd_wait_wake(t) != HD_WAKE_OK || hd_waits_for_outside(t)) {
		hd_fair_watch(t);
		hd_sched_dispatch();
	} else {
		t->wake = HD_WAKE_OK;
	}
	if (__builtin_expect(t->signal_due, 0))
		keep(t, w);
	hd_pending_leave(t);
	hd_deadline_leave(t);
	t->can = NULL;
	t->may_cancel = t->may_spurious = false;
	hd_ready_set(t, true);
	return t->wake;
}

enum hd_wake hd_sched_wait_words(uint64_t addr, uint64_t place, uint64_t way, hd_can can, uint64_t deadline,
				 unsigned flags)
{
	struct hd_wait w = {.can = can, .deadline = deadline, .flags = flags, .since = hd_rt.run.vtime};
	struct hd_thread *t = hd_rt.run.self;
	enum hd_wake wake;

	hd_op_store(&w.op, addr, place, way);
	do
		wake = wait_once(t, &w);
	while (__builtin_expect(t->signal_due, 0) && hd_hooks.signals_at_wait(t, &w, wake));
	if (wake == HD_WAKE_CANCEL && !(flags & HD_WAIT_CANCEL))
		hd_cancel_act(); /* its type is asynchronous: what it waits for is no cancellation point */
	return wake;
}

static void retarget_interrupted(struct hd_wait *w, const struct hd_op *op, hd_can can)
{
	w->op = *op;
	w->can = can;
	w->deadline = HD_NO_DEADLINE;
	w->flags = 0;
}

void hd_sched_retarget(struct hd_thread *t, const struct hd_op *from, const struct hd_op *op, hd_can can)
{
	if (from != &t->op) {
		retarget_interrupted((struct hd_wait *)from, op, can); /* its operation is the first member */
		return;
	}
	hd_pending_leave(t);
	hd_deadline_leave(t);
	t->may_cancel = t->may_spurious = false;
	t->op = hd_ready.ops[t->id] = *op;
	t->can = can;
	hd_pending_enter(t);
	hd_ready_again(t);
}

/* ---- threads come and go ---- */

void hd_sched_add(struct hd_thread *t)
{
	hd_ready.ops[t->id] = t->op;
	if (hd_ready.nops <= t->id)
		hd_ready.nops = t->id + 1u;
	t->ready = false;
	t->left_at = hd_rt.run.steps + hd_rt.run.skipped;
	t->passed_over = 0;
	t->in_library = false;
	hd_ready_set(t, true);
}

void hd_sched_remove(struct hd_thread *t)
{
	hd_fair_yielded(t, false);
	hd_ready_set(t, false);
	hd_ready.ops[t->id].kind = HD_EXIT;
	hd_ready.ops[t->id].addr = 0;
	hd_rt.run.progress++;
}

void hd_sched_run_begin(void)
{
	hd_ready_run_begin();
	hd_fair_run_begin();
	hd_deadlines_run_begin();
	hd_early_ends_run_begin();
	hd_outside_run_begin();
	hd_rt.run.spurious_left = hd_rt.run.plan.spurious ? SPURIOUS_MAX : 0;
	hd_rt.run.step_limit = steps_allowed();
}
