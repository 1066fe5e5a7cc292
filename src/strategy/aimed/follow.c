/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/aimed/follow.h"

#define LOOK_AHEAD 16 /* of a thread's steps, for what it is about to do */

void hd_follow_begin(struct hd_follow *g, const struct hd_step *steps, uint32_t n)
{
	g->steps = steps;
	g->threads = 0;
	g->n = 0;
	while (g->n < n && g->n < HD_FOLLOW_STEPS && !(steps[g->n].note & HD_NOTE_PENDING))
		g->n++;
	for (uint32_t i = g->n; i-- > 0;) {
		hd_tid t = steps[i].tid;

		if (t >= HD_MAX_THREADS)
			continue;
		while (g->threads <= t)
			g->at[g->threads++] = g->n;
		g->next[i] = g->at[t];
		g->at[t] = i;
	}
}

static uint32_t place(const struct hd_follow *g, hd_tid t)
{
	return t < g->threads ? g->at[t] : g->n;
}

/* The place, or the one after it, that is a step and no data choice. */
static uint32_t step_from(const struct hd_follow *g, uint32_t at)
{
	while (at < g->n && g->steps[at].kind == HD_VALUE)
		at = g->next[at];
	return at;
}

static bool follow_fits(const struct hd_step *s, const struct hd_op *op)
{
	return s->kind == op->kind && (s->site == op->site || op->kind == HD_SPIN);
}

uint32_t hd_follow_at(const struct hd_follow *g, hd_tid t)
{
	return step_from(g, place(g, t));
}

uint32_t hd_follow_place(struct hd_follow *g, hd_tid t, const struct hd_op *op)
{
	uint32_t first = step_from(g, place(g, t)), at = first;

	for (unsigned i = 0; i < LOOK_AHEAD && at < g->n; i++, at = step_from(g, g->next[at]))
		if (follow_fits(&g->steps[at], op)) {
			if (at != first)
				g->at[t] = at;
			return at;
		}
	return first;
}

void hd_follow_saw(struct hd_follow *g, hd_tid t, const struct hd_op *op)
{
	uint32_t at = hd_follow_place(g, t, op);

	if (at < g->n && follow_fits(&g->steps[at], op))
		g->at[t] = g->next[at];
}

bool hd_follow_value(struct hd_follow *g, hd_tid t, uint64_t bound, uint64_t *value)
{
	uint32_t at = place(g, t);

	if (at >= g->n || g->steps[at].kind != HD_VALUE || g->steps[at].note || g->steps[at].site >= bound)
		return false;
	*value = g->steps[at].site;
	g->at[t] = g->next[at];
	return true;
}
