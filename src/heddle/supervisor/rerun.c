/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/supervisor/rerun.h"

#include <math.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/cli/status.h"
#include "heddle/supervisor/worker_events.h"
#include "heddle/workers/launch.h"
#include "heddle/workers/schedule_record.h"
#include "heddle/workers/schedule_send.h"
#include "model/check.h"

#define GRACE  1.0
#define MOMENT 2.0 /* seconds that a patient replay has left after Ctrl-C */
#define LONG   2.0 /* seconds from which on a replay is worth a word */

int hd_rerun_init(struct hd_rerun *r, const struct hd_target *t, const struct hd_schedule *s,
		  const struct hd_rerun_options *o)
{
	struct hd_workers *c = &r->workers;

	*r = (struct hd_rerun){.schedule = s,
			       .times = o->times,
			       .patient = o->patient,
			       .progress = o->progress,
			       .deadline = o->deadline > 0 ? o->deadline : HUGE_VAL};
	if (o->seconds > 0)
		r->until = hd_now() + o->seconds;
	if (hd_workers_init(c, t, 1) || hd_schedule_send(s, c->wire)) {
		hd_workers_term(c);
		return HD_EXIT_TROUBLE;
	}
	hd_watched_orders_send(&o->orders, c->wire);
	c->wire->trace = o->trace;
	c->wire->checks = o->races ? HD_CHECK_race : 0;
	c->wire->log_hashes = 1;
	c->wire->run_limit = o->times;
	c->wire->workers[0].reset = o->reset;
	c->capture = o->capture;
	c->output = o->capture ? o->capture->write_fd : o->output;
	c->timeout = o->timeout;
	c->timeout_adapts = o->timeout_adapts;
	c->expected = s->outcome;
	c->script_steps = hd_schedule_done_steps(s);
	return 0;
}

/* A hash is unknown when the process was killed. */
static bool same_hash(const struct hd_rerun *r, uint64_t hash)
{
	return !hash || !r->schedule->hash || hash == r->schedule->hash;
}

/* The end of a run is known, from a note about its hash, and nothing was wrong with it. */
static void settle_passed(struct hd_rerun *r)
{
	if (!r->hash_known)
		return;
	r->hash_known = false;
	r->last_hash = r->hash_value;
	if (r->schedule->outcome != HD_OUT_PASSED)
		r->passed++;
	else if (same_hash(r, r->hash_value))
		r->identical++;
	else
		r->other++;
}

static void see_divergence(struct hd_rerun *r)
{
	const struct hd_wire_worker *slot = &r->workers.wire->workers[0];

	if (r->diverged++)
		return;
	r->diverged_step = slot->diverged_step;
	r->expected = slot->diverged_expected;
	r->actual = slot->diverged_actual;
}

static void see_failure(struct hd_rerun *r)
{
	hd_record_failure(r->workers.wire, 0, &r->last);
	r->last_known = true;
	if (r->hash_known && r->hash_run == r->last.run)
		r->hash_known = false; /* that hash was of this run */
	settle_passed(r);
	r->last_hash = r->last.hash;
	if (r->last.outcome == HD_OUT_DIVERGED)
		see_divergence(r);
	else if (r->last.outcome == r->schedule->outcome && same_hash(r, r->last.hash))
		r->identical++;
	else
		r->other++;
}

static void see_hash(struct hd_rerun *r, const struct hd_workers_event *e)
{
	if (r->last_known && r->last.run == e->run)
		return; /* that run has been counted */
	settle_passed(r);
	r->hash_known = true;
	r->hash_run = e->run;
	r->hash_value = e->hash;
}

uint64_t hd_rerun_done(const struct hd_rerun *r)
{
	return r->identical + r->other + r->passed + r->diverged;
}

/* After the last failure the worker is left as it is: a new process would write over what it recorded. */
static bool more_to_come(const struct hd_rerun *r)
{
	return hd_rerun_done(r) < r->times && (r->until <= 0 || !hd_rerun_done(r) || hd_now() < r->until);
}

/* The time for replays is over, or the user has pressed Ctrl-C. */
static bool is_cut(struct hd_rerun *r)
{
	double now = hd_now();

	if (r->workers.target->signals->interrupts && r->deadline > now + MOMENT)
		r->deadline = now + (r->patient ? MOMENT : 0);
	r->cut = now >= r->deadline;
	return r->cut;
}

static double earlier(double a, double b)
{
	return a < b ? a : b;
}

static void tell_progress(const struct hd_rerun *r, struct hd_status *status, double start)
{
	double now = hd_now();

	if (now - start >= LONG && hd_status_due(status, now))
		hd_status_replay(status, r->workers.wire->workers[0].nschedule, r->workers.script_steps, now);
}

void hd_rerun_go(struct hd_rerun *r)
{
	struct hd_workers_event e = {0};
	struct hd_status status;
	double start = hd_now();

	hd_status_init(&status, !r->progress, start);
	hd_workers_start(&r->workers);
	while (more_to_come(r) && e.what != HD_WORKERS_END && e.what != HD_WORKERS_TROUBLE && !is_cut(r)) {
		hd_workers_next(&r->workers, earlier(hd_now() + 1, r->deadline), &e);
		if (e.what == HD_WORKERS_FAILURE) {
			see_failure(r);
			if (more_to_come(r))
				hd_workers_resume(&r->workers, e.worker);
		} else if (e.what == HD_WORKERS_HASH) {
			see_hash(r, &e);
		}
		tell_progress(r, &status, start);
	}
	hd_status_clear(&status);
	if (e.what == HD_WORKERS_END) /* else a failure may be reported after the hash that was seen last */
		settle_passed(r);
	r->trouble = e.what == HD_WORKERS_TROUBLE;
	hd_workers_stop(&r->workers, GRACE);
}

void hd_rerun_term(struct hd_rerun *r)
{
	hd_workers_term(&r->workers);
}
