/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/chess_seat.h"

#include "strategy/systematic/chess_state.h"
#include "strategy/systematic/tree_piece.h"

#define DEFAULT_BOUND 2

static void chess_start(void *state, const struct hd_run_info *run, struct hd_search_facts *facts)
{
	const struct hd_chess *s = state;

	*facts = (struct hd_search_facts){.points = run->points,
					  .gaps = facts->gaps,
					  .yields = facts->yields || s->yields,
					  .suspects = facts->suspects,
					  .pass = run->plan->depth == HD_DEPTH_ALL ? UINT32_MAX : 0};
	hd_suspects_merge(&facts->suspects, &s->suspects);
	facts->plain = facts->yields || run->plan->heap == HD_HEAP_REUSE || run->plan->spurious ||
		       (s->delays && facts->pass != UINT32_MAX);
}

static bool chess_is_stale(const void *state, const struct hd_search_facts *facts)
{
	const struct hd_chess *s = state;

	return (s->yields && !facts->plain) || !hd_suspects_include(&facts->suspects, &s->suspects);
}

static void chess_join(void *state, const struct hd_run_info *run, const struct hd_search_facts *facts)
{
	struct hd_chess *s = state;

	hd_limits_begin(&s->limits, run->plan);
	if (s->points != facts->points || !facts->pass)
		s->runs = s->repeated = 0;
	s->points = facts->points;
	s->plain = facts->plain;
	s->unbounded = facts->pass == UINT32_MAX;
	s->bound = facts->pass;
	hd_suspects_merge(&s->suspects, &facts->suspects);
}

static void chess_forget(void *state)
{
	struct hd_chess *s = state;

	s->denied = false;
}

static void chess_hear(void *state, const struct hd_search_facts *facts)
{
	struct hd_chess *s = state;

	s->done = facts->done;
	s->all = facts->all;
	s->yields |= facts->yields;
}

static void chess_report(const void *state, struct hd_search_facts *facts)
{
	const struct hd_chess *s = state;

	facts->yields |= s->yields;
	facts->denied |= s->denied;
}

/* All schedules within the bound are done. */
static bool chess_next_pass(const struct hd_run_info *run, struct hd_search_facts *facts)
{
	uint32_t limit = run->plan->depth ? run->plan->depth - 1 : DEFAULT_BOUND;

	facts->all = !facts->denied;
	facts->done = facts->pass == UINT32_MAX ? 1 : facts->pass + 1;
	if (facts->all || facts->pass >= limit)
		return false;
	facts->pass++;
	facts->denied = false;
	return true;
}

static bool chess_next(void *state)
{
	struct hd_chess *s = state;

	return hd_tree_next(&s->tree);
}

static bool chess_has_marks(const void *state)
{
	return ((const struct hd_chess *)state)->tree.unmarked;
}

static void chess_send_marks(void *state, struct hd_frontier *f)
{
	struct hd_chess *s = state;

	hd_tree_send_marks(&s->tree, f);
}

static void chess_again(void *state)
{
	struct hd_chess *s = state;

	s->tree.kept = 0;
}

static void chess_load(void *state, struct hd_frontier *f, uint32_t piece)
{
	struct hd_chess *s = state;

	hd_tree_load(&s->tree, f, piece);
}

static uint32_t chess_give(void *state, struct hd_frontier *f, uint32_t piece, bool all)
{
	struct hd_chess *s = state;

	return hd_tree_give(&s->tree, f, piece, all);
}

static const struct hd_seat_ops chess_seat = {
    .start = chess_start,
    .is_stale = chess_is_stale,
    .join = chess_join,
    .forget = chess_forget,
    .hear = chess_hear,
    .report = chess_report,
    .next_pass = chess_next_pass,
    .next = chess_next,
    .has_marks = chess_has_marks,
    .send_marks = chess_send_marks,
    .again = chess_again,
    .load = chess_load,
    .give = chess_give,
};

enum hd_claim hd_chess_claim(void *state, const struct hd_run_info *run)
{
	struct hd_chess *s = state;

	return hd_seat_claim(&s->seat, &chess_seat, s, run);
}

enum hd_claim hd_delay_claim(void *state, const struct hd_run_info *run)
{
	struct hd_chess *s = state;

	s->delays = true;
	return hd_chess_claim(s, run);
}

bool hd_chess_park(void *state, struct hd_frontier *f, unsigned worker)
{
	struct hd_chess *s = state;

	return hd_seat_park(&s->seat, &chess_seat, s, f, worker);
}
