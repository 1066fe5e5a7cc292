/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/search_seat.h"

/* ---- the worker's own piece ---- */

static bool is_seated(const struct hd_seat *seat, const struct hd_frontier *f)
{
	return seat->piece && seat->generation == atomic_load(&f->generation) && !atomic_load(&f->torn);
}

static bool is_outdated(const struct hd_seat_ops *ops, const void *state, const struct hd_run_info *run)
{
	const struct hd_search_facts *facts = &run->frontier->facts;

	return facts->points != run->points || ops->is_stale(state, facts);
}

/* A run whose process died in it is not made again: it might die again. Other code notes that it is missing.
 */
static bool go_on(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state)
{
	if (seat->owed && !seat->running)
		ops->again(state);
	else
		seat->owed = ops->next(state);
	seat->running = false;
	return seat->owed;
}

/* With the lock. */
static void send_marks(const struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
		       struct hd_frontier *f)
{
	if (is_seated(seat, f) && !seat->owed && ops->has_marks && ops->has_marks(state))
		ops->send_marks(state, f);
}

/* If another worker has the lock: the next time. */
static void try_to_send_marks(const struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
			      const struct hd_run_info *run)
{
	if (!ops->has_marks || !ops->has_marks(state) || !hd_frontier_lock(run->frontier, run->worker))
		return;
	send_marks(seat, ops, state, run->frontier);
	hd_frontier_unlock(run->frontier);
}

static void offer(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
		  const struct hd_run_info *run)
{
	struct hd_frontier *f = run->frontier;

	if (!hd_frontier_lock(f, run->worker))
		return; /* the next time */
	if (is_seated(seat, f) && !hd_frontier_has_more(f))
		seat->piece = ops->give(state, f, seat->piece, false);
	hd_frontier_unlock(f);
}

/* ---- pieces of the frontier: with its lock ---- */

static void begin_search(const struct hd_seat_ops *ops, void *state, const struct hd_run_info *run)
{
	ops->start(state, run, &run->frontier->facts);
	hd_frontier_restart(run->frontier);
}

static void give_up_piece(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
			  struct hd_frontier *f)
{
	if (is_seated(seat, f)) {
		send_marks(seat, ops, state, f);
		ops->report(state, &f->facts);
		hd_frontier_done(f, seat->piece);
	}
	seat->piece = 0;
	seat->owed = false;
}

static void hear_of_search(const struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
			   const struct hd_run_info *run)
{
	if (seat->generation != atomic_load(&run->frontier->generation)) {
		ops->forget(state);
		ops->join(state, run, &run->frontier->facts);
	}
	ops->hear(state, &run->frontier->facts);
}

static enum hd_claim take_piece(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
				const struct hd_run_info *run)
{
	struct hd_frontier *f = run->frontier;
	uint32_t piece = hd_frontier_take(f, run->worker), generation = atomic_load(&f->generation);

	if (!piece) {
		atomic_fetch_or(&f->waiting, 1ULL << run->worker);
		return HD_CLAIM_LATER;
	}
	atomic_fetch_and(&f->waiting, ~(1ULL << run->worker));
	hear_of_search(seat, ops, state, run);
	seat->generation = generation;
	seat->piece = piece;
	seat->told = 0;
	seat->owed = true;
	seat->running = false;
	ops->load(state, f, piece);
	return HD_CLAIM_RUN;
}

static enum hd_claim claim_another(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
				   const struct hd_run_info *run)
{
	struct hd_frontier *f = run->frontier;
	bool told = seat->told && seat->told == atomic_load(&f->generation);

	if (atomic_load(&f->generation) && run->points < f->facts.points)
		return HD_CLAIM_LATER; /* another worker knows more points: look again */
	if (!atomic_load(&f->generation) || atomic_load(&f->torn) || is_outdated(ops, state, run) || told)
		begin_search(ops, state, run);
	give_up_piece(seat, ops, state, f);
	if (atomic_load(&f->over)) {
		if (ops->next_pass(run, &f->facts)) {
			hd_frontier_restart(f);
		} else {
			hear_of_search(seat, ops, state, run);
			seat->generation = seat->told = atomic_load(&f->generation);
			return HD_CLAIM_OVER;
		}
	}
	return take_piece(seat, ops, state, run);
}

static enum hd_claim claim_next(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
				const struct hd_run_info *run)
{
	struct hd_frontier *f = run->frontier;
	enum hd_claim claim;

	if (is_seated(seat, f) && !is_outdated(ops, state, run)) {
		try_to_send_marks(seat, ops, state, run);
		if (go_on(seat, ops, state)) {
			if (hd_frontier_is_wanted(f, run->worker))
				offer(seat, ops, state, run);
			return HD_CLAIM_RUN;
		}
	}
	if (!hd_frontier_lock(f, run->worker))
		return HD_CLAIM_LATER;
	claim = claim_another(seat, ops, state, run);
	hd_frontier_unlock(f);
	return claim;
}

/* If the worker's process was killed in here, what it was to try next may be neither tried nor left to try:
 * the search begins again. */
enum hd_claim hd_seat_claim(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state,
			    const struct hd_run_info *run)
{
	enum hd_claim claim;

	if (atomic_exchange(&seat->changing, true))
		atomic_store(&run->frontier->torn, 1);
	claim = claim_next(seat, ops, state, run);
	atomic_store(&seat->changing, false);
	return claim;
}

/* ---- leaving ---- */

static void give_all(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state, struct hd_frontier *f)
{
	struct hd_frontier_node *piece;

	send_marks(seat, ops, state, f);
	ops->report(state, &f->facts);
	if (seat->owed || ops->next(state)) {
		piece = hd_frontier_at(f, ops->give(state, f, seat->piece, true));
		if (piece)
			piece->worker = 0;
	} else {
		hd_frontier_done(f, seat->piece);
	}
}

bool hd_seat_park(struct hd_seat *seat, const struct hd_seat_ops *ops, void *state, struct hd_frontier *f,
		  unsigned worker)
{
	if (!hd_frontier_lock(f, worker))
		return false;
	if (is_seated(seat, f))
		give_all(seat, ops, state, f);
	else if (seat->generation != atomic_load(&f->generation))
		ops->forget(state);
	atomic_fetch_and(&f->waiting, ~(1ULL << worker));
	seat->piece = 0;
	seat->owed = seat->running = false;
	hd_frontier_unlock(f);
	return true;
}

/* The next claim begins a search, as it does where a tree was left broken. */
void hd_seat_renew(struct hd_seat *seat, struct hd_frontier *f)
{
	f->facts = (struct hd_search_facts){0};
	atomic_store(&f->torn, 1);
	*seat = (struct hd_seat){0};
}
