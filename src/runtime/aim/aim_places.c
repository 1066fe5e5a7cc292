/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_places.h"

#include <string.h>

#include "runtime/aim/aim_source_run.h"
#include "runtime/common/rt.h"

static bool picking;
static struct hd_rng rng;
static uint32_t asked[HD_IDIOMS + 1], taken[HD_IDIOMS + 1];

/* How many attempts a series has for each idiom; they add up to HD_AIM_PLACES. */
static const uint8_t share[HD_IDIOMS + 1] = {[1] = 5, [2] = 3, [3] = 3, [4] = 3, [5] = 3, [6] = 1};

static struct hd_wire_tour *tour(void)
{
	return &hd_rt.slot->tour;
}

bool hd_aim_places_next(struct hd_attempt *a, struct hd_plan *plan)
{
	struct hd_wire_tour *x = tour();

	while (x->next < HD_AIM_PLACES) {
		const struct hd_wire_stop *stop = &x->stops[x->next++];

		if (!stop->root.idiom || !hd_source_run_fits(&stop->at, stop->root.n, x->nsteps))
			continue;
		*a = (struct hd_attempt){.root = stop->root,
					 .number = x->next & 1,
					 .steps = x->steps,
					 .nsteps = x->nsteps,
					 .witness = stop->at};
		hd_source_run_plan(plan, &x->plan);
		return true;
	}
	return false;
}

void hd_aim_places_run_begin(void)
{
	picking = true;
	hd_rng_seed(&rng, hd_rt.run.plan.seed ^ 0x544f5552ULL);
	memset(asked, 0, sizeof asked);
	memset(taken, 0, sizeof taken);
	memset(tour()->stops, 0, sizeof tour()->stops);
	tour()->nsteps = 0;
	tour()->next = 0;
	tour()->plan = hd_rt.run.plan;
}

void hd_aim_places_none(void)
{
	picking = false;
}

bool hd_aim_places_picks(void)
{
	return picking;
}

bool hd_aim_places_wants(const struct hd_iroot *r)
{
	uint32_t n;

	if (!picking || r->idiom > HD_IDIOMS)
		return false;
	n = ++asked[r->idiom];
	return n <= share[r->idiom] || hd_rng_below(&rng, n) < share[r->idiom];
}

void hd_aim_places_take(const struct hd_iroot *r, const struct hd_profile_op *const *ops)
{
	struct hd_wire_stop *stop = tour()->stops;

	for (unsigned i = 1; i < r->idiom; i++)
		stop += share[i];
	stop += taken[r->idiom] < share[r->idiom] ? taken[r->idiom] : hd_rng_below(&rng, share[r->idiom]);
	taken[r->idiom]++;
	stop->root = *r;
	if (!hd_source_run_of(&stop->at, r->n, ops))
		stop->root.idiom = 0;
}

void hd_aim_places_run_end(void)
{
	uint64_t n = hd_rt.slot->nschedule;

	if (!picking)
		return;
	picking = false;
	n = n < HD_LOG_LONGEST ? n : HD_LOG_LONGEST;
	memcpy(tour()->steps, hd_rt.slot->schedule, n * sizeof *tour()->steps);
	tour()->nsteps = (uint32_t)n;
}
