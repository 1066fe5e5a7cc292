/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/aimed/retrace.h"

#include "strategy/aimed/follow.h"
#include "strategy/yield.h"

#define PATIENCE   2000		    /* decisions without a step of the script while a thread waits */
#define FACT_BOUND (1ULL << 32)	    /* of what is asked for, when it is a fact */
#define NOWHERE	   UINT32_MAX	    /* no site */
#define UNKNOWN	   ((hd_tid)0xfffe) /* a thread that was not looked at yet */

struct offer {
	hd_tid free[HD_MAX_THREADS]; /* threads that need not wait */
	unsigned n;
	hd_tid waits;  /* of those that wait, the one whose step comes first; HD_NO_TID: none waits */
	uint32_t with; /* … that step */
};

struct retrace {
	enum hd_retrace_how how;
	uint32_t next;		   /* the first step of the script that counts and is not done */
	uint32_t floor;		   /* steps before it are given up */
	uint32_t waited;	   /* decisions since `next` has changed */
	hd_tid last;		   /* the thread that was chosen last */
	hd_tid as[HD_MAX_THREADS]; /* by thread: which one it is in the script; HD_NO_TID: none, or UNKNOWN */
	hd_tid is[HD_MAX_THREADS]; /* by thread of the script: which one it is; HD_NO_TID: not born */
	uint32_t
	    fact[HD_MAX_THREADS]; /* by thread of the script: from where on its next fact is looked for */
	uint32_t start[HD_MAX_THREADS]; /* by thread of the script: where it was created */
	struct offer offer;		/* of the decision under way */
	struct hd_follow follow;
};

static void find_starts(struct retrace *s)
{
	for (unsigned i = 0; i < HD_MAX_THREADS; i++) {
		s->as[i] = UNKNOWN;
		s->is[i] = HD_NO_TID;
		s->start[i] = NOWHERE;
		s->fact[i] = 0;
	}
	s->as[0] = s->is[0] = 0;
	for (uint32_t i = 0; i < s->follow.n; i++) {
		const struct hd_step *step = &s->follow.steps[i];

		if (step->kind == HD_START && step->tid < HD_MAX_THREADS)
			s->start[step->tid] = step->site;
	}
}

static bool retrace_begin(void *state, const struct hd_run_info *run)
{
	struct retrace *s = state;
	uint64_t n = run->script ? run->nscript : 0;

	s->how = n ? (enum hd_retrace_how)run->script[0].site : HD_RETRACE_STRAIGHT;
	n = n < HD_FOLLOW_STEPS ? n : HD_FOLLOW_STEPS;
	hd_follow_begin(&s->follow, n ? run->script + 1 : NULL, n ? (uint32_t)n - 1 : 0);
	s->next = s->floor = s->waited = 0;
	s->last = 0; /* which may ask before its first step */
	find_starts(s);
	return true;
}

/* Thread i of the script may be the thread, which is about to do this at first. One that does not start, such
 * as the first thread of another process, has no place: then it is the one of the same number. */
static bool may_be_thread(const struct retrace *s, hd_tid i, hd_tid t, const struct hd_op *op)
{
	if (s->is[i] != HD_NO_TID)
		return false;
	return op->kind == HD_START ? s->start[i] == op->site : s->start[i] == NOWHERE && i == t;
}

/* Which thread of the script is it? */
static void recognise(struct retrace *s, hd_tid t, const struct hd_op *op)
{
	if (s->as[t] != UNKNOWN)
		return;
	s->as[t] = HD_NO_TID;
	for (uint32_t i = 1; i < s->follow.threads; i++)
		if (may_be_thread(s, (hd_tid)i, t, op)) {
			s->as[t] = (hd_tid)i;
			s->is[i] = t;
			return;
		}
}

static bool is_done(const struct retrace *s, uint32_t i)
{
	const struct hd_step *step = &s->follow.steps[i];

	return step->kind == HD_VALUE || step->note & HD_RETRACE_FREE || i < s->floor ||
	       step->tid >= HD_MAX_THREADS || hd_follow_at(&s->follow, step->tid) > i;
}

static void pass_done(struct retrace *s)
{
	uint32_t before = s->next;

	while (s->next < s->follow.n && is_done(s, s->next))
		s->next++;
	s->waited = s->next == before ? s->waited + 1 : 0;
}

/* The step of the script that the thread is about to do and has to wait with; n: none. */
static uint32_t waits_with(struct retrace *s, hd_tid t, const struct hd_op *op)
{
	uint32_t at = s->as[t] >= HD_MAX_THREADS ? s->follow.n : hd_follow_place(&s->follow, s->as[t], op);
	const struct hd_step *step = at < s->follow.n ? &s->follow.steps[at] : NULL;

	if (!step || step->note & HD_RETRACE_FREE || at <= s->next || step->kind != op->kind ||
	    step->site != op->site)
		return s->follow.n;
	return at;
}

static bool retrace_is_ready(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

/* The thread of the next step that counts; HD_NO_TID: it cannot go, or there is no such step. */
static hd_tid next_in_script(const struct retrace *s, const struct hd_choice *c)
{
	hd_tid t = s->next < s->follow.n ? s->is[s->follow.steps[s->next].tid] : HD_NO_TID;

	return t != HD_NO_TID && retrace_is_ready(c, t) ? t : HD_NO_TID;
}

static void look_at_ready(struct retrace *s, const struct hd_choice *c)
{
	struct offer *o = &s->offer;

	o->n = 0;
	o->waits = HD_NO_TID;
	o->with = s->follow.n;
	for (unsigned i = 0; i < c->nready; i++)
		recognise(s, c->ready[i], &c->ops[c->ready[i]]);
	pass_done(s);
	for (unsigned i = 0; i < c->nready; i++) {
		hd_tid t = c->ready[i];
		uint32_t with = waits_with(s, t, &c->ops[t]);

		if (with == s->follow.n)
			o->free[o->n++] = t;
		else if (with < o->with) {
			o->with = with;
			o->waits = t;
		}
	}
}

/* Without a step to do: the current thread, or else the first that does not give way to others. */
static hd_tid first_free(const struct hd_choice *c, const struct offer *o)
{
	hd_tid best = o->free[0];

	for (unsigned i = o->n; i-- > 0;) {
		if (hd_gives_way(&c->ops[o->free[i]]))
			continue;
		best = o->free[i];
		if (best == c->current)
			break;
	}
	return best;
}

static hd_tid retrace_pick(void *state, const struct hd_choice *c)
{
	struct retrace *s = state;
	const struct offer *o = &s->offer;
	hd_tid t;

	look_at_ready(s, c);
	if (o->waits != HD_NO_TID && (!o->n || s->waited > PATIENCE)) {
		s->floor = o->with;
		s->waited = 0;
		return o->waits;
	}
	if (s->how == HD_RETRACE_RANDOM)
		return o->free[hd_rng_below(c->rng, o->n)];
	t = next_in_script(s, c);
	return t != HD_NO_TID ? t : first_free(c, o);
}

static void retrace_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct retrace *s = state;

	(void)c;
	s->last = tid;
	if (s->as[tid] < HD_MAX_THREADS)
		hd_follow_saw(&s->follow, s->as[tid], op);
}

/* What the thread was told about its process or the machine; 0: it has asked for less then. */
static uint64_t next_fact(struct retrace *s, hd_tid as)
{
	for (uint32_t *i = &s->fact[as]; *i < s->follow.n;) {
		const struct hd_step *step = &s->follow.steps[(*i)++];

		if (step->tid == as && step->kind == HD_VALUE && step->note & HD_NOTE_FACT)
			return step->site;
	}
	return 0;
}

/* What is rare is asked for as the value 0: see guide.c. */
static uint64_t retrace_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct retrace *s = state;
	hd_tid as = s->as[s->last];
	uint64_t value;

	if (bound == FACT_BOUND)
		return as < HD_MAX_THREADS ? next_fact(s, as) : 0;
	if (as < HD_MAX_THREADS && hd_follow_value(&s->follow, as, bound, &value))
		return value;
	return s->how == HD_RETRACE_RANDOM ? hd_value_uniform(state, rng, bound) : bound - 1;
}

const struct hd_strategy_ops hd_strategy_retrace = {
    .name = "retrace",
    .help = "go the way of a failure of another build",
    .follows = true,
    .size = sizeof(struct retrace),
    .begin = retrace_begin,
    .pick = retrace_pick,
    .value = retrace_value,
    .saw = retrace_saw,
};
