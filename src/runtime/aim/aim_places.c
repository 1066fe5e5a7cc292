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

static struct hd_wire_aim_places *series(void)
{
	return &hd_rt.slot->aim_places;
}

bool hd_aim_places_next(struct hd_attempt *a, struct hd_plan *plan)
{
	struct hd_wire_aim_places *x = series();

	while (x->next < HD_AIM_PLACES) {
		const struct hd_wire_aim_place *place = &x->places[x->next++];

		if (!place->root.idiom || !hd_source_run_fits(&place->at, place->root.n, x->nsteps))
			continue;
		*a = (struct hd_attempt){.aim = {.kind = HD_AIM_IROOT, .root = place->root},
					 .number = x->next & 1,
					 .window = hd_rt.wire->iroot_window,
					 .steps = x->steps,
					 .nsteps = x->nsteps,
					 .source = place->at};
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
	memset(series()->places, 0, sizeof series()->places);
	series()->nsteps = 0;
	series()->next = 0;
	series()->plan = hd_rt.run.plan;
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
	struct hd_wire_aim_place *place = series()->places;

	for (unsigned i = 1; i < r->idiom; i++)
		place += share[i];
	place += taken[r->idiom] < share[r->idiom] ? taken[r->idiom] : hd_rng_below(&rng, share[r->idiom]);
	taken[r->idiom]++;
	place->root = *r;
	if (!hd_source_run_of(&place->at, r->n, ops))
		place->root.idiom = 0;
}

void hd_aim_places_run_end(void)
{
	uint64_t n = hd_rt.slot->nschedule;

	if (!picking)
		return;
	picking = false;
	n = n < HD_LOG_LONGEST ? n : HD_LOG_LONGEST;
	memcpy(series()->steps, hd_rt.slot->schedule, n * sizeof *series()->steps);
	series()->nsteps = (uint32_t)n;
}
