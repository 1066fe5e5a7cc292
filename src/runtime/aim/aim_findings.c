/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_findings.h"

#include "runtime/aim/aim_table.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/stack_ids.h"
#include "runtime/engine/series.h"
#include "strategy/strategy.h"

#define FIRST_RUNS    8	  /* that only look for aims */
#define WATCH_EVERY   4	  /* of the later ones, watches */
#define ATTEMPTS_ONLY 50  /* at an aim, where the strategy does nothing else */
#define ATTEMPTS_SETS 100 /* … at a violation of an atomic set */
#define ATTEMPTS_AUTO 20  /* … and in `auto` */
#define ATTEMPTS_TEST 2	  /* … for each test of a series */

static bool is_of_sets(const struct hd_aim *aim)
{
	return aim->kind == HD_AIM_NESTED || aim->kind == HD_AIM_CROSSING;
}

/* Its points must be scheduling points: from the next run on they are. */
static void share_sites(const struct hd_aim *aim)
{
	for (uint32_t i = 0; i < aim->nparts; i++)
		if (!hd_site_is_shared(aim->parts[i].site))
			hd_site_share(aim->parts[i].site);
}

void hd_aim_findings_add(const struct hd_aim *aim, uint64_t key, uint32_t finding)
{
	for (uint32_t i = 0; i < aim->nparts; i++)
		if (aim->parts[i].site == HD_NO_SITE)
			return;
	hd_tables_lock();
	hd_aims_look_again();
	if (!hd_aim_find(key) && hd_aim_add(aim, key, finding))
		atomic_store(&hd_rt.wire->aim_quiet, 0);
	hd_tables_unlock();
	hd_aim_findings_shown(key);
	if (aim->kind == HD_AIM_RACE || is_of_sets(aim))
		share_sites(aim);
}

void hd_aim_findings_shown(uint64_t key)
{
	struct hd_wire_series *s = &hd_rt.slot->series;
	const struct hd_wire_aim *x = hd_series_is_one() ? hd_aim_find(key) : NULL;
	uint32_t index = x ? (uint32_t)(x - hd_rt.wire->aims) : 0;

	if (!x || s->naims >= HD_SERIES_AIMS || x->state == HD_AIM_FAILED)
		return;
	for (uint32_t i = 0; i < s->naims; i++)
		if (s->aims[i] == index)
			return;
	s->tries[s->naims] = 0;
	s->aims[s->naims++] = index;
}

static uint64_t key_of_parts(const struct hd_aim *a)
{
	uint64_t key = hd_mix64(a->kind);

	for (uint32_t i = 0; i < a->nparts; i++)
		key = hd_mix64(hd_mix64(key ^ a->parts[i].site) ^ a->parts[i].context);
	return key;
}

static void add_if_new(const struct hd_aim *a)
{
	uint64_t key = key_of_parts(a);

	if (!hd_aim_find(key))
		hd_aim_findings_add(a, key, 0);
	else
		hd_aim_findings_shown(key);
}

void hd_aim_block(void *to, const struct hd_atomic_block *block, const struct hd_block_section *other)
{
	struct hd_aim a = {
	    .kind = HD_AIM_ATOMIC_BLOCK,
	    .nparts = 3,
	    .parts = {
		{.site = block->first->site},
		{.site = block->second->site, .context = hd_stack_id_hash(block->second->context)},
		{.site = other->site, .context = hd_stack_id_hash(other->context)},
	    }};

	(void)to;
	add_if_new(&a);
}

void hd_aim_violation(void *to, const struct hd_potential_violation *v)
{
	struct hd_aim a = {.kind = v->of_v[v->n - 1] ? HD_AIM_CROSSING : HD_AIM_NESTED, .nparts = v->n};

	(void)to;
	for (unsigned i = 0; i < v->n; i++) {
		uint32_t place = v->events[i]->member != v->events[0]->member;

		a.parts[i] = (struct hd_aim_part){.site = v->events[i]->site,
						  .context = hd_stack_id_hash(v->events[i]->context),
						  .place = place};
		a.where[place] = v->events[i]->addr;
	}
	if (v->nwindow)
		a.parts[0].has = v->window[0].site;
	for (unsigned i = 0; i < v->nwindow && HD_AIM_WINDOW + i < HD_AIM_PARTS; i++) {
		a.parts[HD_AIM_WINDOW + i].has = v->window[i].site;
		a.parts[HD_AIM_WINDOW + i].takes = v->window_of_v[i];
	}
	add_if_new(&a);
}

static bool is_worth_an_attempt(const struct hd_wire_aim *x)
{
	uint32_t most = is_of_sets(&x->aim) ? ATTEMPTS_SETS : ATTEMPTS_ONLY;

	if (hd_rt.wire->options.strategy < 0)
		most = ATTEMPTS_AUTO;
	return x->attempts < most && x->state < HD_AIM_FAILED && x->aim.kind < HD_AIM_KINDS;
}

#define ANY_FINDING (HD_AIM_BIT(HD_AIM_IROOT) - 1)
_Static_assert(HD_AIM_IROOT == HD_AIM_KINDS - 1, "the kinds before it are those of findings");

/* Of the aims of the test at hand, the one with the fewest attempts by its runs. */
static struct hd_wire_aim *next_of_test(uint32_t kinds)
{
	const struct hd_wire_series *s = hd_series_to_aim();
	struct hd_wire_aim *best = NULL;
	uint32_t least = ATTEMPTS_TEST, known = hd_aim_count();

	for (uint32_t i = 0; s && i < s->naims && i < HD_SERIES_AIMS; i++) {
		struct hd_wire_aim *x = &hd_rt.wire->aims[s->aims[i] < known ? s->aims[i] : 0];

		if (s->aims[i] < known && s->tries[i] < least && kinds & HD_AIM_BIT(x->aim.kind)) {
			least = s->tries[i];
			best = x;
		}
	}
	return best;
}

static void count_try_of_test(const struct hd_wire_aim *x)
{
	struct hd_wire_series *s = &hd_rt.slot->series;

	for (uint32_t i = 0; i < s->naims && i < HD_SERIES_AIMS; i++)
		if (&hd_rt.wire->aims[s->aims[i]] == x)
			s->tries[i]++;
}

/* What is in code that has changed comes first, then what has fewer attempts. */
static bool comes_before(const struct hd_wire_aim *x, const struct hd_wire_aim *other)
{
	bool fresh = hd_aim_is_fresh(x);

	return fresh != hd_aim_is_fresh(other) ? fresh : x->attempts < other->attempts;
}

/* The next aim of these kinds. */
static struct hd_wire_aim *next_of(uint32_t kinds)
{
	static struct hd_aims_none none;
	struct hd_wire_aim *best = NULL;

	if (hd_series_is_one())
		return next_of_test(kinds);
	if (hd_aims_none_since(&none))
		return NULL;
	hd_aims_look(&none);
	for (uint32_t i = 0; i < hd_aim_count(); i++) {
		struct hd_wire_aim *x = &hd_rt.wire->aims[i];

		if (is_worth_an_attempt(x) && kinds & HD_AIM_BIT(x->aim.kind) &&
		    (!best || comes_before(x, best)))
			best = x;
	}
	none.known = !best && kinds == ANY_FINDING;
	return best;
}

int hd_aim_findings_strategy(void)
{
	const struct hd_wire_aim *x = next_of(ANY_FINDING);

	return x ? hd_strategy_for_aim(x->aim.kind) : -1;
}

static bool only_watches(uint64_t number)
{
	return hd_rt.wire->options.strategy >= 0 && (number < FIRST_RUNS || number % WATCH_EVERY == 0);
}

/* Nothing to try, and nothing new for long. */
static void findings_run_dry(void)
{
	if (hd_rt.wire->options.strategy >= 0 &&
	    atomic_fetch_add(&hd_rt.wire->aim_quiet, 1) >= HD_AIM_QUIET_RUNS)
		hd_rt.wire->idle = 1;
}

struct hd_wire_aim *hd_aim_findings_choose(uint64_t number, struct hd_plan *plan, struct hd_attempt *attempt)
{
	static const uint8_t timeouts[] = {HD_TIMEOUTS_NEAR, HD_TIMEOUTS_EAGER, HD_TIMEOUTS_EAGER,
					   HD_TIMEOUTS_LATE};
	struct hd_wire_aim *x = next_of(hd_strategies[plan->strategy]->aims);

	if (!x)
		findings_run_dry();
	if (!x || only_watches(number))
		return NULL;
	count_try_of_test(x);
	*attempt = (struct hd_attempt){.aim = x->aim, .number = hd_aim_tried(x)};
	if (hd_rt.wire->options.timeouts < 0)
		plan->timeouts = timeouts[attempt->number % (sizeof timeouts / sizeof *timeouts)];
	return x;
}
