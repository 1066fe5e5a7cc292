/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_points.h"

#include <string.h>

#include "base/rng.h"

#define INSTANCES_MAX 3 /* that one ordered pair of places is tried out of order */
#define PARTNERS_MAX  8 /* of one step in one other thread */

void hd_value_forget(struct hd_value *v)
{
	v->npoints = 0;
	memset(v->tried, 0, sizeof v->tried);
}

/* ---- which steps are on the same object ---- */

static uint32_t *bucket_of(struct hd_value *v, const struct hd_op *op)
{
	return &v->buckets[hd_mix64(op->addr >> 3) & (HD_VALUE_BUCKETS - 1)];
}

static void link_steps(struct hd_value *v)
{
	memset(v->buckets, 0, sizeof v->buckets);
	for (uint32_t i = v->n; i-- > 0;) {
		struct hd_value_step *s = &v->steps[i];

		s->next = 0;
		if (!s->op.addr)
			continue;
		s->next = *bucket_of(v, &s->op);
		*bucket_of(v, &s->op) = i;
	}
}

/* ---- one ordered pair ---- */

static struct hd_value_tried *tried_of(struct hd_value *v, const struct hd_value_step *trigger,
				       const struct hd_value_step *partner)
{
	uint64_t key = hd_mix64((uint64_t)trigger->op.site << 32 | partner->op.site) | 1;
	uint32_t at = (uint32_t)(key >> 8) & (HD_VALUE_TRIED - 1);

	for (unsigned i = 0; i < HD_VALUE_TRIED; i++, at = (at + 1) & (HD_VALUE_TRIED - 1)) {
		if (!v->tried[at].key)
			v->tried[at].key = key;
		if (v->tried[at].key == key)
			return &v->tried[at];
	}
	return NULL;
}

static void add_point(struct hd_value *v, uint32_t trigger, uint32_t partner, enum hd_value_kind kind)
{
	struct hd_value_tried *tried = tried_of(v, &v->steps[trigger], &v->steps[partner]);

	if (!tried || tried->instances >= INSTANCES_MAX || v->npoints >= HD_VALUE_POINTS)
		return;
	v->waiting[v->npoints++] =
	    (struct hd_value_point){trigger, partner, (uint8_t)kind, (uint8_t)tried->instances++, false};
}

/* The thread of step f did not know of step e before: without that, it could not have gone first. The search
 * that does not look at orders (plain) has no clocks. */
static bool unordered(const struct hd_value *v, uint32_t e, uint32_t f)
{
	const struct hd_path *p = &v->dpor.path;
	uint32_t before = f;

	if (v->dpor.plain || f >= p->n)
		return true;
	while (before-- > e)
		if (p->steps[before].tid == p->steps[f].tid)
			return !hd_clock_has(&p->steps[before].clock, &p->steps[e]);
	return true;
}

/* Of the other threads, those whose first conflicting step after e could have come before it: their
 * conflicting steps are partners of e, each place once. */
static void add_partners(struct hd_value *v, uint32_t e)
{
	uint64_t met = 0, can = 0;
	uint8_t partners[HD_SET_THREADS] = {0};

	for (uint32_t f = v->steps[e].next; f > e && f < v->n; f = v->steps[f].next) {
		uint64_t thread = hd_thread_bit(v->steps[f].tid);
		enum hd_value_kind kind;

		if (!thread || v->steps[f].tid == v->steps[e].tid)
			continue;
		kind = hd_value_kind_of(&v->steps[e].op, &v->steps[f].op);
		if (kind == HD_VALUE_NONE)
			continue;
		if (!(met & thread) && unordered(v, e, f))
			can |= thread;
		met |= thread;
		if ((can & thread) && partners[v->steps[f].tid]++ < PARTNERS_MAX)
			add_point(v, e, f, kind);
	}
}

void hd_value_collect(struct hd_value *v)
{
	v->npoints = 0;
	link_steps(v);
	for (uint32_t e = v->n; e-- > 0;)
		add_partners(v, e);
}

/* Each ordered pair of places once before any comes again; of those the likeliest bug, of those the deepest.
 */
static bool comes_before(const struct hd_value_point *a, const struct hd_value_point *b)
{
	if (a->instance != b->instance)
		return a->instance < b->instance;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	return a->trigger > b->trigger;
}

uint32_t hd_value_next(struct hd_value *v)
{
	uint32_t best = HD_VALUE_POINTS;

	for (uint32_t i = 0; i < v->npoints && i < HD_VALUE_POINTS; i++)
		if (!v->waiting[i].done &&
		    (best == HD_VALUE_POINTS || comes_before(&v->waiting[i], &v->waiting[best])))
			best = i;
	if (best < HD_VALUE_POINTS)
		v->waiting[best].done = true;
	return best;
}
