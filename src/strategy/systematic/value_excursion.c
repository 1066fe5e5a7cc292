/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_excursion.h"

#include "strategy/systematic/dpor_spin.h"
#include "strategy/systematic/value_guide.h"

static const struct hd_value_point *point_of(const struct hd_value *v)
{
	return &v->waiting[v->excursion.point < HD_VALUE_POINTS ? v->excursion.point : 0];
}

static const struct hd_value_step *step_at(const struct hd_value *v, uint32_t step)
{
	return &v->steps[step < HD_VALUE_STEPS ? step : 0];
}

/* ---- what it has in common with other runs ---- */

/* The decisions of the depth-first run before this step. */
static uint64_t decided_before(const struct hd_value *v, uint32_t step)
{
	uint32_t values = 0;

	while (values < v->path_values && values < HD_PATH_VALUES &&
	       v->dpor.path.values[values].after <= step)
		values++;
	return 1ULL + step + values;
}

void hd_excursion_begin(struct hd_value *v, uint32_t point)
{
	bool again = v->excursion.again;
	uint64_t repeats;

	v->excursion = (struct hd_excursion){.active = true, .point = point};
	v->excursions++;
	repeats = decided_before(v, point_of(v)->trigger);
	v->common.now = again ? 0 : hd_least_decisions(repeats, v->common.last, UINT64_MAX);
	v->common.last = repeats;
	hd_round_watch_begin(&v->dpor.spin);
}

uint64_t hd_excursion_decided(const struct hd_value *v)
{
	return v->run.apart ? UINT64_MAX : 1ULL + v->run.steps + v->run.values;
}

/* It may have begun at a backtracking point of the depth-first run. The path of that run stays what it is. */
static void see_where_it_begins(struct hd_value *v)
{
	if (v->excursion.began)
		return;
	v->excursion.began = true;
	v->common.own = hd_least_decisions(v->common.own, hd_excursion_decided(v), UINT64_MAX);
	v->dpor.path.n = v->path_n;
	v->dpor.path.nvalues = v->path_values;
}

/* ---- who goes next ---- */

static bool is_ready(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

/* Threads that only go round a loop. */
static uint64_t who_goes_round(struct hd_value *v, const struct hd_choice *c)
{
	hd_round_watch_settle(&v->dpor.spin, c, &v->dpor.suspects);
	return hd_round_watch_waiting(&v->dpor.spin);
}

static bool has_yielded(const struct hd_value *v, hd_tid t)
{
	return v->dpor.spin.last == t && (hd_event_flags[v->dpor.spin.did.kind] & HD_F_YIELD);
}

/* The current thread goes on if it may and does not yield, else the next one after it, or else the first; the
 * end of the program comes last. HD_NO_TID: only `held` or threads that go round could go. */
static hd_tid by_default(const struct hd_value *v, const struct hd_choice *c, hd_tid held, uint64_t round)
{
	hd_tid first = HD_NO_TID, after = HD_NO_TID, ending = HD_NO_TID;
	bool yields = has_yielded(v, c->current);

	for (unsigned i = c->nready; i-- > 0;) {
		hd_tid t = c->ready[i];

		if (t == held || (hd_thread_bit(t) & round))
			continue;
		if (c->ops[t].kind == HD_END)
			ending = t;
		else if (t == c->current && !yields)
			return t;
		else
			first = t;
		if (yields && t > c->current && c->ops[t].kind != HD_END)
			after = t;
	}
	if (after != HD_NO_TID)
		return after;
	return first != HD_NO_TID ? first : ending;
}

/* On the way to the partner: its own thread goes if it can, else one that may help it on. If only the thread
 * could go that is held for it, or the partner's thread has taken another way, the pair cannot be had from
 * here. */
static hd_tid drive(const struct hd_value *v, const struct hd_choice *c, uint64_t round)
{
	hd_tid held = step_at(v, point_of(v)->trigger)->tid, partner = point_of(v)->thread;
	bool goes = is_ready(c, partner) && !(hd_thread_bit(partner) & round) && !has_yielded(v, partner);
	hd_tid other = goes ? partner : by_default(v, c, held, round);

	if (hd_value_is_out_of_reach(v, point_of(v), &c->ops[partner]))
		return HD_ENOUGH;
	return other == HD_NO_TID ? HD_ENOUGH : other;
}

/* The trigger and what follows it; then the others; the partner's thread stays where it is until all others
 * wait or have ended, so that whatever it has begun is interrupted for as long as can be. */
static hd_tid carry_on(struct hd_value *v, const struct hd_choice *c, uint64_t round)
{
	hd_tid trigger = step_at(v, point_of(v)->trigger)->tid, partner = point_of(v)->thread, other;

	if (!v->run.resumed && is_ready(c, trigger)) {
		v->run.resumed = true;
		return trigger;
	}
	other = by_default(v, c, partner, round);
	if (other != HD_NO_TID)
		return other;
	return is_ready(c, partner) && !(hd_thread_bit(partner) & round) ? partner : hd_next_in_turn(c);
}

static bool is_plain_access(const struct hd_op *op)
{
	return op->kind == HD_READ || op->kind == HD_WRITE;
}

/* The survey has scheduling points that later runs do not have. */
static void skip_what_is_no_point(struct hd_value *v)
{
	struct hd_value_run *r = &v->run;

	while (r->steps < point_of(v)->trigger && v->is_point && is_plain_access(&step_at(v, r->steps)->op) &&
	       !v->is_point(step_at(v, r->steps)->op.site))
		r->steps++;
}

hd_tid hd_excursion_pick(struct hd_value *v, const struct hd_choice *c)
{
	uint64_t round;
	hd_tid t;

	see_where_it_begins(v);
	round = who_goes_round(v, c);
	if (v->run.lost)
		return HD_ENOUGH;
	skip_what_is_no_point(v);
	if (v->run.steps < point_of(v)->trigger) {
		t = step_at(v, v->run.steps)->tid;
		return is_ready(c, t) ? t : HD_ENOUGH;
	}
	return v->run.fulfilled ? carry_on(v, c, round) : drive(v, c, round);
}

/* ---- what it does ---- */

static bool is_same_place(const struct hd_op *a, const struct hd_op *b)
{
	return a->kind == b->kind && a->site == b->site;
}

/* A scheduling point that the other run did not have, because its site was not known to be shared, is passed.
 */
static void repeat_step(struct hd_value *v, const struct hd_op *op)
{
	if (is_same_place(op, &step_at(v, v->run.steps)->op)) {
		v->fed = ++v->run.steps;
		return;
	}
	v->run.apart = true;
	v->run.lost = !is_plain_access(op);
}

/* The operation is at the place of the partner. */
static bool is_at_partner(const struct hd_value *v, const struct hd_op *op)
{
	const struct hd_value_point *p = point_of(v);

	if (p->target != HD_GUIDE_NOWHERE)
		return hd_value_place_of(v, op) == p->target;
	return is_same_place(op, &step_at(v, p->partner)->op);
}

static void see_partner(struct hd_value *v, hd_tid tid, const struct hd_op *op)
{
	const struct hd_value_step *trigger = step_at(v, point_of(v)->trigger);

	v->run.apart = true;
	if (tid == trigger->tid || !is_at_partner(v, op))
		return;
	if (hd_value_kind_of(&trigger->op, op) != HD_VALUE_NONE)
		v->run.fulfilled = true;
	else
		v->run.differs = true;
}

void hd_excursion_end(struct hd_value *v, bool again)
{
	v->excursion.again = again;
	if (!again && v->run.differs && !v->run.fulfilled && point_of(v)->target != HD_GUIDE_NOWHERE)
		hd_value_refute(v, point_of(v));
}

void hd_excursion_saw(struct hd_value *v, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	see_where_it_begins(v);
	if (tid < HD_SET_THREADS) {
		hd_dpor_note_step(&v->dpor, tid, op, c);
		hd_held_step(&v->dpor.threads[tid].held, op);
	}
	if (v->run.steps < point_of(v)->trigger)
		repeat_step(v, op);
	else
		see_partner(v, tid, op);
}

/* Up to the trigger, as in the depth-first run; the first possibility from there on. */
uint64_t hd_excursion_value(struct hd_value *v, uint64_t bound)
{
	const struct hd_path *p = &v->dpor.path;
	uint32_t i = v->run.values++;

	if (bound < 2 || i >= v->path_values || i >= HD_PATH_VALUES)
		return 0;
	if (p->values[i].after > point_of(v)->trigger || p->values[i].options != bound)
		return 0;
	return p->values[i].chosen;
}
