/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sample.h"

#include "base/rng.h"
#include "runtime/gap.h"
#include "runtime/rt.h"

#define LIST_MAX (1u << 16)

struct visits {
	uint32_t epoch; /* the run that they belong to */
	uint32_t n;	/* that were scheduling points */
};

/* The entries of hd_pcs in which this run has set `skip`. Kept where forked runs can write it, as hd_pcs is.
 */
struct list {
	uint32_t n;
	uint32_t pcs[LIST_MAX];
};

static struct visits *visits; /* by site */
static struct list *list;

void hd_sample_init(void)
{
	visits = hd_own_alloc(sizeof *visits * HD_MAX_SITES);
	list = hd_keep_alloc(sizeof *list);
}

void hd_sample_run_begin(void)
{
	for (uint32_t i = 0; i < list->n; i++)
		hd_pcs[list->pcs[i]].skip = 0;
	list->n = 0;
}

static bool remember(const struct hd_pc *e)
{
	if (e->site == HD_NO_SITE || list->n == LIST_MAX)
		return false;
	list->pcs[list->n++] = (uint32_t)(e - hd_pcs);
	return true;
}

void hd_sample_visit(struct hd_pc *e)
{
	struct visits *v = &visits[e->site];

	if (v->epoch != hd_rt.run.epoch)
		*v = (struct visits){.epoch = hd_rt.run.epoch};
	if (v->n < HD_SAMPLE_AFTER) {
		v->n++;
		return;
	}
	if (v->n == HD_SAMPLE_AFTER && !remember(e))
		return;
	hd_gap(HD_GAP_BIT(SAMPLED));
	v->n++;
	/* No fixed distance: a loop of as many visits would be stopped in the same place for ever. */
	e->skip = (uint32_t)(hd_mix64(hd_rt.run.plan.seed ^
				      hd_mix64(hd_site_hash(e->site) + ((uint64_t)v->n << 32))) %
			     (2 * HD_SAMPLE_ONE_IN - 1));
	hd_rt.run.skipped += e->skip;
}

uint32_t hd_sample_sites(void)
{
	return list->n;
}
