/* SPDX-License-Identifier: Apache-2.0
 *
 * Value schedules: J. Chen, "Guided Testing of Concurrent Programs Using Value Schedules", University of
 * Waterloo 2009. A value schedule says for each two conflicting operations which comes first. On reaching an
 * operation that has partners in other threads, Rule 1 lets it go; later the search comes back to this
 * backtracking point, and Rule 2 lets one of its partners go before it, one ordered pair at a time.
 *
 * Depth first, that is what dpor.c does: it shows each value schedule once, with the partners that runs have
 * shown, so it is complete and nothing here can make it less. Before it goes on from a run that has shown
 * something new, the ordered pairs of the run's backtracking points are tried out of their turn, the
 * likeliest bug first (value_points.h): such an excursion makes no backtracking points of its own,
 * and ends where it turns out that its pair cannot be had.
 *
 * The first run is a survey: every access is a scheduling point in it, so that it shows at once what is
 * shared, and its ordered pairs can be tried by the next run. */
#include "strategy/systematic/value_excursion.h"
#include "strategy/systematic/value_guide.h"
#include "strategy/systematic/value_points.h"
#include "strategy/systematic/value_state.h"
#include "strategy/systematic/value_tried.h"

static const struct hd_strategy_ops *depth_first(void)
{
	return hd_strategies[HD_STRATEGY_dpor];
}

static void take_info(struct hd_value *v, const struct hd_run_info *run)
{
	v->is_point = run->is_point;
	v->guide = v->guided ? run->guide : NULL;
	v->place_at = run->place_at;
	v->name_of = run->name_of;
	if (run->frontier)
		hd_value_tried_hear(v, &run->frontier->facts);
}

/* Backtracking points that an excursion has made are not for depth-first runs. */
static bool begin_depth_first(struct hd_value *v, const struct hd_run_info *run)
{
	v->excursion.active = v->collect = false;
	v->common.now = hd_least_decisions(v->dpor.path.kept, v->common.last, v->common.own);
	v->common.last = v->common.own = UINT64_MAX;
	return depth_first()->begin(&v->dpor, run);
}

/* Excursions of this worker come before what is left of the search that all workers share. The survey is no
 * part of that search. */
static enum hd_claim value_claim(void *state, const struct hd_run_info *run)
{
	struct hd_value *v = state;

	take_info(v, run);
	v->surveys = !v->surveyed && run->plan->points == HD_POINTS_ALL;
	v->surveyed |= !v->surveys;
	v->next = HD_VALUE_POINTS;
	if (v->surveys)
		return HD_CLAIM_RUN;
	v->next = v->excursion.again ? v->excursion.point : hd_value_next(v);
	if (v->next < v->npoints)
		return HD_CLAIM_RUN;
	if (hd_value_awaits_guide(v, run))
		return HD_CLAIM_LATER;
	v->next = hd_value_next(v);
	return v->next < v->npoints ? HD_CLAIM_RUN : depth_first()->claim(&v->dpor, run);
}

static bool value_park(void *state, struct hd_frontier *frontier, unsigned worker)
{
	struct hd_value *v = state;

	if (!hd_frontier_lock(frontier, worker))
		return false;
	hd_value_tried_tell(v, &frontier->facts);
	hd_frontier_unlock(frontier);
	return depth_first()->park(&v->dpor, frontier, worker);
}

static bool value_begin(void *state, const struct hd_run_info *run)
{
	struct hd_value *v = state;

	take_info(v, run);
	v->run = (struct hd_value_run){0};
	v->fed = 0;
	hd_orders_run_begin(&v->orders);
	if (v->next >= v->npoints)
		return begin_depth_first(v, run);
	hd_excursion_begin(v, v->next);
	return true;
}

static hd_tid value_pick(void *state, const struct hd_choice *c)
{
	struct hd_value *v = state;
	hd_tid t;

	if (v->excursion.active)
		return hd_excursion_pick(v, c);
	t = depth_first()->pick(&v->dpor, c);
	return v->dpor.redundant ? HD_ENOUGH : t;
}

static uint64_t value_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct hd_value *v = state;

	if (v->excursion.active)
		return hd_excursion_value(v, bound);
	v->run.values++;
	return depth_first()->value(&v->dpor, rng, bound);
}

/* A run that began at a backtracking point has made the steps before it, too: as the depth-first run did. */
static bool note_orders(struct hd_value *v, hd_tid tid, const struct hd_op *op)
{
	for (; v->fed < v->run.steps && v->fed < HD_VALUE_STEPS; v->fed++)
		hd_orders_step(&v->orders, v->steps[v->fed].tid, &v->steps[v->fed].op);
	return hd_orders_step(&v->orders, tid, op);
}

static void value_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c)
{
	struct hd_value *v = state;
	bool fresh = note_orders(v, tid, op);

	if (v->excursion.active) {
		hd_excursion_saw(v, tid, op, c);
		return;
	}
	v->collect |= fresh || !v->dpor.path.fixed;
	if (v->run.steps < HD_VALUE_STEPS) {
		v->steps[v->run.steps++] = (struct hd_value_step){.op = *op, .tid = tid};
		v->fed = v->run.steps;
	}
	depth_first()->saw(&v->dpor, tid, op, c);
}

static void value_born(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng)
{
	struct hd_value *v = state;

	depth_first()->born(&v->dpor, child, parent, rng);
	if (!v->excursion.active && child < HD_SET_THREADS)
		v->created[child] = v->run.steps ? v->run.steps - 1 : 0;
}

/* The depth-first search begins after the survey, with the scheduling points that it has taught. */
static void end_survey(struct hd_value *v)
{
	v->surveyed = true;
	v->dpor.path.gaps = 0;
}

static void value_end(void *state, const struct hd_run_info *run)
{
	struct hd_value *v = state;
	bool again = run->outcome == HD_OUT_GROW || run->outcome == HD_OUT_STOPPED;

	v->runs += !again;
	v->all_steps += again ? 0 : run->steps;
	if (v->excursion.active) {
		hd_excursion_end(v, again);
		return;
	}
	depth_first()->end(&v->dpor, run);
	v->n = v->run.steps;
	v->path_n = v->dpor.path.n;
	v->path_values = v->dpor.path.nvalues;
	if (v->collect && !again) {
		hd_value_collect(v);
		hd_value_collect_guided(v);
	}
	if (v->surveys && !again)
		end_survey(v);
}

static void value_proof(const void *state, struct hd_proof *p)
{
	const struct hd_value *v = state;

	depth_first()->proof(&v->dpor, p);
}

static const struct hd_orders *value_orders(const void *state)
{
	const struct hd_value *v = state;

	return &v->orders;
}

static uint64_t value_decided(const void *state)
{
	const struct hd_value *v = state;

	return v->excursion.active ? hd_excursion_decided(v) : depth_first()->decided(&v->dpor);
}

static uint64_t value_keeps(const void *state)
{
	const struct hd_value *v = state;

	return v->common.now;
}

const struct hd_strategy_ops hd_strategy_value = {
    .name = "value",
    .help = "every order of conflicting operations once, the likeliest bug first, until none is left",
    .systematic = true,
    .surveys = true,
    .sees_spinning = true,
    .offers_yields = true,
    .size = sizeof(struct hd_value),
    .claim = value_claim,
    .park = value_park,
    .begin = value_begin,
    .pick = value_pick,
    .value = value_value,
    .saw = value_saw,
    .born = value_born,
    .end = value_end,
    .proof = value_proof,
    .orders = value_orders,
    .of_run = {HD_STATE_PART(struct hd_value, dpor.redundant, dpor.path.fixed),
	       HD_STATE_PART(struct hd_value, run, n)},
    .decided = value_decided,
    .keeps = value_keeps,
};
