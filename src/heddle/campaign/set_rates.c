/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/set_rates.h"
#include "model/check.h"

#include <inttypes.h>
#include <stdio.h>

static void add_runs(const struct hd_wire *wire, struct hd_summary_predictions *p)
{
	for (unsigned i = 0; i < wire->nworkers && i < HD_MAX_WORKERS; i++) {
		const struct hd_wire_worker *w = &wire->workers[i];

		for (unsigned aimed = 0; aimed < 2; aimed++) {
			p->checked[aimed] += w->set_runs[aimed];
			p->violating[aimed] += w->set_violating[aimed];
		}
		if (w->set_graph > p->graph)
			p->graph = w->set_graph;
		if (w->set_depth > p->depth)
			p->depth = w->set_depth;
	}
}

struct hd_summary_predictions hd_set_rates(const struct hd_wire *wire)
{
	uint32_t n = hd_wire_aims(wire);
	struct hd_summary_predictions p = {.wanted = wire->checks & HD_CHECK_OPERATIONS};

	add_runs(wire, &p);
	for (uint32_t i = 0; i < n; i++) {
		const struct hd_wire_aim *x = &wire->aims[i];
		uint64_t attempts = x->attempts, reached = x->reached;

		if (x->aim.kind != HD_AIM_NESTED && x->aim.kind != HD_AIM_CROSSING)
			continue;
		p.predicted++;
		p.tried += attempts > 0;
		if (!attempts || !reached)
			continue;
		p.created++;
		p.rate += reached < attempts ? (double)reached / (double)attempts : 1;
	}
	if (p.created)
		p.rate /= (double)p.created;
	return p;
}

void hd_set_rates_tell(const struct hd_summary_predictions *p)
{
	if (p->predicted)
		fprintf(stderr,
			"heddle: violations of atomic sets: %" PRIu64 " predicted, %" PRIu64
			" tried, %" PRIu64 " of them created, in %.0f %% of the attempts at those\n",
			p->predicted, p->tried, p->created, p->rate * 100);
}
