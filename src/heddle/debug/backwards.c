/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/backwards.h"

#include <string.h>

#include "heddle/debug/running.h"
#include "heddle/debug/stacks.h"
#include "heddle/debug/stepping.h"
#include "heddle/debug/travel.h"

static bool is_stop(enum hd_halt halt)
{
	return halt == HD_HALT_BREAK || halt == HD_HALT_WATCH;
}

/* ---- the last stop ---- */

struct search {
	struct hd_debuggee *d;
	struct hd_stop_points wanted; /* the debugger's */
	struct hd_moment *last;
	enum hd_halt halt;
	struct hd_watchpoint triggered;
	bool found;
};

static void keep_kind(struct search *s)
{
	s->halt = s->d->halt;
	s->triggered = s->d->triggered;
	s->found = true;
}

/* From the beginning to the decision that `now` comes after. */
static bool search_before_decision(struct search *s, uint64_t at)
{
	struct hd_debuggee *d = s->d;

	if (!hd_travel_to_decision(d, 0))
		return false;
	if (!at)
		return true;
	hd_travel_use(d, &s->wanted);
	d->slot->debug.stop_at = at;
	for (hd_running_continue(d); is_stop(d->halt); hd_running_continue(d)) {
		if (!s->found || s->last->at != d->slot->debug.at || !s->last->n) {
			hd_moment_clear(s->last);
			s->last->at = d->slot->debug.at;
			hd_moment_add_continue(s->last, &s->wanted, 1);
		} else {
			s->last->deeds[0].times++;
		}
		keep_kind(s);
	}
	d->slot->debug.stop_at = UINT64_MAX;
	return d->halt == HD_HALT_DECISION;
}

/* All that either of the two stops at. */
static void unite(struct hd_stop_points *to, const struct hd_stop_points *other)
{
	for (size_t i = 0; i < other->n; i++)
		if (other->list[i].owners & HD_POINT_USER)
			hd_stop_points_add(to, other->list[i].address, HD_POINT_USER);
	for (unsigned i = 0; i < HD_WATCH_MOST; i++)
		if (other->watch[i].size)
			hd_stop_points_watch(to, other->watch[i].kind, other->watch[i].address,
					     other->watch[i].size, true);
}

/* The process has stopped because of these points. */
static bool stops_at(const struct hd_debuggee *d, const struct hd_stop_points *p)
{
	if (d->halt == HD_HALT_BREAK)
		return hd_stop_points_owners(p, hd_running_pc(d)) & HD_POINT_USER;
	for (unsigned i = 0; i < HD_WATCH_MOST; i++)
		if (d->halt == HD_HALT_WATCH && !memcmp(&p->watch[i], &d->triggered, sizeof(d->triggered)))
			return true;
	return false;
}

static void keep_stop(struct search *s, const struct hd_moment *prefix, const struct hd_deed *deed,
		      uint64_t times)
{
	hd_moment_copy(s->last, prefix);
	if (deed->kind == HD_DEED_STEPS)
		hd_moment_add_steps(s->last, deed->tid, times);
	else
		hd_moment_add_continue(s->last, &s->d->points, times);
	keep_kind(s);
}

/* One deed of those that lead to `now`; the last stop of the last one is `now` itself. */
static void search_steps(struct search *s, const struct hd_moment *prefix, const struct hd_deed *deed,
			 bool is_last)
{
	struct hd_debuggee *d = s->d;

	memcpy(d->points.watch, s->wanted.watch, sizeof(d->points.watch));
	for (uint64_t i = 1; i <= deed->times; i++) {
		hd_stepping_step(d, deed->tid);
		if (d->halt == HD_HALT_STEPPED &&
		    hd_stop_points_owners(&s->wanted, hd_running_pc(d)) & HD_POINT_USER)
			d->halt = HD_HALT_BREAK;
		if (is_stop(d->halt) && !(is_last && i == deed->times))
			keep_stop(s, prefix, deed, i);
	}
}

static void search_run(struct search *s, const struct hd_moment *prefix, const struct hd_deed *deed,
		       bool is_last)
{
	struct hd_debuggee *d = s->d;
	uint64_t stops = 0, reached = 0;

	hd_travel_use(d, &s->wanted);
	unite(&d->points, &deed->points);
	while (reached < deed->times) {
		hd_travel_deed(d, deed);
		if (!is_stop(d->halt))
			return; /* the failure, or where the thread was to come */
		stops++;
		reached += deed->kind == HD_DEED_CONTINUE && stops_at(d, &deed->points);
		if (stops_at(d, &s->wanted) && !(is_last && reached == deed->times))
			keep_stop(s, prefix, deed, stops);
	}
}

static void search_deeds(struct search *s, const struct hd_moment *now)
{
	struct hd_moment prefix = {0};

	for (size_t i = 0; i < now->n; i++) {
		hd_moment_copy(&prefix, now);
		hd_moment_cut(&prefix, i);
		if (now->deeds[i].kind == HD_DEED_STEPS)
			search_steps(s, &prefix, &now->deeds[i], i + 1 == now->n);
		else
			search_run(s, &prefix, &now->deeds[i], i + 1 == now->n);
	}
	hd_moment_free(&prefix);
}

bool hd_backwards_find_stop(struct hd_debuggee *d, const struct hd_moment *now, struct hd_moment *last,
			    enum hd_halt *halt)
{
	struct search s = {.d = d, .last = last};
	struct hd_stop_points aside;

	hd_stop_points_copy(&s.wanted, &d->points);
	hd_travel_lay_aside(d, &aside);
	if (search_before_decision(&s, now->at))
		search_deeds(&s, now);
	hd_travel_take_up(d, &aside);
	hd_stop_points_free(&s.wanted);
	*halt = s.halt;
	d->triggered = s.triggered;
	return s.found;
}

/* ---- one instruction ---- */

/* The decision before this one at which the schedule let the thread go, or any thread. False: there is none.
 */
static bool decision_before(const struct hd_schedule *s, uint64_t at, unsigned tid, uint64_t *before)
{
	while (at-- > 0)
		if (at < s->nsteps && s->steps[at].kind != HD_VALUE &&
		    (tid == HD_NO_TID || s->steps[at].tid == tid)) {
			*before = at;
			return true;
		}
	return false;
}

static unsigned thread_of_turn(const struct hd_schedule *s, uint64_t at)
{
	return at < s->nsteps ? s->steps[at].tid : HD_NO_TID;
}

/* How many steps it is from `before`, where the process stands, to the end of the deed, or to the next
 * decision. */
static uint64_t count_steps(struct hd_debuggee *d, const struct hd_deed *deed)
{
	uint64_t n = 0;
	struct user_regs_struct r;

	for (;; n++) {
		hd_stepping_step(d, hd_stacks_shown_thread(d));
		if (d->halt != HD_HALT_STEPPED)
			return n;
		if (!deed)
			continue;
		hd_tracee_registers(&d->tracee, &r);
		if (deed->kind == HD_DEED_CONTINUE &&
		    hd_stop_points_owners(&deed->points, r.rip) & HD_POINT_USER)
			return n;
		if (deed->kind == HD_DEED_RUN_TO && r.rip == deed->pc && r.rsp >= deed->sp)
			return n;
	}
}

/* `before` becomes as many steps longer as there are to the end of the deed, without the last one. */
static bool step_up_to(struct hd_debuggee *d, struct hd_moment *before, const struct hd_deed *deed)
{
	struct hd_stop_points aside;
	uint64_t n = 0, stop_at = deed ? UINT64_MAX : before->at + 1;
	bool there = hd_travel_to(d, before);
	unsigned tid;

	if (!there)
		return false;
	tid = hd_stacks_shown_thread(d);
	hd_travel_lay_aside(d, &aside);
	if (deed)
		memcpy(d->points.watch, deed->points.watch, sizeof(d->points.watch));
	d->slot->debug.stop_at = stop_at;
	n = count_steps(d, deed);
	d->slot->debug.stop_at = UINT64_MAX;
	hd_travel_take_up(d, &aside);
	hd_moment_add_steps(before, tid, n);
	return true;
}

/* `now` is at a decision, or directly after it. */
static bool step_before_decision(struct hd_debuggee *d, uint64_t at, unsigned tid, struct hd_moment *before)
{
	uint64_t earlier = 0;

	hd_moment_clear(before);
	if (!at)
		return false;
	if (!decision_before(d->schedule, at, tid, &earlier) && tid != HD_NO_TID && tid != 0)
		return false;
	before->at = earlier;
	return step_up_to(d, before, NULL);
}

bool hd_backwards_step(struct hd_debuggee *d, const struct hd_moment *now, unsigned tid,
		       struct hd_moment *before)
{
	struct hd_deed *deed, last;

	if (!now->n || (tid != HD_NO_TID && now->at && thread_of_turn(d->schedule, now->at) != tid))
		return step_before_decision(d, now->at, tid, before);
	hd_moment_copy(before, now);
	deed = &before->deeds[before->n - 1];
	if (deed->kind == HD_DEED_STEPS) {
		deed->times--;
		if (!deed->times)
			hd_moment_cut(before, before->n - 1);
		return true;
	}
	last = now->deeds[now->n - 1];
	if (--deed->times == 0)
		hd_moment_cut(before, before->n - 1);
	return step_up_to(d, before, &last);
}
