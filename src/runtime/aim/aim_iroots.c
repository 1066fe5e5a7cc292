/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_iroots.h"

#include "runtime/aim/aim_places.h"
#include "runtime/aim/aim_source_run.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/observe/exposed_iroots.h"
#include "strategy/portfolio.h"
#include "strategy/strategy.h"

#define ATTEMPTS_MAX 6 /* at one iRoot, over all searches that the store knows of */
#define QUIET_RUNS   3 /* profile runs without news that end a profile */
#define BUCKETS	     (1u << 16)

static struct {
	uint32_t *index; /* hash table over wire->predicted: number plus one; kept over forks */
	struct hd_wire_candidate *now;
	struct hd_attempt attempt;
	bool chosen, news, touring, looking, reached;
} c;

void hd_aim_iroots_init(void)
{
	c.index = hd_keep_alloc(sizeof *c.index * BUCKETS);
}

static uint32_t count(void)
{
	uint32_t n = atomic_load(&hd_rt.wire->npredicted);

	return n < HD_MAX_PREDICTED ? n : HD_MAX_PREDICTED;
}

/* The slot of the key in the index: with its number, or free. Other workers add as well, so what is new is
 * looked at first. */
static uint32_t *slot_of(uint64_t key)
{
	uint32_t at = (uint32_t)(key >> 24) % BUCKETS;

	while (c.index[at] && hd_rt.wire->predicted[c.index[at] - 1].key != key)
		at = (at + 1) % BUCKETS;
	return &c.index[at];
}

static void index_new(void)
{
	static uint32_t indexed;

	for (; indexed < count(); indexed++)
		*slot_of(hd_rt.wire->predicted[indexed].key) = indexed + 1;
}

/* It need not be tried any more. */
static bool is_done(const struct hd_wire_candidate *x)
{
	return hd_rt.wire->retry ? x->reached : hd_coverage_has(x->key);
}

/* Worth an attempt, or another one. */
static bool is_open(const struct hd_wire_candidate *x)
{
	return !x->latent && x->before + x->attempts < ATTEMPTS_MAX && !is_done(x);
}

void hd_aim_iroots_news(void)
{
	c.news = true;
}

/* Known from an earlier search, and now predicted in this one. Called with the tables locked. */
static void awaken(struct hd_wire_candidate *x)
{
	if (!atomic_exchange(&x->latent, 0))
		return;
	hd_rt.wire->predicted_of[x->root.idiom]++;
	if (is_open(x))
		c.news = true;
}

/* Called with the tables locked. */
static void add(uint64_t key, const struct hd_iroot *r)
{
	uint32_t n = count();

	if (hd_is_full(HD_FULL_PREDICTED, n))
		return;
	hd_rt.wire->predicted[n].key = key;
	hd_rt.wire->predicted[n].root = *r;
	hd_rt.wire->predicted_of[r->idiom]++;
	atomic_store(&hd_rt.wire->npredicted, n + 1);
	index_new();
	if (!hd_coverage_known(key))
		c.news = true;
}

/* Nothing about it is new. */
static bool is_old(const struct hd_wire_candidate *x)
{
	return !x->latent && (is_done(x) || !hd_source_run_wanted(x));
}

/* What is made of two dependencies cannot be exposed as long as one of them is not; and many of those that
 * never will be are part of hundreds of others. So it is taken up when both have been seen: a later profile
 * run predicts it again. */
static bool is_early(const struct hd_iroot *r)
{
	struct hd_iroot first, second;

	if (r->idiom == 1)
		return false;
	first = hd_iroot_half(r, false);
	second = hd_iroot_half(r, true);
	return !hd_coverage_has(hd_iroot_key(&first)) || !hd_coverage_has(hd_iroot_key(&second));
}

bool hd_aim_iroots_wanted(void *to, const struct hd_iroot *r)
{
	uint32_t known = *slot_of(hd_iroot_key(r));

	(void)to;
	if (hd_aim_places_picks() && hd_aim_places_wants(r))
		return true;
	return !is_early(r) && (!known || !is_old(&hd_rt.wire->predicted[known - 1]));
}

void hd_aim_iroots_predicted(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops)
{
	uint64_t key = hd_iroot_key(r);
	uint32_t known = *slot_of(key);

	(void)to;
	if (hd_aim_places_picks() && (r->idiom > 1 || hd_aim_places_wants(r)))
		hd_aim_places_take(r, ops);
	if (is_early(r) || (known && is_old(&hd_rt.wire->predicted[known - 1])))
		return;
	hd_tables_lock();
	index_new();
	known = *slot_of(key);
	if (known)
		awaken(&hd_rt.wire->predicted[known - 1]);
	else
		add(key, r);
	known = *slot_of(key);
	if (known && !is_old(&hd_rt.wire->predicted[known - 1]))
		hd_source_run_add(&hd_rt.wire->predicted[known - 1], ops);
	hd_tables_unlock();
}

/* It is in the program itself, not in one of its libraries. */
static bool in_program(const struct hd_iroot *r)
{
	for (unsigned i = 0; i < r->n; i++)
		if (r->sites[i] < HD_MAX_SITES && hd_rt.wire->sites[r->sites[i]].module != 0)
			return false;
	return true;
}

/* The lower the earlier: few attempts first, two by two; then the simple ones; then those of the program. */
static unsigned turn_of(const struct hd_wire_candidate *x)
{
	return ((x->before + x->attempts) / 2 * (HD_IDIOMS + 1) + x->root.idiom) * 2 + !in_program(&x->root);
}

/* The next one that is worth an attempt. */
static struct hd_wire_candidate *next(void)
{
	struct hd_wire_candidate *best = NULL;
	unsigned turn = UINT32_MAX;

	for (uint32_t i = 0, n = count(); i < n; i++) {
		struct hd_wire_candidate *x = &hd_rt.wire->predicted[i];

		if (is_open(x) && turn_of(x) < turn) {
			best = x;
			turn = turn_of(x);
		}
	}
	return best;
}

/* Half of the runs, as the seed says, look for new iRoots by other strategies, because profile runs may have
 * missed some; the others try iRoots at other places (aim_places.h). */
static const struct hd_attempt *go_on(struct hd_plan *plan)
{
	c.looking = plan->seed & 1;
	c.touring = !c.looking && hd_aim_places_next(&c.attempt, plan);
	if (c.touring)
		return &c.attempt;
	if (!c.looking)
		hd_aim_places_run_begin();
	hd_plan_profile(plan, hd_rt.wire->lucky);
	return NULL;
}

/* All iRoots were tried. Profile again, as there may be more to predict; if nothing has been tried since the
 * last profile, end the search or try other places (aim_places.h). */
static const struct hd_attempt *run_dry(struct hd_plan *plan)
{
	if (atomic_exchange(&hd_rt.wire->attempted, 0)) {
		hd_rt.wire->profile_quiet = 0;
	} else if (hd_rt.wire->until_covered) {
		hd_rt.wire->idle = 1;
	} else {
		if (!hd_rt.wire->all_tried)
			hd_rt.wire->lucky = HD_STRATEGY_COUNT;
		hd_rt.wire->all_tried = 1;
		return go_on(plan);
	}
	return NULL;
}

const struct hd_attempt *hd_aim_iroots_choose(struct hd_plan *plan)
{
	struct hd_wire_candidate *x = NULL;

	hd_source_run_run_begin();
	hd_aim_places_none();
	c.news = c.touring = c.looking = c.reached = false;
	c.chosen = true;
	c.now = NULL;
	if (hd_rt.wire->profile_quiet < QUIET_RUNS) {
		if (hd_rt.wire->all_tried)
			hd_plan_profile(plan, hd_rt.wire->lucky);
		return NULL;
	}
	x = next();
	c.now = x;
	if (!x)
		return run_dry(plan);
	hd_rt.wire->attempted = 1;
	if (atomic_fetch_add(&x->attempts, 1) == 0)
		hd_rt.wire->tried_of[x->root.idiom]++;
	c.attempt = (struct hd_attempt){.root = x->root, .number = x->before + x->attempts - 1};
	hd_source_run_recall(x, &c.attempt, plan);
	if (c.attempt.number & 1 && hd_rt.wire->options.timeouts < 0)
		/* Some attempts end time-outs early, so that none is given up because threads sleep. */
		plan->timeouts = c.attempt.number & 2 ? HD_TIMEOUTS_EAGER : HD_TIMEOUTS_NEAR;
	return &c.attempt;
}

void hd_aim_iroots_exposed(uint64_t key)
{
	c.reached |= c.now && c.now->key == key;
}

bool hd_aim_iroots_predicts(void)
{
	return !c.looking;
}

void hd_aim_iroots_end(void)
{
	if (!c.chosen)
		return;
	c.chosen = false;
	hd_source_run_run_end();
	hd_aim_places_run_end();
	if (c.now) {
		if (c.reached && !atomic_exchange(&c.now->reached, 1))
			hd_rt.wire->reached_of[c.now->root.idiom]++;
	} else if (c.news) {
		hd_rt.wire->profile_quiet = 0;
		hd_rt.wire->lucky = hd_rt.run.plan.strategy;
	} else if (!c.touring && !c.looking) {
		hd_rt.wire->profile_quiet++;
	}
}
