/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/sample.h"

#include "base/rng.h"
#include "runtime/common/rt.h"
#include "runtime/common/search_gap.h"
#include "runtime/state/spinning.h"

#define LIST_MAX (1u << 16)

struct visits {
	uint32_t epoch; /* the run that they belong to */
	uint32_t n;	/* that were scheduling points */
};

/* The entries of hd_pcs in which this run has set `skip`. Kept where forked runs can write it, as hd_pcs is.
 */
struct list {
	uint32_t n;
	uint32_t large; /* some may rest */
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
	if (list->large)
		hd_sites_wake();
	list->large = 0;
}

static bool remember(const struct hd_pc *e)
{
	if (e->site == HD_NO_SITE || list->n == LIST_MAX)
		return false;
	list->pcs[list->n++] = (uint32_t)(e - hd_pcs);
	return true;
}

static struct visits *visits_of(const struct hd_pc *e)
{
	struct visits *v = &visits[e->site];

	if (v->epoch != hd_rt.run.epoch)
		*v = (struct visits){.epoch = hd_rt.run.epoch};
	return v;
}

/* How many visits do not count before the next one that does, when n counted already since it is sampled. No
 * fixed distance: a loop of as many visits would be stopped in the same place for ever. */
static int32_t distance(const struct hd_pc *e, uint32_t n)
{
	uint32_t stage = n / HD_SAMPLE_STAGE,
		 mean = HD_SAMPLE_ONE_IN << (stage < HD_SAMPLE_STAGES ? stage : HD_SAMPLE_STAGES);

	return (
	    uint32_t)(hd_mix64(hd_rt.run.plan.seed ^ hd_mix64(hd_site_hash(e->site) + ((uint64_t)n << 32))) %
		      (2 * mean - 1));
}

/* The visits of a site that rests are not counted one by one, so count them in advance. */
static void let_rest(struct hd_pc *e)
{
	hd_rt.run.accesses += (uint64_t)e->skip;
	e->skip = -e->skip;
}

void hd_sample_visit(struct hd_pc *e)
{
	struct visits *v = visits_of(e);

	if (hd_has_begun_to_spin(hd_rt.run.self))
		return;
	if (v->n < HD_SAMPLE_AFTER) {
		v->n++;
		return;
	}
	if (v->n == HD_SAMPLE_AFTER && !remember(e))
		return;
	hd_gap(HD_GAP_BIT(SAMPLED));
	v->n++;
	e->skip = distance(e, v->n - HD_SAMPLE_AFTER);
	hd_rt.run.skipped += (uint64_t)e->skip;
	if (hd_rt.run.large)
		let_rest(e);
}

void hd_sample_large(void)
{
	hd_gap(HD_GAP_BIT(SAMPLED));
	hd_rt.run.large = true;
	list->large = 1;
	hd_sites_wake();
}

void hd_sample_rest(struct hd_pc *e)
{
	struct visits *v = visits_of(e);

	if (e->site == HD_NO_SITE || !v->n++) {
		e->skip = HD_REST_AFTER;
		return;
	}
	e->skip = distance(e, v->n);
	let_rest(e);
}

bool hd_sample_is_idle(void)
{
	return !list->n && !list->large;
}

void hd_sample_run_end(void)
{
	struct hd_wire_worker *w = hd_rt.slot;

	if (list->n > w->sampled_sites)
		atomic_store_explicit(&w->sampled_sites, list->n, memory_order_relaxed);
}
