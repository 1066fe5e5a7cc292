/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_points.h"

#include <string.h>

#include "base/rng.h"
#include "strategy/systematic/value_tried.h"

#define INSTANCES_MAX 3 /* that one ordered pair of places is tried out of order */
#define PARTNERS_MAX  8 /* of one step in one other thread */

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

/* ---- which locks are held ---- */

/* The bit of the lock at this address; 0: there are too many. */
static uint64_t lock_bit(struct hd_value *v, uint64_t addr)
{
	uint32_t i = 0;

	while (i < v->nlocks && v->locks[i] != addr)
		i++;
	if (i == HD_VALUE_LOCKS)
		return 0;
	if (i == v->nlocks)
		v->locks[v->nlocks++] = addr;
	return 1ULL << i;
}

static bool takes_lock(const struct hd_op *op)
{
	return op->kind == HD_LOCK || op->kind == HD_RELOCK || op->kind == HD_WRLOCK ||
	       op->kind == HD_SPINLOCK;
}

/* A wait on a condition variable gives a lock back, and its thread has taken no other since: else it would
 * not be there. So it is the one that RELOCK takes again, and need not be known here. */
static void note_locks(struct hd_value *v)
{
	uint64_t held[HD_SET_THREADS] = {0}, waiting[HD_SET_THREADS] = {0};

	v->nlocks = 0;
	for (uint32_t i = 0; i < v->n; i++) {
		struct hd_value_step *s = &v->steps[i];
		hd_tid t = s->tid < HD_SET_THREADS ? s->tid : 0;

		s->held = s->tid < HD_SET_THREADS ? held[t] & ~waiting[t] : 0;
		if (takes_lock(&s->op))
			held[t] |= lock_bit(v, s->op.addr);
		if (s->op.kind == HD_UNLOCK)
			held[t] &= ~lock_bit(v, s->op.addr);
		waiting[t] = s->op.kind == HD_COND_WAIT ? held[t] : 0;
	}
}

/* The thread of step f takes, between e and f, a lock that is held at e: as long as the other thread is held
 * there, it does not come to f. */
static bool excluded(struct hd_value *v, uint32_t e, uint32_t f)
{
	uint64_t held = v->steps[e].held;

	if (held & v->steps[f].held)
		return true;
	for (uint32_t i = e + 1; held && i <= f; i++)
		if (v->steps[i].tid == v->steps[f].tid && takes_lock(&v->steps[i].op) &&
		    (lock_bit(v, v->steps[i].op.addr) & held))
			return true;
	return false;
}

/* ---- one ordered pair ---- */

static void add_point(struct hd_value *v, uint32_t trigger, uint32_t partner, enum hd_value_kind kind)
{
	uint64_t key = hd_value_key_of(v, &v->steps[trigger].op, &v->steps[partner].op);
	struct hd_value_tried *tried = key ? hd_value_tried_of(v, key) : NULL;

	if (!tried || tried->instances >= INSTANCES_MAX || v->npoints >= HD_VALUE_POINTS)
		return;
	v->waiting[v->npoints++] = (struct hd_value_point){.trigger = trigger,
							   .partner = partner,
							   .target = HD_GUIDE_NOWHERE,
							   .thread = v->steps[partner].tid,
							   .kind = (uint8_t)kind,
							   .certainty = HD_VALUE_WERE,
							   .key = key,
							   .instance = (uint8_t)tried->instances++};
}

/* Step f is that of a woken waiter, who waited by step `wait`, and only those could wake it that know of e.
 */
static bool woken_after(const struct hd_value *v, uint32_t e, uint32_t wait, uint32_t f)
{
	const struct hd_path *p = &v->dpor.path;

	if (v->steps[f].op.kind != HD_RELOCK || v->steps[wait].op.kind != HD_COND_WAIT)
		return false;
	for (uint32_t i = wait > e ? wait : e; i < f; i++)
		if ((v->steps[i].op.kind == HD_SIGNAL || v->steps[i].op.kind == HD_BROADCAST) &&
		    v->steps[i].op.addr == v->steps[wait].op.addr &&
		    !hd_clock_has(&p->steps[i].clock, &p->steps[e]))
			return false;
	return true;
}

/* The thread of step f did not know of step e before: else it could not have gone first. The search that does
 * not look at orders (plain) has no clocks. */
static bool unordered(const struct hd_value *v, uint32_t e, uint32_t f)
{
	const struct hd_path *p = &v->dpor.path;
	uint32_t before = f;

	if (v->dpor.plain || f >= p->n)
		return true;
	while (before-- > 0)
		if (p->steps[before].tid == p->steps[f].tid)
			return !hd_clock_has(&p->steps[before].clock, &p->steps[e]) &&
			       !woken_after(v, e, before, f);
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
		if ((can & thread) && !excluded(v, e, f) && partners[v->steps[f].tid]++ < PARTNERS_MAX)
			add_point(v, e, f, kind);
	}
}

void hd_value_collect(struct hd_value *v)
{
	v->npoints = 0;
	link_steps(v);
	note_locks(v);
	for (uint32_t e = v->n; e-- > 0;)
		add_partners(v, e);
}

/* Each ordered pair of places once before any comes again; of those the likeliest bug; of those the ones that
 * are surely about the same object; of those the deepest. */
static bool comes_before(const struct hd_value_point *a, const struct hd_value_point *b)
{
	if (a->instance != b->instance)
		return a->instance < b->instance;
	if (a->kind != b->kind)
		return a->kind < b->kind;
	if (a->certainty != b->certainty)
		return a->certainty < b->certainty;
	return a->trigger > b->trigger;
}

/* Threads stop there: a plain access that only the survey made a scheduling point is none. */
static bool can_stop_at(const struct hd_value *v, uint32_t step)
{
	const struct hd_op *op = &v->steps[step < HD_VALUE_STEPS ? step : 0].op;

	return (op->kind != HD_READ && op->kind != HD_WRITE) || !v->is_point || v->is_point(op->site);
}

static bool can_try(const struct hd_value *v, const struct hd_value_point *p)
{
	return !p->done && can_stop_at(v, p->trigger) &&
	       (p->target != HD_GUIDE_NOWHERE || can_stop_at(v, p->partner));
}

uint32_t hd_value_next(struct hd_value *v)
{
	uint32_t best = HD_VALUE_POINTS;

	for (uint32_t i = 0; i < v->npoints && i < HD_VALUE_POINTS; i++)
		if (can_try(v, &v->waiting[i]) &&
		    (best == HD_VALUE_POINTS || comes_before(&v->waiting[i], &v->waiting[best])))
			best = i;
	if (best < HD_VALUE_POINTS)
		v->waiting[best].done = true;
	return best;
}
