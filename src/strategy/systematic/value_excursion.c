/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_excursion.h"

void hd_excursion_begin(struct hd_value *v, uint32_t point)
{
	v->excursion = (struct hd_excursion){.active = true, .point = point};
	v->excursions++;
}

static const struct hd_value_point *point_of(const struct hd_value *v)
{
	return &v->waiting[v->excursion.point < HD_VALUE_POINTS ? v->excursion.point : 0];
}

static const struct hd_value_step *step_at(const struct hd_value *v, uint32_t step)
{
	return &v->steps[step < HD_VALUE_STEPS ? step : 0];
}

static bool is_ready(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

/* The current thread goes on if it may, else the first one; the end of the program comes last. HD_NO_TID:
 * only `held` could go. */
static hd_tid by_default(const struct hd_choice *c, hd_tid held)
{
	hd_tid first = HD_NO_TID, ending = HD_NO_TID;

	if (c->current_ready && c->current != held && c->ops[c->current].kind != HD_END)
		return c->current;
	for (unsigned i = c->nready; i-- > 0;) {
		if (c->ready[i] == held)
			continue;
		if (c->ops[c->ready[i]].kind == HD_END)
			ending = c->ready[i];
		else
			first = c->ready[i];
	}
	return first != HD_NO_TID ? first : ending;
}

/* On the way to the partner: its own thread goes if it can, else one that may help it on. If only the thread
 * could go that is held for it, the pair cannot be had from here. */
static hd_tid drive(const struct hd_choice *c, hd_tid held, hd_tid partner)
{
	hd_tid other = is_ready(c, partner) ? partner : by_default(c, held);

	return other == HD_NO_TID ? HD_ENOUGH : other;
}

/* The trigger and what follows it; then the others; the partner's thread stays where it is until all others
 * wait or have ended, so that whatever it has begun is interrupted for as long as can be. */
static hd_tid carry_on(struct hd_excursion *x, const struct hd_choice *c, hd_tid trigger, hd_tid partner)
{
	hd_tid other;

	if (!x->resumed && is_ready(c, trigger)) {
		x->resumed = true;
		return trigger;
	}
	other = by_default(c, partner);
	return other == HD_NO_TID ? partner : other;
}

static bool is_plain_access(const struct hd_op *op)
{
	return op->kind == HD_READ || op->kind == HD_WRITE;
}

/* The survey has scheduling points that later runs do not have. */
static void skip_what_is_no_point(struct hd_value *v)
{
	struct hd_excursion *x = &v->excursion;

	while (x->steps < point_of(v)->trigger && v->is_point && is_plain_access(&step_at(v, x->steps)->op) &&
	       !v->is_point(step_at(v, x->steps)->op.site))
		x->steps++;
}

hd_tid hd_excursion_pick(struct hd_value *v, const struct hd_choice *c)
{
	struct hd_excursion *x = &v->excursion;
	const struct hd_value_point *p = point_of(v);
	hd_tid trigger = step_at(v, p->trigger)->tid, partner = step_at(v, p->partner)->tid, t;

	if (x->lost)
		return HD_ENOUGH;
	skip_what_is_no_point(v);
	if (x->steps < p->trigger) {
		t = step_at(v, x->steps)->tid;
		return is_ready(c, t) ? t : HD_ENOUGH;
	}
	return x->fulfilled ? carry_on(x, c, trigger, partner) : drive(c, trigger, partner);
}

static bool is_same_place(const struct hd_op *a, const struct hd_op *b)
{
	return a->kind == b->kind && a->site == b->site;
}

/* A scheduling point that the other run did not have, because its site was not known to be shared, is passed.
 */
static void repeat_step(struct hd_value *v, const struct hd_op *op)
{
	if (is_same_place(op, &step_at(v, v->excursion.steps)->op))
		v->excursion.steps++;
	else
		v->excursion.lost = !is_plain_access(op);
}

void hd_excursion_saw(struct hd_value *v, hd_tid tid, const struct hd_op *op)
{
	struct hd_excursion *x = &v->excursion;
	const struct hd_value_point *p = point_of(v);
	const struct hd_value_step *trigger = step_at(v, p->trigger);

	if (x->steps < p->trigger)
		repeat_step(v, op);
	else if (tid != trigger->tid && is_same_place(op, &step_at(v, p->partner)->op) &&
		 hd_value_kind_of(&trigger->op, op) != HD_VALUE_NONE)
		x->fulfilled = true;
}

/* Up to the trigger, as in the depth-first run; the first possibility from there on. */
uint64_t hd_excursion_value(struct hd_value *v, uint64_t bound)
{
	const struct hd_path *p = &v->dpor.path;
	uint32_t i = v->excursion.values++;

	if (bound < 2 || i >= p->nvalues || i >= HD_PATH_VALUES)
		return 0;
	if (p->values[i].after > point_of(v)->trigger || p->values[i].options != bound)
		return 0;
	return p->values[i].chosen;
}
