/* SPDX-License-Identifier: Apache-2.0
 *
 * Which other orders a run shows to be possible: P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Source Sets:
 * A Foundation for Optimal Dynamic Partial Order Reduction", JACM 2017, algorithm 1.
 *
 * A race is a pair of dependent steps e, f of different threads with no chain of dependent steps from one to
 * the other but the direct one, that could be made in the other order. Then there is a run that goes as this
 * one up to e, and instead of e makes the steps after e that do not depend on e, and f. It is enough to try
 * one of the threads with which such a run may begin.
 *
 * A step that waits races with the one that took what it waits for, not with the one that gave it back: the
 * latter orders them (so it is in the clock of f), but its own past does not hide races. Where it is not
 * known whether f could be made before e, all threads are tried there. */
#include "strategy/systematic/dpor_races.h"

struct racer { /* the later step */
	hd_tid tid;
	const struct hd_footprint *footprint;
	struct hd_path_clock past; /* what must come before it, and what comes before its races */
	struct hd_path_clock clock;
	uint32_t since; /* the step of the path at which it was pending for the first time */
};

/* The threads with which the steps after `e` that do not depend on it, and then `r`, may begin. */
static uint64_t initials_after(const struct hd_path *p, uint32_t e, const struct racer *r)
{
	uint16_t first[HD_SET_THREADS] = {0};
	uint64_t met = 0, initials = 0;

	for (uint32_t i = e + 1; i <= p->n; i++) {
		const struct hd_path_clock *clock = i < p->n ? &p->steps[i].clock : &r->clock;
		unsigned tid = i < p->n ? p->steps[i].tid : r->tid;
		bool initial = true;

		if ((i < p->n && hd_clock_has(clock, &p->steps[e])) || (met & hd_thread_bit(tid)))
			continue;
		for (uint64_t rest = met; rest; rest &= rest - 1) {
			unsigned q = (unsigned)__builtin_ctzll(rest);

			initial &= clock->of[q] < first[q];
		}
		met |= hd_thread_bit(tid);
		first[tid] = i < p->n ? p->steps[i].nth : UINT16_MAX;
		if (initial)
			initials |= hd_thread_bit(tid);
	}
	return initials;
}

static void want_instead(struct hd_path *p, uint32_t e, const struct racer *r, enum hd_reversal reversal)
{
	uint64_t initials;

	if (reversal == HD_REVERSE_PERHAPS) {
		hd_path_want_all(p, e, p->steps[e].ready);
		return;
	}
	initials = initials_after(p, e, r);
	if (reversal != HD_REVERSE_AFTER || (initials & p->steps[e].ready))
		hd_path_want_one(p, e, initials, r->tid);
}

/* A thread that waits for a write may go on after any of several, to different memory: if it could not have
 * gone on right here, perhaps it could after a step that came later. */
static enum hd_reversal reversal_at(const struct hd_path *p, uint32_t e, const struct racer *r)
{
	if (r->footprint->awaits && r->since <= e)
		return p->steps[e].ready & hd_thread_bit(r->tid) ? HD_REVERSE_YES : HD_REVERSE_AFTER;
	if (r->footprint->waits && r->since <= e) /* then it is known whether it could have been made */
		return p->steps[e].ready & hd_thread_bit(r->tid) ? HD_REVERSE_YES : HD_REVERSE_NEVER;
	return hd_reversal_of(&p->steps[e].footprint, r->footprint);
}

/* How many steps of other threads do not have to come before `r`. */
static uint32_t count_unordered(const struct hd_dpor *s, const struct racer *r)
{
	uint32_t n = 0;

	for (unsigned t = 0; t < s->spin.nthreads; t++)
		if (t != r->tid && s->threads[t].steps > r->past.of[t])
			n += (uint32_t)(s->threads[t].steps - r->past.of[t]);
	return n;
}

struct found_races {
	uint32_t at[HD_SET_THREADS];
	uint8_t reversals[HD_SET_THREADS]; /* enum hd_reversal */
	unsigned n;
};

static void find_races(struct hd_dpor *s, struct racer *r, uint32_t before, struct found_races *out)
{
	struct hd_path *p = &s->path;
	uint32_t unordered = count_unordered(s, r);

	out->n = 0;
	r->clock = r->past;
	for (uint32_t i = before; unordered && i-- > 0;) {
		const struct hd_path_step *e = &p->steps[i];
		enum hd_reversal reversal;

		if (e->tid == r->tid || hd_clock_has(&r->past, e))
			continue;
		unordered--;
		if (!hd_are_dependent(&e->footprint, r->footprint))
			continue;
		hd_clock_join(&r->clock, &e->clock);
		reversal = reversal_at(p, i, r);
		if (reversal == HD_REVERSE_NEVER)
			continue;
		hd_clock_join(&r->past, &e->clock);
		unordered = count_unordered(s, r);
		if (out->n < HD_SET_THREADS) {
			out->at[out->n] = i;
			out->reversals[out->n++] = (uint8_t)reversal;
		}
	}
}

static void want_others(struct hd_dpor *s, const struct racer *r, const struct found_races *races)
{
	for (unsigned k = 0; k < races->n; k++)
		want_instead(&s->path, races->at[k], r, (enum hd_reversal)races->reversals[k]);
}

/* The step after those that came before it. */
static void compare_step(struct hd_dpor *s, bool wants)
{
	struct hd_path *p = &s->path;
	struct hd_path_step *last = &p->steps[p->n - 1];
	struct hd_dpor_thread *t = &s->threads[last->tid];
	struct racer r = {last->tid, &last->footprint, t->clock, {{0}}, t->since};
	struct found_races races;

	p->n--;
	find_races(s, &r, p->n, &races);
	if (wants)
		want_others(s, &r, &races);
	p->n++;
	last->clock = r.clock;
	last->clock.of[last->tid] = last->nth;
}

void hd_dpor_order_last(struct hd_dpor *s)
{
	compare_step(s, false);
}

void hd_dpor_compare_last(struct hd_dpor *s)
{
	compare_step(s, true);
}

void hd_dpor_compare_pending(struct hd_dpor *s, hd_tid tid, const struct hd_footprint *f)
{
	struct racer r = {tid, f, s->threads[tid].clock, {{0}}, s->threads[tid].since};
	struct found_races races;

	find_races(s, &r, s->path.n, &races);
	want_others(s, &r, &races);
}

void hd_dpor_compare_end(struct hd_dpor *s)
{
	const struct hd_path_step *last = &s->path.steps[s->path.n - 1];

	hd_path_want_all(&s->path, s->path.n - 1, last->ready & ~last->sleep);
}
