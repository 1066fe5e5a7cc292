/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/sample.h"

#include "base/rng.h"
#include "runtime/access/mute.h"
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
	hd_mute_init();
}

void hd_sample_run_begin(void)
{
	for (uint32_t i = 0; i < list->n; i++)
		hd_pcs[list->pcs[i]].skip = 0;
	list->n = 0;
	if (list->large)
		hd_sites_wake();
	list->large = 0;
	hd_mute_run_begin();
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

/* How often the steps of the run have doubled since they were HD_MANY_STEPS, counted from 1; 0: they are
 * fewer. */
static uint32_t stage_of_run(void)
{
	uint64_t many = hd_rt.run.steps / HD_MANY_STEPS;

	return many ? 64 - (uint32_t)__builtin_clzll(many) : 0;
}

static uint32_t stage_of(uint32_t n)
{
	uint32_t stage = n / HD_SAMPLE_STAGE + stage_of_run();

	return stage < HD_SAMPLE_STAGES ? stage : HD_SAMPLE_STAGES;
}

/* How many visits do not count before the next one that does, when n counted already since it is sampled. No
 * fixed distance: a loop of as many visits would be stopped in the same place for ever. */
static int32_t distance(const struct hd_pc *e, uint32_t n)
{
	uint32_t mean = HD_SAMPLE_ONE_IN << stage_of(n);

	return (
	    uint32_t)(hd_mix64(hd_rt.run.plan.seed ^ hd_mix64(hd_site_hash(e->site) + ((uint64_t)n << 32))) %
		      (2 * mean - 1));
}

/* The visits of a site that rests are not counted one by one, so count them in advance, with those of the
 * muted sites around it. */
static void let_rest(struct hd_pc *e)
{
	uint64_t visits = (uint64_t)e->skip;

	hd_rt.run.accesses += visits + hd_mute_unheard(e, visits);
	e->skip = -e->skip;
}

/* A run of some steps samples a site sooner, and the sooner the more there are. */
static bool is_sampled_early(struct visits *v)
{
	uint64_t some = hd_rt.run.steps / HD_SOME_STEPS;

	if (!some || v->n < HD_SAMPLE_EARLY / (some * some))
		return false;
	v->n = HD_SAMPLE_AFTER;
	return true;
}

void hd_sample_visit(struct hd_pc *e, uintptr_t addr)
{
	struct visits *v = visits_of(e);

	if (hd_has_begun_to_spin(hd_rt.run.self))
		return;
	if (v->n < HD_SAMPLE_AFTER && !is_sampled_early(v)) {
		v->n++;
		return;
	}
	if (v->n == HD_SAMPLE_AFTER && !remember(e))
		return;
	hd_gap(HD_GAP_BIT(SAMPLED));
	v->n++;
	if (hd_rt.run.large && hd_mute_point(e, stage_of(v->n - HD_SAMPLE_AFTER), addr))
		return;
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

void hd_sample_rest(struct hd_pc *e, uintptr_t addr, bool write)
{
	struct visits *v = visits_of(e);

	if (e->site == HD_NO_SITE || !v->n) {
		v->n = 1;
		e->skip = HD_REST_AFTER;
		return;
	}
	if (hd_mute_visit(e, addr, write))
		return;
	v->n++;
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
