/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_iroots.h"

#include <string.h>

#include "base/rng.h"
#include "runtime/aim/aim_table.h"
#include "runtime/aim/aim_places.h"
#include "runtime/aim/aim_source_run.h"
#include "runtime/aim/exposed_iroots.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/engine/series.h"
#include "runtime/state/outside_look.h"
#include "strategy/portfolio.h"
#include "strategy/strategy.h"

#define FEW_SITES    64	  /* one in so many sites more or less makes no difference */
#define QUIET_RUNS   3	  /* profile runs without news that end a profile */
#define LONG_PROFILE 64	  /* profile runs of a worker after which only every other run is one */
#define SMALL_RUN    1024 /* steps: what could have happened is predicted from attempts as well */

#define NOT_FRESH (1u << 30) /* in the order of aims, after all that are */

#define AUTO_FIRST 16	/* runs of `auto` that may predict … */
#define AUTO_EVERY 256	/* … and one of so many later ones */
#define AUTO_AIMS  2048 /* so many aims are enough for it */

/* What the run under way is for. */
enum role {
	ROLE_NONE,     /* nothing: its strategy is not for iRoots */
	ROLE_PROFILE,  /* to predict iRoots */
	ROLE_ATTEMPT,  /* to expose an iRoot that was predicted */
	ROLE_AT_PLACE, /* to expose an iRoot at another place (aim_places.h) */
	ROLE_LOOK      /* to look for new iRoots by another strategy */
};

static struct {
	enum role role;
	uint64_t aim;	/* ROLE_ATTEMPT: its key */
	bool exposed;	/* … and the run has exposed it */
	bool news;	/* the run has shown something that no run had shown before */
	uint64_t began; /* when, in nanoseconds of real time */
	bool small;	/* ROLE_ATTEMPT: the run that it repeats is */
} run;

static bool is_auto(void)
{
	return hd_rt.wire->options.strategy < 0 && !hd_rt.wire->replaying;
}

/* A run in a forked process has ended there, and this process does not know. */
void hd_aim_iroots_run_begin(void)
{
	hd_source_run_run_begin();
	hd_aim_places_none();
	run.role = ROLE_NONE;
	run.exposed = run.news = false;
}

/* It need not be tried any more. */
static bool is_done(const struct hd_wire_aim *x)
{
	return x->state >= (hd_rt.wire->retry ? HD_AIM_REACHED : HD_AIM_EXPOSED);
}

uint32_t hd_aim_iroots_window(void)
{
	return hd_rt.wire->iroot_window ? hd_rt.wire->iroot_window : HD_IROOT_WINDOW;
}

/* It failed as often as it may, with the input of this search or with all that the store knows of. */
static bool is_tried_enough(const struct hd_wire_aim *x)
{
	uint32_t here = hd_rt.wire->iroot_attempts ? hd_rt.wire->iroot_attempts : HD_IROOT_ATTEMPTS;
	uint32_t all = here > HD_IROOT_ATTEMPTS_ALL ? here : HD_IROOT_ATTEMPTS_ALL;

	return x->before_here + x->attempts >= here || x->before + x->attempts >= all;
}

/* It was predicted when fewer sites were known to be shared, so from runs that showed less: what its threads
 * do in between was not seen. Profile runs that see more predict it again if it is possible. */
static bool is_stale(const struct hd_wire_aim *x)
{
	return x->sources[0].log && x->shared_sites + x->shared_sites / FEW_SITES < hd_rt.wire->shared_sites;
}

/* Worth an attempt, or another one. */
static bool is_open(const struct hd_wire_aim *x)
{
	return x->aim.kind == HD_AIM_IROOT && x->state > HD_AIM_REMEMBERED && !is_done(x) &&
	       !is_tried_enough(x) && !is_stale(x);
}

/* Predicted for the first time, in this search or at all. Called with the tables locked. */
static void note_exposure(struct hd_wire_aim *x)
{
	if (hd_coverage_has(x->key))
		hd_aim_exposed(x);
}

/* Known from an earlier search, and now predicted in this one. Called with the tables locked. */
static void predicted_again(struct hd_wire_aim *x)
{
	if (!hd_aim_predicted(x))
		return;
	note_exposure(x);
	if (is_open(x))
		run.news = true;
}

/* Called with the tables locked. */
static void add_iroot(uint64_t key, const struct hd_iroot *r)
{
	struct hd_wire_aim *x = hd_aim_add(&(struct hd_aim){.kind = HD_AIM_IROOT, .root = *r}, key, 0);

	if (!x)
		return;
	note_exposure(x);
	if (!hd_coverage_known(key))
		run.news = true;
}

/* Nothing about it is new. */
static bool is_old(const struct hd_wire_aim *x)
{
	return x->state > HD_AIM_REMEMBERED && (is_done(x) || !hd_source_run_wanted(x));
}

/* What is made of two dependencies cannot be exposed as long as one of them is not; and many of those that
 * never will be are part of hundreds of others. So it is taken up when both have been seen: a later profile
 * run predicts it again. */
static bool is_early(const struct hd_iroot *r)
{
	struct hd_iroot first, second;

	if (r->idiom == 1 || hd_iroot_is_deadlock(r))
		return false;
	first = hd_iroot_half(r, false);
	second = hd_iroot_half(r, true);
	return !hd_coverage_has(hd_iroot_key(&first)) || !hd_coverage_has(hd_iroot_key(&second));
}

bool hd_aim_iroots_wanted(void *to, const struct hd_iroot *r)
{
	const struct hd_wire_aim *x = hd_aim_find(hd_iroot_key(r));

	(void)to;
	if (hd_aim_places_picks() && hd_aim_places_wants(r))
		return true;
	return !is_early(r) && (!x || !is_old(x));
}

void hd_aim_iroots_predicted(void *to, const struct hd_iroot *r, const struct hd_profile_op *const *ops)
{
	uint64_t key = hd_iroot_key(r);
	struct hd_wire_aim *x = hd_aim_find(key);

	(void)to;
	if (hd_aim_places_picks() && (r->idiom > 1 || hd_aim_places_wants(r)))
		hd_aim_places_take(r, ops);
	if (is_early(r) || (x && is_old(x)))
		return;
	hd_tables_lock();
	hd_aims_look_again();
	x = hd_aim_find(key);
	if (x)
		predicted_again(x);
	else
		add_iroot(key, r);
	x = hd_aim_find(key);
	if (x && !is_old(x))
		hd_source_run_add(x, ops);
	hd_tables_unlock();
}

void hd_aim_iroots_exposed(void *to, const struct hd_iroot *r)
{
	uint64_t key = hd_iroot_key(r);
	struct hd_wire_aim *x;

	(void)to;
	run.exposed |= run.role == ROLE_ATTEMPT && run.aim == key;
	if (!hd_coverage_add(key, r))
		return;
	if (!hd_coverage_known(key))
		run.news = true;
	hd_tables_lock();
	hd_aims_look_again();
	x = hd_aim_find(key);
	if (x)
		hd_aim_exposed(x);
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

/* The lower the earlier: what is in code that has changed; few attempts first, two by two; then the simple
 * ones; then those of the program. */
static unsigned turn_of(const struct hd_wire_aim *x)
{
	const struct hd_iroot *r = &x->aim.root;
	unsigned turn = ((x->before + x->attempts) / 2 * (HD_IDIOMS + 1) + r->idiom) * 2 + !in_program(r);

	return turn < NOT_FRESH && !hd_aim_is_fresh(x) ? turn + NOT_FRESH : turn;
}

/* How many iRoots of each idiom this search has tried. */
static void count_tried(uint32_t tried[HD_IDIOMS + 1])
{
	memset(tried, 0, (HD_IDIOMS + 1) * sizeof *tried);
	for (uint32_t i = 0, n = hd_aim_count(); i < n; i++) {
		const struct hd_wire_aim *x = &hd_rt.wire->aims[i];

		if (x->aim.kind == HD_AIM_IROOT && x->aim.root.idiom <= HD_IDIOMS)
			tried[x->aim.root.idiom] += x->attempts > 0;
	}
}

/* With --retry, which measures: the idioms by turns, of each any iRoot, and all attempts at it one after
 * another. So a search that is ended early has tried a sample of each. */
static struct hd_wire_aim *next_of_sample(void)
{
	struct hd_wire_aim *best = NULL;
	uint32_t tried[HD_IDIOMS + 1], least = UINT32_MAX;
	uint64_t lowest = UINT64_MAX;

	count_tried(tried);
	for (uint32_t i = 0, n = hd_aim_count(); i < n; i++) {
		struct hd_wire_aim *x = &hd_rt.wire->aims[i];
		uint64_t chance = hd_mix64(x->key ^ hd_rt.wire->options.seed);
		uint32_t its = is_open(x) ? tried[x->aim.root.idiom] : UINT32_MAX;

		if (is_open(x) && x->attempts)
			return x;
		if (its < least || (its == least && chance < lowest && is_open(x))) {
			best = x;
			least = its;
			lowest = chance;
		}
	}
	return best;
}

/* The next one that is worth an attempt. */
static struct hd_wire_aim *next_iroot(void)
{
	static struct hd_aims_none none;
	struct hd_wire_aim *best = NULL;
	unsigned turn = UINT32_MAX;

	if (hd_rt.wire->retry)
		return next_of_sample();
	if (hd_aims_none_since(&none))
		return NULL;
	hd_aims_look(&none);
	for (uint32_t i = 0, n = hd_aim_count(); i < n; i++) {
		struct hd_wire_aim *x = &hd_rt.wire->aims[i];

		if (is_open(x) && turn_of(x) < turn) {
			best = x;
			turn = turn_of(x);
		}
	}
	none.known = !best;
	return best;
}

/* Half of the runs, as the seed says, look for new iRoots by other strategies, because profile runs may have
 * missed some; the others try iRoots at other places (aim_places.h). */
static void go_on(struct hd_plan *plan, struct hd_attempt *attempt)
{
	if (plan->seed & 1) {
		run.role = ROLE_LOOK;
	} else if (hd_aim_places_next(attempt, plan)) {
		run.role = ROLE_AT_PLACE;
		return;
	} else {
		hd_aim_places_run_begin();
	}
	hd_plan_profile(plan, hd_rt.wire->lucky);
}

/* All iRoots were tried. Profile again, as there may be more to predict; if nothing has been tried since the
 * last profile, end the search or try other places (aim_places.h). */
static void iroots_run_dry(struct hd_plan *plan, struct hd_attempt *attempt)
{
	if (atomic_exchange(&hd_rt.wire->attempted, 0)) {
		hd_rt.wire->profile_quiet = 0;
	} else if (hd_rt.wire->until_covered) {
		hd_rt.wire->idle = 1;
	} else {
		if (!hd_rt.wire->all_tried)
			hd_rt.wire->lucky = HD_STRATEGY_COUNT;
		hd_rt.wire->all_tried = 1;
		go_on(plan, attempt);
	}
}

static void begin_attempt(struct hd_wire_aim *x, struct hd_plan *plan, struct hd_attempt *attempt)
{
	run.role = ROLE_ATTEMPT;
	run.aim = x->key;
	hd_rt.wire->attempted = 1;
	*attempt = (struct hd_attempt){
	    .aim = x->aim, .number = x->before_here + hd_aim_tried(x), .window = hd_aim_iroots_window()};
	hd_source_run_recall(x, attempt, plan);
	run.small = !is_auto() && attempt->steps && attempt->nsteps <= SMALL_RUN;
	if (attempt->number & 1 && hd_rt.wire->options.timeouts < 0)
		/* Some attempts end time-outs early, so that none is given up because threads sleep. */
		plan->timeouts = attempt->number & 2 ? HD_TIMEOUTS_EAGER : HD_TIMEOUTS_NEAR;
}

int hd_aim_iroots_strategy(void)
{
	return next_iroot() ? hd_strategy_for_aim(HD_AIM_IROOT) : -1;
}

/* The first runs predict until nothing new comes, and then one now and then does, because later runs get to
 * other places. */
bool hd_aim_iroots_profiles(uint64_t number)
{
	bool early = number < AUTO_FIRST && hd_rt.wire->profile_quiet < QUIET_RUNS;

	if (!is_auto() || hd_series_is_one() || hd_aim_count() >= AUTO_AIMS ||
	    (!early && number % AUTO_EVERY != 0))
		return false;
	run.role = ROLE_PROFILE;
	run.began = hd_real_now();
	return true;
}

/* A large program has something new to show for hundreds of runs: what it has shown is tried meanwhile. */
static bool is_turn_of_attempt(void)
{
	const struct hd_wire_worker *w = hd_rt.slot;

	return w->profile_runs >= LONG_PROFILE + w->attempt_runs;
}

struct hd_wire_aim *hd_aim_iroots_choose(struct hd_plan *plan, struct hd_attempt *attempt)
{
	struct hd_wire_aim *x = NULL;

	run.role = ROLE_PROFILE;
	run.began = hd_real_now();
	if (is_auto())
		x = next_iroot();
	if (!x && is_turn_of_attempt())
		x = next_iroot();
	if (!x && hd_rt.wire->profile_quiet < QUIET_RUNS) {
		if (hd_rt.wire->all_tried)
			hd_plan_profile(plan, hd_rt.wire->lucky);
		return NULL;
	}
	if (!x)
		x = next_iroot();
	if (x)
		begin_attempt(x, plan, attempt);
	else
		iroots_run_dry(plan, attempt);
	return x;
}

bool hd_aim_iroots_tries(void)
{
	return run.role == ROLE_ATTEMPT || run.role == ROLE_AT_PLACE;
}

bool hd_aim_iroots_predicts(void)
{
	return run.role == ROLE_PROFILE || (run.role == ROLE_ATTEMPT && run.small);
}

bool hd_aim_iroots_reached(void)
{
	return run.exposed;
}

/* What runs of each kind take, for the summary. */
static void count_time(void)
{
	struct hd_wire_worker *w = hd_rt.slot;
	uint64_t ns = hd_real_now() - run.began;

	if (hd_aim_iroots_tries()) {
		w->attempt_runs++;
		w->attempt_ns += ns;
	} else {
		w->profile_runs++;
		w->profile_ns += ns;
	}
}

void hd_aim_iroots_run_end(void)
{
	enum role role = run.role;

	if (role == ROLE_NONE)
		return;
	count_time();
	run.role = ROLE_NONE;
	hd_source_run_run_end();
	hd_aim_places_run_end();
	if (role == ROLE_ATTEMPT)
		return;
	if (run.news) {
		hd_rt.wire->profile_quiet = 0;
		hd_rt.wire->lucky = hd_rt.run.plan.strategy;
	} else if (role == ROLE_PROFILE) {
		hd_rt.wire->profile_quiet++;
	}
}
