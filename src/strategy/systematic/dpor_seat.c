/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/dpor_seat.h"

#include "strategy/systematic/dpor_state.h"
#include "strategy/systematic/path_piece.h"

/* `plain` says what the strategy is: dfs, or dpor. */
static void start_search(struct hd_search_facts *facts, const struct hd_dpor *s,
			 const struct hd_run_info *run, bool plain)
{
	*facts = (struct hd_search_facts){.points = run->points,
					  .gaps = facts->gaps,
					  .yields = facts->yields || s->yields,
					  .suspects = facts->suspects};
	hd_suspects_merge(&facts->suspects, &s->suspects);
	facts->plain = plain || facts->yields || run->plan->heap == HD_HEAP_REUSE || run->plan->spurious;
}

static void dpor_start(void *state, const struct hd_run_info *run, struct hd_search_facts *facts)
{
	start_search(facts, state, run, false);
}

static void dfs_start(void *state, const struct hd_run_info *run, struct hd_search_facts *facts)
{
	start_search(facts, state, run, true);
}

static bool dpor_is_stale(const void *state, const struct hd_search_facts *facts)
{
	const struct hd_dpor *s = state;

	return (s->yields && !facts->plain) || !hd_suspects_include(&facts->suspects, &s->suspects);
}

static void dpor_join(void *state, const struct hd_run_info *run, const struct hd_search_facts *facts)
{
	struct hd_dpor *s = state;

	hd_limits_begin(&s->limits, run->plan);
	s->plain = facts->plain;
	hd_suspects_merge(&s->suspects, &facts->suspects);
}

static void dpor_forget(void *state)
{
	struct hd_dpor *s = state;

	s->runs = s->surplus = 0;
	hd_traces_clear(&s->traces);
}

static void dpor_hear(void *state, const struct hd_search_facts *facts)
{
	struct hd_dpor *s = state;

	s->all = facts->all;
	s->yields |= facts->yields;
}

static void dpor_report(const void *state, struct hd_search_facts *facts)
{
	const struct hd_dpor *s = state;

	facts->yields |= s->yields;
}

static bool dpor_next_pass(const struct hd_run_info *run, struct hd_search_facts *facts)
{
	(void)run;
	facts->all = true;
	return false;
}

static bool dpor_next(void *state)
{
	struct hd_dpor *s = state;

	return hd_path_next(&s->path);
}

static void dpor_again(void *state)
{
	struct hd_dpor *s = state;

	s->path.kept = 0;
}

static void dpor_load(void *state, struct hd_frontier *f, uint32_t piece)
{
	struct hd_dpor *s = state;

	hd_path_load(&s->path, f, piece);
}

static uint32_t dpor_give(void *state, struct hd_frontier *f, uint32_t piece, bool all)
{
	struct hd_dpor *s = state;

	return hd_path_give(&s->path, f, piece, all);
}

#define SEAT_OPS(start_of)                                                                                   \
	{                                                                                                    \
		.start = start_of, .is_stale = dpor_is_stale, .join = dpor_join, .forget = dpor_forget,      \
		.hear = dpor_hear, .report = dpor_report, .next_pass = dpor_next_pass, .next = dpor_next,    \
		.again = dpor_again, .load = dpor_load, .give = dpor_give                                    \
	}

static const struct hd_seat_ops dpor_seat = SEAT_OPS(dpor_start), dfs_seat = SEAT_OPS(dfs_start);

enum hd_claim hd_dpor_claim(void *state, const struct hd_run_info *run)
{
	struct hd_dpor *s = state;

	return hd_seat_claim(&s->seat, &dpor_seat, s, run);
}

enum hd_claim hd_dfs_claim(void *state, const struct hd_run_info *run)
{
	struct hd_dpor *s = state;

	s->all_orders = true;
	return hd_seat_claim(&s->seat, &dfs_seat, s, run);
}

bool hd_dpor_park(void *state, struct hd_frontier *f, unsigned worker)
{
	struct hd_dpor *s = state;

	return hd_seat_park(&s->seat, &dpor_seat, s, f, worker);
}

void hd_dpor_renew(void *state, struct hd_frontier *f)
{
	struct hd_dpor *s = state;

	s->all = s->yields = s->plain = false;
	s->limits = (struct hd_search_limits){0};
	hd_path_clear(&s->path);
	s->path.gaps = 0;
	hd_seat_renew(&s->seat, f);
}
