/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/vtimer.h"

#include "runtime/common/rt.h"
#include "runtime/common/search_gap.h"
#include "runtime/common/site.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/choices.h"
#include "runtime/engine/early_end.h"
#include "runtime/state/hooks.h"
#include "runtime/state/outside_look.h"
#include "runtime/state/ready_threads.h"
#include "runtime/common/team.h"
#include "runtime/state/thread_table.h"

#define MANY_ACCESSES (1ULL << 28) /* in a run, after which one takes longer */
#define EAGER_POWERS  11	   /* an eager timer fires within a thousand steps */

static struct {					 /* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) unsigned nthreads; /* that wait until a deadline */
	uint64_t next;				 /* no thread's wait may end by its deadline before */
	uint64_t accesses;			 /* their time has been counted */
} d;

void hd_deadlines_share(void)
{
	hd_team_share(&d, sizeof d);
}

void hd_deadlines_run_begin(void)
{
	hd_vtimers_forget();
	d.nthreads = 0;
	d.next = HD_NO_DEADLINE;
	d.accesses = hd_rt.run.accesses;
}

/* The real time of this deadline, if it matters. */
static uint64_t due_of(uint64_t deadline)
{
	uint64_t now = hd_rt.run.vtime;

	if (__builtin_expect(!hd_rt.run.shares, 1))
		return 0;
	return hd_real_now() + (deadline > now ? deadline - now : 0);
}

void hd_deadlines_become_real(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_threads[i].deadline != HD_NO_DEADLINE)
			hd_threads[i].due = due_of(hd_threads[i].deadline);
	for (struct hd_vtimer *t = hd_vtimers.first; t; t = t->next)
		t->due = due_of(t->at);
}

/* Draw the step at which an eager timer fires at the latest: each power of two is equally likely as a bound.
 */
static uint64_t draw_step(const struct hd_vtimer *t)
{
	uint64_t bound;

	if (!t->eager || !hd_early_end_timer_may(t->at))
		return UINT64_MAX;
	bound = 1ULL << hd_sched_value(EAGER_POWERS);
	return hd_rt.run.steps + hd_sched_value(bound);
}

void hd_vtimer_set(struct hd_vtimer *t, uint64_t at)
{
	hd_gap(HD_GAP_BIT(TIME));
	hd_vtimer_unset(t);
	t->at = at;
	t->due = due_of(at);
	hd_vtimer_enter(t);
	t->step = draw_step(t);
	hd_vtimers_find_step();
	hd_early_end_look_again();
}

void hd_vtimer_unset(struct hd_vtimer *t)
{
	if (!t->set)
		return;
	hd_vtimer_leave(t);
	hd_vtimers_find_step();
	hd_early_end_look_again();
}

void hd_deadline_enter(struct hd_thread *t)
{
	uint64_t from;

	if (t->deadline == HD_NO_DEADLINE)
		return;
	if (hd_rt.run.plan.timeouts != HD_TIMEOUTS_EAGER)
		hd_gap(HD_GAP_BIT(TIME));
	t->due = due_of(t->deadline);
	d.nthreads++;
	hd_early_wait_begins(t);
	from = hd_early_end_from(t);
	d.next = from < d.next ? from : d.next;
}

void hd_deadline_leave(struct hd_thread *t)
{
	if (t->deadline == HD_NO_DEADLINE)
		return;
	d.nthreads--;
	t->deadline = HD_NO_DEADLINE;
}

void hd_vtimers_catch_up(void)
{
	struct hd_vtimer *t;

	while ((t = hd_vtimers.first) && t->at <= hd_rt.run.vtime) {
		hd_vtimer_unset(t);
		t->fire(t);
	}
}

/* Threads whose wait may end by its deadline become ready; finds the time at which the next one may. Returns
 * the next deadline that has not passed. */
static uint64_t look_at_threads(void)
{
	uint64_t deadline = HD_NO_DEADLINE;

	d.next = HD_NO_DEADLINE;
	for (unsigned i = 0; d.nthreads && i < hd_rt.run.nthreads; i++) {
		struct hd_thread *t = &hd_threads[i];
		uint64_t from;

		if (t->life != HD_LIFE_ALIVE || t->deadline == HD_NO_DEADLINE)
			continue;
		from = hd_early_end_from(t);
		if (from <= hd_rt.run.vtime)
			hd_ready_set(t, true);
		else if (from < d.next)
			d.next = from;
		if (t->deadline > hd_rt.run.vtime && t->deadline < deadline)
			deadline = t->deadline;
	}
	return deadline;
}

/* Advance virtual time to the timers whose last step has come, as far as the run may pay for that. */
static void hurry(void)
{
	for (struct hd_vtimer *t = hd_vtimers.first; t; t = t->next)
		if (t->step <= hd_rt.run.steps && t->at > hd_rt.run.vtime &&
		    !hd_early_end_timer_fires(t->at, t->site))
			t->step = UINT64_MAX;
	hd_vtimers_find_step();
}

static void look(void)
{
	if (hd_vtimers.step <= hd_rt.run.steps)
		hurry();
	hd_vtimers_catch_up();
	look_at_threads();
}

/* A step takes about as long as natively. In a run that makes very many it takes longer, because there
 * threads may work until a time comes: a second is over after some 200,000 steps instead of ten million. */
static uint64_t step_ns(void)
{
	if (__builtin_expect(hd_rt.run.steps < 20000, 1))
		return 100;
	return hd_rt.run.steps < 100000 ? 1000 : 10000;
}

/* The same for an access that is no step: threads that work until a time comes have done about a tenth of
 * what they do natively when a second is over, or more. */
static uint64_t access_ns(void)
{
	return __builtin_expect(hd_rt.run.accesses < MANY_ACCESSES, 1) ? 4 : 16;
}

void hd_time_step(void)
{
	hd_rt.run.accesses += hd_leading.per_step;
	hd_rt.run.vtime += step_ns() + (hd_rt.run.accesses - d.accesses) * access_ns();
	d.accesses = hd_rt.run.accesses;
	if (__builtin_expect(hd_rt.run.vtime >= d.next ||
				 (hd_vtimers.first && hd_vtimers.first->at <= hd_rt.run.vtime) ||
				 hd_vtimers.step <= hd_rt.run.steps,
			     0))
		look();
}

uint64_t hd_time_next(void)
{
	uint64_t deadline = look_at_threads();

	if (hd_team() && hd_team_next_timer() < deadline)
		deadline = hd_team_next_timer();
	return hd_vtimers.first && hd_vtimers.first->at < deadline ? hd_vtimers.first->at : deadline;
}

/* Half of HD_WATCHDOG_NS is enough, because a part of the watchdog's time may have passed already. */
bool hd_time_is_far(void)
{
	uint64_t next = hd_time_next();

	return next != HD_NO_DEADLINE && next > hd_rt.run.vtime + HD_WATCHDOG_NS / 2;
}

uint64_t hd_time_next_due(void)
{
	uint64_t next = hd_time_next();

	if (hd_vtimers.first && hd_vtimers.first->at == next)
		return hd_vtimers.first->due;
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_threads[i].deadline == next)
			return hd_threads[i].due;
	return 0;
}

bool hd_time_jump(void)
{
	unsigned before = hd_ready.n;
	uint64_t next;

	if (!d.nthreads && !hd_vtimers.first && (!hd_team() || hd_team_next_timer() == HD_NO_DEADLINE))
		return false;
	look();
	if (hd_ready.n != before)
		return true;
	next = hd_time_next();
	if (next == HD_NO_DEADLINE)
		return false;
	hd_vtime_skip_to(next);
	look();
	return true;
}
