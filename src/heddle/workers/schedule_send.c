/* SPDX-License-Identifier: Apache-2.0
 *
 * From a schedule to what a worker follows. */
#include "heddle/workers/schedule_send.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "strategy/strategy.h"

struct place {
	uint32_t module;
	uint64_t offset;
	uint32_t op;   /* the operation at this place; s->nops and more: a point          */
	bool is_point; /* an access, so that it is to be a scheduling point again */
};

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->module != y->module)
		return x->module < y->module ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static size_t collect_places(const struct hd_schedule *s, struct place *out)
{
	size_t n = 0;

	for (uint32_t i = 0; i < s->nops; i++)
		if (s->ops[i].known)
			out[n++] = (struct place){s->ops[i].module, s->ops[i].offset, i,
						  hd_event_flags[s->ops[i].kind] & HD_F_ACCESS};
	for (uint32_t i = 0; i < s->npoints; i++)
		out[n++] =
		    (struct place){s->points[i].module, s->points[i].offset, (uint32_t)s->nops + i, true};
	qsort(out, n, sizeof(*out), by_place);
	return n;
}

/* From entry i on: how many are the same place. */
static size_t same_place(const struct place *places, size_t n, size_t i)
{
	size_t end = i + 1;

	while (end < n && !by_place(&places[end], &places[i]))
		end++;
	return end - i;
}

/* Number one place as a site of the wire. */
static void load_site(const struct hd_schedule *s, struct hd_wire *wire, uint32_t *site_of,
		      const struct place *at, size_t n)
{
	if (wire->nsites < HD_MAX_SITES) {
		struct hd_wire_site *site = &wire->sites[wire->nsites++];

		site->module = at->module;
		site->offset = at->offset;
	}
	for (size_t i = 0; i < n; i++) {
		if (at[i].op < s->nops)
			site_of[at[i].op] = wire->nsites - 1;
		if (at[i].is_point)
			hd_wire_share_site(wire, wire->nsites - 1);
	}
}

/* Number the places as sites of the wire, those of operations before others; site_of, by op, tells which.
 * Exactly the accesses that the schedule has become scheduling points. */
static void load_sites(const struct hd_schedule *s, struct hd_wire *wire, uint32_t *site_of)
{
	struct place *places = hd_new(s->nops + s->npoints, sizeof(*places));
	size_t n = collect_places(s, places), same;

	wire->nsites = 1; /* site 0 is "unknown" */
	for (int with_op = 1; with_op >= 0; with_op--)
		for (size_t i = 0; i < n; i += same) {
			bool has_op = false;

			same = same_place(places, n, i);
			for (size_t k = i; k < i + same; k++)
				has_op |= places[k].op < s->nops;
			if (has_op == with_op)
				load_site(s, wire, site_of, &places[i], same);
		}
	free(places);
}

uint32_t hd_schedule_op_sites(const struct hd_schedule *s)
{
	struct place *places = hd_new(s->nops + s->npoints, sizeof(*places));
	size_t n = collect_places(s, places), same;
	uint32_t sites = 0;

	for (size_t i = 0; i < n; i += same) {
		bool has_op = false;

		same = same_place(places, n, i);
		for (size_t k = i; k < i + same; k++)
			has_op |= places[k].op < s->nops;
		sites += has_op;
	}
	free(places);
	return sites;
}

static void load_modules(const struct hd_schedule *s, struct hd_wire *wire)
{
	for (size_t i = 0; i < s->nmodules; i++) {
		struct hd_wire_module *m = &wire->modules[i];

		strncpy(m->path, s->modules[i].path, sizeof(m->path) - 1);
		m->build_id_len = s->modules[i].build_id.len;
		memcpy(m->build_id, s->modules[i].build_id.bytes, m->build_id_len);
	}
	wire->nmodules = (uint32_t)s->nmodules;
}

static int load_plan(const struct hd_schedule *s, struct hd_wire *wire)
{
	struct hd_wire_worker *slot = &wire->workers[0];
	int strategy = hd_strategy_named(s->strategy);

	if (strategy < 0)
		return hd_complain("the schedule names a strategy `%s` that this heddle does not have",
				   s->strategy);
	slot->plan = s->plan;
	slot->plan.strategy = (uint32_t)strategy;
	slot->plan.points = HD_POINTS_SHARED;
	wire->options = (struct hd_campaign_options){.seed = s->plan.seed,
						     .strategy = strategy,
						     .depth = s->plan.depth,
						     .points = HD_POINTS_SHARED,
						     .heap = (int32_t)s->plan.heap,
						     .timeouts = (int32_t)s->plan.timeouts,
						     .spurious = (int32_t)s->plan.spurious};
	return 0;
}

int hd_schedule_send(const struct hd_schedule *s, struct hd_wire *wire)
{
	struct hd_wire_worker *slot = &wire->workers[0];
	uint32_t *site_of;

	if (load_plan(s, wire))
		return HD_EXIT_TROUBLE;
	load_modules(s, wire);
	site_of = hd_new(s->nops, sizeof(*site_of));
	load_sites(s, wire, site_of);
	for (size_t i = 0; i < s->nsteps; i++) {
		slot->replay[i] = s->steps[i];
		if (s->steps[i].kind != HD_VALUE)
			slot->replay[i].site = site_of[s->steps[i].site];
	}
	slot->nreplay = s->nsteps;
	slot->pool = s->pool;
	free(site_of);
	wire->expect_exit = s->expect_exit;
	wire->controls_children = s->controls_children;
	wire->replaying = 1;
	wire->max_steps = 0;
	return 0;
}
