/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/hold.h"

#define PATIENCE_LEAST 1000 /* decisions, for runs that are short */
#define RELEASES_MAX   4    /* … after which the goal is given up for the run */

void hd_hold_begin(struct hd_hold *h, const struct hd_run_info *run)
{
	h->goal = run->goal ? *run->goal : (struct hd_goal){0};
	if (h->goal.nparts > HD_GOAL_PARTS)
		h->goal.nparts = 0;
	h->over = !h->goal.nparts;
	h->loose = false;
	h->releases = 0;
	h->waited = 0;
}

void hd_hold_end(struct hd_hold *h, const struct hd_run_info *run)
{
	if (!h->goal.nparts && !hd_outcome_is_failure[run->outcome])
		h->usual = run->steps;
}

bool hd_hold_at(const struct hd_hold *h, const struct hd_goal_part *part, const struct hd_choice *c, hd_tid t)
{
	if (c->ops[t].site != part->site)
		return false;
	if (!c->facts)
		return true;
	if (part->context && !h->loose && c->facts->context(t) != part->context)
		return false;
	return !part->has || c->facts->holds(t, part->has);
}

bool hd_hold_offered(const struct hd_choice *c, hd_tid t)
{
	for (unsigned i = 0; i < c->nready; i++)
		if (c->ready[i] == t)
			return true;
	return false;
}

static hd_tid random_one(const struct hd_choice *c)
{
	return c->nready == 1 ? c->ready[0] : c->ready[hd_rng_below(c->rng, c->nready)];
}

/* Those who wait for somebody who does not come keep a run that never ends from going on. */
static bool out_of_patience(struct hd_hold *h)
{
	uint64_t patience = h->usual * 2 > PATIENCE_LEAST ? h->usual * 2 : PATIENCE_LEAST;

	if (++h->waited <= patience)
		return false;
	h->waited = 0;
	h->over = ++h->releases >= RELEASES_MAX;
	return true;
}

/* Reservoir sampling over those who do not stand: one draw for each of them but the first. */
hd_tid hd_hold_pick(struct hd_hold *h, const struct hd_choice *c, hd_stands stands, const void *state)
{
	hd_tid chosen = HD_NO_TID;
	unsigned free = 0;

	if (h->over || c->nready == 1)
		return random_one(c);
	for (unsigned i = 0; i < c->nready; i++)
		if (!stands(state, c, c->ready[i]) && hd_rng_below(c->rng, ++free) == 0)
			chosen = c->ready[i];
	if (free == c->nready) {
		h->waited = 0;
		return chosen;
	}
	return !free || out_of_patience(h) ? random_one(c) : chosen;
}
