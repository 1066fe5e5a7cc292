/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_guide.h"

#include <string.h>

#include "strategy/systematic/value_tried.h"

#define GUIDED_INSTANCES 2 /* that one ordered pair of places is tried */
#define WORDS		 (HD_GUIDE_PLACES / 64)

struct guided_run {
	uint64_t executed[WORDS];	/* places that the depth-first run has */
	uint64_t kinds[HD_SET_THREADS]; /* of each thread: bits of what the code calls it */
	uint32_t next[HD_SET_THREADS];	/* its first step after the one that is looked at, or NO_STEP */
};

#define NO_STEP UINT32_MAX

/* ---- places ---- */

uint16_t hd_value_place_of(const struct hd_value *v, const struct hd_op *op)
{
	uint16_t place = v->guide && v->place_at ? v->place_at(op->site, op->kind) : HD_GUIDE_NOWHERE;

	return place < HD_GUIDE_PLACES ? place : HD_GUIDE_NOWHERE;
}

bool hd_value_awaits_guide(struct hd_value *v, const struct hd_run_info *run)
{
	if (v->guided || (v->runs < HD_GUIDE_AFTER_RUNS && v->all_steps < HD_GUIDE_AFTER_STEPS))
		return false;
	if (!run->guide)
		return run->guide_comes;
	v->guided = true;
	v->guide = run->guide;
	v->npoints = 0;
	hd_value_collect_guided(v);
	return false;
}

/* ---- the depth-first run ---- */

static void look_at_run(const struct hd_value *v, struct guided_run *r)
{
	memset(r, 0, sizeof *r);
	memset(r->next, 0xff, sizeof r->next);
	r->kinds[0] = 1;
	for (uint32_t i = 0; i < v->n; i++) {
		uint16_t place = hd_value_place_of(v, &v->steps[i].op);

		if (place != HD_GUIDE_NOWHERE)
			r->executed[place / 64] |= 1ULL << (place % 64);
	}
	for (unsigned t = 1; t < HD_SET_THREADS; t++)
		if (v->created[t] < v->n && v->steps[v->created[t]].op.kind == HD_CREATE)
			r->kinds[t] =
			    hd_guide_threads_of(v->guide, hd_value_place_of(v, &v->steps[v->created[t]].op));
}

static bool has_executed(const struct guided_run *r, uint16_t place)
{
	return r->executed[place / 64] >> (place % 64) & 1;
}

/* ---- ordered pairs ---- */

static uint64_t key_of(uint16_t trigger, uint16_t partner)
{
	return 1ULL << 63 | (uint64_t)trigger << 16 | partner;
}

static void add_guided(struct hd_value *v, uint32_t e, uint16_t place, const struct hd_guide_partner *partner,
		       hd_tid thread)
{
	uint64_t key = key_of(place, partner->place);
	struct hd_value_tried *tried = hd_value_tried_of(v, key);

	if (!tried || tried->instances >= GUIDED_INSTANCES || v->npoints >= HD_VALUE_POINTS)
		return;
	v->waiting[v->npoints++] =
	    (struct hd_value_point){.trigger = e,
				    .thread = thread,
				    .trigger_place = place,
				    .target = partner->place,
				    .key = key,
				    .kind = partner->kind,
				    .certainty = partner->must ? HD_VALUE_MUST : HD_VALUE_MAY,
				    .instance = (uint8_t)tried->instances++};
}

/* Thread t exists before step e and goes on after it, and can come to the place from there. */
static bool can_come(const struct hd_value *v, const struct guided_run *r, uint32_t e, unsigned t,
		     uint16_t place)
{
	if (r->next[t] >= v->n || (t && v->created[t] >= e))
		return false;
	return hd_guide_can_reach(v->guide, hd_value_place_of(v, &v->steps[r->next[t]].op), place);
}

static void add_partners_of(struct hd_value *v, const struct guided_run *r, uint32_t e)
{
	uint16_t place = hd_value_place_of(v, &v->steps[e].op);
	const struct hd_guide_place *p = place == HD_GUIDE_NOWHERE ? NULL : &v->guide->places[place];

	for (uint32_t i = 0; p && i < p->n && p->first + i < HD_GUIDE_PARTNERS; i++) {
		const struct hd_guide_partner *partner = &v->guide->partners[p->first + i];

		if (partner->place >= HD_GUIDE_PLACES || has_executed(r, partner->place))
			continue;
		for (unsigned t = 0; t < HD_SET_THREADS; t++)
			if (t != v->steps[e].tid && (r->kinds[t] & partner->threads) &&
			    can_come(v, r, e, t, partner->place))
				add_guided(v, e, place, partner, (hd_tid)t);
	}
}

void hd_value_collect_guided(struct hd_value *v)
{
	struct guided_run r;

	if (!v->guide)
		return;
	look_at_run(v, &r);
	for (uint32_t e = v->n; e-- > 0;) {
		add_partners_of(v, &r, e);
		if (v->steps[e].tid < HD_SET_THREADS)
			r.next[v->steps[e].tid] = e;
	}
}

/* ---- while a thread is driven ---- */

bool hd_value_is_out_of_reach(const struct hd_value *v, const struct hd_value_point *p,
			      const struct hd_op *pending)
{
	if (p->target == HD_GUIDE_NOWHERE || !v->guide)
		return false;
	return pending->kind == HD_EXIT ||
	       !hd_guide_can_reach(v->guide, hd_value_place_of(v, pending), p->target);
}

void hd_value_refute(struct hd_value *v, const struct hd_value_point *p)
{
	struct hd_value_tried *tried = hd_value_tried_of(v, p->key);

	if (tried)
		tried->instances = GUIDED_INSTANCES;
	for (uint32_t i = 0; i < v->npoints && i < HD_VALUE_POINTS; i++)
		if (v->waiting[i].target == p->target && v->waiting[i].trigger_place == p->trigger_place)
			v->waiting[i].done = true;
}
