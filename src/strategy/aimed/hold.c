/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/aimed/hold.h"

#define PATIENCE_LEAST 1000 /* decisions, for runs that are short */
#define HURRIED_MAX    32   /* decisions for threads that yield: perhaps they wait for a held thread */
#define RELEASES_MAX   4    /* releases of held threads after which the run gives its aim up */

void hd_hold_begin(struct hd_hold *h, const struct hd_run_info *run)
{
	h->aim = run->attempt ? run->attempt->aim : (struct hd_aim){0};
	if (h->aim.nparts > HD_AIM_PARTS)
		h->aim.nparts = 0;
	h->over = !h->aim.nparts;
	h->loose = h->met = false;
	h->releases = 0;
	h->waited = h->hurried = 0;
}

/* Learn from the run. */
void hd_hold_end(void *state, const struct hd_run_info *run)
{
	struct hd_hold *h = state;

	if (!h->aim.nparts && !hd_outcome_is_failure[run->outcome])
		h->usual = run->steps;
}

bool hd_hold_reached(const void *state)
{
	const struct hd_hold *h = state;

	return h->met;
}

bool hd_hold_at(const struct hd_hold *h, const struct hd_aim_part *part, const struct hd_choice *c, hd_tid t)
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
	struct hd_hold_list able = hd_hold_able(c);

	for (unsigned i = 0; i < able.n; i++)
		if (able.at[i] == t)
			return true;
	return false;
}

static hd_tid random_one(const struct hd_choice *c)
{
	return c->nready == 1 ? c->ready[0] : c->ready[hd_rng_below(c->rng, c->nready)];
}

/* Threads that are held for a partner that does not come could keep a run from ever ending. */
static bool out_of_patience(struct hd_hold *h)
{
	uint64_t patience = h->usual * 2 > PATIENCE_LEAST ? h->usual * 2 : PATIENCE_LEAST;

	if (++h->waited <= patience)
		return false;
	h->waited = 0;
	h->over = ++h->releases >= RELEASES_MAX;
	return true;
}

/* How many threads of the list are not to be held; *chosen is a random one of them, by one draw for each. A
 * thread that spins unseen takes long for each step, so it is left out unless it is ready. */
static unsigned choose_free(const struct hd_choice *c, const hd_tid *list, unsigned n, hd_stands stands,
			    const void *state, hd_tid *chosen)
{
	unsigned free = 0;

	for (unsigned i = 0; i < n; i++)
		if (!stands(state, c, list[i]) && (list == c->ready || c->ops[list[i]].kind != HD_SPIN) &&
		    hd_rng_below(c->rng, ++free) == 0)
			*chosen = list[i];
	return free;
}

/* All ready threads are held: threads that yield have to go on, for a while. */
static hd_tid hold_hurry(struct hd_hold *h, const struct hd_choice *c, hd_stands stands, const void *state)
{
	hd_tid chosen = HD_NO_TID;

	if (c->nable > c->nready && h->hurried++ < HURRIED_MAX)
		choose_free(c, c->able, c->nable, stands, state, &chosen);
	if (chosen != HD_NO_TID)
		return chosen;
	h->hurried = 0;
	return random_one(c);
}

hd_tid hd_hold_pick(struct hd_hold *h, const struct hd_choice *c, hd_stands stands, const void *state)
{
	hd_tid chosen = HD_NO_TID;
	unsigned free;

	if (h->over || (c->nready == 1 && c->nable <= 1))
		return random_one(c);
	free = choose_free(c, c->ready, c->nready, stands, state, &chosen);
	if (!free)
		return hold_hurry(h, c, stands, state);
	if (free == c->nready) {
		h->waited = h->hurried = 0;
		return chosen;
	}
	return out_of_patience(h) ? random_one(c) : chosen;
}
