/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/timeline.h"

#include "heddle/debug/backwards.h"
#include "heddle/debug/running.h"
#include "heddle/debug/stepping.h"
#include "heddle/debug/travel.h"

void hd_timeline_begin(struct hd_timeline *t)
{
	hd_moment_clear(&t->now);
}

void hd_timeline_term(struct hd_timeline *t)
{
	hd_moment_free(&t->now);
}

/* The process has moved on from t->now. What it did before the last decision does not matter any more. */
static void forget_before_decision(struct hd_timeline *t, const struct hd_debuggee *d)
{
	if (d->slot->debug.at == t->now.at)
		return;
	hd_moment_clear(&t->now);
	t->now.at = d->slot->debug.at;
}

/* Where the debugger has stopped the process by itself cannot be found again: the decision before counts. */
static bool is_unrepeatable(const struct hd_debuggee *d)
{
	return d->halt == HD_HALT_INTERRUPT || d->halt == HD_HALT_LEFT;
}

void hd_timeline_continue(struct hd_timeline *t, struct hd_debuggee *d)
{
	hd_running_continue(d);
	forget_before_decision(t, d);
	if (!is_unrepeatable(d))
		hd_moment_add_continue(&t->now, &d->points, 1);
}

void hd_timeline_step(struct hd_timeline *t, struct hd_debuggee *d, unsigned tid)
{
	uint64_t before = t->now.at;
	struct user_regs_struct r;

	hd_stepping_step(d, tid);
	forget_before_decision(t, d);
	if (is_unrepeatable(d))
		return;
	if (before == t->now.at) {
		hd_moment_add_steps(&t->now, tid, 1);
		return;
	}
	if (d->halt != HD_HALT_STEPPED) {
		hd_moment_add_continue(&t->now, &d->points, 1);
		return;
	}
	hd_tracee_registers(&d->tracee, &r);
	hd_moment_add_run_to(&t->now, tid, r.rip, r.rsp);
}

bool hd_timeline_go(struct hd_timeline *t, struct hd_debuggee *d, uint64_t at)
{
	hd_moment_clear(&t->now);
	t->now.at = at;
	return hd_travel_to(d, &t->now);
}

static enum hd_back go_to(struct hd_timeline *t, struct hd_debuggee *d, const struct hd_moment *m)
{
	hd_moment_copy(&t->now, m);
	return hd_travel_to(d, m) ? HD_BACK_THERE : HD_BACK_LOST;
}

static enum hd_back go_to_beginning(struct hd_timeline *t, struct hd_debuggee *d)
{
	hd_moment_clear(&t->now);
	return hd_travel_to(d, &t->now) ? HD_BACK_BEGINS : HD_BACK_LOST;
}

enum hd_back hd_timeline_step_back(struct hd_timeline *t, struct hd_debuggee *d, unsigned tid)
{
	struct hd_moment before = {0};
	enum hd_back back;

	if (hd_backwards_step(d, &t->now, tid, &before))
		back = go_to(t, d, &before);
	else
		back = go_to_beginning(t, d);
	hd_moment_free(&before);
	return back;
}

/* A watchpoint stops after the write, so on the way back the stop is before it. */
static enum hd_back before_the_write(struct hd_timeline *t, struct hd_debuggee *d,
				     const struct hd_moment *after)
{
	struct hd_watchpoint triggered = d->triggered;
	struct hd_moment before = {0};
	enum hd_back back = HD_BACK_LOST;

	if (hd_backwards_step(d, after, HD_NO_TID, &before))
		back = go_to(t, d, &before);
	hd_moment_free(&before);
	d->triggered = triggered;
	d->halt = back == HD_BACK_THERE ? HD_HALT_WATCH : d->halt;
	return back;
}

enum hd_back hd_timeline_continue_back(struct hd_timeline *t, struct hd_debuggee *d)
{
	struct hd_moment last = {0};
	enum hd_halt halt;
	enum hd_back back;

	if (!hd_backwards_find_stop(d, &t->now, &last, &halt))
		back = go_to_beginning(t, d);
	else if (halt == HD_HALT_WATCH)
		back = before_the_write(t, d, &last);
	else
		back = go_to(t, d, &last);
	hd_moment_free(&last);
	return back;
}
